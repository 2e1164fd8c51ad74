"""Snapshots of a match between deals, from which play can continue without folding earlier actions.

They do not contain the earlier deals, which are folded from the log when they are needed.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from referee.chain import Chain
from referee.games.game import SnapshotFormat
from referee.games.grevjass.actions import Setup
from referee.games.grevjass.deal import Deal
from referee.games.grevjass.sides import SEATS
from referee.games.grevjass.state import Match, Phase
from referee.json_data import fields_from_plain, to_plain

_LEFT_OUT = ("setup", "deal", "deals", "phase", "misdeals", "rulings")
"""What a snapshot does not have: it is the same after every deal, or follows from the log."""
KEPT = 2
"""The number of deals that stay in memory, for pages."""
_BYTES_OF_A_MATCH, _BYTES_OF_A_DEAL, _BYTES_OF_AN_EVENT = 6_000, 16_000, 600


def is_due(before: Match, after: Match) -> bool:
    """Whether a deal has ended between two states of a match, and another is awaited."""
    return len(before.deals) < len(after.deals) and after.phase is Phase.TRUMP


def write(match: Match) -> dict[str, Any]:
    """A match between deals as plain data for JSON."""
    state: dict[str, Any] = to_plain(match, without=_LEFT_OUT)
    return state | {"deals": len(match.deals)}


def read(data: dict[str, Any], setup: Setup, past: Callable[[], Match]) -> Match:
    """The match of a snapshot; `past` folds it from the log if earlier deals are needed.

    Raises LookupError, TypeError or ValueError if it cannot be read.
    """
    number = data["deals"]
    state = fields_from_plain(Match, {name: value for name, value in data.items() if name != "deals"})
    if state["dealer"] not in SEATS:
        raise ValueError("the snapshot has no dealer")
    return Match(setup=setup, deals=Chain.unread(number, lambda: tuple(past().deals)[:number]), **state)


def trimmed(match: Match, past: Callable[[], Match]) -> Match:
    """A match between deals with only the last `KEPT` deals in memory."""
    return replace(match, deals=match.deals.trimmed(KEPT, lambda: tuple(past().deals)[:-KEPT]))


def _size(match: Match) -> int:
    return _size_with(match, match.deals.loaded())


def _full_size(match: Match) -> int:
    return _size_with(match, match.deals)


def _size_with(match: Match, deals: Iterable[Deal]) -> int:
    in_hand = (match.deal,) if match.deal else ()
    size = sum(map(_size_of_deal, (*deals, *in_hand)))
    return _BYTES_OF_A_MATCH + size + _BYTES_OF_AN_EVENT * len(match.rulings)


def _size_of_deal(deal: Deal) -> int:
    return _BYTES_OF_A_DEAL + _BYTES_OF_AN_EVENT * (len(deal.entries) + len(deal.rulings) + len(deal.claims))


FORMAT = SnapshotFormat(is_due, write, read, trimmed, _size, _full_size)
