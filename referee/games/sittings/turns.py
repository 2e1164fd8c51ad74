"""Turns: the place of an entry in a sitting, `deal.misdeals.entries`. A misdeal starts the deal's turns anew."""

from dataclasses import replace
from typing import Any

from referee.games.sittings.actions import Play, Settle
from referee.games.sittings.state import Match, Phase

AnyMatch = Match[Any, Any]


def turn_of(match: AnyMatch) -> str:
    """The turn of the entry that comes next."""
    deal = match.deal
    return f"{deal.number}.{deal.misdeals}.{len(deal.entries)}"


def is_awaited(match: AnyMatch, action: Any) -> bool:
    """Whether an action of this kind can be entered now, whatever its content."""
    return match.phase is (Phase.SETTLE if isinstance(action, Settle) else Phase.PLAY)


def meaning(match: Any, action: Any) -> Any:
    """An action without its time; of a trick, with who led."""
    led = {"leader": action.leader or match.expected_leader} if isinstance(action, Play) else {}
    return replace(action, at=None, **led)
