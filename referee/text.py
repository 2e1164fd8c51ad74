"""Unicode text: folding for search, and isolation of right-to-left names."""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache


def folded(text: str) -> str:
    """A text without case and accents, for search and comparison."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()


def same_name(name: str) -> str:
    """A key that two spellings of one name share: it ignores case and how accents are composed."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


MOST_SIGNS = 20
"""The maximum length of a name in a sentence or a picture, in characters; a name may be twice as long."""


def shortened(name: str) -> str:
    """Shorten a very long name for a sentence or a picture, so that the rest of it stays visible."""
    return name if len(name) <= MOST_SIGNS else f"{name[: MOST_SIGNS - 2].rstrip()}…"


def versus(names: Sequence[str]) -> str:
    """The sides of a match: two against each other, or several players."""
    return (" v " if len(names) == 2 else ", ").join(names)


@lru_cache(maxsize=1000)
def isolated(name: str) -> str:
    """A name that can be put next to other text: a right-to-left name is wrapped in Unicode isolates."""
    runs_left = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in name)
    return f"\u2068{name}\u2069" if runs_left else name
