"""The setup of a sitting as plain data for JSON."""

from typing import Any

from referee.fields import FieldReader
from referee.games.hearts.actions import SEATS, Rules, Settling, Setup
from referee.games.sittings.records import players_from

_SETTLINGS = {settling.value: settling for settling in Settling}
FEWEST = 2


def read_rules(data: object) -> Rules:
    """Read rules from plain data. Raises RefusedError."""
    reader = FieldReader()
    rules = _rules(reader, data, Rules())
    reader.done()
    return rules


def write_rules(rules: Rules) -> dict[str, Any]:
    """Rules as plain data for JSON."""
    return {"settling": rules.settling.value, "odd_jack": rules.odd_jack}


def setup_from(reader: FieldReader, fields: dict[str, Any]) -> Setup | None:
    """The setup of the fields of a record; None only if a fault was noted. Rules 1.1 and 3.11."""
    seats = _seats(fields.get("players"))
    players = players_from(reader, fields["players"], seats) if "players" in fields else {}
    options = {seat: seat for seat in seats}
    dealer = reader.among(fields["dealer"], "dealer", options, seats[0]) if "dealer" in fields else seats[0]
    started = reader.moment(fields["started"], "started") if "started" in fields else None
    of_two = len(players) == FEWEST
    usual = Rules(Settling.HOWELL) if of_two else Rules()
    rules = _rules(reader, fields.get("rules", {}), usual)
    if of_two and rules.settling is Settling.SWEEPSTAKE:
        reader.fail("rules.settling", "is not howell, and two players cannot play Sweepstake")
    return Setup(players, dealer, started, rules) if started and len(players) == len(seats) else None


def _seats(players: object) -> tuple[str, ...]:
    """The seats of a table with as many players as there are, from 2 to 6; without a gap, so others are faults."""
    number = len(players) if isinstance(players, dict) else len(SEATS)
    return SEATS[: min(max(number, FEWEST), len(SEATS))]


def _rules(reader: FieldReader, data: object, usual: Rules) -> Rules:
    fields = reader.fields(data, "rules", (), optional=("settling", "odd_jack"))
    settling, odd = usual.settling, usual.odd_jack
    if "settling" in fields:
        settling = reader.among(fields["settling"], "rules.settling", _SETTLINGS, settling)
    if "odd_jack" in fields:
        odd = reader.truth(fields["odd_jack"], "rules.odd_jack")
    return Rules(settling, odd)
