"""Picking cards: the pad of all cards, and places for some of them, in a form and in the query string."""

from collections.abc import Sequence

from referee.cards import RANKS, SUITS, Card, read_card

PAD = [(suit, [RANKS[:5:-1], RANKS[5::-1]]) for suit in reversed(SUITS)]
"""The pad's rows: of each suit seven ranks from the ace down, then six and the suit symbol."""
HOLE = "-"
"""Marks a place without a card."""
MOST_WORDS = 100
"""The maximum number of words that are read from a field."""


def read_places(text: str) -> tuple[Card | None, ...]:
    """Read cards with gaps, `7S.-.9S`. Raises RefusedError."""
    words = text.replace(".", " ").split()[:MOST_WORDS]
    return tuple(None if word == HOLE else read_card(word) for word in words)


def write_places(cards: Sequence[Card | None]) -> str:
    """Cards with gaps as text, `7S.-.9S`, without gaps at the end."""
    return ".".join(card.code if card else HOLE for card in cards).rstrip("." + HOLE)


def put(cards: tuple[Card | None, ...], card: Card, place: int | None = None) -> tuple[Card | None, ...]:
    """Put a card at a place, or at the first free one; a card that is already there is swapped."""
    places = list(cards)
    if place is None:
        if None not in places:
            return cards
        place = places.index(None)
    if card in places:
        places[places.index(card)] = places[place]
    places[place] = card
    return tuple(places)


def next_place(cards: Sequence[Card | None], at: int | None) -> int | None:
    """The place of the next card: the one that is being changed, else the first free one, if any."""
    return at if at is not None else next((place for place, card in enumerate(cards) if card is None), None)
