"""The state of a match, folded from its log of actions."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from referee.cards import Card, Suit
from referee.chain import EMPTY, Chain
from referee.games.karnoffel.actions import Setup
from referee.games.karnoffel.tricks import lowest, taking_place, title_of
from referee.games.kit.seated import Seated
from referee.games.kit.sides import SIDES, ZERO, Pair, tricks_of
from referee.games.sittings.state import Misdealt, Trick


class Phase(Enum):
    """The next entry of a match; the value is its name in files and the database."""

    CHOOSE = "choose"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The table gave a side deals, or took them away."""

    side: str
    deals: int
    reason: str
    after: int
    """The number of entries of the deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A deal: the one in hand, or one that is over."""

    number: int
    dealer: str
    misdeals: int = 0
    """The number of times it was void and dealt again."""
    chosen: Suit | None = None
    cards: tuple[Card, ...] | None = None
    """The face-up cards, left of the dealer first, if they are known."""
    tricks: tuple[Trick, ...] = ()
    events: Chain[Misdealt | Adjusted] = EMPTY
    """Misdeals and adjustments, including the void deals of its number."""
    result: Pair | None = None
    """The tricks of both sides, if entered."""
    winner: str | None = None
    """The side that won it."""
    total: Pair = ZERO
    """The score after it."""

    @property
    def taken(self) -> Pair:
        """The tricks of both sides."""
        return self.result or tricks_of(self.tricks)

    @property
    def is_begun(self) -> bool:
        """True if anything other than rulings was entered."""
        return bool(self.chosen or self.winner)

    @property
    def entry(self) -> str:
        """The way it was entered."""
        return "tricks" if self.result is None else "mixed" if self.tricks else "result"

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
class Match(Seated):
    """The state of a match. The winner of a trick leads the next; the player left of the dealer leads first (3.1
    and 5.3)."""

    setup: Setup
    now: datetime
    deal: Deal
    """The deal in hand; at the end the one that was in hand, or an empty one with the last dealer."""
    phase: Phase
    deals: Chain[Deal] = EMPTY
    """The deals that are over."""
    score: Pair = ZERO
    """The deals won, and given or taken by the table."""

    @property
    def winner(self) -> str | None:
        """The side that has won the match. Rule 4.2."""
        return next((side for side in SIDES if self.score.of(side) >= self.setup.rules.target), None)

    @property
    def all_deals(self) -> tuple[Deal, ...]:
        """The deals that are over, and the one in hand."""
        return (*self.deals, self.deal)

    @property
    def next_dealer(self) -> str:
        """The dealer of the next deal; the same dealer if a ruling ended the match during a deal."""
        by_deal = bool(self.deals) and self.deals[-1].number == self.deal.number
        return self.setup.left(self.deal.dealer) if by_deal else self.deal.dealer

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
