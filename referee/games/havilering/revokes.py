"""Revokes that the cards of a hand show. Rule 9.3."""

from collections.abc import Iterator, Sequence

from referee.chain import Chain
from referee.games.havilering.results import Revoke, Trick
from referee.games.havilering.state import Match


def with_revokes(match: Match, new: Sequence[Revoke]) -> Chain[Revoke]:
    """The revokes of the match, including those that a trick has shown, in order."""
    return match.hand_start.revokes.extend(sorted((*match.hand_revokes, *new), key=Revoke.order))


def shown_by(earlier: tuple[Trick, ...], trick: Trick) -> Iterator[Revoke]:
    """Rule 9.3: earlier tricks of the hand in which a player did not follow a suit that the player now shows."""
    for place, card in enumerate(trick.cards):
        seat = trick.leader.after(place)
        for before in reversed(earlier):
            if before.card_of(seat).suit is card.suit:
                break  # Revokes before that trick were reported then.
            if before.led is card.suit:
                yield Revoke(before, seat, trick.number, card)
