"""The most that a score book may have on a public server."""

from dataclasses import dataclass

from referee.faults import Fault, RefusedError
from referee.store.database import Database


@dataclass(frozen=True, slots=True)
class Quota:
    """The most matches, also in the bin, and the most bytes of logs of a score book."""

    matches: int = 5_000
    bytes: int = 500 * 10**6

    def must_have_room(self, database: Database, book_id: int, for_match: bool = False) -> None:
        """Refuse entries in a full score book, or also another match. Raises RefusedError.

        What the logs take is counted by triggers, and the matches only when one is opened.
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
