"""Putting earlier entries of a match right, and keeping what came after them. Rule 9.2.

A mending is a set of edits to the log of actions. Everything behind the first of them is worked out anew; the
first action that no longer fits is named, and it is for the table to say what becomes of it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from referee.faults import Fault, RefusedError
from referee.games.havilering.actions import Action, Claim, Muggins, Play, Setup
from referee.games.havilering.match import begin, faults, step
from referee.games.havilering.seasons import Calendar
from referee.games.havilering.state import Match


@dataclass(frozen=True, slots=True)
class Edit:
    """Actions `first` to `last` of a log, counted from 1, give way to others, or to none.

    Where `last` is one below `first` nothing gives way: the others come in before `first`. With None they stay as
    they are, and the table has said that they belong where they come to stand.
    """

    first: int
    last: int
    actions: tuple[Action, ...] | None

    @property
    def puts_in(self) -> bool:
        """Nothing gives way to it."""
        return self.last < self.first


@dataclass(frozen=True, slots=True)
class Transition:
    """An action of a log, and the match before and after it."""

    number: int
    """Its place in the log, from 1."""
    action: Action
    before: Match
    after: Match


class Placed(NamedTuple):
    """An action as it stands after some edits."""

    number: int
    """Its place in the log as it was; of one that is put in, the place of the action it comes before."""
    action: Action
    edit: Edit | None
    """What brought or kept it here; None if it is untouched."""

    @property
    def source(self) -> int:
        """The number of the action of the log that it is, or puts right; 0 if it is put in."""
        return 0 if self.edit and self.edit.puts_in else self.number


@dataclass(frozen=True, slots=True)
class Misfit:
    """The first action that does not fit what the edits make of the match."""

    placed: Placed
    faults: tuple[Fault, ...]

    @property
    def astray(self) -> bool:
        """It would be allowed, but stands in another place of the match than it was entered in."""
        return any(fault.code in _ASTRAY for fault in self.faults)


@dataclass(frozen=True, slots=True)
class Corrected:
    """What the edits make of a match."""

    match: Match
    """After all actions; before the misfit, where there is one."""
    misfit: Misfit | None


def walk(
    setup: Setup, calendar: Calendar, actions: Iterable[Action], behind: Sequence[Transition] = ()
) -> list[Transition]:
    """Every action of a log with the match around it, or of what came `behind` others.

    Raises RefusedError where one is not allowed.
    """
    done, match = [], behind[-1].after if behind else begin(setup, calendar)
    for number, action in enumerate(actions, len(behind) + 1):
        after = step(match, action)
        done.append(Transition(number, action, match, after))
        match = after
    return done


def edited(actions: Sequence[Action], edits: Sequence[Edit]) -> tuple[Action, ...]:
    """A log with the edits made. Raises RefusedError if they are out of reach or lie over one another."""
    return tuple(placed.action for placed in placed_by(actions, edits))


def placed_by(actions: Sequence[Action], edits: Sequence[Edit]) -> Iterator[Placed]:
    """The actions as they stand after some edits. Raises RefusedError as `edited` does."""
    number = 1
    for edit in sorted(edits, key=lambda edit: (edit.first, edit.last)):
        if not number <= edit.first <= min(edit.last + 1, len(actions)) or edit.last > len(actions):
            raise RefusedError(Fault("bad-edit", "The match has changed meanwhile: begin this mending again."))
        for untouched in range(number, edit.first):
            yield Placed(untouched, actions[untouched - 1], None)
        if edit.actions is None:
            for kept in range(edit.first, edit.last + 1):
                yield Placed(kept, actions[kept - 1], edit)
        for place, action in enumerate(edit.actions or ()):
            # What is put right happened when the wrong thing did.
            in_time = action.at is None and place == 0 and not edit.puts_in
            timed = replace(action, at=actions[edit.first - 1].at) if in_time else action
            yield Placed(edit.first, timed, edit)
        number = edit.last + 1
    for untouched in range(number, len(actions) + 1):
        yield Placed(untouched, actions[untouched - 1], None)


def correct(done: Sequence[Transition], setup: Setup, calendar: Calendar, edits: Sequence[Edit]) -> Corrected:
    """Make edits to a log that was walked. Raises RefusedError as `edited` does."""
    match, deal = begin(setup, calendar), _Deal(done)
    for placed in placed_by([each.action for each in done], edits):
        found = () if placed.edit else tuple(deal.astray(done[placed.number - 1], match))
        found = found or faults(match, placed.action)
        if found:
            return Corrected(match, Misfit(placed, found))
        after = step(match, placed.action)
        deal.go_on(placed, after)
        match = after
    return Corrected(match, None)


_ASTRAY = {"other-hand", "other-deal", "other-trick", "other-asked"}


class _Deal:
    """Follows a mending, and tells what has gone astray: what is allowed and yet would mean something else.

    An action belongs to its hand, to its deal of that hand, a claim or a call to its trick, and an answer to the
    player who was asked. Where it was put by an edit it belongs.
    """

    def __init__(self, done: Sequence[Transition]) -> None:
        self._deals: list[int] = []
        """For each action of the log as it was the number of the misdeal before it in its hand, or 0."""
        self._tricks: list[int] = []
        """For each action the number of the trick before it."""
        deal = trick = 0
        for each in done:
            deal = 0 if each.before.in_hand == 0 and not each.before.deal else deal
            self._deals.append(deal)
            self._tricks.append(trick)
            deal = each.number if each.after.misdeals is not each.before.misdeals else deal
            trick = each.number if isinstance(each.action, Play) else trick
        self._trick = 0
        self._dealt: list[int] = []
        """The tricks of the deal that is played now, by their numbers in the log as it was."""

    def go_on(self, placed: Placed, after: Match) -> None:
        """Take in an action that fits."""
        if isinstance(placed.action, Play):
            self._trick = placed.source
            if placed.source and not (placed.edit and placed.edit.actions is None):
                self._dealt.append(placed.source)
        if after.in_hand == 0:
            self._dealt.clear()

    def astray(self, done: Transition, now: Match) -> Iterator[Fault]:
        """What speaks against an untouched action in the place where it comes to stand now."""
        was, deal = done.before, self._deals[done.number - 1]
        if was.hand != now.hand:
            text = f"It belongs to hand {was.hand}, and here hand {now.hand} would be played."
            yield Fault("other-hand", text, (str(was.hand), str(now.hand)))
        elif any(self._deals[number - 1] != deal for number in self._dealt):
            yield Fault("other-deal", f"It belongs to another deal of hand {was.hand}.", (str(was.hand),))
        elif isinstance(done.action, Claim | Muggins) and self._tricks[done.number - 1] != self._trick:
            yield Fault("other-trick", "It belongs to another trick than the one before it now.")
        elif was.asked and now.asked and was.asked is not now.asked:
            text = f"It was {was.player(was.asked)}’s answer, and now {now.player(now.asked)} would be asked."
            yield Fault("other-asked", text, (now.asked.value,))
