"""Changes of a round's seats while it is played, or afterwards."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from referee.evenings.rounds import Round, Shape, Side, Table, Unit
from referee.faults import Fault, RefusedError

NEW = -1
"""Stands for the previous number of a new table."""


@dataclass(frozen=True, slots=True)
class Change:
    """The seats of a round after a change."""

    seats: Round
    was: tuple[int, ...]
    """The previous number of each table, from 0, or `NEW`."""


def exchanged(seats: Round, unit: Unit, other: Unit) -> Change:
    """Seat another unit in a unit's place; if it is in the round too, the two exchange their places.

    Raises RefusedError if they are the same.
    """
    if unit == other:
        raise RefusedError(Fault("same-unit", f"Already in this place: {' & '.join(unit)}."))
    places = {unit: other, other: unit}
    tables = tuple(tuple(tuple(places.get(each, each) for each in side) for side in table) for table in seats.tables)
    out = tuple(places.get(each, each) for each in seats.out)
    return Change(replace(seats, tables=tables, out=out), tuple(range(len(tables))))


def corrected(seats: Round, table: int, sides: Sequence[Side]) -> Change:
    """Seat the people who are playing at a table; anyone seated elsewhere swaps with somebody missing.

    If more or fewer are playing, the others leave their places, or sit out.
    """
    playing = [unit for side in sides for unit in side]
    seated = [unit for side in seats.tables[table] for unit in side]
    missing, extra = (
        [unit for unit in seated if unit not in playing],
        [unit for unit in playing if unit not in seated],
    )
    for unit, other in zip(missing, extra, strict=False):
        seats = exchanged(seats, unit, other).seats
    others = [[side for side in each if not set(side) & set(playing)] for each in seats.tables]
    tables = tuple(tuple(sides if place == table else each) for place, each in enumerate(others))
    out = [unit for unit in seats.out if unit not in playing] + missing[len(extra) :]
    return Change(replace(seats, tables=tables, out=tuple(out)), tuple(range(len(tables))))


def more(seats: Round, shape: Shape, here: Iterable[Unit], kinds: Mapping[Unit, int]) -> Change:
    """Seat one more table of people who sit out or have come since. Raises RefusedError."""
    table = next_table(seats, shape, here, kinds)
    if not table:
        raise RefusedError(Fault("too-few", "Too few are free for another table."))
    playing = [unit for side in table for unit in side]
    out = tuple(unit for unit in seats.out if unit not in playing)
    count = len(seats.tables)
    numbers = (*seats.all_numbers, next(n for n in range(1, count + 2) if n not in seats.all_numbers))
    return Change(Round((*seats.tables, table), out, numbers), (*range(count), NEW))


def next_table(seats: Round, shape: Shape, here: Iterable[Unit], kinds: Mapping[Unit, int]) -> Table:
    """Return a table of people who are there but not playing, of both kinds in turn; none if there are too few."""
    known, present = set(seats.units), list(here)
    free = [unit for unit in (*seats.out, *(each for each in present if each not in known)) if unit in present]
    sizes, size = shape.tables(len(free)), shape.size
    first, second = ([unit for unit in free if kinds.get(unit, 0) == kind] for kind in range(2))
    in_turn = [unit for two in zip_longest(first, second) for unit in two if unit]
    playing = in_turn[: sizes[0]] if sizes else []
    return tuple(tuple(playing[at : at + size]) for at in range(0, len(playing), size))


def dissolved(seats: Round, table: int) -> Change:
    """Remove a table: its players sit out. The others keep their numbers."""
    was = tuple(place for place in range(len(seats.tables)) if place != table)
    gone = tuple(unit for side in seats.tables[table] for unit in side)
    tables, numbers = (tuple(seats.tables[place] for place in was), tuple(seats.all_numbers[place] for place in was))
    return Change(Round(tables, (*seats.out, *gone), numbers), was)


def numbered(seats: Round, table: int, number: int) -> Change:
    """Give a table another number; the table that had it takes this one's. Raises RefusedError."""
    mine = seats.all_numbers[table]
    if number == mine:
        raise RefusedError(Fault("same-number", f"Table {number} has this number already."))
    numbers = tuple(number if each == mine else mine if each == number else each for each in seats.all_numbers)
    return Change(replace(seats, numbers=numbers), tuple(range(len(seats.tables))))
