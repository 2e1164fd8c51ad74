"""The seasons and the suit each gives to Jack Havel. Rules 5.1 and 5.4."""

from collections.abc import Callable
from datetime import datetime
from enum import Enum

from referee.cards import Card, Suit, jack_of


class Season(Enum):
    """A season of the year; the jack of its suit is Jack Havel."""

    WINTER = "winter"
    SPRING = "spring"
    SUMMER = "summer"
    AUTUMN = "autumn"

    # Members are single objects and keys in the hot path of a trick; the plain hash will do.
    __hash__ = object.__hash__

    @property
    def suit(self) -> Suit:
        """The suit of the season."""
        return _SUITS[self]

    @property
    def jack(self) -> Card:
        """Jack Havel while the season lasts."""
        return jack_of(_SUITS[self])

    @property
    def opposite(self) -> "Season":
        """The season it is at the same time in the other half of the world."""
        seasons = list(Season)
        return seasons[(seasons.index(self) + 2) % 4]


_SUITS = {
    Season.WINTER: Suit.DIAMONDS,
    Season.SPRING: Suit.HEARTS,
    Season.SUMMER: Suit.SPADES,
    Season.AUTUMN: Suit.CLUBS,
}

Calendar = Callable[[datetime], Season]
"""Tells the season of a moment; given to the game from outside, so that the rules need no astronomy."""


def suits_from(season: Season) -> tuple[Suit, ...]:
    """The suits from the season's down the circle: the order of the draw (2.1) and of the laid-out jacks."""
    suits = [season.suit]
    while len(suits) < 4:
        suits.append(suits[-1].beats)
    return tuple(suits)
