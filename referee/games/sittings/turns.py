"""Turns: the place of an entry in a sitting, `deal.misdeals.entries`. A misdeal starts the deal's turns anew."""

from collections.abc import Sequence
from typing import Any

from referee.games.sittings.actions import Count, Play, Settle
from referee.games.sittings.state import Deal, Match, Phase

AnyMatch = Match[Any, Any]
LONGEST = 60
"""The maximum length of a turn in characters."""


def turn_of(match: AnyMatch) -> str:
    """The turn of the entry that comes next."""
    deal = match.deal
    return f"{deal.number}.{deal.misdeals}.{len(deal.entries)}"


def is_due(match: AnyMatch, turn: str, actions: Sequence[Any]) -> bool:
    """Whether actions made for a turn fit the current state of the match."""
    fits = match.phase is (Phase.SETTLE if any(isinstance(each, Settle) for each in actions) else Phase.PLAY)
    return turn == turn_of(match) and fits


def is_entered(match: AnyMatch, turn: str, actions: Sequence[Any]) -> bool:
    """Whether that turn has been entered already with the same content."""
    number, misdeals, place = _read(turn)
    if len(actions) != 1 or not 1 <= number <= len(match.deals):
        return False
    (action,), deal = actions, match.deals[number - 1]
    if deal.misdeals != misdeals:
        return False
    if isinstance(action, Settle):
        return number < len(match.deals)
    return place < len(deal.entries) and _is_of(match, deal, place, action)


def _is_of(match: AnyMatch, deal: Deal, place: int, action: Any) -> bool:
    """Whether an action is what stands at a place of a deal's entries."""
    entry = deal.entries[place]
    if isinstance(action, Play):
        at = place - (len(deal.entries) - len(deal.tricks) - (deal.counted is not None))
        if not 0 <= at < len(deal.tricks):
            return False
        expected = deal.tricks[at - 1].winner if at else match.setup.left(deal.dealer)
        return action.cards == entry and (action.leader or expected) == deal.tricks[at].leader
    if isinstance(action, Count):
        return tuple(action.taken.get(seat) for seat in match.setup.seats) == entry
    return getattr(action, "card", None) is entry


def _read(turn: str) -> tuple[int, int, int]:
    """The numbers of a turn; zeros if it is invalid."""
    parts = turn[:LONGEST].split(".")
    if len(parts) != 3 or not all(part.isdecimal() and part.isascii() for part in parts):
        return 0, 0, 0
    number, misdeals, place = map(int, parts)
    return number, misdeals, place
