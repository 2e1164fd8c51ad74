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
    """What somebody may do; each permission includes the ones before it."""

    STRANGER = 0
    """Only open a link."""
    GUEST = 1
    """Use what belongs to no match, such as the rules and disputes. Held by everybody with any grant."""
    WATCH = 2
    """See a match as its players see it."""
    SCORE = 3
    """Enter and correct a match."""
    KEEP = 4
    """Everything in a score book."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What a link gives: a permission for a match, or KEEP for a score book."""

    permission: Permission
    number: int
    """Of the match, or of the score book."""
    seal: int
    """Changed when the link is renewed."""

    @property
    def name(self) -> str:
        """A short name that does not depend on the seal."""
        return f"{self.permission.name.lower()}-{self.number}"

    def word(self, secret: bytes) -> str:
        """The token of a link that gives this grant, as URL-safe text."""
        text = f"referee link {self.name} {self.seal}"
        return urlsafe_b64encode(hmac.digest(secret, text.encode(), "sha256")[:WORD_BYTES]).decode()

    def fits(self, secret: bytes, word: str) -> bool:
        """Whether a token gives this grant. Compares in constant time."""
        return hmac.compare_digest(self.word(secret).encode(), word.encode("utf-8", "replace"))
