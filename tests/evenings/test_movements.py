"""Seats of an evening: published movements are as printed, and computed ones are as fair as possible."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest

from referee.evenings.matching import Matching
from referee.evenings.movements import next_round
from referee.evenings.plans import circle, whist
from referee.evenings.rounds import Round, Shape, Unit

FOUR, TWO, ALONE = Shape(2, 2), Shape(2), Shape(4, 1, 3, 6)
KNOWN = [count for count in range(4, 60) if whist(count)]


def people(count: int) -> list[Unit]:
    return [(f"P{number:02}",) for number in range(count)]


def partners(rounds: list[Round]) -> Counter[frozenset[Unit]]:
    """The number of times that two were partners, counted apart."""
    return Counter(frozenset(side) for each in rounds for table in each.tables for side in table if len(side) == 2)


def opponents(rounds: list[Round]) -> Counter[frozenset[Unit]]:
    found = Counter[frozenset[Unit]]()
    for each in rounds:
        for table in each.tables:
            sides = [(unit, number) for number, side in enumerate(table) for unit in side]
            found.update(frozenset((a, b)) for (a, x), (b, y) in combinations(sides, 2) if x != y)
    return found


@pytest.mark.parametrize("count", KNOWN)
def test_whist_movements(count: int) -> None:
    """Everybody is everybody's partner once, and opponent twice; where one sits out, each does so once."""
    plan = whist(count)
    with_one, against, out = Counter[frozenset[int]](), Counter[frozenset[int]](), Counter[int]()
    for each in plan:
        seated = [number for table in each.tables for side in table for number in side]
        assert sorted([*seated, *each.out]) == list(range(count))
        out.update(each.out)
        for (a, b), (c, d) in each.tables:
            with_one.update((frozenset((a, b)), frozenset((c, d))))
            against.update(frozenset(pair) for pair in ((a, c), (a, d), (b, c), (b, d)))
    pairs = {frozenset(pair) for pair in combinations(range(count), 2)}
    assert with_one == Counter(dict.fromkeys(pairs, 1))
    assert against == Counter(dict.fromkeys(pairs, 2))
    assert set(out.values()) <= {1}
    assert len(out) == (count if count % 2 else 0)


def test_which_whist_movements_are_known() -> None:
    """All numbers of full tables, and of one more, up to forty."""
    assert {count for count in KNOWN if count <= 40} == {count for count in range(4, 41) if count % 4 in (0, 1)}


@pytest.mark.quick(12)
@pytest.mark.parametrize("count", range(2, 40))
def test_the_circle(count: int) -> None:
    met = Counter[frozenset[int]]()
    for each in circle(count):
        seated = [number for table in each.tables for side in table for number in side]
        assert sorted([*seated, *each.out]) == list(range(count))
        met.update(frozenset((a, b)) for (a,), (b,) in each.tables)
    assert met == Counter({frozenset(pair): 1 for pair in combinations(range(count), 2)})


def evening(shape: Shape, seed: int, count: int, rounds: int, changes: bool) -> list[Round]:
    """The rounds of an evening to which some come late, and which some leave."""
    chance, here, later = random.Random(seed), people(count), people(count + 6)[count:]
    played = list[Round]()
    for number in range(rounds):
        if changes and number and chance.random() < 0.5:
            here.remove(chance.choice(here))
        if changes and number and later and chance.random() < 0.6:
            here.append(later.pop())
        played.append(next_round(shape, here, played, seed + number))
        assert sorted(played[-1].units) == sorted(here)
        must_have_no_repeat_that_need_not_be(shape, played)
    return played


def must_have_no_repeat_that_need_not_be(shape: Shape, played: list[Round]) -> None:
    """In the last round as few partners as possible were partners before; or, one against one, opponents."""
    if shape.most:
        return
    counted = partners if shape.size == 2 else opponents
    before, now = counted(played[:-1]), counted(played[-1:])
    seated = [unit for unit in played[-1].units if unit not in played[-1].out]
    graph = [
        {b: int(before[frozenset((one, other))] > 0) for b, other in enumerate(seated) if other != one}
        for one in seated
    ]
    pairs = Matching(graph).pairs()
    assert pairs is not None
    assert sum(bool(before[couple]) for couple in now) == sum(graph[one][other] for one, other in pairs)


@pytest.mark.parametrize("seed", range(3))
def test_a_drive_of_ten_tables(seed: int) -> None:
    """Forty players and eight rounds, with people who come late and who leave."""
    played = evening(FOUR, seed, 40, 8, changes=True)
    assert max(partners(played).values()) == 1
    must_share_sitting_out(played)


@pytest.mark.quick(8)
@pytest.mark.parametrize("count", range(4, 24))
@pytest.mark.parametrize("changes", [False, True])
def test_any_number_of_players(count: int, changes: bool) -> None:
    played = evening(FOUR, count, max(count, 9) if changes else count, 8, changes)
    must_share_sitting_out(played)
    if not changes and count >= 12:
        assert max(partners(played).values()) == 1


@pytest.mark.parametrize("count", range(2, 20))
@pytest.mark.parametrize("changes", [False, True])
def test_one_against_one(count: int, changes: bool) -> None:
    played = evening(TWO, count, max(count, 8) if changes else count, 7, changes)
    must_share_sitting_out(played)


@pytest.mark.quick(5)
@pytest.mark.parametrize("count", range(3, 26))
def test_each_alone(count: int) -> None:
    """At tables of three to six nobody sits out, and the tables differ by one at most."""
    for each in evening(ALONE, count, count, 4, changes=False):
        sizes = [len(table) for table in each.tables]
        assert not each.out
        assert 3 <= min(sizes) <= max(sizes) <= min(sizes) + 1 <= 7
        assert max(sizes) <= 6


def must_share_sitting_out(played: list[Round]) -> None:
    """Of those who are there from the first round to the last, nobody sits out twice more than another."""
    always = set(played[0].units).intersection(*(each.units for each in played))
    times = [sum(unit in each.out for each in played) for unit in always]
    assert max(times) - min(times) <= 1
    for each, after in pairwise(played):
        if len(after.units) >= 2 * len(after.out):
            assert not set(each.out) & set(after.out)


def test_those_who_stand_alike_meet() -> None:
    units = people(8)
    first = next_round(TWO, units, [], 1)
    order = [side[0] for table in first.tables for side in table]
    second = next_round(TWO, units, [first], 1, {unit: place for place, unit in enumerate(order)})
    assert not set(opponents([first])) & set(opponents([second]))
    places = [sorted(order.index(side[0]) for side in table) for table in second.tables]
    assert all(abs(a - b) <= 3 for a, b in places)


def test_a_table_has_too_few() -> None:
    with pytest.raises(ValueError, match="too few"):
        next_round(FOUR, people(3), [], 1)


def test_who_comes_back_has_sat_out_as_often_as_the_others() -> None:
    """Somebody who left after the first round, and is back after the eighth, does not sit out round after round."""
    units, played = people(9), list[Round]()
    away = next_round(FOUR, units, [], 1).tables[0][0][0]
    for number in range(14):
        here = [unit for unit in units if unit != away or number not in range(1, 8)]
        played.append(next_round(FOUR, here, played, number))
    since = [away in each.out for each in played[8:]]
    assert sum(since) <= 1
    others = [sum(unit in each.out for each in played[8:]) for unit in units]
    assert max(others) - min(others) <= 1
