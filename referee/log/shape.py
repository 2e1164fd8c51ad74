"""The strict reader of foreign data: each shape reads a value at a place, and notes its faults."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.faults import RefusedError
from referee.fields import NAME_LENGTH, FieldReader, parse_json

Read = Callable[[FieldReader, Any, str], object]
LONGEST = 10**6
"""The most characters of a setup or of an entry's actions."""


def text(most: int) -> Read:
    """Any text: its content is checked elsewhere."""

    def read(reader: FieldReader, value: Any, place: str) -> None:
        if not isinstance(value, str) or len(value) > most:
            reader.fail(place, f"is not a text of at most {most:,} characters")
        elif "\0" in value:
            reader.fail(place, "has a character that cannot be kept")

    return read


def words(most: int) -> Read:
    """A name, as people write it."""
    return lambda reader, value, place: reader.words(value, place, most)


def whole(among: range) -> Read:
    """A whole number."""
    return lambda reader, value, place: reader.whole(value, place, among)


def or_none(read: Read) -> Read:
    """A value, or none."""
    return lambda reader, value, place: None if value is None else read(reader, value, place)


def fields(reads: Mapping[str, Read]) -> Read:
    """An object with exactly these keys."""

    def read(reader: FieldReader, value: Any, place: str) -> None:
        for key, each in reader.fields(value, place, tuple(reads)).items():
            reads[key](reader, each, f"{place}, {key}")

    return read


def list_of(read_item: Read) -> Read:
    """A list."""

    def read(reader: FieldReader, value: Any, place: str) -> None:
        if not isinstance(value, list):
            reader.fail(place, "is not a list")
            return
        for at, item in enumerate(value, 1):
            read_item(reader, item, f"{place}, {at}")

    return read


def row(*columns: Read) -> Read:
    """A list with a value for each column."""

    def read(reader: FieldReader, value: Any, place: str) -> None:
        if not isinstance(value, list) or len(value) != len(columns):
            reader.fail(place, f"is not a list of {len(columns)} values")
            return
        for at, (column, each) in enumerate(zip(columns, value, strict=True), 1):
            column(reader, each, f"{place}, {at}")

    return read


def read_shapes(
    data: Any, name: str, version: int, shapes: Mapping[str, Read], more: Mapping[str, Read]
) -> dict[str, Any]:
    """The data of a file with a format and a version if its other keys have these shapes. Raises RefusedError.

    The keys of `more` may be missing.
    """
    reader = FieldReader()
    given = reader.fields(data, name, ("format", "version", *shapes), tuple(more))
    reader.version(given, version)
    reader.done()
    for key, read in {**shapes, **more}.items():
        if key in given:
            read(reader, given[key], f"{name}, {key}")
    reader.done()
    return given


NUMBER, SWITCH, MARK, NAME, LONG = (
    whole(range(1, 2**31)),
    whole(range(2)),
    text(64),
    words(NAME_LENGTH),
    text(LONGEST),
)
MATCH: Mapping[str, Read] = {
    "number": NUMBER, "game_key": NAME, "opened": FieldReader.moment, "setup": LONG, "show_played": SWITCH,
    "teaching": SWITCH, "key": or_none(MARK), "checksum": MARK, "follows": or_none(NUMBER),
    # Number, kind, actions, key, time, phone and checksum, as `ENTRY_COLUMNS` has them.
    "entries": list_of(row(NUMBER, MARK, LONG, or_none(MARK), FieldReader.moment, or_none(NAME), MARK)),
}  # fmt: skip
"""A match with its log."""


def note_faults(reader: FieldReader, place: str, rows: Sequence[Sequence[Any]]) -> None:
    """Note the faults of a log of the right shape. The rules judge its entries as they are imported."""
    if [row[0] for row in rows] != list(range(1, len(rows) + 1)):
        reader.fail(place, "has entries that are not numbered from 1 on")
    if not all(can_be_written(row[2]) for row in rows):
        reader.fail(place, "has entries that cannot be read")


def can_be_written(text: str) -> bool:
    """Return whether a text is JSON, of which all can be shown."""
    try:
        json.dumps(parse_json(text), ensure_ascii=False).encode()
    except (RefusedError, UnicodeEncodeError, ValueError):
        return False
    return True


def read_log(text: str) -> list[list[Any]]:
    """Read the rows of a log that was written as JSON. Raises RefusedError if they have not the shape of a log."""
    reader, rows = FieldReader(), parse_json(text)
    MATCH["entries"](reader, rows, "the log")
    reader.done()
    log: list[list[Any]] = rows
    note_faults(reader, "the log", log)
    reader.done()
    return log
