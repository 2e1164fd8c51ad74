"""Import: match records, or a whole score book."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any, TypeVar

from referee.books import logs_file
from referee.books.export import BOOK_FORMAT, VERSION
from referee.books.imported import Imported, imported
from referee.books.logs_import import LogsImport
from referee.books.score_books import MOST_SETS, ScoreBooks
from referee.faults import Fault, RefusedError
from referee.fields import NAME_LENGTH, FieldReader, parse_json, read_value
from referee.games import DEFAULT, GAMES, game_of_record
from referee.games.kit.records import Record
from referee.match.importer import Importer
from referee.match.service import MatchService

T = TypeVar("T")
_SETS = ("house_rules", "house_rules_of")
"""The keys of the house rules of the first game, and of the others by their keys."""


@dataclass(frozen=True, slots=True)
class UploadLimits:
    """Limits of an imported file, checked before its content is read."""

    records: int
    actions: int
    """In all records together."""
    in_one: int
    """In one record."""
    corrections: int = 10_000
    """In one log: the audit log replays everything after each correction."""


Lengths = list[int]
"""The numbers of entries of matches and evenings."""
BY_COMMAND = UploadLimits(records=100_000, actions=10_000_000, in_one=1_000_000)


@dataclass(frozen=True, slots=True)
class FileContent:
    """The content of an imported file."""

    records: list[Record[Any, Any]]
    house_rules: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The sets of house rules by name, by the key of their game."""
    logs: Mapping[str, Any] | None = None
    """A score book with its logs."""


def read_file(
    text: bytes | str,
    name: str,
    most: UploadLimits = BY_COMMAND,
    is_cancelled: Callable[[], bool] = lambda: False,
    lengths: Lengths | None = None,
) -> FileContent:
    """Read a file: a record, a list of records, or a whole score book. Replays every match.

    The limits apply to all files that share the same `lengths`. Raises RefusedError naming the file, the record and
    the faults, or if a limit is exceeded, or if it `is_cancelled`.
    """
    if (text if isinstance(text, str) else text.decode("utf-8", "replace")).startswith("match,opened,"):
        table = "is a spreadsheet table: import its match record or whole book instead"
        raise RefusedError(Fault("is-a-table", f"{name} {table}."))
    data = _within(name, partial(parse_json, text))
    if not isinstance(data, list) and not (isinstance(data, dict) and "format" in data):
        raise RefusedError(Fault("no-record", f"{name}: this is neither a match record nor a score book."))
    if isinstance(data, dict) and data.get("format") == logs_file.FORMAT:
        _must_have_few_rows(data, name, most)
        logs = logs_file.read_logs(data, name)
        of_matches = [logs_file.lengths(match) for match in logs["matches"]]
        in_evenings = list(map(_length_of_evening, logs.get("evenings", [])))
        _must_fit(name, [*(length for length, _ in of_matches), *in_evenings], most, lengths)
        most_corrected = max((corrections for _, corrections in of_matches), default=0)
        _must_not_be_more(name, most_corrected, most.corrections, "corrections of one match")
        return FileContent([], logs=logs)
    if isinstance(data, dict) and data.get("format") == BOOK_FORMAT:
        return _read_book(data, name, most, is_cancelled, lengths)
    records = data if isinstance(data, list) else [data]
    return FileContent(_read_records(records, name, records is data, most, is_cancelled, lengths))


def _must_have_few_rows(data: Mapping[str, Any], name: str, most: UploadLimits) -> None:
    """Refuse a score book with logs that has too many rows to read. Raises RefusedError."""
    for what in ("names", "notes", "house_rules"):
        _must_not_be_more(name, len(_listed(data, what)), most.actions, what.replace("_", " "))
    for what in ("matches", "evenings"):
        entries = sum(len(_listed(each, "entries")) for each in _listed(data, what))
        _must_not_be_more(name, entries, most.actions, "entries")


def _must_not_be_more(name: str, count: int, most: int, what: str) -> None:
    if count > most:
        text = f"{name} has {count:,} {what}: no more than {most:,} can be imported at once."
        raise RefusedError(Fault("too-many", text))


def _must_fit(name: str, own: Sequence[int], most: UploadLimits, lengths: Lengths | None) -> None:
    """Refuse a file with too many matches or entries, given the lengths of its `own` matches. Raises RefusedError.

    They are added to the `lengths` of the files before it.
    """
    lengths = [] if lengths is None else lengths
    where = f"{name}, with the files before it," if lengths else name
    lengths += own
    _must_not_be_more(where, len(lengths), most.records, "records")
    _must_not_be_more(where, sum(lengths), most.actions, "entries")
    _must_not_be_more(name, max(own, default=0), most.in_one, "entries in one match")


def _read_book(
    data: dict[str, Any],
    name: str,
    most: UploadLimits,
    is_cancelled: Callable[[], bool],
    lengths: Lengths | None,
) -> FileContent:
    def read() -> tuple[list[Any], Mapping[str, Any]]:
        reader = FieldReader()
        fields = reader.fields(data, "the book", ("format", "version", "matches"), ("name", *_SETS))
        reader.version(fields, VERSION)
        for key, kind in (("matches", list), *((key, dict) for key in _SETS)):
            if not isinstance(fields.get(key, kind()), kind):
                reader.fail(key, f"is not {'a list' if kind is list else 'an object'}")
        reader.done()
        others = fields.get("house_rules_of", {})
        if DEFAULT.key in others:
            reader.fail("house_rules_of", f"has sets of {DEFAULT.key}, which belong in house_rules")
        reader.done()
        return fields["matches"], {DEFAULT.key: fields.get("house_rules", {})} | others

    matches, sets = _within(name, read)
    _must_not_be_more(name, len(matches), most.records, "records")
    rules = {key: _read_sets(name, key, given) for key, given in sets.items()}
    return FileContent(_read_records(matches, name, True, most, is_cancelled, lengths), rules)


def _read_sets(name: str, key: str, given: Any) -> dict[str, Any]:
    """Read the sets of house rules of a game. Raises RefusedError."""
    where = f"{name}, house rules"
    if key not in GAMES or not isinstance(given, dict):
        raise RefusedError(Fault("no-rules", f"{where}: there are none for a game “{key[:NAME_LENGTH]}”."))
    _must_not_be_more(name, len(given), MOST_SETS, "sets of house rules")
    names = {
        _within(where, partial(read_value, partial(FieldReader.name, value=title, place="The set"))): rules
        for title, rules in given.items()
    }
    return {
        kept: _within(f"{where} {kept}", partial(GAMES[key].setups.rules.read, rules))
        for kept, rules in names.items()
    }


def _read_records(
    data: list[Any],
    name: str,
    numbered: bool,
    most: UploadLimits,
    is_cancelled: Callable[[], bool],
    lengths: Lengths | None,
) -> list[Record[Any, Any]]:
    _must_fit(name, [len(_listed(each, "actions")) for each in data], most, lengths)
    records = []
    for place, each in enumerate(data, 1):
        if is_cancelled():
            raise RefusedError(Fault("cancelled", "The referee was stopped. Import the file again."))
        where = f"{name}, record {place}" if numbered else name
        game = _within(where, partial(game_of_record, each))
        record = _within(where, partial(game.read, each))
        _within(where, partial(game.replay, record))
        records.append(record)
    return records


def _listed(data: Any, key: str) -> list[Any]:
    """The list of a key in plain data that may be anything; empty if there is none."""
    found = data.get(key) if isinstance(data, dict) else None
    return found if isinstance(found, list) else []


def _length_of_evening(evening: Mapping[str, Any]) -> int:
    """The length of an evening's log; long entries count as several, for they may have the results of many tables."""
    return sum(1 + len(actions) // 500 for _, _, actions, _ in evening["entries"])


def _within(where: str, read: Callable[[], T]) -> T:
    try:
        return read()
    except RefusedError as refused:
        faults = (Fault(fault.code, f"{where}: {fault.text}", fault.about) for fault in refused.faults)
        raise RefusedError(*faults, unnamed=refused.unnamed) from refused


def import_records(
    service: MatchService,
    score_books: ScoreBooks,
    book_id: int,
    contents: Sequence[FileContent],
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Imported]:
    """Import the content of files into a score book. Yields each match and evening once it is in.

    House rules are imported first, if their names are free. Raises RefusedError if there are too many of them, or if
    it `is_cancelled`; earlier matches stay imported.
    """
    with score_books.writing():
        for content in contents:
            for key, sets in content.house_rules.items():
                score_books.add_rules(book_id, sets, GAMES[key])
    records, logs = Importer(service), LogsImport(service, score_books)
    importing = chain.from_iterable(
        logs.bring_in(book_id, content.logs) if content.logs else (
            imported(*records.bring_in(book_id, record)) for record in content.records
        )
        for content in contents
    )  # fmt: skip
    while not is_cancelled():
        done = next(importing, None)
        if done is None:
            return
        yield done
    raise RefusedError(Fault("cancelled", "The referee was stopped. Import the rest when it is running again."))
