"""Changing stored logs: rewriting them without somebody's name, or erasing them with their score book.

Everywhere else logs are only added to. Functions that change something must be called within `database.writing`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from referee.log.checksums import chained, checksum_of
from referee.log.entry import dump, load
from referee.store.database import Database
from referee.store.evenings import EveningStore
from referee.store.log_rows import LogRows
from referee.store.logs import OF_EVENINGS, OF_MATCHES, LogsOf

Change = Callable[..., Any]
"""Returns plain data of a log with changes, or equal data; with UNREADABLE also any other text."""
UNREADABLE = "unreadable"
_ACTIONS, _PHONE = 2, 5
"""Indexes in an entry."""


def changed_text(text: str, change: Change) -> str:
    """JSON with its data changed; the original text if nothing changes. Damaged JSON is changed as a text."""
    try:
        data = load(text)
    except ValueError:
        return str(change(text, UNREADABLE))
    new = change(data)
    return text if new == data else dump(new)


def rewritten_entries(
    entries: Iterable[Sequence[Any]], change: Change, before: str, before_now: str
) -> Iterator[list[Any]]:
    """The entries of a log with their actions and phones changed, and with a new chain.

    It begins at the checksum `before_now` instead of `before`, and stays broken wherever it was, so that damage is
    still detected.
    """
    for *parts, checksum in entries:
        is_whole = checksum == checksum_of(before, *parts)
        parts[_ACTIONS] = changed_text(parts[_ACTIONS], change)
        parts[_PHONE] = change({"phone": parts[_PHONE]})["phone"]
        before, before_now = checksum, checksum_of(before_now, *parts) if is_whole else checksum
        yield [*parts, before_now]


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A log as it is stored, with its setup and the checksum that it must end with."""

    setup: str
    entries: list[list[Any]]
    checksum: str


def rewritten(log: Rewritten, change: Change) -> Rewritten | None:
    """A log with its changes and a new chain; None if nothing changes."""
    setup = changed_text(log.setup, change)
    first, first_now = chained("", log.setup), chained("", setup)
    entries = list(rewritten_entries(log.entries, change, first, first_now))
    is_whole = log.checksum == (log.entries[-1][-1] if entries else first)
    new = Rewritten(setup, entries, (entries[-1][-1] if entries else first_now) if is_whole else log.checksum)
    return new if new != log else None


def rewritten_match(match: Mapping[str, Any], change: Change) -> dict[str, Any] | None:
    """A match with its log, as `LogRows` reads it, with its changes and a new chain; None if nothing changes."""
    new = rewritten(Rewritten(match["setup"], match["entries"], match["checksum"]), change)
    return {**match, "setup": new.setup, "entries": new.entries, "checksum": new.checksum} if new else None


@contextmanager
def unguarded(database: Database) -> Iterator[None]:
    """Let entries be changed where they are, which nothing else may do: it is faster than writing them again."""
    ((guard,),) = database.rows("SELECT sql FROM sqlite_master WHERE name = 'entries_no_update'")
    database.run("DROP TRIGGER entries_no_update")
    yield
    database.run(guard)


def put_match(database: Database, match: Mapping[str, Any]) -> None:
    """Store a rewritten match. Only while its log is `unguarded`."""
    put = "UPDATE matches SET setup = ?, checksum = ?, record_digest = NULL WHERE id = ?"
    database.run(put, [match["setup"], match["checksum"], match["id"]])
    _put_entries(database, match["id"], match["entries"], OF_MATCHES)


def rewrite_evening(database: Database, number: int, change: Change) -> bool:
    """Rewrite the setup and the log of an evening; returns whether anything changed. Only while it is `unguarded`."""
    rows, store = LogRows(database), EveningStore(database)
    log = Rewritten(store.row(number).setup, rows.log(number, logs=OF_EVENINGS), store.head(number).checksum)
    new = rewritten(log, change)
    if new:
        put = "UPDATE evenings SET setup = ?, checksum = ? WHERE id = ?"
        database.run(put, [new.setup, new.checksum, number])
        _put_entries(database, number, new.entries, OF_EVENINGS)
    return new is not None


def _put_entries(database: Database, log: int, entries: Iterable[Sequence[Any]], logs: LogsOf) -> None:
    put = logs.sql("UPDATE entries SET actions = ?, phone = ?, checksum = ? WHERE {id} = ? AND number = ?")
    database.run_each(put, [(actions, phone, last, log, number) for number, _, actions, _, _, phone, last in entries])


def erase_logs(database: Database, book_id: int) -> None:
    """Erase the logs of all matches and evenings of a score book."""
    database.run("UPDATE matches SET binned = '', follows = NULL WHERE book_id = ?", [book_id])
    database.run("DELETE FROM entries WHERE match_id IN (SELECT id FROM matches WHERE book_id = ?)", [book_id])
    database.run("DELETE FROM entries WHERE evening_id IN (SELECT id FROM evenings WHERE book_id = ?)", [book_id])
    database.rewind_news()
