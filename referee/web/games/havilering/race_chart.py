"""A chart of a game's race to the target, as lines and places in a drawing of its own units."""

from functools import cached_property
from itertools import pairwise

from referee.games.havilering.seats import Side
from referee.games.havilering.story import Race
from referee.web.components.charts import BOTTOM, LEFT, RIGHT, TOP, Mark

_STREET = 30


class RaceChart:
    """Both sides' totals, trick by trick; beyond the target the points are run (rule 7)."""

    left, right, top, bottom = LEFT, RIGHT, TOP, BOTTOM

    def __init__(self, race: Race) -> None:
        self.race = race

    @cached_property
    def highest(self) -> int:
        """The top of the scale."""
        return max(self.race.target, *(max(totals.ns, totals.ew) for totals in self.race.course))

    def line(self, side: Side) -> str:
        """A side's line, as points: level from trick to trick, and up at once."""
        totals = [step.of(side) for step in self.race.course]
        points = [f"{self._x(0)},{self._y(totals[0])}"]
        for place, (before, after) in enumerate(pairwise(totals), 1):
            points += [f"{self._x(place)},{self._y(before)}", f"{self._x(place)},{self._y(after)}"]
        return " ".join(points)

    @cached_property
    def ends(self) -> list[tuple[Side, Mark]]:
        """What is written at the end of each line; apart from one another where they end close by."""
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
        """The line of the target."""
        return Mark(self._y(self.race.target), str(self.race.target))

    @cached_property
    def streets(self) -> list[Mark]:
        """The lines below it, one for each street of the board."""
        step = _STREET if self.race.target > _STREET else 10
        step *= -(-self.race.target // (6 * step))
        marks = range(0, self.race.target - step // 3, step)
        return [Mark(self._y(points), str(points)) for points in marks]

    @cached_property
    def hands(self) -> list[Mark]:
        """Where each hand begins, with its number."""
        begins: dict[int, int] = {}
        for place, step in enumerate(self.race.steps):
            begins.setdefault(step.hand, place)
        return [Mark(self._x(place), str(hand)) for hand, place in begins.items()]

    @property
    def runs(self) -> bool:
        """Whether the points were run past the target, or are."""
        result = self.race.result
        return self.highest > self.race.target and (result is None or result.ran)

    @cached_property
    def won_at(self) -> float | None:
        """Where the game was won, if it was."""
        return None if self.race.won_at is None else self._x(self.race.won_at)

    def _x(self, place: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * place / max(1, len(self.race.steps)), 1)

    def _y(self, points: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * points / self.highest, 1)
