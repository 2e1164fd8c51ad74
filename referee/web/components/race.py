"""A chart of the totals of a game, as coordinates for SVG."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from referee.games.kit.races import Race
from referee.games.kit.sides import SIDES
from referee.web.components.charts import BOTTOM, LEFT, RIGHT, TOP, Mark, apart, in_figures

_STREET = 30
_APART = 13
"""The minimum distance of the labels at the ends of two lines."""


class RaceChart:
    """The totals over the course of a game as step lines; above the target points are being run."""

    right, top, bottom = RIGHT, TOP, BOTTOM

    def __init__(self, race: Race, names: Mapping[str, str], won_at: int | None, runs: bool = False) -> None:
        """`names` are the names of the sides, and of their lines’ styles; `won_at` is an index of the course."""
        self.race, self.names, self._won_at, self._runs = race, names, won_at, runs
        self.courses = {side: [totals.of(side) for totals in race.course] for side in SIDES}
        self._target, self._sections = race.target, [number for number, _ in race.steps]
        self.left = LEFT + 8 * (race.target > 999)

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
        every = max(1, -(-len(begins) // 14))
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
        return round(self.left + (RIGHT - self.left) * place / max(1, len(self._sections)), 1)

    def _y(self, points: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * points / self.scale, 1)


def on_one_scale(races: Sequence[RaceChart]) -> None:
    """Draw charts for display side by side, with the same total at the top of each."""
    for race in races:
        race.scale = max(each.highest for each in races)
