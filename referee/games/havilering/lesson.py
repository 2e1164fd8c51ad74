"""A review of a hand: the voids, the tricks in which high cards fell, and the better choices of last players.

It may be shown after the hand (2.8), or during play if the players chose so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.cards import RANKS, SUITS, Card, Suit
from referee.games.havilering.results import Trick
from referee.games.havilering.state import Match
from referee.games.havilering.tricks import score, winner
from referee.games.kit.sides import SEATS, SIDES, other, side_of

HIGH = RANKS[:-5:-1]
"""Ace, king, queen, jack."""


@dataclass(frozen=True, slots=True)
class Void:
    """The first trick in which a player did not follow a suit."""

    seat: str
    suit: Suit
    trick: Trick


@dataclass(frozen=True, slots=True)
class Fall:
    """The trick in which a card was played."""

    card: Card
    trick: Trick

    @property
    def by(self) -> str:
        """The player of the card."""
        return self.trick.seat(self.trick.cards.index(self.card))


@dataclass(frozen=True, slots=True)
class Chance:
    """A better card that the last player of a trick could have played."""

    trick: Trick
    seat: str
    played: Card
    better: Card
    got: int
    """The points of the player's side minus the other side's, with the card played."""
    could: int
    """The same for the better card."""

    @property
    def cost(self) -> int:
        """The points lost."""
        return self.could - self.got


def dealt(tricks: Sequence[Trick]) -> dict[str, dict[Suit, list[Card]]]:
    """The cards that each player has played, by suit, high cards first."""
    held = {seat: sorted((trick.card_of(seat) for trick in tricks), key=_height, reverse=True) for seat in SEATS}
    return {seat: {suit: [c for c in cards if c.suit is suit] for suit in SUITS} for seat, cards in held.items()}


def voids(tricks: Sequence[Trick]) -> list[Void]:
    """List each player's first void in each suit; a player who plays the suit later has revoked instead (9.3)."""
    by_hand: dict[tuple[str, Suit], Void] = {}
    for trick in tricks:
        for seat in SEATS:
            played = trick.card_of(seat).suit
            by_hand.pop((seat, played), None)
            if played is not trick.led:
                by_hand.setdefault((seat, trick.led), Void(seat, trick.led, trick))
    return sorted(by_hand.values(), key=lambda void: void.trick.number)


def high_cards(tricks: Sequence[Trick]) -> dict[Suit, list[Fall | None]]:
    """Return the tricks in which the ace, king, queen and jack of each suit fell; None for a card not played."""
    falls = {card: Fall(card, trick) for trick in tricks for card in trick.cards}
    by_face = {(card.suit, card.rank): fall for card, fall in falls.items()}
    return {suit: [by_face.get((suit, rank)) for rank in HIGH] for suit in reversed(SUITS)}


def costliest(tricks: Sequence[Trick]) -> list[tuple[str, Trick]]:
    """Return the trick in which each side lost most points, calls included; the earlier of equals."""
    per_side = []
    for side in SIDES:
        most = max(tricks, key=lambda trick: trick.pegged.of(other(side)), default=None)
        per_side += [(side, most)] if most and most.pegged.of(other(side)) else []
    return per_side


def chances(match: Match, tricks: Sequence[Trick]) -> list[Chance]:
    """List the tricks in which another card of the last player would have scored better, the costliest first.

    Empty unless the hand is complete, since only then all cards are known. Effects on later tricks are ignored.
    """
    if len(tricks) < len(RANKS):
        return []
    candidates = [chance for trick in tricks for chance in _chance(match, tricks, trick)]
    return sorted(
        (chance for chance in candidates if chance.cost > 0), key=lambda each: (-each.cost, each.trick.number)
    )


def _chance(match: Match, tricks: Sequence[Trick], trick: Trick) -> Iterator[Chance]:
    seat, played = trick.seat(3), trick.cards[3]
    held = [later.card_of(seat) for later in tricks if later.number >= trick.number]
    follow = [card for card in held if card.suit is trick.led]
    if played.suit is not trick.led and follow:
        return  # A revoke is not a choice.
    worth = {card: _worth(match, trick, card) for card in follow or held}
    better = max(worth, key=lambda card: (worth[card], card is played, -card.rank.height))
    yield Chance(trick, seat, played, better, worth[played], worth[better])


def _worth(match: Match, trick: Trick, card: Card) -> int:
    """The points of a trick for its last player's side with another last card; negative if the opponents win it."""
    cards = (*trick.cards[:3], card)
    taker = trick.seat(winner(cards).place)
    dealer_won = taker == match.dealer_of(trick)
    last = trick.number == len(RANKS)
    points = score(cards, match.season_of(trick), dealer_won, last, match.setup.rules.values).points
    return points if side_of(taker) == side_of(trick.seat(3)) else -points


def _height(card: Card) -> int:
    return card.rank.height
