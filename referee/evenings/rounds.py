"""A round of an evening, and the tables that a game can be played at."""

from dataclasses import dataclass

Unit = tuple[str, ...]
"""The names of the players seated as one: a player, or two who stay partners all evening."""
Side = tuple[Unit, ...]
Table = tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """The seating of a round: the sides of each table, and the units that sit out."""

    tables: tuple[Table, ...]
    out: tuple[Unit, ...] = ()
    numbers: tuple[int, ...] = ()
    """The numbers shown on the tables; none if they are numbered in order."""

    @property
    def all_numbers(self) -> tuple[int, ...]:
        """The number shown on each table."""
        return self.numbers or tuple(range(1, len(self.tables) + 1))

    @property
    def numbered(self) -> list[tuple[int, Table]]:
        """The tables with the numbers shown on them, in their order."""
        return sorted(zip(self.all_numbers, self.tables, strict=True))

    @property
    def units(self) -> list[Unit]:
        """All units that are there."""
        return [unit for table in self.tables for side in table for unit in side] + list(self.out)

    def table_of(self, unit: Unit) -> int | None:
        """Return the number of a unit's table, from 0; None if it sits out."""
        return next((number for number, table in enumerate(self.tables) for side in table if unit in side), None)


@dataclass(frozen=True, slots=True)
class Shape:
    """The units that make a table: two against two, one against one, or each alone among three to six."""

    sides: int
    size: int = 1
    """Units of a side."""
    least: int = 0
    most: int = 0
    """The maximum number of units at a table, if it can vary."""

    def fits(self, table: Table) -> bool:
        """Return True if a table has this shape."""
        if self.least == self.most:
            return len(table) == self.sides and all(len(side) == self.size for side in table)
        return self.least <= len(table) <= self.most and all(len(side) == 1 for side in table)

    def tables(self, count: int) -> list[int]:
        """Return the number of units at each table for a number of units; any left over sit out."""
        usual = self.sides * self.size
        if self.least == self.most:
            return [usual] * (count // usual)
        for number in sorted(range(1, count + 1), key=lambda number: (abs(count - usual * number), -number)):
            if self.least * number <= count <= self.most * number:
                return [count // number + (place < count % number) for place in range(number)]
        return []


def names_of(side: Side) -> list[str]:
    """The players of a side."""
    return [name for unit in side for name in unit]
