"""The minimum-cost matching, against all matchings."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache

import pytest

from referee.evenings.matching import Matching, couples

NONE = 10**12
"""More than any cover costs."""


def cheapest(costs: Sequence[Mapping[int, int]]) -> int:
    """The cost of the cheapest cover, found by trying all; `NONE` or more if there is none."""

    @cache
    def least(left: frozenset[int]) -> int:
        if not left:
            return 0
        first = min(left)
        rest = left - {first}
        return min([NONE, *(costs[first][other] + least(rest - {other}) for other in rest if other in costs[first])])

    return least(frozenset(range(len(costs))))


@pytest.mark.quick(4)
@pytest.mark.parametrize("density", [0.3, 0.5, 0.8, 1])
@pytest.mark.parametrize("dearest", [1, 3, 20, 1000])
def test_of_any_graph(density: float, dearest: int, thorough: bool) -> None:
    """Some have no cover, and many have covers that cost the same."""
    for seed in range(400 if thorough else 100):
        chance = random.Random(seed)
        costs: list[dict[int, int]] = [{} for _ in range(chance.choice((0, 2, 4, 6, 8, 10)))]
        for one in range(len(costs)):
            for other in range(one):
                if chance.random() < density:
                    costs[one][other] = costs[other][one] = chance.randrange(dearest + 1)
        pairs, due = Matching(costs).pairs(), cheapest(costs)
        if pairs is None:
            assert due >= NONE
            continue
        assert sorted(each for pair in pairs for each in pair) == list(range(len(costs)))
        assert sum(costs[one][other] for one, other in pairs) == due


def pairs_of(count: int, seed: int, ties: int) -> tuple[list[tuple[int, int]], int, list[dict[int, int]], int]:
    """Couples of some who stand in order, with repeats of chance; their cost, all costs, and how many were asked."""
    chance, asked = random.Random(seed), 0
    standing = sorted(chance.randrange(1, 2 + count * 2 // ties) for _ in range(count))
    again = {(one, other): chance.choice((0, 0, 0, 1, 2)) for other in range(count) for one in range(other)}

    def extra(one: int, other: int) -> int:
        nonlocal asked
        asked += 1
        return 10**6 * again[min(one, other), max(one, other)]

    found, cost = couples(standing, extra)
    number = asked
    costs = [
        {other: (standing[one] - standing[other]) ** 2 + extra(one, other) for other in range(count) if other != one}
        for one in range(count if count <= 40 else 0)
    ]
    return found, cost, costs, number


@pytest.mark.parametrize("count", [2, 4, 6, 8, 10, 40])
def test_of_those_who_stand_in_order(count: int) -> None:
    """Although only near ones are tried at first. Of forty, against the cover of the whole graph."""
    for seed in range(60):
        found, cost, costs, _ = pairs_of(count, seed, ties=1 + seed % 5)
        assert sorted(each for pair in found for each in pair) == list(range(count))
        if count <= 10:
            assert cost == cheapest(costs)
        else:
            whole = Matching(costs).pairs() or []
            assert cost == sum(costs[one][other] for one, other in whole)


@pytest.mark.parametrize("ties", [1, 8])
def test_of_twice_as_many_not_much_more_is_asked(ties: int) -> None:
    few, many = (pairs_of(count, 1, ties)[3] for count in (200, 400))
    assert many <= 2.5 * few
