"""Published movements: every round of an evening at once, for a given number of units.

A unit is a player, or two who stay partners. A plan gives places by number; the numbers are drawn.
"""

from collections.abc import Iterator
from dataclasses import dataclass

Side = tuple[int, ...]
Table = tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round by the numbers of units."""

    tables: tuple[Table, ...]
    out: tuple[int, ...]


_WHIST = {
    4: "3 0 1 2",
    5: "1 4 2 3",
    8: "7 0 2 3, 1 5 4 6",
    9: "5 7 1 2, 3 6 8 4",
    12: "11 0 1 3, 2 9 6 7, 4 10 5 8",
    13: "1 10 2 7, 3 4 6 8, 5 11 9 12",
    16: "15 0 6 8, 1 13 4 14, 2 11 3 7, 5 12 9 10",
    17: "1 12 5 10, 2 15 8 16, 3 4 7 9, 6 13 11 14",
    20: "19 0 5 9, 1 2 14 17, 3 8 10 18, 4 11 6 12, 7 16 13 15",
    21: "1 6 3 13, 2 9 4 8, 5 14 15 18, 7 20 10 16, 11 12 17 19",
    24: "23 0 13 19, 1 14 15 20, 2 6 8 22, 3 18 10 21, 4 11 9 12, 5 7 16 17",
    25: "8 19 24 9, 5 17 12 20, 3 2 11 16, 18 22 1 4, 21 15 23 14, 7 10 6 13",
    28: "27 17 25 12, 26 10 23 16, 14 18 2 7, 22 1 21 24, 3 4 5 13, 6 8 11 20, 0 15 9 19",
    29: "26 28 6 1, 25 19 24 11, 16 20 27 12, 14 15 9 2, 3 23 13 21, 10 7 4 22, 5 17 18 8",
    32: "31 17 14 3, 12 11 13 8, 23 1 2 10, 25 4 27 20, 15 19 6 0, 24 9 28 30, 18 21 7 26, 5 22 16 29",
    33: "2 1 28 26, 27 30 4 10, 11 16 7 32, 5 19 15 25, 22 31 20 3, 8 21 13 6, 24 9 12 23, 17 29 14 18",
    36: "35 24 10 18, 3 28 20 4, 12 16 17 31, 33 7 29 5, 1 2 25 8, 23 26 11 13, 19 6 15 22, 14 34 32 9, 0 30 21 27",
    37: "33 19 34 1, 15 16 25 32, 30 36 9 6, 3 22 17 29, 24 26 35 11, 12 21 13 18, 20 31 28 8, 14 4 10 2, 7 23 5 27",
    40: "39 24 8 26, 30 28 27 20, 2 6 15 10, 38 11 9 31, 22 23 37 17, 25 36 13 3, 19 33 18 12, "
    "16 0 5 35, 29 14 1 32, 21 34 7 4",
}
"""The first round of each individual whist movement: the tables, each as two partners and their opponents.

The others follow from it: everybody moves on by one, except the last if the number is even. Everybody is everybody
else's partner once and opponent twice.
"""
_SQUARES = {9: 3, 25: 5}
"""Numbers of players who form a square, and its side: they move along its rows and columns, round its edges."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A movement for a number of units. Its rounds are worked out one by one."""

    count: int
    first: tuple[Table, ...]
    """The tables of the first round. With an odd number 0 sits out."""

    def __len__(self) -> int:
        return self.count - 1 + self.count % 2 if self.first else 0

    def __iter__(self) -> Iterator[PlannedRound]:
        return map(self.round, range(len(self)))

    def round(self, number: int) -> PlannedRound:
        """A round, from 0."""
        place = [self._moved(each, number) for each in range(self.count)]
        tables = tuple(tuple(tuple(place[each] for each in side) for side in table) for table in self.first)
        return PlannedRound(tables, (place[0],) if self.count % 2 else ())

    def _moved(self, place: int, by: int) -> int:
        """A place after a number of further rounds."""
        turns, side = len(self), _SQUARES.get(self.count) if len(self.first[0][0]) > 1 else None
        if place == turns:  # If the number is even, the last stays.
            return place
        if side is None:
            return (place + by) % turns
        return (place // side + by // side) % side * side + (place + by) % side


def whist(count: int) -> Plan:
    """The individual movement for a number of players at tables of two against two; empty if none is known."""
    tables = [list(map(int, table.split())) for table in _WHIST.get(count, "").split(",") if table]
    return Plan(count, tuple(((a, b), (c, d)) for a, b, c, d in tables))


def circle(count: int) -> Plan:
    """Everybody plays everybody once, one against one; with an odd number, one sits out."""
    turns = count - 1 + count % 2
    others = [((step,), (turns - step,)) for step in range(1, (turns + 1) // 2)]
    return Plan(count, tuple(others if count % 2 else [((count - 1,), (0,)), *others]) if count > 1 else ())
