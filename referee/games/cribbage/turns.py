"""Turns: the place of an entry in a match, `deal.misdeals.events`. A misdeal starts the deal's turns anew."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from referee.games.cribbage.actions import (
    Action,
    Adjust,
    Claim,
    Crib,
    Deal,
    Go,
    Hand,
    Muggins,
    Peg,
    Play,
    Reply,
    Starter,
)
from referee.games.cribbage.events import (
    CardPlayed,
    Counted,
    CribCounted,
    Event,
    GoSaid,
    MugginsCalled,
    PointsPegged,
    Replied,
    StarterTurned,
)
from referee.games.cribbage.legality import may_be_entered
from referee.games.cribbage.state import Match

LONGEST = 60
"""The maximum length of a turn in characters."""


def turn_of(match: Match) -> str:
    """The turn of the entry that comes next."""
    deal = match.deal
    return f"{deal.number}.{deal.misdeals}.{len(deal.events)}"


def is_due(match: Match, turn: str, actions: Sequence[Action]) -> bool:
    """Whether actions made for a turn fit the current state of the match."""
    return turn == turn_of(match) and all(may_be_entered(action, match.phase) for action in actions[:1])


def is_entered(match: Match, turn: str, actions: Sequence[Action]) -> bool:
    """Whether that turn has been entered already with the same content."""
    number, misdeals, place = _read(turn)
    if len(actions) != 1 or not 1 <= number <= len(match.deals):
        return False
    (action,), deal = actions, match.deals[number - 1]
    if isinstance(action, Deal):
        return number < len(match.deals)
    return deal.misdeals == misdeals and place < len(deal.events) and _is_of(action, deal.events[place])


def _is_of(action: Action, event: Event) -> bool:
    """Whether an event is what an action came to, whoever it named."""
    names_nobody: dict[str, Any] = {"at": None}
    if not isinstance(action, Peg | Adjust) and hasattr(action, "player"):
        names_nobody["player"] = None
    return replace(action, **names_nobody) == _origin(event)


def _origin(event: Event) -> Action | None:
    """The action that an event came from, without its player; None for rulings. Of a claimed count, its claim."""
    match event:
        case StarterTurned():
            return Starter(event.card)
        case CardPlayed():
            return Play(event.card)
        case GoSaid():
            return Go()
        case PointsPegged():
            return Peg(event.player, event.points)
        case Replied():
            return Reply(event.takes)
        case MugginsCalled():
            return Muggins(event.points)
        case Counted() if event.claimed is not None:
            return Claim(event.claimed)
        case Counted():
            kind = Crib if isinstance(event, CribCounted) else Hand
            return kind(event.cards) if event.cards else kind(points=event.points)
    return None


def _read(turn: str) -> tuple[int, int, int]:
    """The numbers of a turn; zeros if it is invalid."""
    parts = turn[:LONGEST].split(".")
    if len(parts) != 3 or not all(part.isdecimal() and part.isascii() for part in parts):
        return 0, 0, 0
    number, misdeals, place = map(int, parts)
    return number, misdeals, place
