"""The setup of a match as plain data for JSON: players, first dealer, time of opening, rules."""

from dataclasses import asdict
from typing import Any

from referee.fields import FieldReader
from referee.games.cribbage.actions import Rules, Setup
from referee.games.cribbage.seats import SEAT_NAMED, SEATS, Seat

SETUP_KEYS = ("players", "dealer", "started")
TARGETS, MATCH_LENGTHS, WORTHS, FALSE_GO = range(11, 1001), range(1, 100, 2), range(1, 10), range(10)
_WHOLE = {
    "target": TARGETS,
    "best_of": MATCH_LENGTHS,
    "skunk": WORTHS,
    "lurch": WORTHS,
    "double_lurch": WORTHS,
    "false_go": FALSE_GO,
}
_TRUTH = ("muggins", "doubles_count")


def read_setup(data: object, stored: bool = False) -> Setup:
    """Read a setup: players, dealer, started and rules. Raises RefusedError. A `stored` one is read as strictly."""
    reader = FieldReader()
    setup = setup_from(reader, reader.fields(data, "the match", SETUP_KEYS, optional=("rules",)))
    reader.done()
    assert setup is not None
    return setup


def read_rules(data: object) -> Rules:
    """Read rules from plain data. Raises RefusedError."""
    reader = FieldReader()
    rules = _rules(reader, data)
    reader.done()
    return rules


def write_rules(rules: Rules) -> dict[str, Any]:
    """Rules as plain data for JSON."""
    return asdict(rules)


def write_setup(setup: Setup) -> dict[str, Any]:
    """A setup as plain data, with every rule written out, so that it does not depend on defaults."""
    return {
        "players": {seat.value: setup.players[seat] for seat in SEATS},
        "dealer": setup.dealer.value,
        "started": setup.started.isoformat(),
        "rules": write_rules(setup.rules),
    }


def setup_from(reader: FieldReader, fields: dict[str, Any]) -> Setup | None:
    """The setup of the fields of a record; None only if a fault was noted."""
    players = _players(reader, fields["players"]) if "players" in fields else {}
    dealer = reader.among(fields["dealer"], "dealer", SEAT_NAMED, Seat.N) if "dealer" in fields else Seat.N
    started = reader.moment(fields["started"], "started") if "started" in fields else None
    rules = _rules(reader, fields.get("rules", {}))
    return Setup(players, dealer, started, rules) if started else None


def _players(reader: FieldReader, data: object) -> dict[Seat, str]:
    """The names by seat; two that differ only in case and spaces are a fault."""
    names = reader.fields(data, "players", [seat.value for seat in SEATS])
    players = {seat: reader.name(names[seat.value], f"players.{seat.value}") for seat in SEATS if seat.value in names}
    if len(players) == 2 and len({name.casefold() for name in players.values()}) == 1 and players[Seat.N]:
        reader.fail("players", "has one name twice: add a letter to tell the two apart")
    return players


def _rules(reader: FieldReader, data: object) -> Rules:
    fields = reader.fields(data, "rules", (), optional=(*_WHOLE, *_TRUTH))
    given: dict[str, Any] = {}
    for key, value in fields.items():
        place = f"rules.{key}"
        given[key] = reader.whole(value, place, _WHOLE[key]) if key in _WHOLE else reader.truth(value, place)
    return Rules(**given)
