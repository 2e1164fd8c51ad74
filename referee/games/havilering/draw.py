"""Drawing for partners and the first deal. Rules 2.1 and 2.2."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.cards import Card
from referee.games.havilering.seasons import suits_from
from referee.games.havilering.seats import SEATS, Seat
from referee.season import Season


@dataclass(frozen=True, slots=True)
class Draw:
    """The result of a draw. The seats are those of the players while they drew."""

    dealer: Seat
    """The player with the highest card, who deals first."""
    partner: Seat
    """The player with the lowest card, who is the dealer's partner."""

    def seated(self) -> dict[Seat, Seat]:
        """For each seat, the former seat of the player who sits there now.

        The dealer stays; the partner swaps seats with the player opposite the dealer.
        """
        places = {seat: seat for seat in SEATS}
        opposite = self.dealer.partner
        places[opposite], places[self.partner] = self.partner, opposite
        return places


def draw(drawn: Mapping[Seat, Card], season: Season) -> Draw:
    """Decide a draw of four different cards: by suit in the order of `suits_from`, then by rank."""
    order = suits_from(season)

    def height(seat: Seat) -> tuple[int, int]:
        card = drawn[seat]
        return -order.index(card.suit), card.rank.height

    return Draw(max(drawn, key=height), min(drawn, key=height))
