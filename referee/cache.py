"""A least-recently-used cache bounded by memory."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class Cache(Generic[V]):
    """Values by key. Thread-safe."""

    def __init__(self, most: int, size: Callable[[V], int]) -> None:
        """`most` is the limit of all values together in bytes; `size` estimates the bytes of one."""
        self._most, self._size = most, size
        self._values: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()
        self._total = 0
        self._age = 0
        self._lock = Lock()

    @property
    def age(self) -> int:
        """The number of times the cache was cleared. A value computed at an earlier age is not stored."""
        return self._age

    def get(self, key: Hashable) -> V | None:
        """The value of a key, or None."""
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key][0]

    def keep(self, key: Hashable, value: V, age: int) -> None:
        """Store a value, unless the cache was cleared since the `age` at which its computation began."""
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
        """Remove all values."""
        with self._lock:
            self._values.clear()
            self._total = 0
            self._age += 1

    def _drop(self, key: Hashable) -> None:
        _, size = self._values.pop(key, (None, 0))
        self._total -= size
