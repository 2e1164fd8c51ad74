"""Results of a match's course: tricks with their calls, revokes, rulings, and finished games."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from referee.cards import Card, Suit
from referee.chain import EMPTY, Chain
from referee.games.havilering.combinations import Item
from referee.games.havilering.tricks import Score, Win
from referee.games.kit.sides import ZERO, Pair, places_after, seat_after
from referee.season import Season

TRICKS_IN_A_HAND = 13


@dataclass(frozen=True, slots=True)
class Call:
    """A call of Muggins, with its judgement. Rules 8.3 and 8.4."""

    by: str
    right: Mapping[Item, int]
    wrong: Mapping[Item, int]
    gained: int
    """Points for the caller's side."""
    lost: int
    """Points for the other side."""


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick and its result."""

    game: int
    hand: int
    number: int
    """1 to 13 within its hand."""
    leader: str
    cards: tuple[Card, ...]
    at: datetime
    win: Win
    dealer_won: bool
    """True if the dealer won it (4.11)."""
    score: Score
    claimed: Mapping[Item, int] | None
    """The items that the winner claimed; None until the claim. Without Muggins all items."""
    pegged: Pair = ZERO
    """The points that it gave each side, calls included."""
    totals: Pair = ZERO
    """The totals after it, calls included; before its claim, the totals before it."""
    calls: Chain[Call] = EMPTY
    open: Mapping[Item, int] = field(default_factory=dict)
    """The items that were neither claimed nor called; counts may be 0."""
    out_of_turn: bool = False
    """True if the lead was another player's (9.6)."""

    def seat(self, place: int) -> str:
        """The player of a card, by its place from 0."""
        return seat_after(self.leader, place)

    @property
    def winner(self) -> str:
        """The seat that won it."""
        return self.seat(self.win.place)

    @property
    def led(self) -> Suit:
        """The suit led."""
        return self.cards[0].suit

    def card_of(self, seat: str) -> Card:
        """The card a player played to it."""
        return self.cards[places_after(seat, self.leader)]

    def open_count(self, item: Item) -> int:
        """The number of an item that was neither claimed nor called."""
        return self.open.get(item, 0)

    @property
    def unclaimed(self) -> dict[Item, int]:
        """The items that were neither claimed nor called, without zero counts."""
        return {item: left for item, left in self.open.items() if left}


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game."""

    season: Season
    winner: str
    at_game: Pair
    """The totals at the moment it was won."""
    final: Pair
    """The totals when it was finished, after the points were run, if they were."""
    ran: bool
    head_start: Pair
    """The totals that the next game starts with."""


@dataclass(frozen=True, slots=True)
class Revoke:
    """A player did not follow a suit that they turned out to hold later. Rule 9.3."""

    trick: Trick
    seat: str
    shown_in: int
    """The number of the trick that shows it."""
    card: Card
    """The first card that shows it."""

    def order(self) -> tuple[int, int, int]:
        """The sort key: hand, trick, turn."""
        return self.trick.hand, self.trick.number, places_after(self.seat, self.trick.leader)


def revokes_shown_by(earlier: tuple[Trick, ...], trick: Trick) -> Iterator[Revoke]:
    """Rule 9.3: earlier tricks of the hand in which a player did not follow a suit that the player now shows."""
    for place, card in enumerate(trick.cards):
        seat = trick.seat(place)
        for before in reversed(earlier):
            if before.card_of(seat).suit is card.suit:
                break  # Revokes before that trick were reported then.
            if before.led is card.suit:
                yield Revoke(before, seat, trick.number, card)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that the table gave or took, with the hand and trick before."""

    game: int
    hand: int
    after_trick: int
    side: str
    points: int
    reason: str
    totals: Pair
