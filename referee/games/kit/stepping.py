"""Steps of a match: the base of its actions, and the fold of a log by a function for each type of action."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Generic, TypeVar

from referee.faults import Fault, RefusedError

S = TypeVar("S")
M = TypeVar("M")
A = TypeVar("A")


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """Base of the actions. `at` is the time; None means the time of the previous action."""

    at: datetime | None = None


class IllegalActionError(RefusedError):
    """An action in a log is not allowed; `number` is its place in the log, from 1."""

    def __init__(self, number: int, action: Any, faults: Iterable[Fault]) -> None:
        super().__init__(*faults)
        self.number = number
        self.action = action


def folded(match: M, step: Callable[[M, A], M], actions: Iterable[A]) -> M:
    """The match after a log of actions. Raises IllegalActionError for the first one that is not allowed."""
    for number, action in enumerate(actions, 1):
        try:
            match = step(match, action)
        except RefusedError as refused:
            raise IllegalActionError(number, action, refused.faults) from refused
    return match


@dataclass(frozen=True, slots=True)
class Stepping(Generic[S, M, A]):
    """The only way from one state of a match to the next: it refuses illegal actions, with every fault.

    A match has a field `now`, the time of its last action.
    """

    begin: Callable[[S], M]
    """The start of a match."""
    why_not: Callable[[M, A], Iterator[Fault]]
    """The reasons why an action is not allowed."""
    steps: Mapping[type[Any], Callable[[M, Any], M]]
    """The match after an action of each class, which is allowed."""
    leader: Callable[[M], Any] | None = None
    """The seat whose lead it is, in games whose tricks may name another `leader`."""

    def plain(self, match: M, action: A) -> A:
        """Return an action without the `leader` of a trick whose lead it was."""
        named = getattr(action, "leader", None)
        is_needless = named is not None and self.leader is not None and named == self.leader(match)
        return replace(action, leader=None) if is_needless else action  # type: ignore[type-var]

    def faults(self, match: M, action: A) -> tuple[Fault, ...]:
        """All reasons why an action is not allowed now; empty if it is."""
        return tuple(self.why_not(match, action))

    def step(self, match: M, action: Any) -> M:
        """The match after an action. Raises RefusedError with every fault if it is not allowed."""
        faults = self.faults(match, action)
        if faults:
            raise RefusedError(*faults)
        timed: Any = match
        return self.steps[type(action)](timed if action.at is None else replace(timed, now=action.at), action)

    def fold(self, setup: S, actions: Iterable[A]) -> M:
        """The match after a log of actions. Raises IllegalActionError for the first one that is not allowed."""
        return folded(self.begin(setup), self.step, actions)
