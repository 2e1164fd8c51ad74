"""Rulings on tricks that are given as JSON lines."""

from dataclasses import replace
from typing import Any

from referee.fields import FieldReader, parse_json
from referee.games.havilering import setups, shapes
from referee.games.havilering.seats import SEAT_NAMED, Seat
from referee.games.havilering.verdict import ScoreQuestion, as_data, verdict


def answer(line: bytes, usual: ScoreQuestion) -> dict[str, Any]:
    """The ruling on the trick of a line; `usual` has the defaults. Raises RefusedError."""
    return as_data(verdict(_read_question(line, usual)))


def _read_question(line: bytes, usual: ScoreQuestion) -> ScoreQuestion:
    data = parse_json(line)
    reader = FieldReader()
    fields = reader.fields(data, "the line", ("cards",), optional=("leader", "dealer", "season", "last"))
    cards = shapes.CARDS.read(reader, fields["cards"], "the line: cards") if "cards" in fields else ()
    given: dict[str, Any] = {}
    if "leader" in fields:
        given["leader"] = reader.among(fields["leader"], "leader", SEAT_NAMED, Seat.N)
    if fields.get("dealer") is not None:
        given["dealer"] = reader.among(fields["dealer"], "dealer", SEAT_NAMED, Seat.N)
    if fields.get("season", "auto") != "auto":
        given["season"] = reader.among(fields["season"], "season", setups.SEASONS, usual.season)
    if "last" in fields:
        given["last"] = reader.truth(fields["last"], "last")
    reader.done()
    return replace(usual, cards=cards, **given)
