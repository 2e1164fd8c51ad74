"""Features shared by matches that are made of deals."""

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from referee.faults import Fault
from referee.games.edits import Placed, Transition

M = TypeVar("M")


class DealTracker(Generic[M]):
    """Follows a corrected match, and finds untouched actions that are misplaced, although the rules may allow them.

    An action belongs to its deal. An action that an edit added or kept is never misplaced.
    """

    def __init__(
        self,
        number: Callable[[M], int],
        within: Callable[[Transition[M, Any], M], Iterator[Fault]] = lambda done, now: iter(()),
    ) -> None:
        """`number` is the number of the deal in hand; `within` yields the faults of actions misplaced within it."""
        self._number, self._within = number, within

    def accept(self, placed: Placed, after: M) -> None:
        """Record an action that fits, and the match after it: nothing needs to be remembered."""

    def faults(self, transition: Transition[M, Any], now: M) -> Iterator[Fault]:
        """Yield the reasons why an untouched action is misplaced in the match `now`."""
        here, there = map(self._number, (transition.before, now))
        if here != there:
            yield Fault("other-deal", f"It belongs to deal {here}, and this is deal {there}.")
        else:
            yield from self._within(transition, now)
