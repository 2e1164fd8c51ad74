"""Rulings on JSON lines: one object in, one object out, in the same order, streaming."""

import json
from collections.abc import Iterator
from dataclasses import replace
from io import BufferedReader
from typing import IO, Any

from referee.faults import RefusedError
from referee.fields import FieldReader, parse_json
from referee.games.havilering import record, setups
from referee.games.havilering.seats import SEAT_NAMED, Seat
from referee.games.havilering.verdict import Question, as_data, verdict

_encode = json.JSONEncoder(ensure_ascii=False).encode


def answer_lines(source: BufferedReader, target: IO[str], usual: Question) -> int:
    """Write one answer per line, in order; for a bad line an error object. Returns the number of bad lines.

    Output is flushed after every batch of available lines, so a peer may wait for each answer. `usual` has the
    defaults.
    """
    number = bad = 0
    for lines in _batches(source):
        answers = []
        for line in lines:
            number += 1
            answer = _answer(line, number, usual)
            bad += "error" in answer
            answers.append(_encode(answer) + "\n")
        target.write("".join(answers))
        target.flush()
    return bad


def _batches(source: BufferedReader) -> Iterator[list[bytes]]:
    """Batches of the lines that are available, until the end of the input."""
    rest = b""
    while chunk := source.read1(1 << 16):
        *whole, rest = (rest + chunk).split(b"\n")
        yield whole
    if rest:
        yield [rest]


def _answer(line: bytes, number: int, usual: Question) -> dict[str, Any]:
    try:
        return as_data(verdict(_read_question(line, usual)))
    except RefusedError as refused:
        return {"error": str(refused), "line": number}


def _read_question(line: bytes, usual: Question) -> Question:
    data = parse_json(line)
    reader = FieldReader()
    fields = reader.fields(data, "the line", ("cards",), optional=("leader", "dealer", "season", "last"))
    cards = record.card_list(reader, fields["cards"], "the line") if "cards" in fields else ()
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
