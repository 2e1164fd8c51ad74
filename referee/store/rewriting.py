"""Logs that are changed as they are stored: rewritten without somebody's name, or erased with their score book.

Everywhere else logs are only added to. Functions that change something must be called within `database.writing`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from referee.log.checksums import chained, checksum_of
from referee.log.entry import dump, load
from referee.store.database import Database
from referee.store.evenings import EveningStore
from referee.store.log_rows import LogRows
from referee.store.logs import OF_EVENINGS

Change = Callable[[Any], Any]
"""Changes plain data of a log, or returns what is equal to it."""
_ACTIONS, _PHONE = 2, 5
"""Places in an entry."""


def changed_text(text: str, change: Change) -> str:
    """JSON with its data changed; as it was, if that is equal."""
    data = load(text)
    new = change(data)
    return text if new == data else dump(new)


def rewritten_entries(before: str, entries: Sequence[Sequence[Any]], change: Change) -> Iterator[list[Any]]:
    """The entries of a log with their actions and phones changed, chained to the checksum `before`."""
    for entry in entries:
        *parts, _ = entry
        parts[_ACTIONS], parts[_PHONE] = (
            changed_text(entry[_ACTIONS], change),
            change({"phone": entry[_PHONE]})["phone"],
        )
        before = checksum_of(before, *parts)
        yield [*parts, before]


def rewritten_match(match: Mapping[str, Any], change: Change) -> dict[str, Any] | None:
    """A match with its log, as `LogRows` reads it, changed and chained anew; None if nothing changes."""
    setup = changed_text(match["setup"], change)
    start = chained("", setup)
    entries = list(rewritten_entries(start, match["entries"], change))
    checksum = entries[-1][-1] if entries else start
    return (
        {**match, "setup": setup, "entries": entries, "checksum": checksum} if checksum != match["checksum"] else None
    )


def put_match(database: Database, book_id: int, match: Mapping[str, Any]) -> None:
    """Store a rewritten match; one in the bin stays there."""
    LogRows(database).put_match(book_id, match)
    database.run("UPDATE matches SET binned = ?, record_digest = NULL WHERE id = ?", [match["binned"], match["id"]])


def rewrite_evening(database: Database, number: int, change: Change) -> bool:
    """Rewrite the setup and the log of an evening; returns whether anything changed."""
    rows, store = LogRows(database), EveningStore(database)
    setup = changed_text(store.row(number).setup, change)
    start = chained("", setup)
    entries = list(rewritten_entries(start, rows.log(number, of=OF_EVENINGS), change))
    checksum = entries[-1][-1] if entries else start
    if checksum == store.head(number).checksum:
        return False
    database.run("UPDATE evenings SET setup = ?, checksum = ? WHERE id = ?", [setup, checksum, number])
    database.run("DELETE FROM entries WHERE evening_id = ?", [number])
    rows.insert(number, entries, OF_EVENINGS)
    return True


def erase_logs(database: Database, book_id: int) -> None:
    """Erase the logs of all matches and evenings of a score book."""
    database.run("UPDATE matches SET binned = '', follows = NULL WHERE book_id = ?", [book_id])
    database.run("DELETE FROM entries WHERE match_id IN (SELECT id FROM matches WHERE book_id = ?)", [book_id])
    database.run("DELETE FROM entries WHERE evening_id IN (SELECT id FROM evenings WHERE book_id = ?)", [book_id])
    database.rewind_news()
