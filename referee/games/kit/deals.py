"""Features shared by matches that are made of deals."""

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from referee.faults import Fault
from referee.games.edits import Placed, Transition

M = TypeVar("M")


def _none(done: Transition[Any, Any], now: Any) -> Iterator[Fault]:
    return iter(())


class DealTracker(Generic[M]):
    """Finds actions that are misplaced after a correction of an earlier one, although the rules may allow them.

    An action belongs to its deal. An action that an edit added or kept is never misplaced.
    """

    def __init__(
        self, number: Callable[[M], int], within: Callable[[Transition[M, Any], M], Iterator[Fault]] = _none
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
