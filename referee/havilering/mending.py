"""Putting earlier entries of a match right, and keeping what came after them. Rule 9.2.

A mending is a set of edits to the log of actions. Everything behind the first of them is worked out anew; the
first action that no longer fits is named, and it is for the table to say what becomes of it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from referee.faults import Fault, RefusedError
from referee.havilering.actions import Action, Setup
from referee.havilering.match import begin, faults, step
from referee.havilering.seasons import Calendar
from referee.havilering.state import Match


@dataclass(frozen=True, slots=True)
class Edit:
    """Actions `first` to `last` of a log, counted from 1, give way to others, or to none.

    Where `last` is one below `first` nothing gives way: the others come in before `first`.
    """

    first: int
    last: int
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """An action of a log, and the match before and after it."""

    number: int
    """Its place in the log, from 1."""
    action: Action
    before: Match
    after: Match


@dataclass(frozen=True, slots=True)
class Misfit:
    """The first action that does not fit what the edits make of the match."""

    number: int
    """Its place in the log as it was; of an action that is new, the place where its edit begins."""
    action: Action
    new: bool
    """It came in by an edit."""
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Mended:
    """What the edits make of a match."""

    match: Match
    """After all actions; before the misfit, where there is one."""
    misfit: Misfit | None


def walk(setup: Setup, calendar: Calendar, actions: Iterable[Action], behind: Sequence[Done] = ()) -> list[Done]:
    """Every action of a log with the match around it, or of what came `behind` others.

    Raises RefusedError where one is not allowed.
    """
    done, match = [], behind[-1].after if behind else begin(setup, calendar)
    for number, action in enumerate(actions, len(behind) + 1):
        after = step(match, action)
        done.append(Done(number, action, match, after))
        match = after
    return done


def edited(actions: Sequence[Action], edits: Sequence[Edit]) -> tuple[Action, ...]:
    """A log with the edits made. Raises RefusedError if they are out of reach or lie over one another."""
    return tuple(action for _, _, action in numbered(actions, edits))


def numbered(actions: Sequence[Action], edits: Sequence[Edit]) -> Iterator[tuple[int, bool, Action]]:
    """The actions that then stand, each with its number in the log as it was, and whether it is new.

    Raises RefusedError if the edits are out of reach or lie over one another.
    """
    number = 1
    for edit in sorted(edits, key=lambda edit: (edit.first, edit.last)):
        if not number <= edit.first <= min(edit.last + 1, len(actions)) or edit.last > len(actions):
            raise RefusedError(Fault("bad-edit", "The match has changed meanwhile: begin this mending again."))
        for untouched in range(number, edit.first):
            yield untouched, False, actions[untouched - 1]
        for place, action in enumerate(edit.actions):
            # What is put right happened when the wrong thing did.
            in_time = action.at is None and place == 0 and edit.last >= edit.first
            yield edit.first, True, replace(action, at=actions[edit.first - 1].at) if in_time else action
        number = edit.last + 1
    for untouched in range(number, len(actions) + 1):
        yield untouched, False, actions[untouched - 1]


def mend(done: Sequence[Done], setup: Setup, calendar: Calendar, edits: Sequence[Edit]) -> Mended:
    """Make edits to a log that was walked. Raises RefusedError if they are out of reach or lie over one another."""
    match = begin(setup, calendar)
    for number, new, action in numbered([each.action for each in done], edits):
        found = faults(match, action) if new else _misfits(done[number - 1].before, match, action)
        if found:
            return Mended(match, Misfit(number, action, new, found))
        match = step(match, action)
    return Mended(match, None)


def _misfits(was: Match, now: Match, action: Action) -> tuple[Fault, ...]:
    """An action may be allowed and yet mean something else: in another hand, or as another player's answer."""
    if was.hand != now.hand:
        text = f"It belongs to hand {was.hand}, and here hand {now.hand} would be played."
        return (Fault("other-hand", text, (str(was.hand), str(now.hand))),)
    if was.misdeals.count(was.hand) != now.misdeals.count(now.hand) and was.in_hand != now.in_hand:
        return (Fault("other-deal", f"It belongs to another deal of hand {was.hand}.", (str(was.hand),)),)
    found = faults(now, action)
    if found or was.asked is None or now.asked is None or was.asked is now.asked:
        return found
    text = f"It was {was.player(was.asked)}’s answer, and now {now.player(now.asked)} would be asked."
    return (Fault("other-asked", text, (now.asked.value,)),)
