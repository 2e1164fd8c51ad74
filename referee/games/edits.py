"""Edits of a log of actions, transitions, and the tracker that finds untouched actions that edits misplaced."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from referee.faults import Fault, RefusedError

M = TypeVar("M")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Edit:
    """Replaces actions `first` to `last` of a log, counted from 1, by `actions`, which may be empty.

    If `last` is one less than `first`, nothing is replaced and the actions are inserted before `first`. With
    `actions` None they are kept, and the players have confirmed that they are right at their new place.
    """

    first: int
    last: int
    actions: tuple[Any, ...] | None

    @property
    def inserts(self) -> bool:
        """True if it inserts actions and replaces none."""
        return self.last < self.first


@dataclass(frozen=True, slots=True)
class Transition(Generic[M, A]):
    """An action of a log, and the match before and after it."""

    number: int
    """Its place in the log, from 1."""
    action: A
    before: M
    after: M


class Placed(NamedTuple):
    """An action of the log after some edits."""

    number: int
    """Its number in the log before the edits; for an inserted action, the number of the action after it."""
    action: Any
    edit: Edit | None
    """The edit that added or kept it; None if it is untouched."""

    @property
    def source(self) -> int:
        """The number of the original action that it is or replaces; 0 if it was inserted."""
        return 0 if self.edit and self.edit.inserts else self.number

    @property
    def is_new(self) -> bool:
        """True if an edit added it, rather than only keeping it."""
        return self.edit is not None and self.edit.actions is not None


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


def followed(
    step: Callable[[M, Any], M], match: M, placed: Iterable[Placed]
) -> Iterator[tuple[Placed, Transition[M, Any]]]:
    """The transitions of actions after some edits from a match on, up to the first action that does not fit."""
    for each in placed:
        try:
            after = step(match, each.action)
        except RefusedError:
            return
        yield each, Transition(each.number, each.action, match, after)
        match = after


def edited(actions: Sequence[Any], edits: Sequence[Edit]) -> tuple[Any, ...]:
    """The actions of a log after some edits. Raises RefusedError if the edits are out of range or overlap."""
    return tuple(placed.action for placed in placed_by(actions, edits))


def placed_by(actions: Sequence[Any], edits: Sequence[Edit]) -> Iterator[Placed]:
    """The actions after some edits, with their origin. Raises RefusedError as `edited` does."""
    number = 1
    for edit in sorted(edits, key=lambda edit: (edit.first, edit.last)):
        if not number <= edit.first <= min(edit.last + 1, len(actions)) or edit.last > len(actions):
            raise RefusedError(
                Fault("bad-edit", "The match has changed in the meantime. Start this correction again.")
            )
        for untouched in range(number, edit.first):
            yield Placed(untouched, actions[untouched - 1], None)
        if edit.actions is None:
            for kept in range(edit.first, edit.last + 1):
                yield Placed(kept, actions[kept - 1], edit)
        for place, action in enumerate(edit.actions or ()):
            # A replacement has the time of the action that it replaces.
            in_time = action.at is None and place == 0 and not edit.inserts
            timed = replace(action, at=actions[edit.first - 1].at) if in_time else action
            yield Placed(edit.first, timed, edit)
        number = edit.last + 1
    for untouched in range(number, len(actions) + 1):
        yield Placed(untouched, actions[untouched - 1], None)


@dataclass(frozen=True)
class Preview(Generic[M, A]):
    """Edits of a log whose consequences a page is about to show."""

    step: Callable[[M, A], M]
    match: M
    """The current match, including what is hidden."""
    done: Sequence[Transition[M, A]]
    edits: Sequence[Edit]
    number: int | None
    """The number of another action about to be edited."""

    @cached_property
    def placed(self) -> list[Placed]:
        """All actions after the edits. Raises RefusedError for edits out of range."""
        return list(placed_by([each.action for each in self.done], self.edits))
