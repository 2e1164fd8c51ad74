"""The strict reader of foreign data: each shape reads a value at a place, and notes its faults."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.faults import RefusedError
from referee.fields import NAME_LENGTH, FieldReader, parse_json
from referee.log.entry import REDO, UNDO, Entry, Row, entry_of, follow, load

Read = Callable[[FieldReader, Any, str], object]
LONGEST = 10**6
"""The maximum length of an entry's actions, or of an evening's setup."""
LONGEST_SETUP = 4_000
"""The maximum length of a match's setup: it is compared with the setups of all matches that began with it."""
LONGEST_REASON = 200
"""The maximum length of the reason for a correction."""


def text(most: int) -> Read:
    """Any text: its content is checked elsewhere."""

    def read(reader: FieldReader, value: Any, place: str) -> None:
        if not isinstance(value, str) or len(value) > most:
            reader.fail(place, f"is not a text of at most {most:,} characters")
        elif "\0" in value or value.encode(errors="replace").decode() != value:  # Half a surrogate pair.
            reader.fail(place, "has a character that cannot be stored")

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
    reader.version(given, version, f"{name}, version")
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
    "number": NUMBER, "game_key": NAME, "opened": FieldReader.moment, "setup": text(LONGEST_SETUP),
    "show_played": SWITCH, "teaching": SWITCH, "key": or_none(MARK), "checksum": MARK, "follows": or_none(NUMBER),
    # Number, kind, actions, key, time, phone and checksum, as in `ENTRY_COLUMNS`.
    "entries": list_of(row(NUMBER, MARK, LONG, or_none(MARK), FieldReader.moment, or_none(NAME), MARK)),
}  # fmt: skip
"""A match with its log."""


def note_faults(reader: FieldReader, place: str, rows: Sequence[Row]) -> None:
    """Note the faults of a well-formed log. The rules judge its entries as they are imported."""
    if not all(can_be_written(row[2]) and isinstance(load(row[2]), list) for row in rows):
        reader.fail(place, "has entries that cannot be read")
        return
    fault = misfit(list(map(entry_of, rows)))
    if fault:
        reader.fail(place, fault)


def misfit(entries: Sequence[Entry]) -> str:
    """Describe the first entry that cannot be in a log of any game or evening; empty if there is none."""
    keys, live, undone = set[str | None](), list[Entry](), list[Entry]()
    for due, entry in enumerate(entries, 1):
        if entry.number != due:
            return "has entries that are not numbered from 1"
        if not _is_whole(entry):
            return f"has an impossible entry, number {due}"
        if entry.key is not None and entry.key in keys:
            return f"has two entries with the same key, the second is number {due}"
        if (entry.kind == UNDO and not live) or (entry.kind == REDO and not undone):
            return f"has nothing to {entry.kind} at entry {due}"
        keys.add(entry.key)
        follow(live, undone, entry)
    return ""


def _is_whole(entry: Entry) -> bool:
    """Return True if an entry has exactly the parts of its kind."""
    if not all(isinstance(each, dict) for each in entry.actions):
        return False
    match entry.kind, len(entry.actions):
        case "act", count:
            return count > 0
        case "undo" | "redo", count:
            return count == 0
        case "refused", 1:
            return all(type(each) in (int, str) and len(str(each)) <= 64 for each in entry.actions[0].values())
        case "mend", 1:
            content = entry.actions[0]
            reason = content.get("reason")
            is_short = isinstance(reason, str) and len(reason) <= LONGEST_REASON
            return is_short and content.keys() - {"setup"} == {"edits", "reason"}
    return False


def can_be_written(text: str) -> bool:
    """Return True if a text is JSON that can be shown in full."""
    try:
        json.dumps(parse_json(text), ensure_ascii=False).encode()
    except (RefusedError, UnicodeEncodeError, ValueError):
        return False
    return True


def read_log(text: str) -> list[list[Any]]:
    """Read the rows of a log that was written as JSON. Raises RefusedError if they are malformed."""
    reader, rows = FieldReader(), parse_json(text)
    MATCH["entries"](reader, rows, "the log")
    reader.done()
    log: list[list[Any]] = rows
    note_faults(reader, "the log", log)
    reader.done()
    return log
