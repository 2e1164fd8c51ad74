"""Limits of a score book on a public server."""

from dataclasses import dataclass

from referee.faults import Fault, RefusedError
from referee.store.database import Database


@dataclass(frozen=True, slots=True)
class Quota:
    """The maximum number of matches in a score book, including the bin, and of bytes in its logs."""

    matches: int = 5_000
    bytes: int = 500 * 10**6

    def must_have_room(self, database: Database, book_id: int, for_match: bool = False) -> None:
        """Refuse entries in a full score book, or another match as well.

        Raises RefusedError. Triggers count the size of the logs; matches are counted only when one is opened.
        """
        used, number = database.usage(book_id, with_matches=for_match)
        if used >= self.bytes:
            full = f"{self.bytes // 10**6:,} MB"
        elif number >= self.matches:
            full = f"{self.matches:,} matches"
        else:
            return
        text = (
            f"This score book has reached the limit of {full}. Start a new book, or ask the person who runs this "
            "server for more room."
        )
        raise RefusedError(Fault("book-full", text))
