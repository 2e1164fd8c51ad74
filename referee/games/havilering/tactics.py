"""Tactics of players in the terms of the game: trumping, cricketing, overcricketing; and suits left without a guard.

Rules 3.1 to 3.5 decide who wins such a trick.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from referee.cards import PACK, RANKS, SUITS, Card, Suit
from referee.games.havilering.results import Trick
from referee.games.havilering.suits import above


class Tactic(Enum):
    """Tactics of a card that does not follow suit; the value is the tactic's name."""

    TRUMPED = "trumped"
    """The suit that beats the suit led, after any discards; but nobody can trump after a cricket."""
    CRICKETED = "cricketed"
    """The suit opposed to the suit led, played second or third while everybody has followed suit."""
    OVERCRICKETED = "overcricketed"
    """The suit that beats the cricketing suit of second hand, played third."""


@dataclass(frozen=True, slots=True)
class Unguarded:
    """A suit that nothing can beat any more, since no card of the suit above it is left."""

    suit: Suit
    gone: Suit
    """The suit above it."""
    since: int
    """The number of the trick in which the last card of that suit fell."""


def tactic_of(cards: Sequence[Card], place: int) -> Tactic | None:
    """Return the tactic of the card at a place in order of play; None if it follows suit or has no name."""
    led, suit = cards[0].suit, cards[place].suit
    if suit is led:
        return None
    is_blocked = any(tactic_of(cards, each) is Tactic.CRICKETED for each in range(1, place))
    if suit is above(led):
        return None if is_blocked else Tactic.TRUMPED
    if suit is not above(above(led)):
        return Tactic.OVERCRICKETED if is_blocked and place == 2 else None
    have_followed = all(card.suit is led for card in cards[:place])
    return Tactic.CRICKETED if have_followed and place < 3 else None


def unguarded(tricks: Sequence[Trick]) -> list[Unguarded]:
    """The suits that lost their guard in a hand, in that order; only while cards of them were left."""
    left = dict.fromkeys(SUITS, len(RANKS))
    unguarded_cards = []
    for trick in tricks:
        for card in trick.cards:
            left[card.suit] -= 1
        fell = {card.suit for card in trick.cards}
        for suit in SUITS:
            gone = above(suit)
            if gone in fell and not left[gone] and left[suit]:
                unguarded_cards.append(Unguarded(suit, gone, trick.number))
    return unguarded_cards


def highest_out(tricks: Sequence[Trick]) -> list[dict[Suit, Card | None]]:
    """Return the highest card of each suit still out at the lead of each trick; None if there was none."""
    out = {suit: [card for card in PACK if card.suit is suit] for suit in SUITS}
    highest = []
    for trick in tricks:
        highest.append({suit: cards[-1] if cards else None for suit, cards in out.items()})
        for card in trick.cards:
            out[card.suit].remove(card)
    return highest
