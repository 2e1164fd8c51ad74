"""Invitations: links that let a club begin more score books per hour than usual, for a few days.

An invitation consists of its number of books, its last day and a random word, signed with the secret key of the
instance. The books begun with it store its name.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import date, timedelta

from referee.books.permissions import WORD_BYTES


@dataclass(frozen=True, slots=True)
class Invitation:
    """A number of score books may be begun until a certain day."""

    books: int
    until: date
    mark: str
    """Distinguishes it from others with the same number and day."""

    @classmethod
    def new(cls, books: int, today: date, days: int) -> "Invitation":
        """Invite to some books within some days, today included."""
        return cls(books, today + timedelta(days=days - 1), secrets.token_hex(4))

    @property
    def name(self) -> str:
        """The name stored in the books it began."""
        return f"{self.books}.{self.until:%Y%m%d}.{self.mark}"

    def code(self, secret: bytes) -> str:
        """Its text in a link."""
        word = hmac.digest(secret, f"referee invitation {self.name}".encode(), "sha256")[:WORD_BYTES]
        return f"{self.name}.{urlsafe_b64encode(word).decode()}"

    @classmethod
    def read(cls, code: str, secret: bytes) -> "Invitation | None":
        """The invitation in a code; None if the code is invalid."""
        try:
            books, until, mark, _ = code.split(".")
            invitation = cls(int(books), date.fromisoformat(f"{until[:4]}-{until[4:6]}-{until[6:]}"), mark)
        except ValueError:
            return None
        is_ours = hmac.compare_digest(invitation.code(secret).encode(), code.encode("utf-8", "replace"))
        return invitation if is_ours else None
