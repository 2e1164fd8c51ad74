"""What phones entered under a link that had ended: set aside until the owner of the book has decided about it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.store.database import Database

MOST = 8
"""Of how many phones entries are set aside for one match."""


@dataclass(frozen=True, slots=True)
class Aside:
    """What one phone entered."""

    match_id: int
    phone: str
    """Tells phones apart; not the name of one."""
    entries: list[list[Any]]
    """The end of its log, as rows like those of `referee.store.moves.Moves.log`."""


class Asides:
    """What is set aside in a database. Methods that change something must be called within `database.writing`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, match_id: int, phone: str, at: str, entries: Sequence[Sequence[Any]]) -> bool:
        """Set entries aside, instead of what the phone had before; whether there was room for another phone.

        What was decided about before does not come again.
        """
        insert = """INSERT INTO set_aside (match_id, phone, at, entries) VALUES (?, ?, ?, ?)
            ON CONFLICT (match_id, phone) DO UPDATE SET at = excluded.at, entries = excluded.entries, decided = 0
            WHERE entries <> excluded.entries"""
        count = "SELECT COUNT(*) FROM set_aside WHERE match_id = ? AND phone <> ?"
        ((others,),) = self._database.rows(count, [match_id, phone])
        if others < MOST:
            self._database.run(insert, [match_id, phone, at, json.dumps(entries)])
        return bool(others < MOST)

    def of_match(self, match_id: int) -> list[Aside]:
        """What is to be decided about a match, the earliest first."""
        return self._open("a.match_id = ?", match_id)

    def of_book(self, book_id: int) -> list[Aside]:
        """What is to be decided in a score book, the earliest first."""
        return self._open("m.book_id = ?", book_id)

    def _open(self, where: str, number: int) -> list[Aside]:
        select = f"""SELECT a.match_id, a.phone, a.entries FROM set_aside a CROSS JOIN matches m
            WHERE m.id = a.match_id AND NOT a.decided AND m.binned IS NULL AND {where}
            ORDER BY a.at, a.match_id, a.phone"""
        found = self._database.rows(select, [number])
        return [Aside(row["match_id"], row["phone"], json.loads(row["entries"])) for row in found]

    def decide(self, aside: Aside) -> None:
        """Note that the owner has decided: the phone may still have the same, and bring it again."""
        decide = "UPDATE set_aside SET decided = 1 WHERE match_id = ? AND phone = ?"
        self._database.run(decide, [aside.match_id, aside.phone])
