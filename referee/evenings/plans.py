"""Published movements: every round of an evening at once, for a given number of units.

A unit is a player, or two who stay partners. A plan gives places by number; the numbers are drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass

Side = tuple[int, ...]
Table = tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round by the numbers of units."""

    tables: tuple[Table, ...]
    out: tuple[int, ...]


_LAST = -1
_WHIST: dict[int, Sequence[tuple[int, int, int, int]]] = {
    4: [(_LAST, 0, 1, 2)],
    5: [(1, 4, 2, 3)],
    8: [(_LAST, 0, 2, 3), (1, 5, 4, 6)],
    12: [(_LAST, 0, 1, 3), (2, 9, 6, 7), (4, 10, 5, 8)],
    13: [(1, 10, 2, 7), (3, 4, 6, 8), (5, 11, 9, 12)],
    16: [(_LAST, 0, 6, 8), (1, 13, 4, 14), (2, 11, 3, 7), (5, 12, 9, 10)],
    17: [(1, 12, 5, 10), (2, 15, 8, 16), (3, 4, 7, 9), (6, 13, 11, 14)],
    20: [(_LAST, 0, 5, 9), (1, 2, 14, 17), (3, 8, 10, 18), (4, 11, 6, 12), (7, 16, 13, 15)],
    21: [(1, 6, 3, 13), (2, 9, 4, 8), (5, 14, 15, 18), (7, 20, 10, 16), (11, 12, 17, 19)],
    24: [(_LAST, 0, 13, 19), (1, 14, 15, 20), (2, 6, 8, 22), (3, 18, 10, 21), (4, 11, 9, 12), (5, 7, 16, 17)],
}
"""The first round of each individual whist movement, as partners and their opponents.

The others follow from it: everybody but the last of an even number moves on by one. Everybody has everybody as
partner once and as opponent twice.
"""


def whist(count: int) -> list[PlannedRound]:
    """Return the individual movement for a number of players in twos against twos; empty if none is known."""
    first = _WHIST.get(count, ())
    turns = count - 1 + count % 2
    rounds = []
    for moved in range(turns if first else 0):
        place = [count - 1 if number == _LAST else (number + moved) % turns for table in first for number in table]
        tables = tuple(
            ((place[start], place[start + 1]), (place[start + 2], place[start + 3]))
            for start in range(0, len(place), 4)
        )
        rounds.append(PlannedRound(tables, (moved,) if count % 2 else ()))
    return rounds


def circle(count: int) -> list[PlannedRound]:
    """Everybody against everybody once, one against one; with an odd number one of them sits out."""
    turns = count - 1 + count % 2
    rounds = []
    for moved in range(turns if count > 1 else 0):
        others = [((moved + step) % turns, (moved - step) % turns) for step in range(1, (turns + 1) // 2)]
        pairs = others if count % 2 else [(count - 1, moved), *others]
        tables = tuple(((one,), (other,)) for one, other in pairs)
        rounds.append(PlannedRound(tables, (moved,) if count % 2 else ()))
    return rounds
