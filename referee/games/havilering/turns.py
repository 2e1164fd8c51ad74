"""Turns: the place of a trick or claim in a match, `hand.deal.number`. A misdeal starts a new deal of the hand."""

from dataclasses import replace

from referee.cards import codes
from referee.games.havilering.actions import Action, Reply
from referee.games.havilering.results import Trick
from referee.games.havilering.state import Match, Phase

LONGEST = 60
"""The maximum length of a turn in characters."""


def turn_of(match: Match) -> str:
    """The turn of the trick that is being entered or claimed."""
    return f"{match.hand}.{match.deal}.{match.in_hand + (match.phase is Phase.PLAY)}"


def mark_of(trick: Trick) -> str:
    """An identifier of a trick that does not depend on its place in the hand."""
    return " ".join([str(trick.hand), *sorted(codes(trick.cards))])


def trick_at(match: Match, turn: str | None) -> Trick | None:
    """The trick that was entered for a turn, or None."""
    place = read_turn(turn)
    if place is None or match.misdeals.count(place[0]) != place[1]:
        return None
    hand, _, number = place
    for trick in reversed(match.tricks):
        if (trick.hand, trick.number) <= (hand, number):
            return trick if (trick.hand, trick.number) == (hand, number) else None
    return None


def meaning(match: Match, action: Action) -> Action:
    """Return an action without its time; an answer gets its player."""
    if isinstance(action, Reply):
        action = replace(action, player=action.player or match.answerer)
    return replace(action, at=None)


def read_turn(turn: str | None) -> tuple[int, int, int] | None:
    """The hand, deal and number of a turn; None if it is invalid."""
    parts = (turn or "")[:LONGEST].split(".")
    if len(parts) != 3 or not all(part.isdecimal() for part in parts):
        return None
    hand, deal, number = map(int, parts)
    return hand, deal, number
