"""Turns: the place of an entry in a sitting, `deal.misdeals.entries`. A misdeal starts the deal's turns anew."""

from collections.abc import Sequence
from typing import Any

from referee.games.sittings.actions import Count, Play, Settle
from referee.games.sittings.state import Match, Phase

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
    return place < len(deal.entries) and _entry(match, action) == deal.entries[place]


def _entry(match: AnyMatch, action: Any) -> object:
    """What an action enters in its turn."""
    if isinstance(action, Play):
        return action.cards
    if isinstance(action, Count):
        return tuple(action.taken.get(seat) for seat in match.setup.seats)
    return getattr(action, "card", None)


def _read(turn: str) -> tuple[int, int, int]:
    """The numbers of a turn; zeros if it is invalid."""
    parts = turn[:LONGEST].split(".")
    if len(parts) != 3 or not all(part.isdecimal() and part.isascii() for part in parts):
        return 0, 0, 0
    number, misdeals, place = map(int, parts)
    return number, misdeals, place
