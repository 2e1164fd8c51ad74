"""The chosen suit, and which card takes a trick. Rules 2.2, 2.3 and 3.1 to 3.8."""

from collections.abc import Sequence

from referee.cards import Card, Rank, Suit

NAMES = {
    Rank.JACK: "Karnöffel",
    Rank.SEVEN: "Devil",
    Rank.SIX: "Pope",
    Rank.TWO: "Kaiser",
    Rank.THREE: "Over-taker",
    Rank.FOUR: "Under-taker",
    Rank.FIVE: "Suit-taker",
}
"""The names of the cards of the chosen suit that have powers, from the top (3.3 to 3.7)."""
TITLES = {Rank.JACK: "karnoffel", Rank.SEVEN: "devil", Rank.SIX: "pope", Rank.TWO: "kaiser"}
"""The four highest of them, as named in outcomes."""
_LED_DEVIL, _NOTHING = 60, -1
_POWERS = {Rank.JACK: 70, Rank.SIX: 50, Rank.TWO: 40}
_ABOVE = {Rank.THREE: Rank.QUEEN, Rank.FOUR: Rank.JACK, Rank.FIVE: Rank.TEN}
"""The highest card of the suit led that each lower power can take (3.7)."""


def lowest(cards: Sequence[Card]) -> int:
    """The place of the face-up card that chooses the suit; the first one if ranks are equal. Rule 2.2."""
    return min(range(len(cards)), key=lambda place: cards[place].rank.height)


def taking_place(cards: Sequence[Card], chosen: Suit) -> int:
    """The place, from 0, of the card that takes a trick. Rule 3.8."""
    return max(range(len(cards)), key=lambda place: strength(cards, place, chosen))


def strength(cards: Sequence[Card], place: int, chosen: Suit) -> int:
    """The strength of a card in its trick; negative if it takes nothing. Rules 3.2 to 3.8."""
    card, rank = cards[place], cards[place].rank
    if card.suit is chosen:
        if rank is Rank.SEVEN:
            return _NOTHING if place else _LED_DEVIL
        if rank in _POWERS:
            return _POWERS[rank]
        if rank in _ABOVE:
            return 2 * _ABOVE[rank].height + 1
    return 2 * rank.height if card.suit is cards[0].suit else _NOTHING


def is_named(card: Card, chosen: Suit) -> bool:
    """Return True if a card has a name and a power. Rule 3.2."""
    return card.suit is chosen and card.rank in NAMES


def title_of(card: Card, chosen: Suit | None) -> str | None:
    """The title of a card that takes a trick, if it is one of the four highest."""
    return TITLES.get(card.rank) if card.suit is chosen else None
