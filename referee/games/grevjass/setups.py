"""The setup of a match as plain data for JSON."""

from typing import Any

from referee.fields import FieldReader
from referee.games.grevjass.actions import Claims, Rules, Setup, Stikk
from referee.games.grevjass.sides import SEATS
from referee.games.sittings.records import players_from

STROKES = range(1, 101)
_SEATS = {seat: seat for seat in SEATS}
_CLAIMS = {each.value: each for each in Claims}
_STIKK = {each.value: each for each in Stikk}


def read_rules(data: object) -> Rules:
    """Read rules from plain data. Raises RefusedError."""
    reader = FieldReader()
    rules = _rules(reader, data)
    reader.done()
    return rules


def write_rules(rules: Rules) -> dict[str, Any]:
    """Rules as plain data for JSON."""
    return {"strokes": rules.strokes, "claims": rules.claims.value, "stikk": rules.stikk.value}


def setup_from(reader: FieldReader, fields: dict[str, Any]) -> Setup | None:
    """The setup of the fields of a record; None only if a fault was noted. Rule 1.1."""
    players = players_from(reader, fields["players"], SEATS) if "players" in fields else {}
    dealer = reader.among(fields["dealer"], "dealer", _SEATS, SEATS[0]) if "dealer" in fields else SEATS[0]
    started = reader.moment(fields["started"], "started") if "started" in fields else None
    rules = _rules(reader, fields.get("rules", {}))
    return Setup(players, dealer, started, rules) if started and len(players) == len(SEATS) else None


def _rules(reader: FieldReader, data: object) -> Rules:
    fields = reader.fields(data, "rules", (), optional=("strokes", "claims", "stikk"))
    given: dict[str, Any] = {}
    if "strokes" in fields:
        given["strokes"] = reader.whole(fields["strokes"], "rules.strokes", STROKES, STROKES[0])
    if "claims" in fields:
        given["claims"] = reader.among(fields["claims"], "rules.claims", _CLAIMS, Claims.BLIND)
    if "stikk" in fields:
        given["stikk"] = reader.among(fields["stikk"], "rules.stikk", _STIKK, Stikk.PLAYED)
    return Rules(**given)
