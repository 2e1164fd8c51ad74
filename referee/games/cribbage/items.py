"""Items that score in cribbage, and the order and values of the cards. Rules 1.2, 1.3, 3.6 and 4.1."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from referee.cards import Card


class Item(Enum):
    """Something that pegs; the value is its name in files."""

    HEELS = "heels"
    FIFTEEN = "fifteen"
    THIRTY_ONE = "thirty-one"
    RUN_3, RUN_4, RUN_5, RUN_6, RUN_7 = (f"run-{length}" for length in range(3, 8))
    PAIR = "pair"
    PAIR_ROYAL = "pair-royal"
    DOUBLE_PAIR_ROYAL = "double-pair-royal"
    FLUSH = "flush"
    NOBS = "nobs"
    GO = "go"
    LAST = "last"

    # Members are singletons and keys in hot paths: the identity hash is faster than Enum's.
    __hash__ = object.__hash__


RUNS = {3: Item.RUN_3, 4: Item.RUN_4, 5: Item.RUN_5, 6: Item.RUN_6, 7: Item.RUN_7}
"""The item of a run by its length."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The number of times that an item occurs, and its points in all."""

    count: int
    points: int


Items = Mapping[Item, Worth]
NOTHING: Items = {}


def points_of(items: Items) -> int:
    """The points of some items together."""
    return sum(worth.points for worth in items.values())


def place_of(card: Card) -> int:
    """The place of a card's rank in the order of rule 1.2, from 0 (ace, the lowest) to 12 (king)."""
    return (card.rank.height + 1) % 13


def value_of(cards: Sequence[Card]) -> int:
    """Return the count of some cards together. Rule 1.3."""
    return sum(card.rank.pips for card in cards)


def is_run(cards: Sequence[Card]) -> bool:
    """Return True if the cards are consecutive ranks, in any order; a king has no next rank. Rules 3.8 and 4.3."""
    places = {place_of(card) for card in cards}
    return len(places) == len(cards) and max(places) - min(places) == len(cards) - 1
