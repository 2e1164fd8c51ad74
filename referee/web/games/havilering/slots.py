"""The four slots round the table: a player, and the player's card."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from referee.cards import Card
from referee.games.havilering.results import Trick
from referee.games.havilering.seats import SEATS, Seat
from referee.games.havilering.state import Match, Phase


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot round the table."""

    seat: Seat
    player: str
    place: int
    """Its place in the order of play, from 0 for the leader."""
    card: Card | None
    """The card of the draft."""
    past: Card | None
    """The card of the trick before."""
    took: bool
    """Whether it won the trick before."""
    dealer: bool
    next: bool
    """Whether its card is next."""
    wrong: bool
    """Whether its card was refused."""


def slots(
    match: Match,
    past: Trick | None,
    cards: Sequence[Card | None],
    next_place: int | None,
    refused: Collection[str],
) -> list[Slot]:
    """The slots, with the `cards` of the draft in order of play, and those of the `past` trick.

    `next_place` is the place of the next card, or None; `refused` has the codes of refused cards.
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
