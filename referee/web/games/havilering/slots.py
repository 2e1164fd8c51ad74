"""The four places round the table: who sits there, and the card that lies there."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from referee.cards import Card
from referee.games.havilering.seats import SEATS, Seat
from referee.games.havilering.state import Match, Phase, Trick


@dataclass(frozen=True, slots=True)
class Slot:
    """A place round the table."""

    seat: Seat
    player: str
    place: int
    """Its turn in the trick, from 0 for the leader."""
    card: Card | None
    """The card that is down."""
    past: Card | None
    """The card played here to the trick before."""
    took: bool
    """Took the trick before."""
    dealer: bool
    next: bool
    """Its card is next."""
    wrong: bool
    """Its card was refused."""


def slots(
    match: Match,
    past: Trick | None,
    cards: Sequence[Card | None],
    next_place: int | None,
    refused: Collection[str],
) -> list[Slot]:
    """The places, with the `cards` that are down in order of play, and those of the `past` trick.

    `next_place` is the turn of the card that is next, if one is; `refused` are the codes of cards that were refused.
    """
    leader = past.leader if past and match.phase is not Phase.PLAY else match.leader
    found = []
    for seat in SEATS:
        place = (seat.place - leader.place) % 4
        card = cards[place] if place < len(cards) else None
        found.append(
            Slot(
                seat=seat,
                player=match.player(seat),
                place=place,
                card=card,
                past=past.card_of(seat) if past else None,
                took=past is not None and past.winner is seat,
                dealer=match.dealer is seat,
                next=place == next_place,
                wrong=card is not None and card.code in refused,
            )
        )
    return found
