"""Charts, as lines and places in a drawing of its own units: the race of a game, and a player's form."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from referee.games.havilering.seats import Side
from referee.games.havilering.story import Race
from referee.store.players import Played

_LEFT, _RIGHT, _TOP, _BOTTOM = 26, 298, 12, 150
_STREET = 30
ROLLING = 10
"""Matches over which form is averaged."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A place on an axis, and what is written there."""

    at: float
    text: str


class RaceChart:
    """Both sides' totals, trick by trick; beyond the target the points are run (rule 7)."""

    left, right, top, bottom = _LEFT, _RIGHT, _TOP, _BOTTOM

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
        top, below = min(top, _BOTTOM - 13), min(below, _BOTTOM)
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
        return round(_LEFT + (_RIGHT - _LEFT) * place / max(1, len(self.race.steps)), 1)

    def _y(self, points: int) -> float:
        return round(_BOTTOM - (_BOTTOM - _TOP) * points / self.highest, 1)


class FormChart:
    """A player's latest matches: up for one that was won, down for one that was lost, and the share won."""

    left, right = _LEFT, _RIGHT
    top, middle, bottom = 16.0, 82.0, 148.0

    def __init__(self, played: Sequence[Played], shown: int) -> None:
        """`shown` is how many are drawn; those before them count for the share alone."""
        self.played = played[-shown:]
        self._all = played
        self._most = max((abs(self.margin(each)) for each in self.played), default=0.0) or 1.0

    @staticmethod
    def margin(match: Played) -> float:
        """Points a hand more than the other side made, or fewer."""
        return (match.points - match.points_against) / max(1, match.hands)

    @cached_property
    def bars(self) -> list[tuple[float, float, float, Played]]:
        """For each match a bar, as x, y and height; the higher, the clearer it was won or lost."""
        bars = []
        for place, match in enumerate(self.played):
            height = round(10 + 46 * abs(self.margin(match)) / self._most, 1)
            bars.append((self._x(place), self.middle - height if match.won else self.middle, height, match))
        return bars

    @cached_property
    def width(self) -> float:
        """Of a bar."""
        return round(min(20.0, (_RIGHT - _LEFT) / max(1, len(self.played)) * 0.7), 1)

    @cached_property
    def line(self) -> str:
        """The share won of the last ten, as points."""
        high = self.bottom - self.top
        return " ".join(f"{x},{round(self.bottom - share * high, 1)}" for x, share in self._shares)

    @property
    def share(self) -> float:
        """The share won of the last ten, now."""
        return self._shares[-1][1]

    @cached_property
    def _shares(self) -> list[tuple[float, float]]:
        before, shares = len(self._all) - len(self.played), []
        for place in range(len(self.played)):
            upto = before + place + 1
            last = self._all[max(0, upto - ROLLING) : upto]
            shares.append((round(self._x(place) + self.width / 2, 1), sum(match.won for match in last) / len(last)))
        return shares

    def _x(self, place: int) -> float:
        room = (_RIGHT - _LEFT) / max(1, len(self.played))
        return round(_LEFT + room * place + (room - self.width) / 2, 1)
