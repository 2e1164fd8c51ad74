"""Turns: where in a match a trick or a claim belongs, `hand.deal.number`. A misdeal makes a new deal of the hand."""

from collections.abc import Sequence

from referee.cards import codes
from referee.games.havilering.actions import Action, Claim, Play
from referee.games.havilering.legality import may_be_entered
from referee.games.havilering.state import Match, Phase, Trick

LONGEST = 60
"""Characters of a turn that are read."""


def turn_of(match: Match) -> str:
    """The trick that is being entered, or claimed: its hand, which deal of it, and its number."""
    return f"{match.hand}.{match.deal}.{match.in_hand + (match.phase is Phase.PLAY)}"


def mark_of(trick: Trick) -> str:
    """What a trick is known by, in whatever place of its hand it comes to stand."""
    return " ".join([str(trick.hand), *sorted(codes(trick.cards))])


def trick_at(match: Match, turn: str | None) -> Trick | None:
    """The trick that stands in a turn, if one does."""
    place = _read(turn)
    if len(place) != 3 or match.misdeals.count(place[0]) != place[1]:
        return None
    hand, _, number = place
    for trick in reversed(match.tricks):
        if (trick.hand, trick.number) <= (hand, number):
            return trick if (trick.hand, trick.number) == (hand, number) else None
    return None


def is_due(match: Match, turn: str, actions: Sequence[Action]) -> bool:
    """Whether a trick or a claim that was made for a turn belongs where the match stands."""
    return turn == turn_of(match) and all(may_be_entered(action, match.phase) for action in actions)


def is_entered(match: Match, turn: str, actions: Sequence[Action]) -> bool:
    """Whether the trick of a turn stands already as it is here, or is claimed as it is here."""
    trick = trick_at(match, turn)
    match actions:
        case [Play() as play] if trick:
            return trick.cards == play.cards
        case [Claim() as claim] if trick:
            return trick.claimed == claim.items
    return False


def is_to_come(match: Match, turn: str | None) -> bool:
    """Whether a turn is still to come: the phone is ahead of the table, with tricks that it has not sent yet."""
    return _read(turn) > _read(turn_of(match))


def _read(turn: str | None) -> list[int]:
    """The numbers of a turn; none if it is not one."""
    parts = (turn or "")[:LONGEST].split(".")
    return [int(part) for part in parts] if all(part.isdecimal() for part in parts) else []
