"""The best of the tricks, counts or deals of a match."""

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")
_FEW = 3
"""The maximum number of level items that still stand out."""


def best(items: Iterable[T], points: Callable[[T], int]) -> list[T]:
    """Return the items with the most points, in order.

    Empty if that is 0 or less, or if too many items are level.
    """
    ranked = [(points(item), item) for item in items]
    most = max((count for count, _ in ranked), default=0)
    best_items = [item for count, item in ranked if count == most]
    return best_items if most > 0 and len(best_items) <= _FEW else []
