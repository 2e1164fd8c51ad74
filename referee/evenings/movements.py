"""Seating of the next round of an evening, computed for the units that are present.

No two are partners again before it is unavoidable; after that, repeated opponents are as few as a search finds.
Units take turns to sit out: the numbers of rounds that they sat out differ by at most one.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from referee.evenings.matching import couples
from referee.evenings.plans import PlannedRound, circle, whist
from referee.evenings.rounds import Round, Shape, Unit

TRIES = 1_500
"""The seats filled in all trials together: the more units there are, the fewer shuffles are tried."""
_PARTNERS, _MET = 1_000_000, 1_000
"""The costs of being partners, and of meeting, once more than the others."""


@dataclass(slots=True)
class History:
    """The partners, opponents and rounds sat out of an evening's units so far."""

    partners: Counter[frozenset[Unit]] = field(default_factory=Counter)
    met: Counter[frozenset[Unit]] = field(default_factory=Counter)
    out: Counter[Unit] = field(default_factory=Counter)
    """The rounds each sat out. A latecomer begins with the least number of those who are there."""

    @classmethod
    def of(cls, rounds: Iterable[Round]) -> "History":
        """Count the rounds of an evening."""
        found, seen = cls(), set[Unit]()
        for each in rounds:
            here = set(each.units)
            found.come(here - seen, here & seen)
            seen |= here
            for table in each.tables:
                for side in table:
                    found.partners.update(map(frozenset, combinations(side, 2)))
                for one, other in combinations(table, 2):
                    found.met.update(frozenset((mine, theirs)) for mine in one for theirs in other)
            found.out.update(each.out)
        return found

    def come(self, new: Iterable[Unit], there: Iterable[Unit]) -> None:
        """Record the arrival of new units among those that are there."""
        least = min((self.out[unit] for unit in there), default=0)
        for unit in new:
            self.out[unit] = max(self.out[unit], least)


def next_round(
    shape: Shape,
    units: Sequence[Unit],
    rounds: Sequence[Round],
    seed: int,
    order: Sequence[Unit] = (),
    is_strict: bool = False,
) -> Round:
    """Seat the units that are there. Raises ValueError if they are too few for a table.

    With an `order`, best first, neighbours in it meet; if that `is_strict`, even for the second time. Without one a
    published movement is followed as long as the units stay the same.
    """
    sizes = shape.tables(len(units))
    if not sizes:
        raise ValueError("too few for a table")
    planned = None if order else _planned(shape, units, rounds, seed)
    return planned or _Seating(shape, units, rounds, seed, order, is_strict).found()


# --- published movements -----------------------------------------------------------------------------------------


def _planned(shape: Shape, units: Sequence[Unit], rounds: Sequence[Round], seed: int) -> Round | None:
    plan = plan_of(shape, len(units))
    if len(rounds) >= len(plan):
        return None
    order = _drawn(units, seed) if not rounds else _order(plan[0], rounds[0], len(units))
    if not order or set(order) != set(units):
        return None
    kept = all(_filled_in(planned, order) == each for planned, each in zip(plan, rounds, strict=False))
    return _filled_in(plan[len(rounds)], order) if kept else None


def follows_plan(shape: Shape, units: Sequence[Unit], rounds: Sequence[Round]) -> bool:
    """Return True if the next round of these units is one of a published movement."""
    return _planned(shape, units, rounds, 0) is not None


def plan_of(shape: Shape, count: int) -> list[PlannedRound]:
    """Return the published movement for a number of units; empty if there is none."""
    if shape.sides != 2 or shape.least != shape.most:
        return []
    return circle(count) if shape.size == 1 else whist(count)


def _drawn(units: Iterable[Unit], seed: int) -> list[Unit]:
    drawn = sorted(units)
    Random(seed).shuffle(drawn)
    return drawn


def _order(planned: PlannedRound, first: Round, count: int) -> list[Unit]:
    """Return the units by their numbers in the movement, from the first round; empty if it was seated differently."""
    numbers = [number for table in planned.tables for side in table for number in side] + list(planned.out)
    sitting = first.units
    found = dict(zip(numbers, sitting, strict=False))
    return [found[number] for number in range(count)] if len(sitting) == count else []


def _filled_in(planned: PlannedRound, order: Sequence[Unit]) -> Round:
    tables = tuple(tuple(tuple(order[number] for number in side) for side in table) for table in planned.tables)
    return Round(tables, tuple(order[number] for number in planned.out))


# --- computed ones -----------------------------------------------------------------------------------------------


class _Seating:
    """A search for the best seats: from several orders, exchanging two units as long as that is better."""

    def __init__(
        self,
        shape: Shape,
        units: Sequence[Unit],
        rounds: Sequence[Round],
        seed: int,
        order: Sequence[Unit],
        is_strict: bool,
    ) -> None:
        self._shape, self._random, self._history = shape, Random(seed), History.of(rounds)
        here = _drawn(units, seed)
        before = {unit for each in rounds for unit in each.units}
        self._history.come(set(here) - before, set(here) & before)
        self._sizes = shape.tables(len(here))
        self._out = self._sit_out(here, len(here) - sum(self._sizes), rounds)
        places = {unit: place for place, unit in enumerate(order)}
        self._units = sorted(
            set(here) - set(self._out), key=lambda unit: (places.get(unit, len(places)), here.index(unit))
        )
        self._rank = {unit: place for place, unit in enumerate(self._units)} if order else None
        may_be_partners = shape.size > 1
        # The costs of meeting again, and of distance in the standings.
        self._meeting = _PARTNERS if not may_be_partners and shape.least == shape.most else 1 if order else _MET
        self._distance = _PARTNERS**2 if is_strict else 1
        starts = [sum(self._sizes[:number]) for number in range(len(self._sizes))]
        self._tables = [range(start, start + size) for start, size in zip(starts, self._sizes, strict=True)]

    def _sit_out(self, here: Sequence[Unit], count: int, rounds: Sequence[Round]) -> tuple[Unit, ...]:
        """Return the units that sit out: those who have sat out least, and of them not those who did so last."""
        last = rounds[-1].out if rounds else ()
        return tuple(sorted(here, key=lambda unit: (self._history.out[unit], unit in last))[:count])

    def found(self) -> Round:
        """The best seats that were found."""
        best, least = self._better(list(self._units))
        for _ in range(0 if self._rank else TRIES // len(self._units)):
            if not least:
                break
            shuffled = self._random.sample(self._units, len(self._units))
            seats, cost = self._better(shuffled)
            if cost < least:
                best, least = seats, cost
        if least >= _PARTNERS:
            best = min(best, self._better(self._coupled())[0], key=self._whole_cost)
        return Round(tuple(self._sides(best, table) for table in self._tables), self._out)

    def _sides(self, seats: Sequence[Unit], table: Sequence[int]) -> tuple[tuple[Unit, ...], ...]:
        size = self._shape.size
        return tuple(
            tuple(seats[place] for place in table[start : start + size]) for start in range(0, len(table), size)
        )

    def _cost(self, seats: Sequence[Unit], table: Sequence[int]) -> int:
        """Return the cost of a table: for repeated partners, repeated opponents, and distance in the standings."""
        size, partners, met, cost = self._shape.size, self._history.partners, self._history.met, 0
        for one, other in combinations(range(len(table)), 2):
            couple = frozenset((seats[table[one]], seats[table[other]]))
            times, each = (
                (partners[couple], _PARTNERS) if one // size == other // size else (met[couple], self._meeting)
            )
            cost += each * times * times
        if self._rank:
            ranks = [self._rank[seats[place]] for place in table]
            cost += self._distance * (max(ranks) - min(ranks)) ** 2
        return cost

    def _whole_cost(self, seats: Sequence[Unit]) -> int:
        return sum(self._cost(seats, table) for table in self._tables)

    def _better(self, seats: list[Unit]) -> tuple[list[Unit], int]:
        """Exchange two units of different tables, or partners of one, as long as that is better."""
        of = [number for number, table in enumerate(self._tables) for _ in table]
        costs = [self._cost(seats, table) for table in self._tables]
        pairs, is_better = list(combinations(range(len(seats)), 2)), True
        while is_better and any(costs):
            is_better = False
            for one, other in pairs:
                mine, theirs = of[one], of[other]
                before = costs[mine] + (costs[theirs] if mine != theirs else 0)
                if not before:
                    continue
                seats[one], seats[other] = seats[other], seats[one]
                now = {number: self._cost(seats, self._tables[number]) for number in (mine, theirs)}
                if sum(now.values()) < before:
                    is_better = True
                    costs[mine], costs[theirs] = now[mine], now[theirs]
                else:
                    seats[one], seats[other] = seats[other], seats[one]
        return seats, sum(costs)

    def _coupled(self) -> list[Unit]:
        """Return seats with as many new couples as possible: partners, or opponents of one against one."""
        known = self._history.partners if self._shape.size > 1 else self._history.met
        units, numbers = self._units, range(len(self._units))
        friends = [
            {other for other in numbers if other != one and not known[frozenset((units[one], units[other]))]}
            for one in numbers
        ]
        found = couples(friends)
        alone = set(numbers) - {number for couple in found for number in couple}
        return [units[number] for couple in found for number in couple] + [units[number] for number in alone]
