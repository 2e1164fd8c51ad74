"""Turns: the place of a trick or claim in a match, `hand.deal.number`. A misdeal starts a new deal of the hand."""

from collections.abc import Sequence

from referee.cards import codes
from referee.games.havilering.actions import Action, Claim, Play
from referee.games.havilering.legality import may_be_entered
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
    place = _read(turn)
    if len(place) != 3 or match.misdeals.count(place[0]) != place[1]:
        return None
    hand, _, number = place
    for trick in reversed(match.tricks):
        if (trick.hand, trick.number) <= (hand, number):
            return trick if (trick.hand, trick.number) == (hand, number) else None
    return None


def is_due(match: Match, turn: str, actions: Sequence[Action]) -> bool:
    """Whether a trick or a claim made for a turn fits the current state of the match."""
    return turn == turn_of(match) and all(may_be_entered(action, match.phase) for action in actions)


def is_entered(match: Match, turn: str, actions: Sequence[Action]) -> bool:
    """Whether the trick of a turn has been entered or claimed already with the same content."""
    trick = trick_at(match, turn)
    match actions:
        case [Play() as play] if trick:
            is_by_same = trick.leader is play.leader if play.leader else not trick.out_of_turn
            return trick.cards == play.cards and is_by_same
        case [Claim() as claim] if trick:
            return trick.claimed == claim.items
    return False


def is_to_come(match: Match, turn: str | None) -> bool:
    """Whether a turn is in the future: the phone has tricks that it has not sent yet."""
    return _read(turn) > _read(turn_of(match))


def _read(turn: str | None) -> list[int]:
    """The numbers of a turn; empty if it is invalid."""
    parts = (turn or "")[:LONGEST].split(".")
    return [int(part) for part in parts] if all(part.isdecimal() for part in parts) else []
