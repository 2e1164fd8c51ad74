"""Corrections of earlier entries of a match: everything behind the first edit is worked out again.

The first action that no longer fits is named, and the players say what becomes of it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from referee.faults import Fault
from referee.games.edits import Edit, Placed, Transition, placed_by
from referee.games.game import Game


@dataclass(frozen=True, slots=True)
class Misfit:
    """The first action that does not fit what the edits make of the match."""

    placed: Placed
    faults: tuple[Fault, ...]
    is_misplaced: bool
    """The rules would allow it, but it stands in another place of the match than it was entered in."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """What edits make of a match."""

    match: Any
    """After all actions; before the misfit, where there is one."""
    misfit: Misfit | None


def walk(
    game: Game[Any, Any, Any], setup: Any, actions: Iterable[Any], after: Sequence[Transition[Any, Any]] = ()
) -> list[Transition[Any, Any]]:
    """Every action of a log with the match around it; with `after`, of actions that come after those.

    Raises RefusedError where one is not allowed.
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
    """Make edits to a log that was walked. Raises RefusedError if they are out of reach or overlap."""
    match, tracker = game.begin(setup), game.tracker(transitions)
    for placed in placed_by([each.action for each in transitions], edits):
        misplaced = () if placed.edit else tuple(tracker.faults(transitions[placed.number - 1], match))
        found = misplaced or game.faults(match, placed.action)
        if found:
            return Corrected(match, Misfit(placed, found, bool(misplaced)))
        match = game.step(match, placed.action)
        tracker.accept(placed, match)
    return Corrected(match, None)
