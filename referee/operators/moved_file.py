"""The file of a score book that moves, read strictly: whether all of it has the right shape and size."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.books.permissions import KINDS, OF_BOOKS, SCORE, WATCH
from referee.fields import NAME_LENGTH, FieldReader
from referee.operators.moving import VERSION
from referee.store.moves import BOOK, MATCH

_LONGEST = 10**6
"""The most characters of a setup or of an entry's actions."""
Read = Callable[[FieldReader, Any, str], object]
"""Reads a value at a place."""


def read_moved_file(data: Any, name: str) -> dict[str, Any]:
    """The data of a file if all of it has the right shape. Raises RefusedError.

    That the logs are whole and what was played was allowed is checked as they are stored.
    """
    reader = FieldReader()
    fields = reader.fields(data, name, ("format", "version", *_OF_A_BOOK))
    reader.version(fields, VERSION)
    reader.done()
    for key, read in _OF_A_BOOK.items():
        read(reader, fields[key], f"{name}, {key}")
    reader.done()
    return fields


def _text(most: int) -> Read:
    """Any text: what is in it is checked when it is played over."""

    def read(reader: FieldReader, value: Any, place: str) -> None:
        if not isinstance(value, str) or len(value) > most:
            reader.fail(place, f"is not a text of at most {most:,} characters")
        elif "\0" in value:
            reader.fail(place, "has a character that cannot be kept")

    return read


def _words(most: int) -> Read:
    return lambda reader, value, place: reader.words(value, place, most)


def _whole(among: range) -> Read:
    return lambda reader, value, place: reader.whole(value, place, among)


def _one_of(*options: str) -> Read:
    return lambda reader, value, place: reader.among(value, place, dict.fromkeys(options, ""), "")


def _or_none(read: Read) -> Read:
    return lambda reader, value, place: None if value is None else read(reader, value, place)


def _fields(reads: Mapping[str, Read]) -> Read:
    def read(reader: FieldReader, value: Any, place: str) -> None:
        for key, each in reader.fields(value, place, tuple(reads)).items():
            reads[key](reader, each, f"{place}, {key}")

    return read


def _list(read_item: Read) -> Read:
    def read(reader: FieldReader, value: Any, place: str) -> None:
        if not isinstance(value, list):
            reader.fail(place, "is not a list")
            return
        for at, item in enumerate(value, 1):
            read_item(reader, item, f"{place}, {at}")

    return read


def _row(*columns: Read) -> Read:
    def read(reader: FieldReader, value: Any, place: str) -> None:
        if not isinstance(value, list) or len(value) != len(columns):
            reader.fail(place, f"is not a list of {len(columns)} values")
            return
        for at, (column, each) in enumerate(zip(columns, value, strict=True), 1):
            column(reader, each, f"{place}, {at}")

    return read


_NUMBER, _SWITCH = _whole(range(1, 2**31)), _whole(range(2))
_MARK, _NAME, _LONG, _ORIGIN = _text(64), _words(NAME_LENGTH), _text(_LONGEST), _words(16)
# Number, kind, actions, key, time, phone and checksum, as `ENTRY_COLUMNS` has them.
_ENTRY = _row(_NUMBER, _MARK, _LONG, _or_none(_MARK), FieldReader.moment, _or_none(_NAME), _MARK)
_MATCH = _fields(
    {
        "number": _NUMBER, "game_key": _NAME, "opened": FieldReader.moment, "setup": _LONG, "show_played": _SWITCH,
        "teaching": _SWITCH, "key": _or_none(_MARK), "checksum": _MARK, "follows": _or_none(_NUMBER),
        "binned": _or_none(FieldReader.moment), "links": _fields({SCORE.name: _MARK, WATCH.name: _MARK}),
        "entries": _list(_ENTRY),
    }
)  # fmt: skip
_OF_A_BOOK: dict[str, Read] = {
    "origin": _ORIGIN, "number": _NUMBER, "name": _NAME, "opened": FieldReader.moment,
    "house_rules": _list(_row(_NAME, _NAME, _LONG)),
    "names": _list(_row(_NAME, _NAME)),
    "links": _fields({kind.name: _MARK for kind in OF_BOOKS}),
    "former_numbers": _list(_row(_ORIGIN, _one_of(BOOK, MATCH), _NUMBER, _NUMBER)),
    "former_links": _list(_row(_MARK, _ORIGIN, _one_of(*KINDS), _NUMBER)),
    "matches": _list(_MATCH),
}  # fmt: skip
