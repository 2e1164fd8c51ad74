"""Playing cards: suits, ranks, and reading and writing card codes. The same for every game."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from string import ascii_lowercase, ascii_uppercase

from referee.faults import Fault, RefusedError


class Suit(Enum):
    """A suit; its value is an index and has nothing to do with its strength."""

    DIAMONDS = 0
    HEARTS = 1
    SPADES = 2
    CLUBS = 3

    # Members are singletons and keys in hot paths: the identity hash is faster than Enum's.
    __hash__ = object.__hash__

    def __init__(self, place: int) -> None:
        self.letter = "DHSC"[place]
        self.symbol = "♦♥♠♣"[place]
        self.singular = ("diamond", "heart", "spade", "club")[place]
        self.plural = self.singular + "s"


SUITS = tuple(Suit)


class Rank(Enum):
    """A rank; its value is its height with the ace high, from 0 (two) to 12 (ace)."""

    TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)

    def __init__(self, height: int) -> None:
        self.height = height
        self.letter = "23456789TJQKA"[height]
        self.sign = "10" if self.letter == "T" else self.letter
        self.word = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}.get(self.letter, self.sign)
        self.pips = 1 if self.letter == "A" else min(height + 2, 10)


RANKS = tuple(Rank)


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One of the 52 cards. Each is a singleton: get it from `PACK` or `read_card`."""

    rank: Rank
    suit: Suit
    code: str
    """Rank and suit as two letters, `TD`."""
    text: str
    """As shown to people, `10♦`."""
    name: str
    """As read aloud, `10 of diamonds`."""

    def __reduce__(self) -> tuple[Callable[[str], "Card"], tuple[str]]:
        """Unpickle to the singleton."""
        return read_card, (self.code,)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.code


def _card(rank: Rank, suit: Suit) -> Card:
    return Card(rank, suit, rank.letter + suit.letter, rank.sign + suit.symbol, f"{rank.word} of {suit.plural}")


PACK = tuple(_card(rank, suit) for suit in SUITS for rank in RANKS)
_BY_CODE = {card.code: card for card in PACK}
_JACKS = {suit: _BY_CODE["J" + suit.letter] for suit in SUITS}
_SPELLINGS = str.maketrans({"♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S", "♣": "C", "♧": "C"})
_VARIATION_SELECTORS = str.maketrans({"\ufe0e": None, "\ufe0f": None})
_CAPITALS = str.maketrans(ascii_lowercase, ascii_uppercase)


def jack_of(suit: Suit) -> Card:
    """The jack of a suit."""
    return _JACKS[suit]


def read_card(text: str) -> Card:
    """Read one card in any usual spelling: `TD`, `10D`, `td`, `10♦`, `T♢`. Folds ASCII letters only.

    Raises RefusedError naming the word that is not a card.
    """
    card = _BY_CODE.get(text)
    if card is not None:
        return card
    plain = text.strip().translate(_VARIATION_SELECTORS).translate(_SPELLINGS).translate(_CAPITALS)
    if plain.startswith("10"):
        plain = "T" + plain[2:]
    card = _BY_CODE.get(plain)
    if card is None:
        raise RefusedError(
            Fault("not-a-card", f"“{text.strip()[:40]}” is not a card: write rank and suit, as in 7S, 10D or QH.")
        )
    return card


MOST_FAULTS = 20
"""The maximum number of invalid words that a refusal names."""


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces, commas or dots.

    Raises RefusedError naming up to `MOST_FAULTS` words that are not cards.
    """
    cards: list[Card] = []
    faults: list[Fault] = []
    for word in text.replace(",", " ").replace(".", " ").split():
        try:
            cards.append(read_card(word))
        except RefusedError as refused:
            faults.extend(refused.faults)
            if len(faults) >= MOST_FAULTS:
                break
    if faults:
        raise RefusedError(*faults)
    return tuple(cards)


def codes(cards: Iterable[Card]) -> list[str]:
    """The codes of some cards, in order."""
    return [card.code for card in cards]


def listed(cards: Iterable[Card]) -> str:
    """Some cards as shown to people, `7♠ A♠ 9♠`."""
    return " ".join(card.text for card in cards)


_SIGNS = {suit.symbol: suit for suit in SUITS}
_NAMES = {card.text: card.name for card in PACK}
_CARD = r"(?<!\w)(?:10|[2-9JQKA])[♦♥♠♣]"
_SHOWN = re.compile(rf"{_CARD}(?P<more>(?:[ –]{_CARD})*)|[♦♥♠♣]")
_EACH = re.compile(_CARD)


def in_names(text: str) -> str:
    """A text for voices, with its cards and suits in words: `7♠ A♠` is `7 of spades, ace of spades`."""
    return _SHOWN.sub(_named, text.translate(_VARIATION_SELECTORS))


def _named(match: re.Match[str]) -> str:
    if match[0] in _SIGNS:
        return _SIGNS[match[0]].plural
    names = [_NAMES[each] for each in _EACH.findall(match[0])]
    return (" to " if "–" in match["more"] else ", ").join(names)


def read_suit(text: str) -> Suit:
    """Read a suit by its letter, sign or word. Raises RefusedError."""
    plain = text.strip().translate(_VARIATION_SELECTORS).translate(_SPELLINGS).lower()
    for suit in SUITS:
        if plain in (suit.letter.lower(), suit.singular, suit.plural):
            return suit
    raise RefusedError(Fault("not-a-suit", f"“{text.strip()[:40]}” is not a suit: name S, H, D or C."))
