"""Who may do what: rights, the doors that links open, and the secret words in those links.

A link's word is worked out from the instance's secret key and the door's seal, so that neither the database nor a
backup of it holds a link. A new seal makes a new link, and ends what the old one opened.
"""

import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from enum import IntEnum

WORD_BYTES = 18
"""144 random-looking bits: not to be guessed."""


class Permission(IntEnum):
    """What somebody may do at an address; each includes the ones before it."""

    STRANGER = 0
    """Nothing but to open a link."""
    GUEST = 1
    """What belongs to no match: the rules, disputes. Whoever has opened some link."""
    WATCH = 2
    """See a match as its players see it."""
    SCORE = 3
    """Enter and mend a match."""
    KEEP = 4
    """Everything in a score book."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What a link opens: a right to a match, or KEEP of a score book."""

    permission: Permission
    number: int
    """Of the match, or of the score book."""
    seal: int
    """Changed when the link is renewed."""

    @property
    def name(self) -> str:
        """A short name, the same whatever the seal."""
        return f"{self.permission.name.lower()}-{self.number}"

    def word(self, secret: bytes) -> str:
        """The word that a link to this door carries."""
        text = f"referee link {self.name} {self.seal}"
        return urlsafe_b64encode(hmac.digest(secret, text.encode(), "sha256")[:WORD_BYTES]).decode()

    def fits(self, secret: bytes, word: str) -> bool:
        """Whether a link's word opens this door. Takes as long for a near miss as for any other."""
        return hmac.compare_digest(self.word(secret).encode(), word.encode("utf-8", "replace"))
