"""Picking cards: the pad of all cards, and places for some of them, in a form and in the query string."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import TypeVar

from referee.cards import PACK, RANKS, SUITS, Card, Rank, Suit, read_card, read_cards
from referee.faults import Fault, RefusedError

T = TypeVar("T")
PAD = [(suit, [RANKS[:5:-1], RANKS[5::-1]]) for suit in reversed(SUITS)]
"""The pad's rows: seven ranks of each suit from the ace down, then six and the suit symbol."""


@cache
def pad_of(cards: Sequence[Card]) -> list[tuple[Suit, list[list[Rank]]]]:
    """The rows of a smaller pack: two for each suit, from its highest card down."""
    rows = []
    for suit, _ in PAD:
        ranks = sorted((card.rank for card in cards if card.suit is suit), key=lambda rank: -rank.height)
        rows.append((suit, [ranks[: len(ranks) // 2], ranks[len(ranks) // 2 :]]))
    return rows


HOLE = "-"
"""Marks a place without a card."""
MOST_WORDS = 100
"""The maximum number of words read from a field."""


def read_places(text: str) -> tuple[Card | None, ...]:
    """Read cards with gaps, `7S.-.9S`. Raises RefusedError."""
    words = text.replace(".", " ").split()[:MOST_WORDS]
    return tuple(None if word == HOLE else read_card(word) for word in words)


def write_places(cards: Sequence[Card | None]) -> str:
    """Cards with gaps as text, `7S.-.9S`, without gaps at the end."""
    return ".".join(card.code if card else HOLE for card in cards).rstrip("." + HOLE)


def gone(tricks: Iterable[Sequence[Card]]) -> str:
    """A 0 or 1 for each card of the pack: whether it is in a trick. The page must not know in which."""
    played = {card for cards in tricks for card in cards}
    return "".join("01"[card in played] for card in PACK)


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


def read_picks(inputs: Mapping[str, str], number: int, what: str) -> tuple[tuple[Card | None, ...], int | None]:
    """Read the cards of a number of places, with newly tapped or typed ones; and the place that is being changed.

    `what` says how many cards there are: `A trick is four cards`. Raises RefusedError.
    """
    cards, at = read_places(inputs.get("cards", "")), _place(inputs.get("at", ""), number)
    if len(cards) > number:
        raise RefusedError(Fault("too-many-cards", f"{what}, not {len(cards)} cards."))
    cards = (*cards, *[None] * (number - len(cards)))
    for card in read_cards(" ".join((inputs.get("card", ""), inputs.get("typed", "")))):
        if at is None and None not in cards:
            raise RefusedError(Fault("too-many-cards", "Every place has a card. Choose one to change first."))
        cards, at = put(cards, card, at), None
    if inputs.get("pick"):
        at = _place(inputs["pick"], number)
    return cards, at


def read_what_can_be(read: Callable[[Mapping[str, str]], T], inputs: Mapping[str, str]) -> tuple[T, list[str]]:
    """Read the valid part of a question about cards; returns it with the errors of the rest."""
    errors: list[str] = []
    for spoilt in ((), ("card", "typed"), ("card", "typed", "cards")):
        try:
            return read({name: text for name, text in inputs.items() if name not in spoilt}), errors
        except RefusedError as refused:
            errors = errors or [fault.text for fault in refused.faults]
    raise AssertionError("without its cards a question can always be read")


def unknown_words(inputs: Mapping[str, str], known: Mapping[str, Collection[str]]) -> list[str]:
    """Errors for the fields of a question whose word is none that is known; empty fields name none."""
    return [
        f"{name}: “{inputs[name][:20]}” is not one of {', '.join(words)}."
        for name, words in known.items()
        if inputs.get(name) and inputs[name] not in words
    ]


def _place(text: str, number: int) -> int | None:
    return int(text) if text in tuple(map(str, range(number))) else None
