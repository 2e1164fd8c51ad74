"""Files out of the book and into it: match records, a whole score book, and tricks as a table (CSV).

A whole score book is JSON: `{"format": "havilering-book", "version": 1, "name": …, "house_rules": {…}, "matches":
[…]}`, each match a record. What was undone, thrown away or shared is no part of it; a backup of the database has it.
"""

import csv
import io
import json
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from referee import digest, setups
from referee import record as records
from referee.faults import DamagedError, Fault, NotThereError, RefusedError
from referee.havilering.actions import HOUSE_RULES, Rules
from referee.havilering.seats import SEATS
from referee.outcome import replay
from referee.reading import Reading, parse_json
from referee.record import Record
from referee.shelf import Shelf
from referee.table import Tables

log = logging.getLogger("referee")
FORMAT, VERSION = "havilering-book", 1
_FORMULAS = tuple("=+-@＝＋－＠\t\r\n")
"""A cell that begins with one of these would be taken for something to reckon out."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Found:
    """What a file holds."""

    records: list[Record]
    house_rules: dict[str, Rules] = field(default_factory=dict)


# --- out -----------------------------------------------------------------------------------------------------


def whole_book(tables: Tables, shelf: Shelf, book_id: int) -> Iterator[str]:
    """A score book as one file, match by match. Raises NotThereError before the first piece."""
    own = {name: rules for name, rules in shelf.house_rules(book_id).items() if name not in HOUSE_RULES}
    head = {
        "format": FORMAT,
        "version": VERSION,
        "name": shelf.score_book(book_id).name,
        "house_rules": {name: setups.write_rules(rules) for name, rules in own.items()},
    }
    return _pieces(_dump(head)[:-1] + ', "matches": ', tables, tables.numbers(book_id), "}")


def list_of_records(tables: Tables) -> Iterator[str]:
    """The records of all matches, of whatever score book."""
    return _pieces("", tables, tables.numbers(), "")


def _pieces(start: str, tables: Tables, numbers: Iterable[int], end: str) -> Iterator[str]:
    yield f"{start}["
    before = ""
    for number in numbers:
        for record in _readable(number, tables.record):
            yield f"{before}\n{_dump(records.write(record))}"
            before = ","
    yield f"\n]{end}\n"


def _readable(number: int, read: Callable[[int], T]) -> Iterator[T]:
    """What is read of a match; nothing of one that is damaged, which is told, or that was just thrown away."""
    try:
        yield read(number)
    except DamagedError as error:
        log.error("%s; it is left out. `referee check` tells more.", error)
    except NotThereError:
        pass


def _dump(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)


def tricks_as_csv(tables: Tables, numbers: Iterable[int]) -> Iterator[str]:
    """The tricks of some matches, a row each, after a row of headings; of hands that are over (2.8)."""
    yield _row(("match", "opened", *(seat.word.lower() for seat in SEATS), *digest.TRICK_COLUMNS))
    for number in numbers:
        yield "".join(map(_row, _rows(tables, number)))


def _rows(tables: Tables, number: int) -> Iterator[Iterable[object]]:
    archive = tables.filing.archive
    for listed in tables.filing.catalogue.listed([number]):
        head = [number, listed.opened, *listed.players.values()]
        for tricks in _readable(number, lambda number: archive.tricks(number) or _open_tricks(tables, number)):
            for trick in tricks:
                yield [*head, *(trick[name] for name in digest.TRICK_COLUMNS)]


def _open_tricks(tables: Tables, number: int) -> list[dict[str, Any]]:
    match = tables.standing(number).match
    return [trick for trick in digest.tricks(match) if match.is_over(trick["hand"])]


def _row(cells: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow([harmless(cell) if isinstance(cell, str) else cell for cell in cells])
    return line.getvalue()


def harmless(text: str) -> str:
    """A cell's text, so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.startswith(_FORMULAS) else text


# --- in ------------------------------------------------------------------------------------------------------


def read_file(text: bytes | str, name: str) -> Found:
    """What a file holds: a record, a list of records, or a whole book; every match is played over.

    Raises RefusedError that names the file, the record in it, and what is wrong there.
    """
    if (text if isinstance(text, str) else text.decode("utf-8", "replace")).startswith("match,opened,"):
        table = "is a table for a spreadsheet: bring in the match record or the whole book it was made from"
        raise RefusedError(Fault("is-a-table", f"{name} {table}."))
    data = _within(name, partial(parse_json, text))
    if isinstance(data, dict) and data.get("format") == FORMAT:
        return _read_book(data, name)
    several = isinstance(data, list)
    return Found(_read_records(data if several else [data], name, numbered=several))


def _read_book(data: dict[str, Any], name: str) -> Found:
    def read() -> tuple[list[Any], Mapping[str, Any]]:
        reading = Reading()
        fields = reading.fields(data, "the book", ("format", "version", "matches"), ("name", "house_rules"))
        reading.version(fields, VERSION)
        for key, kind in (("matches", list), ("house_rules", dict)):
            if not isinstance(fields.get(key, kind()), kind):
                reading.fail(key, f"is not {'a list' if kind is list else 'an object'}")
        reading.done()
        return fields["matches"], fields.get("house_rules", {})

    matches, house_rules = _within(name, read)
    rules = {}
    for title, given in house_rules.items():
        where = f"{name}, house rules"
        kept = _within(where, partial(_read_name, title))
        rules[kept] = _within(f"{where} {kept}", partial(setups.read_rules, given))
    return Found(_read_records(matches, name, numbered=True), rules)


def _read_name(title: str) -> str:
    reading = Reading()
    name = reading.name(title, "The set")
    reading.done()
    return name


def _read_records(data: list[Any], name: str, numbered: bool) -> list[Record]:
    found = []
    for place, each in enumerate(data, 1):
        where = f"{name}, record {place}" if numbered else name
        record = _within(where, partial(records.read, each))
        _within(where, partial(replay, record))
        found.append(record)
    return found


def _within(where: str, read: Callable[[], T]) -> T:
    try:
        return read()
    except RefusedError as refused:
        faults = (Fault(fault.code, f"{where}: {fault.text}", fault.about) for fault in refused.faults)
        raise RefusedError(*faults, unnamed=refused.unnamed) from refused


def bring_in(tables: Tables, shelf: Shelf, book_id: int, found: Found) -> list[tuple[int, bool]]:
    """Put what a file holds into a score book; for each match its number, and whether it is new there.

    House rules come along under names that are free.
    """
    kept = {name.casefold() for name in shelf.house_rules(book_id)}
    for name, rules in found.house_rules.items():
        if name.casefold() not in kept:
            shelf.keep_rules(book_id, name, rules)
            kept.add(name.casefold())
    return tables.bring_in(book_id, found.records)
