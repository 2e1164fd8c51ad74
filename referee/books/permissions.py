"""Permissions, the grants that links give, and the tokens in links.

A token is an HMAC of the grant and its seal under the instance's secret key, so neither the database nor a backup
holds a link. A new seal makes a new token and revokes the old one.
"""

import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from enum import IntEnum

WORD_BYTES = 18
"""The length of a token: 144 bits, which cannot be guessed."""


class Permission(IntEnum):
    """Permissions of a visitor; each includes the ones before it."""

    STRANGER = 0
    """A stranger may only open a link."""
    GUEST = 1
    """Use pages that belong to no match, such as the rules and disputes. Held by everybody with any grant."""
    WATCH = 2
    """See a match as its players see it."""
    SCORE = 3
    """Enter and correct a match."""
    OWN = 4
    """Everything in a score book."""


@dataclass(frozen=True, slots=True)
class LinkKind:
    """A kind of link: its permission, and the thing it gives access to."""

    name: str
    permission: Permission
    seal: str
    """The column of its seal."""
    of_book: bool = True
    """True for a link to a score book; False for one to a match."""
    of_table: bool = False
    """True if it gives access to the table: the book's latest match, and the matches that are not over."""
    of_evening: bool = False
    """True for a link to an evening, which gives access to all of its matches."""

    @property
    def table(self) -> str:
        """The database table of its seal."""
        return "score_books" if self.of_book else "evenings" if self.of_evening else "matches"


OWN = LinkKind("keep", Permission.OWN, "seal")
READ = LinkKind("read", Permission.WATCH, "read_seal")
TABLE_SCORE = LinkKind("table-score", Permission.SCORE, "table_score_seal", of_table=True)
TABLE_WATCH = LinkKind("table-watch", Permission.WATCH, "table_watch_seal", of_table=True)
SCORE = LinkKind("score", Permission.SCORE, "score_seal", of_book=False)
WATCH = LinkKind("watch", Permission.WATCH, "watch_seal", of_book=False)
EVENING_SCORE = LinkKind("evening-score", Permission.SCORE, "score_seal", of_book=False, of_evening=True)
EVENING_WATCH = LinkKind("evening-watch", Permission.WATCH, "watch_seal", of_book=False, of_evening=True)
OF_EVENINGS = EVENING_SCORE, EVENING_WATCH
KINDS = {kind.name: kind for kind in (OWN, READ, TABLE_SCORE, TABLE_WATCH, SCORE, WATCH, *OF_EVENINGS)}
OF_BOOKS = tuple(kind for kind in KINDS.values() if kind.of_book)


@dataclass(frozen=True, slots=True)
class Grant:
    """A link's grant: a permission for a match, for a score book's table, for an evening, or for a score book."""

    kind: LinkKind
    number: int
    """The number of the match, the evening, or the score book."""
    seal: int
    """Changed when the link is renewed."""

    @property
    def permission(self) -> Permission:
        """The permission that it gives."""
        return self.kind.permission

    @property
    def name(self) -> str:
        """A short name that does not depend on the seal."""
        return f"{self.kind.name}-{self.number}"

    def word(self, secret: bytes) -> str:
        """The token of a link that gives this grant, as URL-safe text."""
        text = f"referee link {self.name} {self.seal}"
        return urlsafe_b64encode(hmac.digest(secret, text.encode(), "sha256")[:WORD_BYTES]).decode()

    def path(self, secret: bytes) -> str:
        """The path of a link that gives this grant."""
        return f"/{self.kind.name}/{self.number}/{self.word(secret)}"

    def fits(self, secret: bytes, word: str) -> bool:
        """Return True if a token gives this grant. Compares in constant time."""
        return hmac.compare_digest(self.word(secret).encode(), word.encode("utf-8", "replace"))
