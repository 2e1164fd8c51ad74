"""People's notes on matches and their hands: stored in the score book and its file, but not in records."""

from collections.abc import Iterable
from typing import Any

from referee.store.database import Database

LONGEST_NOTE = 400
"""The maximum length of a note in characters."""
WHOLE = 0
"""Stands for the whole match, in place of a hand's number."""


class Notes:
    """The notes of a database. Methods that change something must be called within `database.writing`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, match_id: int) -> list[tuple[int, str]]:
        """The notes on a match, each with its hand (or WHOLE) and text, in the order of hands."""
        select = "SELECT hand, text FROM match_notes WHERE match_id = ? ORDER BY hand"
        return [tuple(row) for row in self._database.rows(select, [match_id])]

    def put(self, match_id: int, hand: int, text: str) -> None:
        """Set the note on a hand; an empty text deletes it."""
        self._database.run("DELETE FROM match_notes WHERE match_id = ? AND hand = ?", [match_id, hand])
        if text:
            insert = "INSERT INTO match_notes (match_id, hand, text) VALUES (?, ?, ?)"
            self._database.run(insert, [match_id, hand, text])

    def of_book(self, book_id: int, with_bin: bool = False) -> list[list[Any]]:
        """All notes of a score book, each with match, hand and text; notes in the bin only if requested."""
        select = """SELECT n.match_id, n.hand, n.text FROM match_notes n JOIN matches m ON m.id = n.match_id
            WHERE m.book_id = ? AND (m.binned IS NULL OR ?) ORDER BY 1, 2"""
        return [list(row) for row in self._database.rows(select, [book_id, with_bin])]

    def add(self, notes: Iterable[tuple[int, int, str]]) -> None:
        """Add notes where there are none yet."""
        insert = "INSERT OR IGNORE INTO match_notes (match_id, hand, text) VALUES (?, ?, ?)"
        for note in notes:
            self._database.run(insert, note)
