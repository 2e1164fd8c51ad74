"""Seating of the next round of an evening, computed for the units that are present.

Nobody has the same partner again until it is unavoidable; after that, a search keeps repeated opponents few.
Units take turns to sit out: the numbers of rounds that they sat out differ by at most one.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from referee.evenings.plans import Plan, PlannedRound, circle, whist
from referee.evenings.rounds import Round, Shape, Unit
from referee.evenings.seating import seats_of


@dataclass(slots=True)
class History:
    """The partners, opponents and rounds sat out of an evening's units so far."""

    partners: Counter[frozenset[Unit]] = field(default_factory=Counter)
    met: Counter[frozenset[Unit]] = field(default_factory=Counter)
    out: Counter[Unit] = field(default_factory=Counter)
    """Count how often each sat out. Latecomers and returning players count as having sat out as often as the
    player who did so least."""
    there: set[Unit] = field(default_factory=set)
    """The units of the latest round."""

    @classmethod
    def of(cls, rounds: Iterable[Round]) -> "History":
        """Count the rounds of an evening."""
        history = cls()
        for each in rounds:
            history.come(each.units)
            for table in each.tables:
                for side in table:
                    history.partners.update(map(frozenset, combinations(side, 2)))
                for one, other in combinations(table, 2):
                    history.met.update(frozenset((mine, theirs)) for mine in one for theirs in other)
            history.out.update(each.out)
        return history

    def come(self, units: Iterable[Unit]) -> None:
        """Count in the units that are there for a round."""
        here = set(units)
        least = min((self.out[unit] for unit in here & self.there), default=0)
        for unit in here - self.there:
            self.out[unit] = max(self.out[unit], least)
        self.there = here


def next_round(
    shape: Shape,
    units: Sequence[Unit],
    rounds: Sequence[Round],
    seed: int,
    standing: Mapping[Unit, int] | None = None,
    is_strict: bool = False,
) -> Round:
    """Seat the units that are there. Raises ValueError if they are too few for a table.

    With a `standing`, which maps units to places, neighbours in the standings meet; if it `is_strict`, even for a
    second time. Without one, a published movement is followed as long as the units stay the same.
    """
    sizes = shape.tables(len(units))
    if not sizes:
        raise ValueError("too few for a table")
    planned = None if standing else _planned(shape, units, rounds, seed)
    if planned:
        return planned
    history, drawn = History.of(rounds), _drawn(units, seed)
    history.come(units)
    swiss = standing if not is_strict else None
    out = _sit_out(history, drawn, len(units) - sum(sizes), rounds, swiss or {})
    playing = list(dict.fromkeys((*out, *drawn)))[len(out) :]
    places = [standing.get(unit, len(standing)) for unit in playing] if standing else None
    known = _by_number(history.partners, playing), _by_number(history.met, playing)
    tables = seats_of(shape, sizes, *known, places, is_strict, Random(seed))
    return Round(tuple(tuple(tuple(playing[at] for at in side) for side in table) for table in tables), out)


def _by_number(counts: Counter[frozenset[Unit]], playing: Sequence[Unit]) -> list[dict[int, int]]:
    """Counts for pairs of units, by their numbers."""
    number, orders = {unit: at for at, unit in enumerate(playing)}, [dict[int, int]() for _ in playing]
    for (one, other), times in ((tuple(both), times) for both, times in counts.items()):
        if one in number and other in number:
            orders[number[one]][number[other]] = orders[number[other]][number[one]] = times
    return orders


def _sit_out(
    history: History, drawn: Sequence[Unit], count: int, rounds: Sequence[Round], standing: Mapping[Unit, int]
) -> tuple[Unit, ...]:
    """Return the units that sat out least, preferably not in the last round; then the lowest, if standings count."""
    last = rounds[-1].out if rounds else ()
    return tuple(sorted(drawn, key=lambda unit: (history.out[unit], unit in last, -standing.get(unit, 0)))[:count])


def evenness(rounds: Sequence[Round]) -> tuple[int, int]:
    """Return the maximum number of times that two were partners, and opponents."""
    history = History.of(rounds)
    return max(history.partners.values(), default=0), max(history.met.values(), default=0)


# --- published movements -----------------------------------------------------------------------------------------


def _planned(shape: Shape, units: Sequence[Unit], rounds: Sequence[Round], seed: int) -> Round | None:
    plan = plan_of(shape, len(units))
    if len(rounds) >= len(plan):
        return None
    order = _drawn(units, seed) if not rounds else _order(plan.round(0), rounds[0], len(units))
    if not order or set(order) != set(units):
        return None
    kept = all(_filled_in(plan.round(number), order) == each for number, each in enumerate(rounds))
    return _filled_in(plan.round(len(rounds)), order) if kept else None


def follows_plan(shape: Shape, units: Sequence[Unit], rounds: Sequence[Round]) -> bool:
    """Return True if the next round of these units is one of a published movement."""
    return _planned(shape, units, rounds, 0) is not None


def plan_of(shape: Shape, count: int) -> Plan:
    """The published movement for a number of units; empty if there is none."""
    if shape.sides != 2 or shape.least != shape.most:
        return Plan(count, ())
    return circle(count) if shape.size == 1 else whist(count)


def _drawn(units: Iterable[Unit], seed: int) -> list[Unit]:
    drawn = sorted(units)
    Random(seed).shuffle(drawn)
    return drawn


def _order(planned: PlannedRound, first: Round, count: int) -> list[Unit]:
    """Return the units by their numbers in the movement, from the first round; empty if it was seated differently."""
    numbers = [number for table in planned.tables for side in table for number in side] + list(planned.out)
    sitting = first.units
    order = dict(zip(numbers, sitting, strict=False))
    return [order[number] for number in range(count)] if len(sitting) == count else []


def _filled_in(planned: PlannedRound, order: Sequence[Unit]) -> Round:
    tables = tuple(tuple(tuple(order[number] for number in side) for side in table) for table in planned.tables)
    return Round(tables, tuple(order[number] for number in planned.out))
