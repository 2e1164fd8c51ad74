"""Turns: the place of an entry in a sitting, `deal.misdeals.entries`. A misdeal starts the deal's turns anew."""

from typing import Any

from referee.games.sittings.actions import Settle
from referee.games.sittings.state import Match, Phase

AnyMatch = Match[Any, Any]


def turn_of(match: Any) -> str:
    """The turn of the entry that comes next."""
    deal = match.deal
    return f"{deal.number}.{deal.misdeals}.{len(deal.entries)}"


def is_awaited(match: AnyMatch, action: Any) -> bool:
    """Return True if any action of this kind can be entered now."""
    return match.phase is (Phase.SETTLE if isinstance(action, Settle) else Phase.PLAY)
