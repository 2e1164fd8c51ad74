"""CSV cells that no spreadsheet interprets as a formula."""

import re

_FORMULA = (
    r"[\s\"\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\u3164\ufeff"
    r"\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]*"
    r"[=+\-@＝＋－＠−﹢﹣﹦﹫]"
)
"""Pattern of what a spreadsheet may interpret as the start of a formula, after invisible characters."""
_AT_THE_START = re.compile(rf"{_FORMULA}|[\t\r\n]")
_BEHIND_A_SEPARATOR = re.compile(rf"([;,|\t\r\n])(?={_FORMULA})")
"""Pattern of the places where a spreadsheet may split a cell: the separator depends on its locale."""


def harmless(text: str) -> str:
    """Escape a cell's text, so that neither it nor a part that is split off is interpreted as a formula."""
    apart = _BEHIND_A_SEPARATOR.sub(r"\1'", text)
    return f"'{apart}" if _AT_THE_START.match(text) else apart
