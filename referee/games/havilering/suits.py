"""The circle of suits: each beats the one below it. Rule 1.4."""

from referee.cards import Suit

CIRCLE = (Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES, Suit.CLUBS)
"""Each suit is beaten by the next, and the last by the first."""
_BELOW = {suit: CIRCLE[place - 1] for place, suit in enumerate(CIRCLE)}
_ABOVE = {lower: suit for suit, lower in _BELOW.items()}


def below(suit: Suit) -> Suit:
    """The suit that a suit beats: the one just below it in the circle."""
    return _BELOW[suit]


def above(suit: Suit) -> Suit:
    """The suit that beats a suit: the one just above it in the circle."""
    return _ABOVE[suit]


def are_neighbours(one: Suit, other: Suit) -> bool:
    """Return True if two different suits are next to each other in the circle; if not, they are opposed."""
    return _BELOW[one] is other or _BELOW[other] is one
