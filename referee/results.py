"""Results: the points of each side of a match, and its place. Lists, leagues, ratings and evenings use them."""

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one side of a match or a table."""

    points: int
    place: int
    """From 1 for the winner; equals share a place."""


def places(decides: Sequence[Any]) -> list[int]:
    """The place of each value, from the greatest; equals share a place."""
    in_order = sorted(decides)
    return [1 + len(in_order) - bisect_right(in_order, value) for value in decides]


def ranked(points: Mapping[str, int], decides: Mapping[str, Any] | None = None) -> dict[str, Result]:
    """The results of sides, named by the letters of their seats; `decides` determines the winner if points do not."""
    ranks = places([(decides or points)[side] for side in points])
    return {side: Result(points[side], place) for side, place in zip(points, ranks, strict=True)}


def winners(results: Mapping[str, Result]) -> str:
    """The letters of the seats in first place; none if all seats are."""
    first = [side for side, each in results.items() if each.place == 1]
    return "".join(first) if len(first) < len(results) else ""


def write_results(results: Mapping[str, Result]) -> str:
    """Results as JSON, for the database."""
    return json.dumps({side: [each.points, each.place] for side, each in results.items()})


def read_results(text: str | None) -> dict[str, Result]:
    """The results that `write_results` wrote; none for None. Raises ValueError or TypeError for anything else."""
    return {side: Result(points, place) for side, (points, place) in dict(json.loads(text or "{}")).items()}
