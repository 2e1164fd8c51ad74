"""The players round a drawn table, with the cards or numbers tapped, and the cards of the trick before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from referee.cards import Card, read_card


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """The seats of all players, with the cards or numbers shown for them."""

    names: Mapping[str, str]
    """The names by seat, clockwise."""
    order: Sequence[str]
    """The seats in the order in which they are asked."""
    dealer: str = ""
    leader: str = ""
    leads: str = "leads"
    """The word beside the leader's name: `led` once the lead is past."""
    tapped: Mapping[str, str] = field(default_factory=dict)
    """The codes of the cards, or the numbers, that are tapped, by seat; empty for none."""
    next: str | None = None
    """The seat that is asked next."""
    past: Mapping[str, Card] = field(default_factory=dict)
    """The cards of the trick before, by seat."""
    winner: str = ""
    """The seat that won it."""
    sides: Mapping[str, str] = field(default_factory=dict)
    """The side of each seat, in a game with partners."""
    figures: Mapping[str, str] = field(default_factory=dict)
    """The balances, in a game in which everyone plays alone."""
    changes: Mapping[str, str] = field(default_factory=dict)
    """Their changes in the last deal."""

    def place(self, seat: str) -> int:
        """The place of a seat in the order in which the players are asked, from 0."""
        return self.order.index(seat) if seat in self.order else 0

    def card(self, seat: str) -> Card | None:
        """The card that is tapped for a seat, if it is a card."""
        value = self.tapped.get(seat, "")
        return None if value.isdecimal() or not value else read_card(value)
