"""The lurch lines on the board."""

from functools import lru_cache

from markupsafe import Markup

from referee.games.cribbage.actions import Rules
from referee.web.components.pegboard import board

_LINE = '<line class="lurch" x1="{0}" x2="{0}" y1="{1}" y2="{2}"/>'


@lru_cache
def lurch_lines(rules: Rules) -> tuple[str, Markup]:
    """The lurch lines in force under some rules, in words and as SVG."""
    # The first total that is not below each.
    lines = [(name, -(-quarters * rules.target // 4)) for name, quarters, worth in reversed(rules.lines) if worth > 1]
    places = [board(rules.target).line_after(hole - 1) for _, hole in lines if 1 < hole < rules.target]
    words = "".join(f", {name} below {total}" for name, total in lines)
    return words, Markup("".join(_LINE.format(*place) for place in places))
