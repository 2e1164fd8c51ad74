"""Drawing for partners and the first deal. Rules 2.1 and 2.2."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.cards import Card
from referee.games.havilering.seasons import suits_from
from referee.games.havilering.seats import SEATS, Seat
from referee.season import Season


@dataclass(frozen=True, slots=True)
class Draw:
    """What a draw decides. The seats are those the players had while they drew."""

    dealer: Seat
    """Who drew the highest card, and deals first."""
    partner: Seat
    """Who drew the lowest card, and is the dealer's partner."""

    def seated(self) -> dict[Seat, Seat]:
        """For each seat at the table, the seat whose player now sits there.

        The dealer stays; if the partner does not sit opposite yet, he changes places with whoever does.
        """
        places = {seat: seat for seat in SEATS}
        opposite = self.dealer.partner
        places[opposite], places[self.partner] = self.partner, opposite
        return places


def draw(drawn: Mapping[Seat, Card], season: Season) -> Draw:
    """Decide a draw of four different cards: by suit from the season's down the circle, then by rank."""
    order = suits_from(season)

    def height(seat: Seat) -> tuple[int, int]:
        card = drawn[seat]
        return -order.index(card.suit), card.rank.height

    return Draw(max(drawn, key=height), min(drawn, key=height))
