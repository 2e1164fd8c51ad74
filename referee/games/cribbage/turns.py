"""Turns: the place of an entry in a match, `deal.misdeals.events`. A misdeal starts the deal's turns anew."""

from dataclasses import replace
from typing import Any

from referee.games.cribbage.actions import Action, Adjust, Peg
from referee.games.cribbage.state import Match


def turn_of(match: Match) -> str:
    """The turn of the entry that comes next."""
    deal = match.deal
    return f"{deal.number}.{deal.misdeals}.{len(deal.events)}"


def meaning(match: Match, action: Action) -> Action:
    """Return an action without its time, and without its player if the match determines the player."""
    known: dict[str, Any] = {"at": None}
    if not isinstance(action, Peg | Adjust) and hasattr(action, "player"):
        known["player"] = None
    return replace(action, **known)
