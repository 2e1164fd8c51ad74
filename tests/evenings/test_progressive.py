"""Movements of whist drives as docs/evening.md describes them; fixed tables."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest

from referee.evenings.actions import Begin, Come, Enter, EveningSetup, Fix, Length, Movement, Score
from referee.evenings.evening import Evening, fold
from referee.evenings.rounds import Shape, Unit

FOUR = Shape(2, 2)
NOW = datetime(2026, 6, 20, 21, 0, tzinfo=UTC)
KINDS = [each for each in Movement if each.has_kinds]


def opened(movement: Movement, ladies: int, gents: int, shape: Shape = FOUR) -> Evening:
    setup = EveningSetup("Drive", "havilering", shape, False, movement, Length.HANDS, 1)
    first, second = (
        tuple((f"{kind}{at:02}",) for at in range(count)) for kind, count in (("L", ladies), ("G", gents))
    )
    return fold(setup, [Come(first), Come(second, 1)])


def round_of(evening: Evening, chance: random.Random) -> Evening:
    seats = evening.seated(chance.randrange(999), evening.by_hand, {})
    first = 100 * len(evening.rounds)
    evening = evening.step(Begin(seats, tuple(range(first, first + len(seats.tables))), NOW))
    for table in range(len(seats.tables)):
        points = chance.sample(range(1, 26), 2)
        evening = evening.step(Enter(len(evening.rounds) - 1, table, tuple(map(Score, points))))
    return evening


def places(evening: Evening, number: int) -> dict[Unit, tuple[int, bool]]:
    """The table of each in a round, and whether it won there."""
    found = dict[Unit, tuple[int, bool]]()
    for table, sides in enumerate(evening.rounds[number].tables):
        scores = evening.by_hand[number, table]
        for side, units in enumerate(sides):
            found |= dict.fromkeys(units, (table, scores[side].points > scores[1 - side].points))
    return found


@pytest.mark.parametrize("movement", KINDS)
@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2)])
@pytest.mark.parametrize("tables", [1, 2, 6])
def test_everybody_moves_as_said(movement: Movement, shape: Shape, tables: int) -> None:
    if movement is Movement.WINNERS and shape.size == 1:
        return  # Both of a table would leave it, or none.
    size, chance = tables * shape.size, random.Random(tables)
    evening = opened(movement, size, size, shape)
    for number in range(7):
        evening = round_of(evening, chance)
        assert not evening.rounds[-1].out
        for sides in evening.rounds[-1].tables:
            names = [unit[0][0] for side in sides for unit in side]
            assert sorted(names) == ["G"] * shape.size + ["L"] * shape.size
            assert shape.size == 1 or all({unit[0][0] for unit in side} == set("LG") for side in sides)
        if not number:
            continue
        before, now = places(evening, number - 1), places(evening, number)
        for unit, (table, won) in before.items():
            is_lady = unit[0].startswith("L")
            up, down = (table - 1) % tables, (table + 1) % tables
            due = {
                Movement.WINNERS: (up if won else table) if is_lady else (table if won else down),
                Movement.ALL: up if is_lady else down,
                Movement.STAY: table if is_lady else up,
            }[movement]
            assert now[unit][0] == due


@pytest.mark.parametrize("movement", KINDS)
@pytest.mark.parametrize("counts", [(13, 12), (8, 17), (25, 0), (0, 9), (5, 6)])
def test_there_may_be_more_of_a_kind(movement: Movement, counts: tuple[int, int]) -> None:
    """Some play as the other kind; sitting out is shared among the kind that has more."""
    evening, chance = opened(movement, *counts), random.Random(1)
    for _ in range(9):
        evening = round_of(evening, chance)
    total = sum(counts)
    assert all(len(each.tables) == total // 4 and len(each.out) == total % 4 for each in evening.rounds)
    often = [sum(unit in each.out for each in evening.rounds) for unit in evening.here]
    if 0 in counts:
        assert max(often) - min(often) <= 1


def test_partners_change() -> None:
    evening, chance = opened(Movement.ALL, 12, 12), random.Random(3)
    for _ in range(3):
        evening = round_of(evening, chance)
    pairs = [frozenset(side) for each in evening.rounds for table in each.tables for side in table]
    assert len(set(pairs)) == len(pairs)


@pytest.mark.parametrize("movement", Movement)
def test_a_fixed_table_keeps_its_number(movement: Movement) -> None:
    evening, chance = opened(movement, 8, 8), random.Random(2)
    evening = evening.step(Fix(("L03",), 4)).step(Fix(("G05",), 9))
    for _ in range(4):
        evening = round_of(evening, chance)
        seats = evening.rounds[-1]
        mine = seats.all_numbers[seats.table_of(("L03",)) or 0]
        theirs = seats.all_numbers[seats.table_of(("G05",)) or 0]
        assert mine == 4 or (mine == theirs == 9)
        assert len(set(seats.all_numbers)) == 4
    assert evening.step(Fix(("L03",), 0)).fixed == {("G05",): 9}
