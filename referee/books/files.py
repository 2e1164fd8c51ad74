"""Files out of the book and into it: match records, a whole score book, and tricks as a table (CSV).

A whole score book is JSON: `{"format": "havilering-book", "version": 1, "name": …, "house_rules": {…}, "matches":
[…]}`, each match a record. What was undone, thrown away or shared is no part of it; a backup of the database has it.
"""

import csv
import io
import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from referee.books.score_books import MOST_SETS, ScoreBooks
from referee.faults import DamagedError, Fault, NotThereError, RefusedError
from referee.fields import FieldReader, parse_json
from referee.games.havilering import projection, setups
from referee.games.havilering import record as records
from referee.games.havilering.actions import HOUSE_RULES, Rules
from referee.games.havilering.outcome import replay
from referee.games.havilering.record import Record
from referee.games.havilering.seats import SEATS
from referee.match.loader import reporting_damage
from referee.match.service import MatchService


@dataclass(frozen=True, slots=True)
class Most:
    """How much a file may hold: looked at before anything of it is read further."""

    records: int
    actions: int
    """Of all its records together."""
    in_one: int
    """Of one record."""


BY_COMMAND = Most(records=100_000, actions=10_000_000, in_one=1_000_000)
FORMAT, VERSION = "havilering-book", 1
_FORMULA = (
    r"[\s\"\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\u3164\ufeff"
    r"\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]*"
    r"[=+\-@＝＋－＠−﹢﹣﹦﹫]"
)
"""What a spreadsheet may take for something to reckon out, behind signs that are not seen."""
_AT_THE_START = re.compile(rf"{_FORMULA}|[\t\r\n]")
_BEHIND_A_SEPARATOR = re.compile(rf"([;,|\t\r\n])(?={_FORMULA})")
"""Where a spreadsheet may split a cell: that depends on the country it is set to."""
log = logging.getLogger("referee")
LeftOut = Callable[[int, str], None]
"""Told the number of a match that cannot be read, and why."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Found:
    """What a file holds."""

    records: list[Record]
    house_rules: dict[str, Rules] = field(default_factory=dict)


def tell(number: int, why: str) -> None:
    """Tell in the log that a match is left out."""
    log.error("%s; match %s is left out. `referee check` tells more.", why, number)


# --- out -----------------------------------------------------------------------------------------------------


def record_as_seen(service: MatchService, number: int) -> Record:
    """The record of a match, without the hand that is being played: its tricks are closed (2.8).

    Raises NotThereError, or DamagedError.
    """
    match, done = service.current(number).match, service.done(number)
    over = tuple(each.action for each in done if match.is_over(each.before.hand))
    return Record(match.setup, over)


def whole_book(
    service: MatchService, score_books: ScoreBooks, book_id: int, left_out: LeftOut = tell
) -> Iterator[str]:
    """A score book as one file, match by match. Raises NotThereError before the first piece."""
    own = {name: rules for name, rules in score_books.house_rules(book_id).items() if name not in HOUSE_RULES}
    head = {
        "format": FORMAT,
        "version": VERSION,
        "name": score_books.score_book(book_id).name,
        "house_rules": {name: setups.write_rules(rules) for name, rules in own.items()},
    }
    return _pieces(_dump(head)[:-1] + ', "matches": ', service, service.numbers(book_id), "}", left_out)


def list_of_records(service: MatchService, left_out: LeftOut = tell) -> Iterator[str]:
    """The records of all matches, of whatever score book."""
    return _pieces("", service, service.numbers(), "", left_out)


def _pieces(start: str, service: MatchService, numbers: Iterable[int], end: str, left_out: LeftOut) -> Iterator[str]:
    yield f"{start}["
    before = ""
    for number in numbers:
        for record in _readable(number, service.record, left_out):
            yield f"{before}\n{_dump(records.write(record))}"
            before = ","
    yield f"\n]{end}\n"


def _readable(number: int, read: Callable[[int], T], left_out: LeftOut) -> Iterator[T]:
    """What is read of a match; nothing of one that is damaged, which is told, or that was just thrown away."""
    try:
        with reporting_damage(number):
            yield read(number)
    except DamagedError as error:
        left_out(number, str(error))
    except NotThereError:
        pass


def _dump(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)


def tricks_as_csv(service: MatchService, numbers: Iterable[int], left_out: LeftOut = tell) -> Iterator[str]:
    """The tricks of some matches, a row each, after a row of headings; of hands that are over (2.8)."""
    yield _row(("match", "opened", *(seat.word.lower() for seat in SEATS), *projection.TRICK_COLUMNS))
    for number in numbers:
        for rows in _readable(number, partial(_rows, service), left_out):
            yield "".join(map(_row, rows))


def _rows(service: MatchService, number: int) -> list[list[object]]:
    tricks = service.projections.summaries.tricks(number) or _open_tricks(service, number)
    return [
        [number, listed.opened, *listed.players.values(), *(trick[name] for name in projection.TRICK_COLUMNS)]
        for listed in service.projections.match_search.listed([number])
        for trick in tricks
    ]


def _open_tricks(service: MatchService, number: int) -> list[dict[str, Any]]:
    match = service.current(number).match
    return [trick for trick in projection.tricks(match) if match.is_over(trick["hand"])]


def _row(cells: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow([harmless(cell) if isinstance(cell, str) else cell for cell in cells])
    return line.getvalue()


def harmless(text: str) -> str:
    """A cell's text, so that no spreadsheet takes it, or a part that it splits off, for a formula."""
    apart = _BEHIND_A_SEPARATOR.sub(r"\1'", text)
    return f"'{apart}" if _AT_THE_START.match(text) else apart


# --- in ------------------------------------------------------------------------------------------------------


def read_file(
    text: bytes | str, name: str, most: Most = BY_COMMAND, is_cancelled: Callable[[], bool] = lambda: False
) -> Found:
    """What a file holds: a record, a list of records, or a whole book; every match is played over.

    Raises RefusedError that names the file, the record in it, and what is wrong there; if there is too much in it; or
    if it `is_cancelled`.
    """
    if (text if isinstance(text, str) else text.decode("utf-8", "replace")).startswith("match,opened,"):
        table = "is a table for a spreadsheet: bring in the match record or the whole book it was made from"
        raise RefusedError(Fault("is-a-table", f"{name} {table}."))
    data = _within(name, partial(parse_json, text))
    if isinstance(data, dict) and data.get("format") == FORMAT:
        return _read_book(data, name, most, is_cancelled)
    several = isinstance(data, list)
    return Found(_read_records(data if several else [data], name, several, most, is_cancelled))


def _must_not_be_more(name: str, count: int, most: int, what: str) -> None:
    if count > most:
        text = f"{name} has {count:,} {what}: no more than {most:,} can come in at one time."
        raise RefusedError(Fault("too-many", text))


def _read_book(data: dict[str, Any], name: str, most: Most, is_cancelled: Callable[[], bool]) -> Found:
    def read() -> tuple[list[Any], Mapping[str, Any]]:
        reader = FieldReader()
        fields = reader.fields(data, "the book", ("format", "version", "matches"), ("name", "house_rules"))
        reader.version(fields, VERSION)
        for key, kind in (("matches", list), ("house_rules", dict)):
            if not isinstance(fields.get(key, kind()), kind):
                reader.fail(key, f"is not {'a list' if kind is list else 'an object'}")
        reader.done()
        return fields["matches"], fields.get("house_rules", {})

    matches, house_rules = _within(name, read)
    _must_not_be_more(name, len(house_rules), MOST_SETS, "sets of house rules")
    _must_not_be_more(name, len(matches), most.records, "records")
    rules = {}
    for title, given in house_rules.items():
        where = f"{name}, house rules"
        kept = _within(where, partial(_read_name, title))
        rules[kept] = _within(f"{where} {kept}", partial(setups.read_rules, given))
    return Found(_read_records(matches, name, True, most, is_cancelled), rules)


def _read_name(title: str) -> str:
    reader = FieldReader()
    name = reader.name(title, "The set")
    reader.done()
    return name


def _read_records(
    data: list[Any], name: str, numbered: bool, most: Most, is_cancelled: Callable[[], bool]
) -> list[Record]:
    _must_not_be_more(name, len(data), most.records, "records")
    lengths = [_length(each) for each in data]
    _must_not_be_more(name, sum(lengths), most.actions, "entries")
    _must_not_be_more(name, max(lengths, default=0), most.in_one, "entries in one match")
    found = []
    for place, each in enumerate(data, 1):
        if is_cancelled():
            raise RefusedError(Fault("cancelled", "The referee was stopped: bring the file in again."))
        where = f"{name}, record {place}" if numbered else name
        record = _within(where, partial(records.read, each))
        _within(where, partial(replay, record))
        found.append(record)
    return found


def _length(data: Any) -> int:
    """How many actions a record has, if it is one."""
    actions = data.get("actions") if isinstance(data, dict) else None
    return len(actions) if isinstance(actions, list) else 0


def _within(where: str, read: Callable[[], T]) -> T:
    try:
        return read()
    except RefusedError as refused:
        faults = (Fault(fault.code, f"{where}: {fault.text}", fault.about) for fault in refused.faults)
        raise RefusedError(*faults, unnamed=refused.unnamed) from refused


def bring_in(
    service: MatchService,
    score_books: ScoreBooks,
    book_id: int,
    found: Found,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> list[tuple[int, bool]]:
    """Put what a file holds into a score book; for each match its number, and whether it is new there.

    House rules come along under names that are free. Raises RefusedError if there are too many, or if it
    `is_cancelled`.
    """
    score_books.add_rules(book_id, found.house_rules)
    return service.bring_in(book_id, found.records, is_cancelled)
