"""The players round a drawn table, with the cards or numbers tapped, and the cards of the trick before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from referee.cards import Card, read_card


@dataclass(frozen=True, slots=True)
class Player:
    """A player at the table."""

    seat: str
    name: str
    side: str
    figure: str
    """The balance, in a game in which everyone plays alone."""
    change: str
    """The change of the figure in the last deal."""
    place: int
    """The place in the order in which the players are asked, from 0."""
    card: Card | None
    """The card that is tapped for the player."""
    number: str
    """The number that is tapped, in the place of a card."""
    past: Card | None
    """The card of the trick before."""
    took: bool
    """True if it won the trick before."""
    deals: bool
    leads: str
    """`leads`, or `led` once that is past; else empty."""
    next: bool
    """True if this player is asked next."""


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
    past: Mapping[str, Card] = field(default_factory=dict)
    """The cards of the trick before, by seat."""
    winner: str = ""
    sides: Mapping[str, str] = field(default_factory=dict)
    """The side of each seat, in a game with partners."""
    figures: Mapping[str, str] = field(default_factory=dict)
    changes: Mapping[str, str] = field(default_factory=dict)

    def players(self) -> list[Player]:
        """Each player, as seated."""
        return [self._player(seat, name) for seat, name in self.names.items()]

    def _player(self, seat: str, name: str) -> Player:
        value = self.tapped.get(seat, "")
        return Player(
            seat=seat,
            name=name,
            side=self.sides.get(seat, ""),
            figure=self.figures.get(seat, ""),
            change=self.changes.get(seat, ""),
            place=self.order.index(seat) if seat in self.order else 0,
            card=None if value.isdecimal() or not value else read_card(value),
            number=value if value.isdecimal() else "",
            past=self.past.get(seat),
            took=seat == self.winner,
            deals=seat == self.dealer,
            leads=self.leads if seat == self.leader else "",
            next=seat == self.next,
        )
