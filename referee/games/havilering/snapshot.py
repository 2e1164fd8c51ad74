"""Snapshots of a match at the beginning of a hand, from which play can continue without folding earlier actions.

They do not contain the tricks of earlier hands, which are folded from the log when they are needed.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.chain import Chain
from referee.games.game import SnapshotFormat
from referee.games.havilering.actions import Setup
from referee.games.havilering.game_flow import hand_start
from referee.games.havilering.results import TRICKS_IN_A_HAND
from referee.games.havilering.state import Match
from referee.json_data import fields_from_plain, to_plain
from referee.season import season_at

_LONG = ("tricks", "revokes")
"""The fields that grow with every hand; a snapshot has only their lengths."""
_LEFT_OUT = ("setup", "calendar", "hand_start", *_LONG)
KEPT = TRICKS_IN_A_HAND + 1
"""The number of tricks that stay in memory: enough for pages about the hand before."""
_BYTES_OF_A_MATCH, _BYTES_OF_A_TRICK, _BYTES_OF_A_RULING = 12_000, 1_300, 1_000


def is_due(before: Match, after: Match) -> bool:
    """Whether a hand has begun between two states of a match."""
    return before.hand < after.hand and after.in_hand == 0 and after.winner is None


def write(match: Match) -> dict[str, Any]:
    """A match at the beginning of a hand as plain data for JSON."""
    state: dict[str, Any] = to_plain(match, without=_LEFT_OUT)
    return state | {name: len(getattr(match, name)) for name in _LONG}


def read(data: dict[str, Any], setup: Setup, past: Callable[[], Match]) -> Match:
    """The match of a snapshot; `past` folds it from the log if earlier tricks are needed.

    Raises LookupError, TypeError or ValueError if it cannot be read.
    """
    given = {name: value for name, value in data.items() if name not in _LONG}
    chains = {name: _unread(name, data[name], past) for name in _LONG}
    return _begun(Match(setup=setup, calendar=season_at, **fields_from_plain(Match, given), **chains))


def _unread(name: str, length: int, past: Callable[[], Match]) -> Any:
    return Chain.unread(length, lambda: tuple(getattr(past(), name)))


def trimmed(match: Match, past: Callable[[], Match]) -> Match:
    """A match at the beginning of a hand with only the last `KEPT` tricks in memory."""
    return _begun(replace(match, tricks=match.tricks.trimmed(KEPT, lambda: past().tricks[:-KEPT])))


def _size(match: Match) -> int:
    return _size_with(match, match.tricks.in_memory)


def _full_size(match: Match) -> int:
    return _size_with(match, len(match.tricks))


def _size_with(match: Match, tricks: int) -> int:
    rulings = len(match.adjustments) + len(match.misdeals)
    return _BYTES_OF_A_MATCH + _BYTES_OF_A_TRICK * tricks + _BYTES_OF_A_RULING * rulings


def _begun(match: Match) -> Match:
    return replace(match, hand_start=hand_start(match))


FORMAT = SnapshotFormat(is_due, write, read, trimmed, _size, _full_size)
