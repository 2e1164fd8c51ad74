"""A maximum matching of a graph by Edmonds' algorithm, so that repeats are only made where they must be."""

from collections import deque
from collections.abc import Sequence, Set

_NOBODY = -1


def couples(friends: Sequence[Set[int]]) -> list[tuple[int, int]]:
    """A largest set of disjoint couples; `friends` says for each number which others it may be with."""
    return _Matching(friends).found()


class _Matching:
    def __init__(self, friends: Sequence[Set[int]]) -> None:
        self._friends, self._all = friends, range(len(friends))
        self._with = [_NOBODY] * len(friends)

    def found(self) -> list[tuple[int, int]]:
        for start in self._all:
            if self._with[start] == _NOBODY:
                self._extend(start)
        return [(one, other) for one, other in enumerate(self._with) if one < other]

    def _extend(self, start: int) -> None:
        """Find a path from somebody alone to another one by turns not matched and matched, and turn it over."""
        self._came_from, self._base = [_NOBODY] * len(self._all), list(self._all)
        self._seen, self._queue = {start}, deque([start])
        while self._queue:
            one = self._queue.popleft()
            for other in self._friends[one]:
                if self._base[one] == self._base[other] or self._with[one] == other:
                    continue
                if other == start or (self._with[other] != _NOBODY and self._came_from[self._with[other]] != _NOBODY):
                    self._contract(one, other)
                elif self._came_from[other] == _NOBODY:
                    self._came_from[other] = one
                    if self._with[other] == _NOBODY:
                        return self._turn_over(other)
                    self._visit(self._with[other])
        return None

    def _visit(self, number: int) -> None:
        if number not in self._seen:
            self._seen.add(number)
            self._queue.append(number)

    def _turn_over(self, end: int) -> None:
        while end != _NOBODY:
            before = self._came_from[end]
            after = self._with[before]
            self._with[end], self._with[before] = before, end
            end = after

    def _contract(self, one: int, other: int) -> None:
        """An odd circle becomes one: all in it can be reached."""
        meeting = self._meeting(one, other)
        in_circle = set[int]()
        self._mark(one, other, meeting, in_circle)
        self._mark(other, one, meeting, in_circle)
        for number in self._all:
            if self._base[number] in in_circle:
                self._base[number] = meeting
                self._visit(number)

    def _meeting(self, one: int, other: int) -> int:
        """Return the node at which the paths of two vertices meet."""
        passed = set[int]()
        while True:
            one = self._base[one]
            passed.add(one)
            if self._with[one] == _NOBODY:
                break
            one = self._came_from[self._with[one]]
        while True:
            other = self._base[other]
            if other in passed:
                return other
            other = self._came_from[self._with[other]]

    def _mark(self, number: int, child: int, meeting: int, in_circle: set[int]) -> None:
        while self._base[number] != meeting:
            mate = self._with[number]
            in_circle |= {self._base[number], self._base[mate]}
            self._came_from[number] = child
            child, number = mate, self._came_from[mate]
