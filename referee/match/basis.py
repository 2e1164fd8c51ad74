"""The basis of an entry: the state of the match that its phone showed. It decides if the entry is due or a repeat."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.edits import Transition
from referee.log.entry import ACT, REFUSED, in_force
from referee.match.current import CurrentMatch, StaleError
from referee.match.log import actions_of
from referee.match.reader import MatchReader

NO_TURN = ""
"""A turn that no match ever has, so that nothing is due for it."""


@dataclass(frozen=True, slots=True)
class Basis:
    """The basis of an entry: a turn, or the version that its phone had seen."""

    version: int
    turn: str | None = None
    """The turn that it was made for; None if it belongs to no turn."""
    follows: int = 0
    """The number of the entry that it was made after, if that had not been acknowledged then; 0 for none."""

    def is_due(self, before: CurrentMatch[Any], actions: Sequence[Any]) -> bool:
        """Return True if actions on this basis fit the current state of a match."""
        if self.turn is None:
            return self.version == before.version
        if self.follows and self.follows == before.version:
            return True
        game, match = before.game, before.whole_match
        return self.turn == game.turn_of(match) and all(game.is_awaited(match, action) for action in actions[:1])


def basis_after(matches: MatchReader, match_id: int, version: int, key: str) -> Basis:
    """The basis of an entry that was made after the entry of a key. Raises NotThereError.

    Its turn is the one that follows that entry, or NO_TURN if the entry is missing or not in force.
    """
    entry, current = matches.database.keyed(match_id, key), matches.current(match_id)
    if entry is None:
        return Basis(version, NO_TURN)
    if entry.number != current.version:
        live, _ = in_force(matches.database.entries(match_id))
        if entry not in live:
            return Basis(version, NO_TURN)
        current = matches.fold(match_id, entry)
    return Basis(version, current.game.turn_of(current.whole_match), entry.number)


def turn_after_same(matches: MatchReader, stale: StaleError, basis: Basis, actions: Sequence[Any]) -> str | None:
    """The turn after the entry in force with the same content and basis as a stale one; None if there is none.

    If the basis is only a version, that entry must be the first one since.
    """
    match_id, game = stale.current.id, stale.current.game
    if basis.turn is None:
        entries = matches.database.entries(match_id)
        live, _ = in_force(entries)
        first = next((entry for entry in entries[basis.version :] if entry.kind != REFUSED), None)
        there = actions_of(game, first) if first in live and first.kind == ACT else ()
        is_same = len(there) == len(actions) and all(map(game.are_alike, there, actions))
        return NO_TURN if is_same else None
    for done in _transitions(matches, stale, basis.turn) if len(actions) == 1 else ():
        is_there = game.turn_of(done.before) == basis.turn
        if is_there and game.says_the_same(done.before, done.action, actions[0]):
            return game.turn_of(done.after)
    return None


def _transitions(matches: MatchReader, stale: StaleError, turn: str) -> Sequence[Transition[Any, Any]]:
    """The actions in force that may include the turn's; only the last one, if it is the only entry since."""
    news, last = [entry for entry in stale.since if entry.kind != REFUSED], stale.current.last
    is_last = len(news) == 1 and news[0].kind == ACT and len(news[0].actions) == 1
    is_whole = is_last and stale.since[-1].number == stale.current.version
    if last and is_whole and stale.current.game.turn_of(last.before) == turn:
        return [last]
    return matches.transitions(stale.current.id)
