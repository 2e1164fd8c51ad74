"""Corrections of earlier entries of a match, and of its setup: everything after the first change is replayed.

The first action that no longer fits is reported, and the players decide what to do with it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from referee.faults import Fault, RefusedError
from referee.games.edits import Edit, Placed, Transition, placed_by
from referee.games.game import Game, Implied


@dataclass(frozen=True, slots=True)
class Misfit:
    """The first action that does not fit after the edits."""

    placed: Placed
    faults: tuple[Fault, ...]
    is_misplaced: bool
    """The rules would allow it, but it was entered at another point of the match."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """The result of applying edits to a match."""

    match: Any
    """The match after all actions, or before the misfit if there is one."""
    misfit: Misfit | None
    edits: tuple[Edit, ...]
    """The edits, with those that follow from a corrected setup."""


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
    """Apply edits to the transitions of a log, with a setup that may differ.

    Raises RefusedError if the edits are out of range or overlap.
    """
    if transitions and game.implied and game.implied.follows(transitions[0].before.setup, setup):
        edits = [*edits, *_implied(game, game.implied, transitions, setup, edits)]
    # All at once, so that edits out of range are refused even if an earlier action does not fit.
    all_placed, tracker = list(placed_by([each.action for each in transitions], edits)), game.tracker(transitions)
    is_same_setup = bool(transitions) and transitions[0].before.setup == setup
    first = min((edit.first for edit in edits), default=len(transitions) + 1) if is_same_setup else 1
    match = transitions[first - 2].after if first > 1 else game.begin(setup)
    for done in transitions[: first - 1]:  # These are as before.
        tracker.accept(Placed(done.number, done.action, None), done.after)
    for placed in all_placed[first - 1 :]:
        # In a match that is over an action is not misplaced: nothing can be entered there.
        is_placed = placed.edit or game.is_over(match)
        misplaced = () if is_placed else tuple(tracker.faults(transitions[placed.number - 1], match))
        more_edits = misplaced or game.faults(match, placed.action)
        if more_edits:
            return Corrected(match, Misfit(placed, more_edits, bool(misplaced)), tuple(edits))
        match = game.step(match, placed.action)
        tracker.accept(placed, match)
    return Corrected(match, None, tuple(edits))


def must_suit(game: Game[Any, Any, Any], match: Any, done: Sequence[Transition[Any, Any]], setup: Any) -> None:
    """Check that a match's setup can be corrected to another one now. Raises RefusedError."""
    faults = list(game.setup_faults(match, setup, done))
    if done and game.setups.players(setup).keys() != game.setups.players(match.setup).keys():
        text = "The number of players cannot change. Begin a new match instead."
        faults.append(Fault("other-seats", text))
    names = {name.casefold() for name in game.setups.players(setup).values()}
    if len(names) < len(game.setups.players(setup)):  # Two typed names belong to one player in the book.
        text = "One player would sit in two places: a name you typed is another player’s earlier name."
        faults.append(Fault("same-player", text))
    if faults:
        raise RefusedError(*faults)


def _implied(
    game: Game[Any, Any, Any],
    implied: Implied[Any, Any, Any],
    transitions: Sequence[Transition[Any, Any]],
    setup: Any,
    edits: Sequence[Edit],
) -> list[Edit]:
    """Return the edits that follow automatically from a corrected setup, given the edits that the players made.

    They insert actions that the game now needs, and omit actions that no longer belong: with Muggins, all claims, as
    far as they can be known. Raises RefusedError if the edits are out of range or overlap.
    """
    match, more_edits = game.begin(setup), list[Edit]()
    for placed in placed_by([each.action for each in transitions], edits):
        if placed.edit is None:
            match, missing = _filled_up(game, implied, match, placed.action)
            more_edits += [Edit(placed.number, placed.number - 1, (each,)) for each in missing]
        if not game.faults(match, placed.action):
            match = game.step(match, placed.action)
        elif placed.edit is None and isinstance(placed.action, implied.kinds):
            more_edits.append(Edit(placed.number, placed.number, ()))
        else:
            return more_edits
    last = transitions[-1]
    # In play a missing last action is entered next; a match that was over stays over.
    if game.is_over(last.after) and not any(edit.last == last.number for edit in edits):
        _, missing = _filled_up(game, implied, match, last.action)
        more_edits += [Edit(last.number, last.number, (last.action, *missing))] if missing else []
    return more_edits


def _filled_up(
    game: Game[Any, Any, Any], implied: Implied[Any, Any, Any], match: Any, action: Any
) -> tuple[Any, list[Any]]:
    """A match after the actions that an action needs before it, and those actions."""
    missing = list[Any]()
    while not game.is_over(match) and (needed := implied.missing(match, action)) is not None:
        missing.append(needed)
        match = game.step(match, needed)
    return match, missing
