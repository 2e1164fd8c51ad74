"""The pegboard: positions of holes and pegs, in units of the SVG.

The two tracks run side by side through three streets, out, back and out again, in groups of five holes, to the finish
after the last hole. Beyond the finish a peg starts a second lap at the hole that the next game would start from.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from markupsafe import Markup

STREETS = 3
_LEFT, _RIGHT = 28.0, 337.0
_TRACKS, _STREET_HEIGHT = (8.3, 15.7), 18.0
"""The y of both tracks in the first street, and how much lower each street is than the one before."""
_FINISH_X, _FINISH, _APART = 349.0, 48.0, 3.9
"""The finish, and the distance of its pegs from its middle."""
_STARTS = {"front": 20.0, "rear": 12.0}
_FIVE, _MARKED = 5, 30
_GAP = 0.5
"""The extra space between groups of five, in units of the pitch."""
_PEG = '<circle id="{0}{1.id}" fill="url(#{1.side})" class="peg {2}" cx="{1.x}" cy="{1.y}" r="3.7"/>'
_SMALLEST_PITCH = 2.4
"""The smallest distance of holes that do not overlap; below it, a solid line is drawn instead."""


@dataclass(frozen=True, slots=True)
class Peg:
    """The position and style of a peg."""

    id: str
    side: str
    x: float
    y: float
    again: bool
    """True if it is on its second lap."""
    left: bool
    """True if it is a rear peg ahead of the front peg, because points were taken from the side."""

    @property
    def classes(self) -> str:
        """The CSS classes."""
        return f"{self.side}{' again' if self.again else ''}{' left' if self.left else ''}"


@dataclass(frozen=True)
class Board:
    """The geometry of the board for a target."""

    target: int

    @cached_property
    def geometry(self) -> str:
        """The measures for a script that moves pegs by itself, as JSON."""
        measures = {
            "last": self.target,
            "row": self.per_row,
            "left": _LEFT,
            "pitch": round(self.pitch, 4),
            "five": _FIVE,
            "gap": _GAP,
            "tracks": _TRACKS,
            "street": _STREET_HEIGHT,
            "finish": self.finish,
            "apart": _APART,
        }
        return json.dumps(measures)

    @cached_property
    def per_row(self) -> int:
        """The number of holes in a street, a multiple of five."""
        return -(-(self.target - 1) // (STREETS * _FIVE)) * _FIVE

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
        """The y, first x and last x of each row of holes."""
        rows = []
        for street in range(STREETS):
            last = min((street + 1) * self.per_row, self.target - 1)
            if last > street * self.per_row:
                left, right = sorted((self._place(street * self.per_row + 1), self._place(last)))
                rows += [(self._y(street, track), left, right) for track in range(len(_TRACKS))]
        return rows

    @cached_property
    def turns(self) -> list[tuple[float, float, int]]:
        """The x and y where the track turns into the next street, and whether it does so on the right (1) or left."""
        turns = (
            (street, street % 2 == 0) for street in range(STREETS - 1) if (street + 1) * self.per_row < self.target
        )
        return [
            ((_RIGHT + 5 if right else _LEFT - 5), self._y(street, 0) + 3.7, int(right)) for street, right in turns
        ]

    @cached_property
    def finish(self) -> tuple[float, float]:
        """The middle of the finish."""
        return _FINISH_X, _FINISH

    @cached_property
    def streets(self) -> list[tuple[float, float, float]]:
        """The x, upper y and lower y of the lines across the tracks after every thirty holes."""
        return [self.line_after(hole) for hole in range(_MARKED, self.target - 1, _MARKED) if hole % self.per_row]

    def line_after(self, hole: int) -> tuple[float, float, float]:
        """The x, upper y and lower y of a line across the tracks after a hole."""
        street = (hole - 1) // self.per_row
        column = (hole - 1) % self.per_row + 1
        x = self._x(column + 0.5 if street % 2 == 0 else self.per_row - column + 0.5)
        return round(x, 2), self._y(street, 0) - 4, self._y(street, 1) + 4

    def pegs(self, sides: Sequence[tuple[str, int, int]], goes_on: bool = False) -> list[Peg]:
        """Return the rear and front peg of each side. `sides` has each side's name and the totals of both pegs.

        A peg that has reached the target is in the finish, unless the points are run: then it `goes_on` round the
        board.
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
        return Markup("".join(_PEG.format(ids, peg, peg.classes) for peg in pegs))

    def _peg(self, side: str, track: int, which: str, total: int, left: bool) -> Peg:
        again = total > self.target
        hole = total - (self.target - 1) if again else total
        if hole <= 0:
            x, y = _STARTS[which], self._y(0, track)
        elif hole >= self.target:
            x, y = _FINISH_X, _FINISH + (_APART if track else -_APART)
        else:
            x, y = self._place(hole), self._y((hole - 1) // self.per_row, track)
        return Peg(f"peg-{side}-{which}", side, round(x, 2), y, again, left)

    def _place(self, hole: int) -> float:
        street, column = divmod(hole - 1, self.per_row)
        return self._x(column + 1 if street % 2 == 0 else self.per_row - column)

    def _x(self, column: float) -> float:
        """The x of a column; between two of them with a half."""
        whole = int(column)
        x = _LEFT + self.pitch * (whole - 1 + (whole - 1) // _FIVE * _GAP)
        return x if column == whole else (x + self._x(whole + 1)) / 2

    def _y(self, street: int, track: int) -> float:
        return round(_TRACKS[track] + street * _STREET_HEIGHT, 2)


@cache
def board(target: int) -> Board:
    """The board for a target."""
    return Board(target)
