"""A league over the evenings of a club: the best of each player's latest evenings."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from referee.books.current_evening import CurrentEvening
from referee.evenings.standings import Number
from referee.results import places
from referee.text import same_name


class Counted(Enum):
    """Ways in which an evening counts in a league."""

    PLACES = "places"
    """The last place counts 1, and each one above it 1 more."""
    SUMS = "sums"
    """The numbers that the standings are ranked by."""


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """A line of a league."""

    name: str
    place: int
    total: Number
    evenings: tuple[Number | None, ...]
    """The points of each evening; None if the player was not there."""
    counts: tuple[bool, ...]
    """For each evening, True if it is among the best."""


def league(evenings: Sequence[CurrentEvening], best: int, counted: Counted) -> list[LeagueLine]:
    """The league of some evenings; each player's `best` ones count, and equals share a place."""
    scores, names = [_points(each, counted) for each in evenings], dict[str, str]()
    for of_evening in scores:
        names = {key: name for key, (name, _) in of_evening.items()} | names
    rows = [(name, tuple(each[key][1] if key in each else None for each in scores)) for key, name in names.items()]
    totals = [sum(value for value, counts in zip(points, _best(points, best), strict=True) if counts and value)
              for _, points in rows]  # fmt: skip
    lines = [
        LeagueLine(name, place, total, points, _best(points, best))
        for (name, points), place, total in zip(rows, places(totals), totals, strict=True)
    ]
    return sorted(lines, key=lambda line: (line.place, line.name.casefold()))


def _points(current: CurrentEvening, counted: Counted) -> dict[str, tuple[str, Number]]:
    """The name of each player of an evening and their points there, by the name's form for comparison.

    Somebody who played in several pairs gets the points of the best one.
    """
    ranked = [line for line in current.standings if line.place]
    in_order = [line.place for line in ranked]
    below = [len(in_order) - bisect_right(in_order, line.place) for line in ranked]
    points = [1 + each for each in below] if counted is Counted.PLACES else [line.earned for line in ranked]
    worst_first = reversed([*zip(ranked, points, strict=True)])
    return {same_name(name): (name, each) for line, each in worst_first for name in line.who}


def _best(points: Iterable[Number | None], best: int) -> tuple[bool, ...]:
    """Mark the best of some points, the earlier of equals first."""
    there = [(-value, at) for at, value in enumerate(points) if value is not None]
    among = {at for _, at in sorted(there)[:best]}
    return tuple(at in among for at, _ in enumerate(points))
