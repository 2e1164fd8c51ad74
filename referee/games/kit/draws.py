"""Drawing cards for the first deal, and for partners."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from referee.cards import Card


@dataclass(frozen=True, slots=True)
class Draw:
    """The result of a draw. Its seats are the players' seats during the draw."""

    dealer: str
    """The player who deals first; empty if that is not decided."""
    dealer_drew: str = "lowest"
    partner: str = ""
    """The player who becomes the dealer's partner; empty if everybody keeps their seat."""
    partner_drew: str = ""
    tied: tuple[str, ...] = ()
    """The players who drew equal cards: only they draw again."""

    def seated(self, opposite: Mapping[str, str]) -> dict[str, str]:
        """For each seat, the former seat of the player who sits there now, given the seat opposite each.

        The dealer stays; the partner swaps seats with the player opposite the dealer.
        """
        places = {seat: seat for seat in opposite}
        if self.partner:
            there = opposite[self.dealer]
            places[there], places[self.partner] = self.partner, there
        return places


def ace_low(card: Card) -> int:
    """The height of a card in a draw where the ace is the lowest."""
    return (card.rank.height + 1) % 13


def ace_high(card: Card) -> int:
    """The height of a card in a draw where the ace is the highest."""
    return card.rank.height


def lowest_deals(drawn: Mapping[str, Card], height: Callable[[Card], int] = ace_low) -> Draw:
    """Decide a draw in which the lowest card deals; suits do not count."""
    lowest = min(map(height, drawn.values()))
    first, *more = (seat for seat, card in drawn.items() if height(card) == lowest)
    return Draw("", tied=(first, *more)) if more else Draw(first)


def lowest_two_are_partners(drawn: Mapping[str, Card], height: Callable[[Card], int] = ace_low) -> Draw:
    """Decide a draw of four in which the lowest deals, with the second lowest as partner."""
    dealer, partner, third, _ = sorted(drawn, key=lambda seat: height(drawn[seat]))
    heights = {height(drawn[seat]) for seat in (dealer, partner, third)}
    return Draw(dealer, "lowest", partner, "second lowest") if len(heights) == 3 else Draw("", tied=tuple(drawn))
