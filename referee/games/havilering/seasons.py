"""The suit that each season gives to Jack Havel. Rules 5.1, 5.2 and 5.4."""

from referee.cards import Card, Suit, jack_of
from referee.games.havilering.suits import below
from referee.season import Season

_SUITS = {
    Season.WINTER: Suit.DIAMONDS,
    Season.SPRING: Suit.HEARTS,
    Season.SUMMER: Suit.SPADES,
    Season.AUTUMN: Suit.CLUBS,
}
_JACKS = {season: jack_of(suit) for season, suit in _SUITS.items()}


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
