"""The count of a hand or crib with the starter: every set that scores, and the near misses. Rules 4.2 to 4.8.

Also the points that the last card of a running count pegs. Rules 3.6 to 3.8.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from itertools import combinations
from typing import NamedTuple

from referee.cards import Card, Rank
from referee.faults import Fault, RefusedError
from referee.games.cribbage.items import RUNS, Item, Items, Worth, is_run, place_of, value_of

TOTALS = (*range(19), *range(20, 25), 28, 29)
"""The totals that a hand or crib can have. Rule 4.7."""
FIVE = 5
"""The number of cards that count: the four of a hand or crib, and the starter."""
MOST = 31
"""The highest running count. Rule 3.1."""
_PAIRS = {2: (Item.PAIR, 2), 3: (Item.PAIR_ROYAL, 6), 4: (Item.DOUBLE_PAIR_ROYAL, 12)}


class CardSet(NamedTuple):
    """A set of cards that scores."""

    item: Item
    cards: tuple[Card, ...]
    points: int


class Why(Enum):
    """Reasons why some cards that look like a set do not score. Rule 4.8."""

    CRIB_FLUSH = "crib-flush"
    FLUSH_WITH_STARTER = "flush-with-starter"
    HEELS = "heels"
    CORNER = "corner"


class NotCounted(NamedTuple):
    """Some cards that look like a set, and why they do not score."""

    why: Why
    cards: tuple[Card, ...]


class Count(NamedTuple):
    """The count of a hand or crib."""

    sets: tuple[CardSet, ...]
    """The sets in the order fifteens, runs, pairs, flush, nobs; smaller ones first, then by the cards' places."""
    items: Items
    points: int


def count(four: Sequence[Card], starter: Card, crib: bool = False) -> Count:
    """The count of the four cards of a hand or crib with the starter. Rules 4.2 to 4.6."""
    sets = tuple(_sets(tuple(four), starter, crib))
    items: dict[Item, Worth] = {}
    for each in sets:
        before = items.get(each.item, Worth(0, 0))
        items[each.item] = Worth(before.count + 1, before.points + each.points)
    return Count(sets, items, sum(each.points for each in sets))


def _sets(four: tuple[Card, ...], starter: Card, crib: bool) -> Iterator[CardSet]:
    five = (*four, starter)
    for cards in _chosen(five, range(2, FIVE + 1), lambda cards: value_of(cards) == 15):
        yield CardSet(Item.FIFTEEN, cards, 2)
    for length in (5, 4, 3):
        runs = list(_chosen(five, [length], is_run))
        yield from (CardSet(RUNS[length], cards, length) for cards in runs)
        if runs:
            break
    for pair in _chosen(five, [2], lambda cards: cards[0].rank is cards[1].rank):
        yield CardSet(Item.PAIR, pair, 2)
    flush = _flush(four, starter, crib)
    if flush:
        yield CardSet(Item.FLUSH, flush, len(flush))
    for card in four:
        if card.rank is Rank.JACK and card.suit is starter.suit:
            yield CardSet(Item.NOBS, (card,), 1)


def _chosen(
    five: tuple[Card, ...], sizes: Sequence[int], scores: Callable[[tuple[Card, ...]], bool]
) -> Iterator[tuple[Card, ...]]:
    return (cards for size in sizes for cards in combinations(five, size) if scores(cards))


def _flush(four: tuple[Card, ...], starter: Card, crib: bool) -> tuple[Card, ...]:
    """The cards of the flush, if there is one. Rule 4.5."""
    if len({card.suit for card in four}) > 1:
        return ()
    if starter.suit is four[0].suit:
        return (*four, starter)
    return () if crib else four


def not_counted(four: Sequence[Card], starter: Card, crib: bool = False) -> Iterator[NotCounted]:
    """Yield the cards that look as if they scored and do not. Rule 4.8."""
    five = (*four, starter)
    like_starter = tuple(card for card in five if card.suit is starter.suit)
    if crib and len({card.suit for card in four}) == 1 and four[0].suit is not starter.suit:
        yield NotCounted(Why.CRIB_FLUSH, tuple(four))
    if len(like_starter) == 4:
        yield NotCounted(Why.FLUSH_WITH_STARTER, like_starter)
    if starter.rank is Rank.JACK:
        yield NotCounted(Why.HEELS, (starter,))
    corner = tuple(card for card in five if place_of(card) in (0, 1, 11, 12))
    if len({0, 12} & {place_of(card) for card in corner}) == 2 and {1, 11} & {place_of(card) for card in corner}:
        yield NotCounted(Why.CORNER, corner)


def check(four: Sequence[Card], starter: Card | None) -> Card:
    """The starter of a hand that can be counted.

    Raises RefusedError unless these are four different cards and a starter.
    """
    if len(four) != 4 or starter is None:
        given = f"{len(four)} and {'a' if starter else 'no'} starter"
        raise RefusedError(Fault("not-a-hand", f"A hand is four cards and a starter, not {given}."))
    refuse_twice((*four, starter))
    return starter


def refuse_twice(cards: Sequence[Card]) -> None:
    """Raise RefusedError if a card occurs twice: there is one of each (1.2)."""
    faults = [
        Fault("card-twice", f"The {card.name} is there twice.", (card.code,))
        for place, card in enumerate(cards)
        if card in cards[:place]
    ]
    if faults:
        raise RefusedError(*faults)


def pegging(cards: Sequence[Card]) -> Items:
    """Return the items that the last of the cards of one count pegs, without `go` and `last`. Rules 3.6 to 3.8."""
    items: dict[Item, Worth] = {}
    total = value_of(cards)
    if total in (15, MOST):
        items[Item.FIFTEEN if total == 15 else Item.THIRTY_ONE] = Worth(1, 2)
    alike = 1
    while alike < min(len(cards), 4) and cards[-alike - 1].rank is cards[-1].rank:
        alike += 1
    if alike in _PAIRS:
        item, points = _PAIRS[alike]
        items[item] = Worth(1, points)
    longest = next((length for length in range(min(len(cards), 7), 2, -1) if is_run(cards[-length:])), 0)
    if longest:
        items[RUNS[longest]] = Worth(1, longest)
    return items


def check_play(cards: Sequence[Card]) -> None:
    """Raise RefusedError unless these can be the cards of one count: some, all different, and not past 31."""
    if not cards:
        raise RefusedError(Fault("no-card", "There is no card to play: name at least one."))
    refuse_twice(cards)
    total = value_of(cards)
    if total > MOST:
        raise RefusedError(Fault("past-31", f"These count {total}, which is {total - MOST} past 31."))
