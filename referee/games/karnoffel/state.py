"""The state of a match, folded from its log of actions."""

from dataclasses import dataclass
from enum import Enum

from referee.cards import Card, Suit
from referee.games.karnoffel.tricks import lowest, taking_place, title_of
from referee.games.sittings import races
from referee.games.sittings.state import Trick


class Phase(Enum):
    """The next entry of a match; the value is its name in files and the database."""

    CHOOSE = "choose"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(races.RaceDeal):
    """A deal: the one in hand, or one that is over."""

    chosen: Suit | None = None
    cards: tuple[Card, ...] | None = None
    """The face-up cards, left of the dealer first, if they are known."""

    @property
    def entries(self) -> tuple[object, ...]:
        """The entries of each turn: the chosen suit, then tricks."""
        return (self.chosen, *self.tricks) if self.chosen else ()

    def card(self, trick: Trick) -> Card:
        """The card that takes a trick. Rule 3.8."""
        assert self.chosen is not None
        return trick.cards[taking_place(trick.cards, self.chosen)]

    def title(self, trick: Trick) -> str | None:
        """The title of that card, or None."""
        return title_of(self.card(trick), self.chosen)


@dataclass(frozen=True, slots=True)
class Match(races.Match):
    """The state of a match. The winner of a trick leads the next; the player left of the dealer leads first (3.1
    and 5.3)."""

    def shown(self, deal: Deal) -> dict[str, Card]:
        """The face-up cards of a deal by seat; none if they are not known. Rules 2.1 and 2.2."""
        return dict(zip(self.setup.clockwise(self.setup.left(deal.dealer)), deal.cards or (), strict=False))

    def chooser(self, deal: Deal) -> str | None:
        """The player whose card chose the suit, if it is known. Rule 2.2."""
        return [*self.shown(deal)][lowest(deal.cards)] if deal.cards else None

    def strays(self, deal: Deal, trick: Trick) -> list[tuple[str, Card, str]]:
        """The face-up cards in a trick not played by their owner: the player, the card, the owner. Rule 5.4."""
        owners = {card: seat for seat, card in self.shown(deal).items()}
        return [(seat, card, owners[card]) for seat, card in self.plays(trick) if owners.get(card, seat) != seat]
