"""The best seats, against a brute-force search for up to ten players."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import combinations

import pytest

from referee.evenings.movements import next_round
from referee.evenings.rounds import Round, Shape, Table, Unit
from tests.core.test_growth import calls_of
from tests.evenings.test_movements import ALONE, FOUR, TWO, opponents, partners, people


def ways(units: list[Unit], sizes: list[int]) -> Iterator[list[tuple[Unit, ...]]]:
    """All ways to share units out to tables."""
    if not units:
        yield []
        return
    first, *rest = units
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for others in combinations(rest, size - 1):
            for more in ways([unit for unit in rest if unit not in others], left):
                yield [(first, *others), *more]


def sided(shape: Shape, table: Sequence[Unit]) -> list[Table]:
    """All ways to make sides of a table."""
    if shape.size == 1:
        return [tuple((unit,) for unit in table)]
    a, *others = table
    return [((a, mate), tuple(each for each in others if each != mate)) for mate in others]


def cost(shape: Shape, tables: list[Table], before: list[Round], places: dict[Unit, int]) -> int:
    """Repeats first, by number and then by how often; then how far a table's players are apart in the standings."""
    seats = [Round(tuple(tables))]
    met, counted = opponents(before), partners if shape.size == 2 else opponents
    known = counted(before) if not shape.most else Counter()
    again = [known[couple] for couple in counted(seats) if known[couple]]
    total = sum(10**9 + 10**6 * times**2 for times in again)
    if shape.size == 2 or shape.most:
        total += (1 if places else 1000) * sum(met[couple] ** 2 for couple in opponents(seats))
    for table in tables:
        stand = [places.get(unit, 0) for side in table for unit in side]
        total += (max(stand) - min(stand)) ** 2
    return total


def best(shape: Shape, units: list[Unit], sizes: list[int], before: list[Round], places: dict[Unit, int]) -> int:
    """The cost of the cheapest round, found by trying all. Each table is in many of them."""

    @cache
    def cheapest(table: tuple[Unit, ...]) -> int:
        return min(cost(shape, [sides], before, places) for sides in sided(shape, table))

    return min(sum(map(cheapest, tables)) for tables in ways(units, sizes))


@pytest.mark.quick(6)
@pytest.mark.parametrize("shape", [TWO, FOUR, ALONE])
@pytest.mark.parametrize("count", range(4, 11))
@pytest.mark.parametrize("is_ranked", [True, False])
def test_no_round_would_be_better(shape: Shape, count: int, is_ranked: bool, thorough: bool) -> None:
    """Of rounds before that were seated by chance, so that there are repeats of all kinds."""
    sizes = shape.tables(count)
    for seed in range(6 if thorough else 2):
        chance, units = random.Random(f"{seed} {count}"), people(count)
        before = list[Round]()
        for _ in range(chance.randrange(1, 7)):
            drawn = chance.sample(units, count)
            tables = [[drawn.pop() for _ in range(size)] for size in sizes]
            before.append(Round(tuple(chance.choice(sided(shape, table)) for table in tables), tuple(drawn)))
        places = {unit: chance.randrange(1, count + 1) for unit in units} if is_ranked else {}
        if not is_ranked:  # No published movement goes on.
            before.append(before[0])
        found = next_round(shape, units, before, seed, places or None)
        seated = [unit for unit in units if unit not in found.out]
        assert sorted(len([unit for side in table for unit in side]) for table in found.tables) == sorted(sizes)
        assert cost(shape, list(found.tables), before, places) == best(shape, seated, sizes, before, places)


def test_the_leader_does_not_meet_the_seventh_again() -> None:
    """Eight players after three rounds: somebody with four points has not met the leader yet."""
    names = "Cleo Gus Ben Emil Hal Ada Fay Dora".split()
    cleo, gus, ben, emil, hal, ada, fay, dora = units = [(name,) for name in names]

    def seats(*pairs: tuple[Unit, Unit]) -> Round:
        return Round(tuple(((one,), (other,)) for one, other in pairs))

    before = [
        seats((cleo, ben), (gus, hal), (emil, ada), (fay, dora)),
        seats((cleo, emil), (gus, fay), (ben, ada), (hal, dora)),
        seats((cleo, hal), (gus, ada), (ben, dora), (emil, fay)),
    ]
    places: dict[Unit, int] = dict(zip(units, (1, 2, 2, 2, 5, 5, 5, 8), strict=True))
    found = next_round(TWO, units, before, 1, places)
    met = opponents([found])
    assert not met.keys() & opponents(before).keys()
    assert met[frozenset((cleo, gus))]


@pytest.mark.quick(2)
@pytest.mark.parametrize("shape", [TWO, FOUR, ALONE])
@pytest.mark.parametrize("is_ranked", [True, False])
def test_twice_as_many_are_seated_with_twice_the_work(shape: Shape, is_ranked: bool) -> None:
    """The book waits while a round is seated."""
    few, many = (calls_of(partial(seat_four_rounds, shape, is_ranked, number)) for number in (200, 400))
    assert many < 2.5 * few


def seat_four_rounds(shape: Shape, is_ranked: bool, number: int) -> None:
    chance, units, played = random.Random(1), people(number), list[Round]()
    points = dict.fromkeys(units, 0)
    for done in range(4):
        ranks = {score: at for at, score in reversed([*enumerate(sorted(points.values(), reverse=True), 1)])}
        places = {unit: ranks[score] for unit, score in points.items()} if is_ranked and done else None
        here = units[done:]  # No published movement goes on.
        played.append(next_round(shape, here, played, done, places))
        for unit in units:
            points[unit] += chance.randrange(3)
