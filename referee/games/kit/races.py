"""The race of two sides, or two players, to a game's target."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from referee.games.kit.sides import ZERO, Pair, other

Steps = Iterable[tuple[int, Pair]]
"""The totals after each step, with the number of its hand or deal."""


@dataclass(frozen=True, slots=True)
class Race:
    """The course of a game's totals to the target."""

    number: int
    target: int
    start: Pair
    """The totals at its start."""
    steps: Sequence[tuple[int, Pair]]
    """The totals after each step, with the number of its hand or deal."""
    parts: Sequence[Any] = ()
    """Its hands or deals."""
    result: Any = None
    """The finished game, or None."""

    @property
    def course(self) -> list[Pair]:
        """The totals from its start to its end."""
        return [self.start, *(totals for _, totals in self.steps)]

    @property
    def ends(self) -> dict[int, Pair]:
        """The totals at the end of each hand or deal, by its number."""
        return dict(self.steps)

    @property
    def lead_changes(self) -> int:
        """The number of times that the leading side changed until the game was won."""
        ahead = [totals.ahead for totals in self._till_won() if totals.ahead]
        return sum(one != another for one, another in pairwise(ahead))

    @property
    def comeback(self) -> int:
        """The largest number of points by which the winner was behind."""
        if self.result is None:
            return 0
        winner = self.result.winner
        return max(0, *(totals.of(other(winner)) - totals.of(winner) for totals in self._till_won()))

    @property
    def won_at(self) -> int | None:
        """The index in `course` at which it was won, or None."""
        reached = (at for at, totals in enumerate(self.course) if max(totals.ns, totals.ew) >= self.target)
        return next(reached, None)

    def _till_won(self) -> list[Pair]:
        return self.course if self.won_at is None else self.course[: self.won_at + 1]


def races(
    games: Sequence[Any],
    target: int,
    parts: Sequence[Any],
    steps: Callable[[Pair, Sequence[Any]], Steps],
    starts: Mapping[int, Pair] | None = None,
) -> list[Race]:
    """The race of each game of a match that has hands or deals, in order, given the games that are over.

    `steps` yields the totals in some parts, given the ones before; `starts` has the head starts of games, by number.
    """
    races = []
    for number in sorted({part.game for part in parts}):
        own, start = [part for part in parts if part.game == number], (starts or {}).get(number, ZERO)
        result = games[number - 1] if number <= len(games) else None
        races.append(Race(number, target, start, tuple(steps(start, own)), own, result))
    return races
