"""The pack, the order of the cards, and the points of a trick. Rules 1.2 to 1.4, 4.1, 5.1 and 5.2."""

from collections.abc import Sequence

from referee.cards import PACK as WHOLE_PACK
from referee.cards import Card, Rank, Suit

SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
"""The suits in the order in which four of a kind are listed."""
RANKS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN, Rank.NINE, Rank.EIGHT, Rank.SEVEN)
"""The ranks from the top: in plain suits, and in sequences of every suit (1.2)."""
PACK = tuple(card for card in WHOLE_PACK if card.rank in RANKS)
CARD = {(card.rank, card.suit): card for card in PACK}
"""The cards by rank and suit."""
IN_TRUMPS = (Rank.JACK, Rank.NINE, *(rank for rank in RANKS if rank not in (Rank.JACK, Rank.NINE)))
"""The ranks of the trump suit from the top: first the Jass and Marietta (1.3)."""
_PLAIN_POINTS = {Rank.ACE: 11, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1, Rank.TEN: 10}
_TRUMP_POINTS = {**_PLAIN_POINTS, Rank.JACK: 20, Rank.NINE: 14}
_PLAIN_HEIGHT = {rank: len(RANKS) - place for place, rank in enumerate(RANKS)}
_TRUMP_HEIGHT = {rank: 2 * len(RANKS) - place for place, rank in enumerate(IN_TRUMPS)}
LAST_TRICK = 5
"""The points for the eighth trick, besides its cards (5.2)."""
HIGH_COUNTER = 10
"""A card worth this or more is a high counter (7.6)."""


def jass(trump: Suit) -> Card:
    """The jack of trumps (1.3)."""
    return CARD[Rank.JACK, trump]


def points_of(card: Card, trump: Suit) -> int:
    """The points of a card. Rule 1.4."""
    return (_TRUMP_POINTS if card.suit is trump else _PLAIN_POINTS).get(card.rank, 0)


def value_of(cards: Sequence[Card], trump: Suit) -> int:
    """The points of some cards together. Rule 5.1."""
    return sum(points_of(card, trump) for card in cards)


def winning_place(cards: Sequence[Card], trump: Suit) -> int:
    """The place, from 0, of the card that takes a trick: the highest trump, or else the highest card of the suit
    led. Rule 4.1."""
    return max(range(len(cards)), key=lambda place: _strength(cards[place], cards[0].suit, trump))


def _strength(card: Card, led: Suit, trump: Suit) -> int:
    if card.suit is trump:
        return _TRUMP_HEIGHT[card.rank]
    return _PLAIN_HEIGHT[card.rank] if card.suit is led else 0


def has_no_other_counter(cards: Sequence[Card], trump: Suit) -> bool:
    """Return True if the Jass is the only high counter in a trick. Rule 7.6."""
    return all(card is jass(trump) or points_of(card, trump) < HIGH_COUNTER for card in cards)
