"""A chart of the balances over a sitting, as coordinates for SVG. Its lines differ in dashes and marks too."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.games.sittings.outcome import signed
from referee.text import isolated
from referee.web.components.charts import BOTTOM, LEFT, TOP, Mark, apart, in_figures

_RIGHT, _WIDTH, _LETTER = 268, 345, 8.6
"""The right edge of the longest lines, the width of lines with names, and the width of a letter in a name."""
_APART = 12
"""The minimum distance of the names at the ends."""
_MOST_MARKS = 12
"""The maximum number of marks on a line."""
DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 4", "5 2 1 2 1 2")
SHAPES = (
    "M-3 -3H3V3H-3Z",
    "M0 -4L4 3H-4Z",
    "M-3.4 0A3.4 3.4 0 1 0 3.4 0A3.4 3.4 0 1 0 -3.4 0Z",
    "M0 -4L4 0L0 4L-4 0Z",
    "M0 4L4 -3H-4Z",
    "M-4 -1.2H-1.2V-4H1.2V-1.2H4V1.2H1.2V4H-1.2V1.2H-4Z",
)
"""The marks of the lines: a square, a triangle, a disc, a diamond, a triangle pointing down, a cross."""


@dataclass(frozen=True, slots=True)
class Line:
    """The balance of a player."""

    number: int
    """The index of its style, from 0."""
    points: str
    marks: list[tuple[float, float]]
    end: Mark
    """The name and the last total, at the end of the line."""

    @property
    def dashes(self) -> str:
        """The pattern of the line."""
        return DASHES[self.number % len(DASHES)]

    @property
    def shape(self) -> str:
        """The path of its marks."""
        return SHAPES[self.number % len(SHAPES)]


class BalanceChart:
    """The balances from the start of a sitting, after each deal."""

    top, bottom = TOP, BOTTOM

    def __init__(self, courses: Mapping[str, Sequence[int]], settled: int) -> None:
        """`courses` has the totals by player's name, each beginning with 0.

        After the totals of the `settled` deals there may be a later one, as after the finish.
        """
        self._courses, self._settled = courses, settled
        self.left = LEFT + 6 + 6 * (max(map(abs, self._range)) > 999)

    @cached_property
    def right(self) -> float:
        """The right edge of the lines: beyond it there is room for the longest name and its total."""
        return min(_RIGHT, round(_WIDTH - _LETTER * max(len(" ".join(label)) for label in self._labels.values()), 1))

    @cached_property
    def _labels(self) -> dict[str, tuple[str, str]]:
        return {name: (_short(name), signed(course[-1])) for name, course in self._courses.items()}

    @cached_property
    def _range(self) -> tuple[int, int]:
        """The lowest and highest total, with the zero line between them."""
        totals = [total for course in self._courses.values() for total in course]
        return min(0, *totals), max(0, *totals)

    @cached_property
    def lines(self) -> list[Line]:
        """The line of each player."""
        ends = self._ends()
        return [
            Line(number, self._points(course), self._marks(course), ends[name])
            for number, (name, course) in enumerate(self._courses.items())
        ]

    @property
    def figures(self) -> str:
        """The balances after each deal, in words."""
        courses = self._courses.values()
        totals = ([signed(course[min(at, len(course) - 1)]) for course in courses] for at in range(1, self._last + 1))
        return in_figures(self._courses, enumerate(totals, 1))

    @property
    def nought(self) -> Mark:
        """The zero line."""
        return Mark(self._y(0), "0")

    @property
    def scale(self) -> list[Mark]:
        """The highest and the lowest total."""
        return [Mark(self._y(total), signed(total)) for total in self._range if total]

    @property
    def deals(self) -> list[Mark]:
        """The numbers of some of the deals."""
        every = max(1, -(-self._settled // 10))
        return [Mark(self._x(at), str(at)) for at in range(every, self._settled + 1, every)]

    @property
    def _last(self) -> int:
        return max(len(course) for course in self._courses.values()) - 1

    def _points(self, course: Sequence[int]) -> str:
        return " ".join(f"{self._x(at)},{self._y(total)}" for at, total in enumerate(course))

    def _marks(self, course: Sequence[int]) -> list[tuple[float, float]]:
        every = max(1, -(-len(course) // _MOST_MARKS))
        return [(self._x(at), self._y(total)) for at, total in enumerate(course[:-1]) if at and at % every == 0]

    def _ends(self) -> dict[str, Mark]:
        """The names at the ends of the lines, moved apart where they would overlap."""
        wanted = {name: self._y(course[-1]) for name, course in self._courses.items()}
        return {
            name: Mark(at, f"{isolated(self._labels[name][0])} {self._labels[name][1]}")
            for name, at in apart(wanted, _APART).items()
        }

    def _x(self, at: int) -> float:
        return round(self.left + (self.right - self.left) * at / max(1, self._last), 1)

    def _y(self, total: int) -> float:
        low, high = self._range
        return round(BOTTOM - (BOTTOM - TOP) * (total - low) / max(1, high - low), 1)


def _short(name: str) -> str:
    """A name that fits beside the lines."""
    return name if len(name) < 12 else f"{name[:10]}…"
