"""Text of any script: to be found however it is typed, and to stand beside other text."""

import unicodedata
from functools import lru_cache


def folded(text: str) -> str:
    """A text without capitals and accents, to be found however it is typed."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()


@lru_cache(maxsize=1000)
def isolated(name: str) -> str:
    """A name as it stands beside another one: if it is written from right to left, in a frame of its own."""
    runs_left = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in name)
    return f"\u2068{name}\u2069" if runs_left else name
