"""The best of the tricks, counts or deals of a match."""

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")
_FEW = 3
"""The most items that may be level and still stand out."""


def best(items: Iterable[T], points: Callable[[T], int]) -> list[T]:
    """Return the items with the most points, in their order: all that are level.

    Empty if the most is 0 or less, or if too many are level for any to stand out.
    """
    ranked = [(points(item), item) for item in items]
    most = max((count for count, _ in ranked), default=0)
    best_items = [item for count, item in ranked if count == most]
    return best_items if most > 0 and len(best_items) <= _FEW else []
