"""A chart of a game's totals, as coordinates for SVG."""

from functools import cached_property
from itertools import pairwise

from referee.games.havilering.seats import Side
from referee.games.havilering.story import Race
from referee.web.components.charts import BOTTOM, LEFT, RIGHT, TOP, Mark

_STREET = 30


class RaceChart:
    """Both sides' totals by trick; above the target the points are being run (rule 7)."""

    left, right, top, bottom = LEFT, RIGHT, TOP, BOTTOM

    def __init__(self, race: Race) -> None:
        self.race = race

    @cached_property
    def highest(self) -> int:
        """The top of the scale."""
        return max(self.race.target, *(max(totals.ns, totals.ew) for totals in self.race.course))

    def line(self, side: Side) -> str:
        """A side's step line, as the points of a polyline."""
        totals = [step.of(side) for step in self.race.course]
        points = [f"{self._x(0)},{self._y(totals[0])}"]
        for place, (before, after) in enumerate(pairwise(totals), 1):
            points += [f"{self._x(place)},{self._y(before)}", f"{self._x(place)},{self._y(after)}"]
        return " ".join(points)

    @cached_property
    def ends(self) -> list[tuple[Side, Mark]]:
        """The label at the end of each line; moved apart if they would overlap."""
        last = self.race.course[-1]
        upper, lower = sorted(Side, key=last.of, reverse=True)
        top, below = self._y(last.of(upper)), self._y(last.of(lower))
        below = max(below, top + 13)
        top, below = min(top, BOTTOM - 13), min(below, BOTTOM)
        return [
            (upper, Mark(top, f"{upper.text} {last.of(upper)}")),
            (lower, Mark(below, f"{lower.text} {last.of(lower)}")),
        ]

    @property
    def target(self) -> Mark:
        """The mark of the target."""
        return Mark(self._y(self.race.target), str(self.race.target))

    @cached_property
    def streets(self) -> list[Mark]:
        """The marks below the target, one for each street of the board."""
        step = _STREET if self.race.target > _STREET else 10
        step *= -(-self.race.target // (6 * step))
        marks = range(0, self.race.target - step // 3, step)
        return [Mark(self._y(points), str(points)) for points in marks]

    @cached_property
    def hands(self) -> list[Mark]:
        """The mark at the beginning of each hand, with its number."""
        begins: dict[int, int] = {}
        for place, step in enumerate(self.race.steps):
            begins.setdefault(step.hand, place)
        return [Mark(self._x(place), str(hand)) for hand, place in begins.items()]

    @property
    def runs(self) -> bool:
        """Whether the points were or are being run."""
        result = self.race.result
        return self.highest > self.race.target and (result is None or result.ran)

    @cached_property
    def won_at(self) -> float | None:
        """The x at which the game was won, or None."""
        return None if self.race.won_at is None else self._x(self.race.won_at)

    def _x(self, place: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * place / max(1, len(self.race.steps)), 1)

    def _y(self, points: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * points / self.highest, 1)
