"""A chart of the totals of a game, as coordinates for SVG."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from referee.games.kit.sides import SIDES, Pair
from referee.text import isolated
from referee.web.components.charts import BOTTOM, LEFT, RIGHT, TOP, Mark, apart, in_figures

_STREET = 30
_APART = 13
"""The minimum distance of the labels at the ends of two lines."""


class RaceChart:
    """The totals over the course of a game as step lines; above the target points are being run."""

    left, right, top, bottom = LEFT, RIGHT, TOP, BOTTOM

    def __init__(
        self,
        race: Any,
        courses: Mapping[str, Sequence[int]],
        names: Mapping[str, str],
        target: int,
        sections: Sequence[int],
        won_at: int | None,
        runs: bool = False,
    ) -> None:
        """`courses` has the totals of each side, from its start, by the name of its line's style.

        `names` are the sides' names, `sections` the number of the hand or deal of each step after the start.
        """
        self.race = race
        """The game that it shows."""
        self.courses, self.names, self._target, self._sections = courses, names, target, sections
        self._won_at, self._runs = won_at, runs

    @cached_property
    def highest(self) -> int:
        """The highest total, or the target."""
        return max(self._target, *map(max, self.courses.values()))

    @cached_property
    def scale(self) -> int:
        """The total at its top."""
        return self.highest

    def line(self, side: str) -> str:
        """A side's step line, as the points of a polyline."""
        totals = self.courses[side]
        points = [f"{self._x(0)},{self._y(totals[0])}"]
        for place, (before, after) in enumerate(pairwise(totals), 1):
            points += [f"{self._x(place)},{self._y(before)}", f"{self._x(place)},{self._y(after)}"]
        return " ".join(points)

    @property
    def figures(self) -> str:
        """The totals after each hand or deal, in words."""
        ends = {number: place for place, number in enumerate(self._sections, 1)}
        steps = ((number, [course[at] for course in self.courses.values()]) for number, at in ends.items())
        return in_figures((self.names[side] for side in self.courses), steps)

    @cached_property
    def ends(self) -> list[tuple[str, Mark]]:
        """The total at the end of each of the two lines; moved apart if they would overlap."""
        wanted = {side: self._y(course[-1]) for side, course in self.courses.items()}
        return [(side, Mark(at, str(self.courses[side][-1]))) for side, at in apart(wanted, _APART).items()]

    @property
    def target(self) -> Mark:
        """The mark of the target."""
        return Mark(self._y(self._target), str(self._target))

    @cached_property
    def streets(self) -> list[Mark]:
        """The marks below the target, one for each street of the board."""
        step = _STREET if self._target > _STREET else 10
        step *= -(-self._target // (6 * step))
        marks = range(0, self._target - step // 3, step)
        return [Mark(self._y(points), str(points)) for points in marks]

    @cached_property
    def sections(self) -> list[Mark]:
        """The marks at the beginning of hands or deals, with their numbers; few enough not to overlap."""
        begins: dict[int, int] = {}
        for place, number in enumerate(self._sections):
            begins.setdefault(number, place)
        every = max(1, -(-len(begins) // 20))
        return [Mark(self._x(place), str(number)) for number, place in list(begins.items())[::every]]

    @property
    def runs(self) -> bool:
        """True if the points were or are being run."""
        return self._runs and self.highest > self._target

    @cached_property
    def won_at(self) -> float | None:
        """The x at which the game was won, or None."""
        return None if self._won_at is None else self._x(self._won_at)

    def _x(self, place: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * place / max(1, len(self._sections)), 1)

    def _y(self, points: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * points / self.scale, 1)


def race_of_sides(
    totals: Sequence[Pair], names: Mapping[str, Sequence[str]], target: int, is_won: bool
) -> RaceChart | None:
    """The chart of a match that is one race of two sides; None before its first game or deal is over."""
    last = len(totals) - 1
    if not last:
        return None
    return RaceChart(
        SimpleNamespace(number=1),
        {side: [each.of(side) for each in totals] for side in SIDES},
        {side: " & ".join(map(isolated, names[side])) for side in SIDES},
        target,
        list(range(1, last + 1)),
        last if is_won else None,
    )


def on_one_scale(races: Sequence[RaceChart]) -> None:
    """Draw charts for display side by side, with the same total at the top of each."""
    for race in races:
        race.scale = max(each.highest for each in races)
