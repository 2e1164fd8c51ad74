"""Figures that every game counts for a player of a finished match, and the best that stand out in one."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

Worth = Callable[[Any], int]
T = TypeVar("T")
_FEW = 3
"""The maximum number of level items that still stand out."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a player; every field is a count that can be summed up over matches. A game adds its own."""

    matches: int = 0
    matches_won: int = 0
    games: int = 0
    games_won: int = 0
    hands: int = 0
    """Hands or deals in which something was entered."""
    points: int = 0
    points_against: int = 0


def of_side(
    place: int, won: Sequence[Any], lost: Sequence[Any], hands: int, worth: Worth = lambda each: 1
) -> dict[str, int]:
    """The figures of a side that won some games or deals and lost others, each worth some points."""
    return {
        "matches": 1,
        "matches_won": int(place == 1),
        "games": len(won) + len(lost),
        "games_won": len(won),
        "hands": hands,
        "points": sum(map(worth, won)),
        "points_against": sum(map(worth, lost)),
    }


def best(items: Iterable[T], points: Callable[[T], int]) -> list[T]:
    """Return the items with the most points, in order.

    Empty if that is 0 or less, or if too many items are level.
    """
    ranked = [(points(item), item) for item in items]
    most = max((count for count, _ in ranked), default=0)
    best_items = [item for count, item in ranked if count == most]
    return best_items if most > 0 and len(best_items) <= _FEW else []
