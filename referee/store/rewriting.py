"""Changing stored logs: rewriting them without somebody's name, or erasing them with their score book.

Everywhere else logs are only added to. Functions that change something must be called within `database.writing`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from referee.log.checksums import chained, checksum_of
from referee.log.entry import dump, load
from referee.store.database import Database
from referee.store.logs import OF_MATCHES, LogsOf

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


def rewritten(log: Mapping[str, Any], change: Change) -> dict[str, Any] | None:
    """A match or evening with its setup, entries and last checksum, with its changes and a new chain.

    None if nothing changes.
    """
    setup = changed_text(log["setup"], change)
    first, first_now = chained("", log["setup"]), chained("", setup)
    entries = list(rewritten_entries(log["entries"], change, first, first_now))
    is_whole = log["checksum"] == (log["entries"][-1][-1] if entries else first)
    checksum = (entries[-1][-1] if entries else first_now) if is_whole else log["checksum"]
    new = {**log, "setup": setup, "entries": entries, "checksum": checksum}
    return new if new != log else None


@contextmanager
def unguarded(database: Database) -> Iterator[None]:
    """Let entries be changed where they are, which nothing else may do: it is faster than writing them again."""
    ((guard,),) = database.rows("SELECT sql FROM sqlite_master WHERE name = 'entries_no_update'")
    database.run("DROP TRIGGER entries_no_update")
    yield
    database.run(guard)


def put(database: Database, log: Mapping[str, Any], logs: LogsOf) -> None:
    """Store a rewritten match or evening. Only while its log is `unguarded`."""
    digest = ", record_digest = NULL" if logs is OF_MATCHES else ""
    row = logs.sql(f"UPDATE {{of}} SET setup = ?, checksum = ?{digest} WHERE id = ?")
    database.run(row, [log["setup"], log["checksum"], log["id"]])
    entry = logs.sql("UPDATE entries SET actions = ?, phone = ?, checksum = ? WHERE {id} = ? AND number = ?")
    values = ([actions, phone, last, log["id"], at] for at, _, actions, _, _, phone, last in log["entries"])
    database.run_each(entry, values)


def erase_logs(database: Database, book_id: int) -> None:
    """Erase the logs of all matches and evenings of a score book."""
    database.run("UPDATE matches SET binned = '', follows = NULL WHERE book_id = ?", [book_id])
    database.run("DELETE FROM entries WHERE match_id IN (SELECT id FROM matches WHERE book_id = ?)", [book_id])
    database.run("DELETE FROM entries WHERE evening_id IN (SELECT id FROM evenings WHERE book_id = ?)", [book_id])
    database.rewind_news()
