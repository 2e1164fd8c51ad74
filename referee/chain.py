"""A sequence that grows at its end without being copied, so that a log of any length is folded in linear time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar, overload

T = TypeVar("T")


class Chain(Sequence[T]):
    """An immutable sequence. `append` makes a longer one and shares what was there before.

    Appending, the last item and the length cost the same however long it is; iterating costs its length.
    """

    __slots__ = ("_before", "_item", "_length")

    _before: Chain[T] | None
    _item: T

    def __init__(self) -> None:
        self._before, self._length = None, 0

    def append(self, item: T) -> Chain[T]:
        """A chain with one more item."""
        longer: Chain[T] = Chain()
        longer._before, longer._item, longer._length = self, item, self._length + 1
        return longer

    def extend(self, items: Iterable[T]) -> Chain[T]:
        """A chain with more items."""
        chain = self
        for item in items:
            chain = chain.append(item)
        return chain

    def with_last(self, item: T) -> Chain[T]:
        """A chain with another item in the place of the last one. Raises IndexError for an empty chain."""
        if self._before is None:
            raise IndexError("an empty chain has no last item")
        return self._before.append(item)

    def since(self, earlier: Chain[T]) -> tuple[T, ...]:
        """The items that were appended to an earlier chain to make this one."""
        found: list[T] = []
        chain = self
        while chain is not earlier and chain._before is not None:
            found.append(chain._item)
            chain = chain._before
        return tuple(reversed(found))

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return iter(tuple(reversed(self))[::-1])

    def __reversed__(self) -> Iterator[T]:
        chain = self
        while chain._before is not None:
            yield chain._item
            chain = chain._before

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        return self._item if at == -1 and self._length else tuple(self)[at]

    def __eq__(self, other: Any) -> bool:
        return self is other or (isinstance(other, Chain | tuple) and tuple(self) == tuple(other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Chain{tuple(self)!r}"


EMPTY: Chain[Any] = Chain()
