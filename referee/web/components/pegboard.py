"""The pegboard: positions of holes and pegs, in units of the SVG.

A track goes out along the top and comes back below: streets of thirty holes in groups of five, and the finish after
the last hole. Beyond the finish a peg starts a second lap at the hole that the next game would start from.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from markupsafe import Markup

_LEFT, _RIGHT = 27, 352
_OUT, _BACK, _FINISH = (9.5, 20.0), (44.5, 34.0), (43.2, 33.8)
"""The y of the outer and the inner track: the row out, the row back, and the finish."""
_FINISH_X, _FIVE, _STREET = 11.0, 5, 30
_GAP = 0.5
"""The extra space between groups of five, in units of the pitch."""
_PEG = '<circle id="{0}{1.id}" fill="url(#{2})" class="peg {3}" cx="{1.x}" cy="{1.y}" r="4.8"/>'
_FILLS = {"NS": "bone", "EW": "blue"}
_SMALLEST_PITCH = 2.4
"""With a smaller pitch the holes would overlap, and a solid line is drawn instead."""


@dataclass(frozen=True, slots=True)
class Peg:
    """The position and style of a peg."""

    id: str
    side: str
    x: float
    y: float
    again: bool
    """Whether it is on its second lap."""
    left: bool
    """Whether it is a rear peg ahead of the front peg, because points were taken from the side."""

    @property
    def classes(self) -> str:
        """The CSS classes."""
        return f"{self.side}{' again' if self.again else ''}{' left' if self.left else ''}"


@dataclass(frozen=True)
class Board:
    """The geometry of the board for a target."""

    target: int

    @cached_property
    def per_row(self) -> int:
        """The number of holes in a row, a multiple of five."""
        half = -(-(self.target - 1) // 2)
        return -(-half // _FIVE) * _FIVE

    @cached_property
    def pitch(self) -> float:
        """The distance between two holes."""
        return (_RIGHT - _LEFT) / (self.per_row - 1 + (self.per_row // _FIVE - 1) * _GAP)

    @cached_property
    def dashes(self) -> str:
        """The dash array that draws a row of holes: four steps and a wider one, repeated."""
        if self.pitch < _SMALLEST_PITCH:
            return "none"
        step, wide = f"0 {self.pitch:.3f} ", f"0 {self.pitch * (1 + _GAP):.3f}"
        return step * (_FIVE - 1) + wide

    @cached_property
    def rows(self) -> list[tuple[float, float, float]]:
        """The y, first x and last x of the four rows of holes; the rows back run from the last hole."""
        rest = self.target - 1 - self.per_row
        out = [(y, self._x(1), self._x(self.per_row)) for y in _OUT]
        back = [(y, self._x(self.per_row), self._x(self.per_row - rest + 1)) for y in _BACK]
        return out + back

    @cached_property
    def streets(self) -> list[tuple[float, float, float]]:
        """The x, upper y and lower y of the lines across the track after every thirty holes."""
        holes = range(_STREET, self.target - 1, _STREET)
        return [self.line_after(hole) for hole in holes if hole != self.per_row]

    def line_after(self, hole: int) -> tuple[float, float, float]:
        """The x, upper y and lower y of a line across the track after a hole."""
        x = (self._place(hole) + self._place(hole + 1)) / 2
        upper, lower = (4.0, 25.5) if hole < self.per_row else (28.5, 50.0)
        return round(x, 2), upper, lower

    def pegs(self, sides: Sequence[tuple[str, int, int]], goes_on: bool = False) -> list[Peg]:
        """The rear and front peg of each side. `sides` has each side's name and the totals of both pegs.

        A peg that has reached the target stands in the finish, unless the points are run: then it `goes_on` round the
        board from there.
        """
        return [
            self._peg(
                side, track, which, total if goes_on else min(total, self.target), which == "rear" and total > front
            )
            for track, (side, rear, front) in enumerate(sides)
            for which, total in (("rear", rear), ("front", front))
        ]

    def drawn(self, sides: Sequence[tuple[str, int, int]], goes_on: bool = False, ids: str = "") -> Markup:
        """The same as SVG; `ids` is a prefix of their ids, for a page with several boards."""
        pegs = self.pegs(sides, goes_on)
        return Markup("".join(_PEG.format(ids, peg, _FILLS[peg.side], peg.classes) for peg in pegs))

    def _peg(self, side: str, track: int, which: str, total: int, left: bool) -> Peg:
        again = total > self.target
        hole = total - (self.target - 1) if again else total
        if hole <= 0:
            x, y = (19.0 if which == "front" else 12.0), _OUT[track]
        elif hole >= self.target:
            x, y = _FINISH_X, _FINISH[track]
        else:
            x, y = self._place(hole), (_OUT if hole <= self.per_row else _BACK)[track]
        return Peg(f"peg-{side}-{which}", side, round(x, 2), y, again, left)

    def _place(self, hole: int) -> float:
        return self._x(hole if hole <= self.per_row else 2 * self.per_row + 1 - hole)

    def _x(self, column: int) -> float:
        return _LEFT + self.pitch * (column - 1 + (column - 1) // _FIVE * _GAP)


@cache
def board(target: int) -> Board:
    """The board for a target."""
    return Board(target)
