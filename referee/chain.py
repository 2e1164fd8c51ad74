"""An immutable sequence with cheap appending, so that a log of any length is folded in linear time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class Chain(Sequence[T]):
    """An immutable sequence. `append` makes a longer one and shares the items before it.

    Appending, reading the last item and the length take constant time; iterating takes linear time.
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

    def without_last(self) -> Chain[T]:
        """A chain without its last item. Raises IndexError for an empty chain."""
        if self._before is None:
            raise IndexError("an empty chain has no last item")
        return self._before

    def first(self, number: int) -> Chain[T]:
        """Return the chain of the first `number` items, from which it was made."""
        chain = self
        while len(chain) > number:
            chain = chain.without_last()
        return chain

    def with_last(self, item: T) -> Chain[T]:
        """A chain with its last item replaced. Raises IndexError for an empty chain."""
        return self.without_last().append(item)

    def since(self, earlier: Chain[T]) -> tuple[T, ...]:
        """The items that were appended to an earlier chain to make this one."""
        return tuple(islice(reversed(self), self._length - len(earlier)))[::-1]

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
        return self._item if at == -1 and self._before is not None else tuple(self)[at]

    def __eq__(self, other: Any) -> bool:
        return self is other or (isinstance(other, Chain | tuple) and tuple(self) == tuple(other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Chain{tuple(self)!r}"


EMPTY: Chain[Any] = Chain()


@dataclass(frozen=True, slots=True)
class Queue(Generic[T]):
    """An immutable queue: items come in at its end and leave at its beginning, each in constant time on average."""

    _leaving: Chain[T] = EMPTY
    """The first items, the first one last; empty only if the queue is."""
    _coming: Chain[T] = EMPTY
    """The others, in order."""

    def __bool__(self) -> bool:
        return bool(self._leaving)

    @property
    def first(self) -> T:
        """The first item. Raises IndexError for an empty queue."""
        return self._leaving[-1]

    def append(self, item: T) -> Queue[T]:
        """A queue with one more item at its end."""
        if not self._leaving:
            return Queue(EMPTY.append(item))
        return Queue(self._leaving, self._coming.append(item))

    def without_first(self) -> Queue[T]:
        """A queue without its first item. Raises IndexError for an empty queue."""
        left = self._leaving.without_last()
        return Queue(left, self._coming) if left else Queue(EMPTY.extend(reversed(self._coming)))
