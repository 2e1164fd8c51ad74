"""Score books as a host sees them: how much is in each, when it was used last, and the bin of whole books.

Methods that change something must be called within `database.writing`.
"""

from dataclasses import dataclass
from datetime import datetime

from referee.games.game import Games
from referee.moments import utc_text
from referee.store.database import Database
from referee.store.logs import NUMBERS
from referee.store.rewriting import erase_logs


@dataclass(frozen=True, slots=True)
class BookRow:
    """A score book, without anything that was played."""

    number: int
    name: str
    opened: str
    last_entry: str | None
    """In UTC; None if there is none."""
    matches: int
    """Without those in the bin."""
    bytes: int
    """The approximate size of its logs on the disk."""
    binned: str | None
    """The time it was deleted, in UTC."""
    invitation: str | None
    """The invitation by which it was begun."""

    @property
    def last_used(self) -> str:
        """The time of the last entry, or of the book's beginning if that was later, in UTC."""
        return max(self.last_entry or "", utc_text(datetime.fromisoformat(self.opened)))

    def is_unused(self, now: datetime, months: int) -> bool:
        """Return True if nobody has used it for some months, and it is not deleted."""
        return self.binned is None and self.last_used < utc_text(_months_before(now, months))


class BookRows:
    """The score books of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rows(self, number: int | None = None) -> list[BookRow]:
        """The score book of a number, deleted or not, or all of them; oldest first."""
        found = self._database.rows(f"SELECT {_COLUMNS} FROM score_books b WHERE ?1 IS NULL OR id = ?1", [number])
        return [BookRow(*row) for row in found]

    def seal_of_binned(self, number: int) -> int | None:
        """The seal of the owner's link of a deleted score book; None if it is not deleted."""
        select = "SELECT seal FROM score_books WHERE id = ? AND binned IS NOT NULL"
        rows = self._database.rows(select, [number]) if number in NUMBERS else []
        return next((int(row[0]) for row in rows), None)

    def begun_with(self, invitation: str) -> int:
        """Count the score books that were begun by an invitation."""
        select = "SELECT count(*) FROM score_books WHERE invitation = ?"
        return int(self._database.rows(select, [invitation])[0][0])

    def move_to_bin(self, number: int, when: str | None) -> None:
        """Move a score book to the bin at a moment in UTC, or out of it if None."""
        self._database.run("UPDATE score_books SET binned = ?, to_erase = NULL WHERE id = ?", [when, number])
        for row in self._database.rows("SELECT id FROM matches WHERE book_id = ?", [number]):
            self._database.notify_watchers(row[0])

    def erase(self, number: int, games: Games) -> None:
        """Erase a score book with everything in it."""
        erase_logs(self._database, number)
        for game in games.values():
            for table in (game.tables.results, game.tables.rows, game.tables.totals):
                self._database.run(f"DELETE FROM {table} WHERE book_id = ?", [number])
        for table in ("places", "match_notes", "evening_matches"):
            where = "match_id IN (SELECT id FROM matches WHERE book_id = ?)"
            self._database.run(f"DELETE FROM {table} WHERE {where}", [number])
        for table in ("matches", "evenings", "house_rules", "names", "players"):
            self._database.run(f"DELETE FROM {table} WHERE book_id = ?", [number])
        self._database.run("DELETE FROM score_books WHERE id = ?", [number])
        self._database.leave_no_trace()

    def miscounted(self) -> list[int]:
        """The score books whose bytes differ from their logs."""
        return [row[0] for row in self._database.rows(f"SELECT id FROM score_books b WHERE bytes <> {_COUNTED}")]

    def recount(self, number: int | None = None) -> None:
        """Count the bytes of one score book's logs, or of every book's."""
        self._database.run(f"UPDATE score_books AS b SET bytes = {_COUNTED} WHERE ?1 IS NULL OR id = ?1", [number])


def _months_before(moment: datetime, months: int) -> datetime:
    """The moment some months earlier, on a day of the month that always exists."""
    month = moment.year * 12 + moment.month - 1 - months
    return moment.replace(year=month // 12, month=month % 12 + 1, day=min(moment.day, 28))


_COLUMNS = """id, name, opened, last_entry,
    (SELECT count(*) FROM matches m WHERE m.book_id = b.id AND m.binned IS NULL), bytes, binned, invitation"""
_COUNTED_OF = """coalesce((SELECT sum(length(actions) + 160) FROM {0} o JOIN entries ON {1} = o.id
    WHERE o.book_id = b.id), 0)"""
_COUNTED = f"({_COUNTED_OF.format('matches', 'match_id')} + {_COUNTED_OF.format('evenings', 'evening_id')})"
