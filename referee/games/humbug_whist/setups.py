"""The setup of a sitting as plain data for JSON."""

from dataclasses import asdict
from typing import Any

from referee.fields import FieldReader
from referee.games.humbug_whist.actions import SEATS, Rules, Setup
from referee.games.sittings.records import players_from

STAKES, DEALS = range(1, 1001), range(1000)


def read_rules(data: object) -> Rules:
    """Read rules from plain data. Raises RefusedError."""
    reader = FieldReader()
    rules = _rules(reader, data)
    reader.done()
    return rules


def write_rules(rules: Rules) -> dict[str, Any]:
    """Rules as plain data for JSON."""
    return asdict(rules)


def setup_from(reader: FieldReader, fields: dict[str, Any]) -> Setup | None:
    """The setup of the fields of a record; None only if a fault was noted. Rule 1.1."""
    players = players_from(reader, fields["players"], SEATS) if "players" in fields else {}
    options = {seat: seat for seat in SEATS}
    dealer = reader.among(fields["dealer"], "dealer", options, "N") if "dealer" in fields else "N"
    started = reader.moment(fields["started"], "started") if "started" in fields else None
    rules = _rules(reader, fields.get("rules", {}))
    return Setup(players, dealer, started, rules) if started and len(players) == len(SEATS) else None


def _rules(reader: FieldReader, data: object) -> Rules:
    fields = reader.fields(data, "rules", (), optional=("stake", "deals", "last_trick"))
    given: dict[str, Any] = {}
    for key, among in (("stake", STAKES), ("deals", DEALS)):
        if key in fields:
            given[key] = reader.whole(fields[key], f"rules.{key}", among)
    if "last_trick" in fields:
        given["last_trick"] = reader.truth(fields["last_trick"], "rules.last_trick")
    return Rules(**given)
