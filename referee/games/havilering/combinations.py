"""The combinations of a trick's cards, and sets that only look like one. Rules 4.1 to 4.10.

The combinations depend only on the set of cards. Jack Havel and the last trick, which depend on more, are added in
`tricks`.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import combinations as choose
from typing import NamedTuple

from referee.cards import RANKS, Card


class Item(Enum):
    """Something a trick can score, in the order of rule 4.1; the value is its name in files and forms."""

    FLUSH = "flush"
    FIFTEEN = "fifteen"
    THIRTY_ONE = "thirty-one"
    PAIR = "pair"
    PRIAL = "prial"
    DOUBLE_PRIAL = "double-prial"
    RUN_3 = "run-3"
    RUN_4 = "run-4"
    RUNNING_FLUSH_3 = "running-flush-3"
    RUNNING_FLUSH_4 = "running-flush-4"
    JACK_HAVEL = "jack-havel"
    LAST = "last"

    # Members are singletons and keys in hot paths: the identity hash is faster than Enum's.
    __hash__ = object.__hash__


PUBLISHED_VALUES = {
    Item.FLUSH: 1,
    Item.FIFTEEN: 1,
    Item.THIRTY_ONE: 3,
    Item.PAIR: 2,
    Item.PRIAL: 9,
    Item.DOUBLE_PRIAL: 12,
    Item.RUN_3: 3,
    Item.RUN_4: 9,
    Item.RUNNING_FLUSH_3: 4,
    Item.RUNNING_FLUSH_4: 10,
    Item.LAST: 2,
}
"""The points of rule 4.1. Jack Havel's depend on his winner (4.11), so they are in `Values`."""


class Combination(NamedTuple):
    """A set of a trick's cards that is a combination, or looks like one."""

    item: Item
    cards: tuple[Card, ...]
    beaten_by: Item | None = None
    """The greater combination that replaces it (4.8 to 4.10), or None."""
    lacks: str = ""
    """The flaw that keeps a near miss from being the combination; see `near_misses`."""

    @property
    def scores(self) -> bool:
        """True if it counts."""
        return self.beaten_by is None and not self.lacks

    @property
    def rule(self) -> str:
        """The number of the rule by which it counts or does not count."""
        if self.beaten_by is None:
            return _RULES[self.item]
        if self.item in (Item.PAIR, Item.PRIAL):
            return "4.8"
        return "4.9" if len(self.cards) == 3 and self.beaten_by is not Item.RUNNING_FLUSH_3 else "4.10"


_RULES = {
    Item.FLUSH: "4.2",
    Item.FIFTEEN: "4.3",
    Item.THIRTY_ONE: "4.4",
    Item.PAIR: "4.5",
    Item.PRIAL: "4.5",
    Item.DOUBLE_PRIAL: "4.5",
    Item.RUN_3: "4.6",
    Item.RUN_4: "4.6",
    Item.RUNNING_FLUSH_3: "4.7",
    Item.RUNNING_FLUSH_4: "4.7",
    Item.JACK_HAVEL: "4.11",
    Item.LAST: "4.12",
}


def combinations(cards: Sequence[Card]) -> tuple[Combination, ...]:
    """Every combination among the four cards of a trick, and every set that looks like one but does not score.

    The result does not depend on the order of the cards, except that each set lists its cards in that order.
    """
    return (*_flush(cards), *_counts(cards), *_of_a_rank(cards), *_runs(cards))


def _one_suit(cards: Sequence[Card]) -> bool:
    first = cards[0].suit
    return all(card.suit is first for card in cards)


def _flush(cards: Sequence[Card]) -> Iterator[Combination]:
    """Rule 4.2."""
    if _one_suit(cards):
        yield Combination(Item.FLUSH, tuple(cards))


def _counts(cards: Sequence[Card]) -> Iterator[Combination]:
    """Rules 4.3 and 4.4: sets that count fifteen, and four cards that count thirty-one."""
    totals = counts(cards)
    for places, total in zip(PLACES, totals, strict=True):
        if total == 15:
            yield Combination(Item.FIFTEEN, tuple(cards[place] for place in places))
    if totals[-1] == 31:
        yield Combination(Item.THIRTY_ONE, tuple(cards))


def counts(cards: Sequence[Card]) -> tuple[int, ...]:
    """The sums of all sets of two to four cards, in the order of `PLACES` (4.3)."""
    a, b, c, d = (card.rank.pips for card in cards)
    return a + b, a + c, a + d, b + c, b + d, c + d, a + b + c, a + b + d, a + c + d, b + c + d, a + b + c + d


PLACES = tuple(places for size in (2, 3, 4) for places in choose(range(4), size))


def _of_a_rank(cards: Sequence[Card]) -> Iterator[Combination]:
    """Rules 4.5 and 4.8: of equal ranks only the largest set scores."""
    by_rank: dict[int, list[Card]] = {}
    for card in cards:
        by_rank.setdefault(card.rank.height, []).append(card)
    if len(by_rank) == 4:
        return
    for alike in by_rank.values():
        item = _ALIKE.get(len(alike))
        if item is None:
            continue
        yield Combination(item, tuple(alike))
        for size in range(2, len(alike)):
            for fewer in choose(alike, size):
                yield Combination(_ALIKE[size], fewer, beaten_by=item)


_ALIKE = {2: Item.PAIR, 3: Item.PRIAL, 4: Item.DOUBLE_PRIAL}


def _runs(cards: Sequence[Card]) -> Iterator[Combination]:
    """Rules 4.6, 4.7, 4.9 and 4.10: with a run of four, no run of three scores; a running flush is not also a run."""
    heights = [1 << card.rank.height for card in cards]
    if sum(heights) in _CONSECUTIVE[4] and len(set(heights)) == 4:
        greatest = Item.RUNNING_FLUSH_4 if _one_suit(cards) else Item.RUN_4
        yield Combination(greatest, tuple(cards))
        if greatest is Item.RUNNING_FLUSH_4:
            yield Combination(Item.RUN_4, tuple(cards), beaten_by=greatest)
        for three in _threes(cards, heights):
            yield Combination(Item.RUNNING_FLUSH_3 if _one_suit(three) else Item.RUN_3, three, beaten_by=greatest)
        return
    suited = []
    for three in _threes(cards, heights):
        if _one_suit(three):
            suited.append(three)
        else:
            yield Combination(Item.RUN_3, three)
    for three in suited:
        yield Combination(Item.RUNNING_FLUSH_3, three)
        yield Combination(Item.RUN_3, three, beaten_by=Item.RUNNING_FLUSH_3)


def _threes(cards: Sequence[Card], heights: Sequence[int]) -> Iterator[tuple[Card, ...]]:
    for i, j, k in _TRIPLES:
        if heights[i] | heights[j] | heights[k] in _CONSECUTIVE[3]:
            yield cards[i], cards[j], cards[k]


_TRIPLES = tuple(choose(range(4), 3))
# Runs as bit masks of ranks. The ranks form a circle, so a run can begin with any rank.
_CONSECUTIVE = {
    length: frozenset(sum(1 << (first + step) % 13 for step in range(length)) for first in range(len(RANKS)))
    for length in (3, 4)
}
