"""The slots round a drawn table: the players in their seats, the cards tapped for them, and the trick before."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from referee.cards import Card, read_card


@dataclass(frozen=True, slots=True)
class Slot:
    """A player at the table."""

    seat: str
    player: str
    place: int
    """The place in the order in which the players are asked, from 0."""
    card: Card | None
    """The card that is tapped for the player."""
    past: Card | None
    """The card of the trick before."""
    took: bool
    """Whether it won the trick before."""
    deals: bool
    leads: bool
    next: bool
    """Whether this player is asked next."""
    wrong: bool
    """Whether the card was refused."""


@dataclass(frozen=True, slots=True)
class Seating:
    """What is shown of all players."""

    players: Mapping[str, str]
    """The names by seat, clockwise."""
    order: Sequence[str]
    """The seats in the order in which they are asked."""
    dealer: str = ""
    leader: str = ""
    tapped: Mapping[str, str] = field(default_factory=dict)
    """The codes of the cards that are tapped, by seat; empty for none."""
    next: str | None = None
    past: Mapping[str, Card] = field(default_factory=dict)
    """The cards of the trick before, by seat."""
    winner: str = ""
    refused: Collection[str] = ()
    """The codes of refused cards."""

    def slots(self) -> list[Slot]:
        """The slot of each player."""
        return [self._slot(seat, name) for seat, name in self.players.items()]

    def _slot(self, seat: str, name: str) -> Slot:
        value = self.tapped.get(seat, "")
        return Slot(
            seat=seat,
            player=name,
            place=self.order.index(seat) if seat in self.order else 0,
            card=read_card(value) if value else None,
            past=self.past.get(seat),
            took=seat == self.winner,
            deals=seat == self.dealer,
            leads=seat == self.leader,
            next=seat == self.next,
            wrong=value in self.refused,
        )
