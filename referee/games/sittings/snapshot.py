"""Snapshots of a sitting at the beginning of a deal, from which play can continue without folding earlier actions.

They do not contain the earlier deals, which are folded from the log when they are needed.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.chain import Chain
from referee.games.game import SnapshotFormat
from referee.games.sittings.actions import Setup
from referee.games.sittings.state import Deal, Match, Phase
from referee.json_data import fields_from_plain, to_plain

AnyMatch = Match[Any, Any]
_LEFT_OUT = ("setup", "deals", "finish")
"""What a snapshot does not have: it follows from the log, and no deal begins after a sitting is finished."""
KEPT = 2
"""The number of deals that stay in memory: the one that begins, and the one before it for pages."""
_BYTES_OF_A_MATCH, _BYTES_OF_A_DEAL, _BYTES_OF_AN_EVENT = 6_000, 16_000, 600


def snapshots(match_class: type[Any], deal_class: type[Deal]) -> SnapshotFormat[Any, Any]:
    """How matches of a game are written to and read from snapshots, given its classes of a match and a deal."""

    def read(data: dict[str, Any], setup: Setup, past: Callable[[], AnyMatch]) -> AnyMatch:
        given = {name: value for name, value in data.items() if name not in ("deals", "dealer")}
        state = fields_from_plain(match_class, given)
        number = data["deals"]
        if data["dealer"] not in setup.players or len(state["score"]) != len(setup.players):
            raise ValueError("the snapshot is of another table")
        earlier = Chain.unread(number - 1, lambda: tuple(past().deals)[: number - 1])
        deal = deal_class(number=number, dealer=data["dealer"], start=state["score"])
        found: AnyMatch = match_class(setup=setup, deals=earlier.append(deal), **state)
        return found

    return SnapshotFormat(_is_due, _write, read, _trimmed, _size, _full_size)


def _is_due(before: AnyMatch, after: AnyMatch) -> bool:
    """Whether a deal has begun between two states of a match. None does with the settling that ends a sitting."""
    return len(before.deals) < len(after.deals) and after.phase is not Phase.OVER


def _write(match: AnyMatch) -> dict[str, Any]:
    """A match at the beginning of a deal as plain data for JSON."""
    state: dict[str, Any] = to_plain(match, without=_LEFT_OUT)
    return state | {"deals": len(match.deals), "dealer": match.deal.dealer}


def _trimmed(match: AnyMatch, past: Callable[[], AnyMatch]) -> AnyMatch:
    """A match at the beginning of a deal with only the last `KEPT` deals in memory."""
    return replace(match, deals=match.deals.trimmed(KEPT, lambda: tuple(past().deals)[:-KEPT]))


def _size(match: AnyMatch) -> int:
    return _BYTES_OF_A_MATCH + sum(map(_size_of_deal, match.deals.loaded()))


def _full_size(match: AnyMatch) -> int:
    return _BYTES_OF_A_MATCH + sum(map(_size_of_deal, match.deals))


def _size_of_deal(deal: Deal) -> int:
    return _BYTES_OF_A_DEAL + _BYTES_OF_AN_EVENT * (len(deal.kept) + len(deal.recorded))
