"""The slate: strokes in fives, as SVG."""

from functools import lru_cache

from markupsafe import Markup

MOST_DRAWN = 30
"""The maximum number of strokes drawn; more are shown only by the figure beside them."""
_STEP, _HEIGHT, _GAP = 5, 18, 10


@lru_cache(maxsize=200)
def drawn(strokes: int) -> Markup:
    """Draw strokes as on a slate: four upright, and the fifth across them."""
    lines, x = [], 4
    for number in range(1, min(strokes, MOST_DRAWN) + 1):
        if number % 5:
            lines.append(f"M{x} 3l-1 {_HEIGHT - 4}")
            x += _STEP
        else:
            lines.append(f"M{x - 4 * _STEP - 3} {_HEIGHT - 4}L{x - 1} 6")
            x += _GAP
    width = max(x + 2, 30)
    return Markup('<svg class="strokes" viewBox="0 0 {0} {1}" width="{0}" height="{1}" aria-hidden="true">'
                  '<path d="{2}"/></svg>').format(width, _HEIGHT, "".join(lines))  # fmt: skip
