"""Corrections of earlier entries of a match, and of its setup: everything after the first change is replayed.

The first action that no longer fits is reported, and the players decide what to do with it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from referee.faults import Fault, RefusedError
from referee.games.edits import Edit, Placed, Transition, placed_by
from referee.games.game import Game


@dataclass(frozen=True, slots=True)
class Misfit:
    """The first action that does not fit after the edits."""

    placed: Placed
    faults: tuple[Fault, ...]
    is_misplaced: bool
    """The rules would allow it, but at another point of the match than it was entered at."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """The result of applying edits to a match."""

    match: Any
    """The match after all actions, or before the misfit if there is one."""
    misfit: Misfit | None


def walk(
    game: Game[Any, Any, Any], setup: Any, actions: Iterable[Any], after: Sequence[Transition[Any, Any]] = ()
) -> list[Transition[Any, Any]]:
    """The transition of every action; with `after`, of actions that follow those transitions.

    Raises RefusedError if an action is not allowed.
    """
    transitions, match = [], after[-1].after if after else game.begin(setup)
    for number, action in enumerate(actions, len(after) + 1):
        following = game.step(match, action)
        transitions.append(Transition(number, action, match, following))
        match = following
    return transitions


def correct(
    game: Game[Any, Any, Any], transitions: Sequence[Transition[Any, Any]], setup: Any, edits: Sequence[Edit]
) -> Corrected:
    """Apply edits to the transitions of a log. Raises RefusedError if they are out of range or overlap."""
    match, tracker = game.begin(setup), game.tracker(transitions)
    # All at once, so that edits out of range are refused although something before them does not fit.
    for placed in list(placed_by([each.action for each in transitions], edits)):
        misplaced = () if placed.edit else tuple(tracker.faults(transitions[placed.number - 1], match))
        found = misplaced or game.faults(match, placed.action)
        if found:
            return Corrected(match, Misfit(placed, found, bool(misplaced)))
        match = game.step(match, placed.action)
        tracker.accept(placed, match)
    return Corrected(match, None)


def must_suit(game: Game[Any, Any, Any], match: Any, done: Sequence[Transition[Any, Any]], setup: Any) -> None:
    """Check that the setup of a match may be corrected to another one now. Raises RefusedError."""
    faults = list(game.setup_faults(match, setup, done))
    if done and game.players(setup).keys() != game.players(match.setup).keys():
        text = "So many players would sit elsewhere: for another number of players, begin a new match."
        faults.append(Fault("other-seats", text))
    if faults:
        raise RefusedError(*faults)


def implied_by(
    game: Game[Any, Any, Any], transitions: Sequence[Transition[Any, Any]], setup: Any, edits: Sequence[Edit]
) -> list[Edit]:
    """The edits that follow by themselves from a corrected setup, given the edits that the players made.

    They put in what the game now needs before an action, and leave out what it has no place for: with Muggins all
    claims, as far as they can be known. Raises RefusedError if the edits are out of range or overlap.
    """
    match, found = game.begin(setup), list[Edit]()
    for placed in placed_by([each.action for each in transitions], edits):
        while placed.edit is None and (missing := game.implied(match, placed.action)) is not None:
            found.append(Edit(placed.number, placed.number - 1, (missing,)))
            match = game.step(match, missing)
        if not game.faults(match, placed.action):
            match = game.step(match, placed.action)
        elif placed.edit is None and isinstance(placed.action, game.implied_kinds):
            found.append(Edit(placed.number, placed.number, ()))
        else:
            return found
    return found + _implied_at_the_end(game, match, transitions, edits)


def _implied_at_the_end(
    game: Game[Any, Any, Any], match: Any, transitions: Sequence[Transition[Any, Any]], edits: Sequence[Edit]
) -> list[Edit]:
    """The same after the last action of a match that was over, so that it stays over; in play it is entered next."""
    last = transitions[-1] if transitions else None
    if last is None or not game.is_over(last.after) or any(edit.last >= last.number for edit in edits):
        return []
    missing: list[Any] = []
    while not game.is_over(match) and (claim := game.implied(match, last.action)) is not None:
        missing.append(claim)
        match = game.step(match, claim)
    return [Edit(last.number, last.number, (last.action, *missing))] if missing else []
