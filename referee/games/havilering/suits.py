"""The circle of suits, in which each beats the one below it; the suit that each season gives to Jack Havel; the draw.

Rules 1.4, 2.1, 2.2, 5.1, 5.2 and 5.4.
"""

from collections.abc import Mapping

from referee.cards import Card, Suit, jack_of
from referee.games.kit.draws import Draw
from referee.season import Season

CIRCLE = (Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES, Suit.CLUBS)
"""Each suit is beaten by the next, and the last by the first."""
_BELOW = {suit: CIRCLE[place - 1] for place, suit in enumerate(CIRCLE)}
_ABOVE = {lower: suit for suit, lower in _BELOW.items()}
_SUITS = {
    Season.WINTER: Suit.DIAMONDS,
    Season.SPRING: Suit.HEARTS,
    Season.SUMMER: Suit.SPADES,
    Season.AUTUMN: Suit.CLUBS,
}
_JACKS = {season: jack_of(suit) for season, suit in _SUITS.items()}


def below(suit: Suit) -> Suit:
    """The suit that a suit beats: the one just below it in the circle."""
    return _BELOW[suit]


def above(suit: Suit) -> Suit:
    """The suit that beats a suit: the one just above it in the circle."""
    return _ABOVE[suit]


def are_neighbours(one: Suit, other: Suit) -> bool:
    """Return True if two different suits are next to each other in the circle; if not, they are opposed."""
    return _BELOW[one] is other or _BELOW[other] is one


def suit_of(season: Season) -> Suit:
    """The suit of a season."""
    return _SUITS[season]


def jack_havel(season: Season) -> Card:
    """The jack of the season's suit."""
    return _JACKS[season]


def suits_from(season: Season) -> tuple[Suit, ...]:
    """The suits from the season's down the circle: the order of the draw (2.1) and of the laid-out jacks."""
    suits = [suit_of(season)]
    while len(suits) < 4:
        suits.append(below(suits[-1]))
    return tuple(suits)


def draw(drawn: Mapping[str, Card], season: Season) -> Draw:
    """Decide a draw of four different cards, by seat: by suit in the order of `suits_from`, then by rank.

    It decides who are partners, and who deals first.
    """
    order = suits_from(season)

    def height(seat: str) -> tuple[int, int]:
        card = drawn[seat]
        return -order.index(card.suit), card.rank.height

    return Draw(max(drawn, key=height), "highest", min(drawn, key=height), "lowest")
