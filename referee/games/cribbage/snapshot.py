"""Snapshots of a match at the beginning of a deal, from which play can continue without folding earlier actions.

They do not contain the earlier deals, which are folded from the log when they are needed.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.chain import Chain
from referee.games.cribbage.actions import Setup
from referee.games.cribbage.flow import new_deal
from referee.games.cribbage.seats import Seat
from referee.games.cribbage.state import Deal, Match, Phase
from referee.games.game import SnapshotFormat
from referee.json_data import fields_from_plain, to_plain

_LEFT_OUT = ("setup", "deals", "phase", "to_claim", "window")
"""What a snapshot does not have: it is the same at the beginning of every deal, or follows from the log."""
KEPT = 2
"""The number of deals that stay in memory: the one that begins, and the one before it for pages."""
_BYTES_OF_A_MATCH, _BYTES_OF_A_DEAL, _BYTES_OF_AN_EVENT = 6_000, 16_000, 600


def is_due(before: Match, after: Match) -> bool:
    """Whether a deal has begun between two states of a match."""
    return len(before.deals) < len(after.deals)


def write(match: Match) -> dict[str, Any]:
    """A match at the beginning of a deal as plain data for JSON."""
    state: dict[str, Any] = to_plain(match, without=_LEFT_OUT)
    return state | {"deals": len(match.deals), "dealer": match.deal.dealer.value}


def read(data: dict[str, Any], setup: Setup, past: Callable[[], Match]) -> Match:
    """The match of a snapshot; `past` folds it from the log if earlier deals are needed.

    Raises LookupError, TypeError or ValueError if it cannot be read.
    """
    given = {name: value for name, value in data.items() if name not in ("deals", "dealer")}
    earlier = Chain.unread(data["deals"] - 1, lambda: tuple(past().deals)[:-1])
    match = Match(setup=setup, deals=earlier, phase=Phase.STARTER, **fields_from_plain(Match, given))
    return new_deal(match, Seat(data["dealer"]))


def trimmed(match: Match, past: Callable[[], Match]) -> Match:
    """A match at the beginning of a deal with only the last `KEPT` deals in memory."""
    return replace(match, deals=match.deals.trimmed(KEPT, lambda: tuple(past().deals)[:-KEPT]))


def _size(match: Match) -> int:
    return _BYTES_OF_A_MATCH + sum(map(_size_of_deal, match.deals.loaded()))


def _full_size(match: Match) -> int:
    return _BYTES_OF_A_MATCH + sum(map(_size_of_deal, match.deals))


def _size_of_deal(deal: Deal) -> int:
    return _BYTES_OF_A_DEAL + _BYTES_OF_AN_EVENT * (len(deal.events))


FORMAT = SnapshotFormat(is_due, write, read, trimmed, _size, _full_size)
