"""Changes of a round's seats while it is played, or afterwards."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from referee.evenings.rounds import Round, Shape, Side, Unit
from referee.faults import Fault, RefusedError

NEW = -1
"""Instead of the number that a table had before."""


@dataclass(frozen=True, slots=True)
class Change:
    """The seats of a round after a change."""

    seats: Round
    was: tuple[int, ...]
    """The number of each table before, from 0, or `NEW`."""


def exchanged(seats: Round, unit: Unit, other: Unit) -> Change:
    """Seat another unit in a unit's place; if it is in the round too, the two exchange their places."""
    places = {unit: other, other: unit}
    tables = tuple(tuple(tuple(places.get(each, each) for each in side) for side in table) for table in seats.tables)
    out = tuple(places.get(each, each) for each in seats.out)
    return Change(replace(seats, tables=tables, out=out), tuple(range(len(tables))))


def corrected(seats: Round, table: int, sides: Sequence[Side]) -> Change:
    """Seat those at a table who play there; whoever is seated elsewhere exchanges places with somebody missing."""
    playing = [unit for side in sides for unit in side]
    seated = [unit for side in seats.tables[table] for unit in side]
    missing, extra = (
        [unit for unit in seated if unit not in playing],
        [unit for unit in playing if unit not in seated],
    )
    for unit, other in zip(missing, extra, strict=True):
        seats = exchanged(seats, unit, other).seats
    tables = tuple(tuple(sides) if place == table else each for place, each in enumerate(seats.tables))
    return Change(replace(seats, tables=tables), tuple(range(len(tables))))


def more(seats: Round, shape: Shape, here: Iterable[Unit]) -> Change:
    """Seat one more table of those who sit out or have come since. Raises RefusedError."""
    free = free_for_a_table(seats, here)
    sizes = shape.tables(len(free))
    if not sizes:
        raise RefusedError(Fault("too-few", "Too few are free for another table."))
    playing, size = free[: sizes[0]], shape.size
    table = tuple(tuple(playing[at : at + size]) for at in range(0, len(playing), size))
    out = tuple(unit for unit in seats.out if unit not in playing)
    count = len(seats.tables)
    numbers = (*seats.all_numbers, next(n for n in range(1, count + 2) if n not in seats.all_numbers))
    return Change(Round((*seats.tables, table), out, numbers), (*range(count), NEW))


def free_for_a_table(seats: Round, here: Iterable[Unit]) -> list[Unit]:
    """Return the units that are there and do not play."""
    known, present = set(seats.units), list(here)
    return [unit for unit in (*seats.out, *(each for each in present if each not in known)) if unit in present]


def dissolved(seats: Round, table: int) -> Change:
    """Remove a table: its players sit out. The others keep their numbers."""
    was = tuple(place for place in range(len(seats.tables)) if place != table)
    gone = tuple(unit for side in seats.tables[table] for unit in side)
    tables, numbers = (tuple(seats.tables[place] for place in was), tuple(seats.all_numbers[place] for place in was))
    return Change(Round(tables, (*seats.out, *gone), numbers), was)


def numbered(seats: Round, table: int, number: int) -> Change:
    """Give a table another number; the table that had it takes this one's."""
    mine = seats.all_numbers[table]
    numbers = tuple(number if each == mine else mine if each == number else each for each in seats.all_numbers)
    return Change(replace(seats, numbers=numbers), tuple(range(len(seats.tables))))
