"""A cache bounded by memory: what was not used for longest goes first."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class Cache(Generic[V]):
    """Values by key. Usable from any thread."""

    def __init__(self, most: int, size: Callable[[V], int]) -> None:
        """`most`: bytes that all values together may have; `size` tells those of one, roughly."""
        self._most, self._size = most, size
        self._values: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()
        self._total = 0
        self._age = 0
        self._lock = Lock()

    @property
    def age(self) -> int:
        """How often the cache was emptied: what was worked out before that is not to be kept after it."""
        return self._age

    def get(self, key: Hashable) -> V | None:
        """The value of a key, if it is kept."""
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key][0]

    def keep(self, key: Hashable, value: V, age: int) -> None:
        """Keep a value that was worked out at an `age` of the cache."""
        size = self._size(value)
        with self._lock:
            if age != self._age:
                return
            self._drop(key)
            self._values[key] = value, size
            self._total += size
            while self._total > self._most:
                self._drop(next(iter(self._values)))

    def clear(self) -> None:
        """Keep nothing of what there is."""
        with self._lock:
            self._values.clear()
            self._total = 0
            self._age += 1

    def _drop(self, key: Hashable) -> None:
        _, size = self._values.pop(key, (None, 0))
        self._total -= size
