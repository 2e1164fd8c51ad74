"""Tricks of four cards and sets of four, up to the names of suits that are alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, cycle, pairwise, permutations, product
from math import factorial, prod

SIZES = ((4, 0, 0, 0), (3, 1, 0, 0), (2, 2, 0, 0), (2, 1, 1, 0), (1, 1, 1, 1))
"""The numbers of cards of each suit in a set of four."""


def tricks(led: str, ranks: str, named: str, others: str) -> Iterator[tuple[str, ...]]:
    """The ordered tricks led with a card; of the suits but the named one, a new one is the next of `others`."""

    def longer(cards: tuple[str, ...], used: int) -> Iterator[tuple[str, ...]]:
        for suit in named + others[: used + 1]:
            for rank in ranks:
                if (card := rank + suit) not in cards:
                    if len(cards) == 3:
                        yield (*cards, card)
                    else:
                        yield from longer((*cards, card), used + (suit not in named + others[:used]))

    yield from longer((led,), int(led[1] != named))


def namings(cards: tuple[str, ...], named: str) -> int:
    """The number of ordered tricks that a pattern stands for: ways to name its suits but the named one."""
    return (1, 3, 6, 6)[len({card[1] for card in cards} - {named})]


def sets(ranks: str, suits: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """The sets of four cards up to the names of all suits, which take turns, and how many each stands for."""
    names = cycle(permutations(suits))
    for sizes in SIZES:
        for held in product(*(list(combinations(ranks, size)) for size in sizes)):
            if all(one <= other for (one, other) in pairwise(held) if len(one) == len(other)):
                cards = tuple(rank + suit for each, suit in zip(held, next(names), strict=True) for rank in each)
                yield cards, factorial(4) // prod(map(factorial, Counter(held).values()))
