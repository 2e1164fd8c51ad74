"""Minimum-cost perfect matching: Edmonds' blossom algorithm with weights, in integers. A matched pair is a couple.

The dual problem gives each vertex a price, and some odd sets, the blossoms, a rebate, such that no couple costs less
than the prices of its two, less the rebates of the blossoms that contain both. Couples that cost exactly that are
tight, and a perfect matching of tight couples is cheapest. A tree of tight couples grows from an unmatched vertex:
its even vertices get dearer and its odd ones cheaper, until it reaches another unmatched vertex. An odd cycle
shrinks into a blossom. Times and prices are doubled, so that all numbers stay integers.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heappop, heappush

_NOBODY = -1
_EVEN, _ODD = 1, 2
NEAR, MORE = 12, 4
"""The number of partners tried for each at first, and the number of cheaper couples added at a time."""


def couples(standing: Sequence[int], extra: Callable[[int, int], int]) -> tuple[list[tuple[int, int]], int]:
    """The cheapest couples of an even number of vertices, and their cost.

    `standing` is sorted. A couple costs the square of the difference of their standings, plus a non-negative `extra`.
    Neighbours in the standings are tried first, and others while the prices show that they would be cheaper.
    """
    count, near, costs = len(standing), NEAR, list[dict[int, int]]()

    def cost_of(one: int, other: int) -> int:
        return int(standing[other] - standing[one]) ** 2 + extra(one, other)

    while True:
        pairs, added = None, list[tuple[int, int]]()
        if costs:
            matching = Matching(costs)
            pairs = matching.pairs()
            added = list(_cheaper(standing, cost_of, costs, matching)) if pairs else []
        if pairs is not None and not added:
            return pairs, sum(costs[one][other] for one, other in pairs)
        if pairs is None:
            costs = costs or [{} for _ in standing]
            added = [(one, other) for one in range(count) for other in _near(count, extra, one, near)]
            near *= 2
        for one, other in added:
            costs[one][other] = costs[other][one] = cost_of(one, other)


def _near(count: int, extra: Callable[[int, int], int], one: int, most: int) -> Iterator[int]:
    """Some others on either side: of the nearest, those with the least extra cost."""
    for side in (range(one - 1, max(-1, one - 1 - most), -1), range(one + 1, min(count, one + 1 + most))):
        yield from sorted(side, key=lambda other: extra(one, other))[: most // 2]


def _cheaper(
    standing: Sequence[int],
    cost_of: Callable[[int, int], int],
    costs: Sequence[Mapping[int, int]],
    matching: "Matching",
) -> Iterator[tuple[int, int]]:
    """Some untried couples that would cost less than their (doubled) prices and rebates."""
    price, dearest = matching.price, max(matching.price)
    for one, mine in enumerate(price):
        left, rebates = MORE, matching.rebates(one)
        for other in range(one + 1, len(price)):
            apart = 2 * (standing[other] - standing[one]) ** 2
            if not left or apart >= mine + dearest:
                break
            both = mine + price[other] - rebates.get(other, 0)
            if apart < both and other not in costs[one] and 2 * cost_of(one, other) < both:
                left -= 1
                yield one, other


class Matching:
    """A cheapest cover of a graph by couples; `costs` has each vertex's possible partners with their costs."""

    def __init__(self, costs: Sequence[Mapping[int, int]]) -> None:
        self._costs, self._count = costs, len(costs)
        self.price = [min(others.values(), default=0) for others in costs]
        """The dual of each vertex, doubled; for vertices in a growing tree, its value at time 0."""
        self._with = [_NOBODY] * self._count
        self._top = list(range(self._count))
        """The outermost blossom of each vertex, or itself."""
        self._circle: dict[int, list[int]] = {}
        """The parts of each blossom, beginning with the part that has its base."""
        self._links: dict[int, list[tuple[int, int]]] = {}
        """The couple between each part of a blossom and the next."""
        self._base = {vertex: vertex for vertex in range(self._count)}
        """The vertex of a blossom that has no partner inside it."""
        self._inside: dict[int, tuple[int, ...]] = {vertex: (vertex,) for vertex in range(self._count)}
        """The vertices of a blossom."""
        self._rebate = dict[int, int]()
        self._next = self._count

    def pairs(self) -> list[tuple[int, int]] | None:
        """The couples; None if some vertices cannot be in one."""
        for one, others in enumerate(self._costs):  # Couples that are tight from the start.
            for other, cost in others.items():
                are_alone = self._with[one] == self._with[other] == _NOBODY
                if are_alone and 2 * cost == self.price[one] + self.price[other]:
                    self._with[one], self._with[other] = other, one
        for vertex in range(self._count):
            if self._with[vertex] == _NOBODY and not self._grow(self._top[vertex]):
                return None
        return [(one, other) for one, other in enumerate(self._with) if one < other]

    def rebates(self, vertex: int) -> dict[int, int]:
        """The rebates, doubled, that a vertex shares with others in its blossoms, once all are in couples."""
        part, total, rebates = self._top[vertex], 0, dict[int, int]()
        while part in self._circle:
            total += self._rebate[part]
            inner = next(each for each in self._circle[part] if vertex in self._inside[each])
            for each in self._circle[part]:
                if each != inner:
                    rebates.update(dict.fromkeys(self._inside[each], total))
            part = inner
        return rebates

    # --- a tree --------------------------------------------------------------------------------------------------

    def _grow(self, root: int) -> bool:
        """Grow a tree from a vertex or blossom that is alone, until another one joins it."""
        self._now = 0
        self._kind, self._from = dict[int, int](), dict[int, tuple[int, int]]()
        self._due = list[tuple[int, int, int]]()
        self._take(root, _EVEN)
        while self._due:
            self._now, one, other = heappop(self._due)
            if other == _NOBODY:
                if one in self._circle and self._kind.get(one) == _ODD and not self._rebate_now(one):
                    self._expand(one)
                continue
            top = self._top[other]
            if self._top[one] == top or self._slack(one, other):
                continue
            if top not in self._kind:
                if self._with[self._base[top]] == _NOBODY:
                    self._join(one, other)
                    self._settle()
                    return True
                self._reach(one, other)
            elif self._kind[top] == _EVEN:
                self._shrink(one, other)
        return False

    def _reach(self, one: int, other: int) -> None:
        """Add an odd part to the tree by a tight couple; its partner becomes even."""
        top = self._top[other]
        self._from[top] = one, other
        self._take(top, _ODD)
        base = self._base[top]
        mate = self._with[base]
        self._from[self._top[mate]] = base, mate
        self._take(self._top[mate], _EVEN)

    def _take(self, top: int, kind: int) -> None:
        """Set the kind of a vertex or blossom from now on."""
        self._kind[top] = kind
        by = -self._now if kind == _EVEN else self._now
        for vertex in self._inside[top]:
            self.price[vertex] += by
        if top in self._circle:
            self._rebate[top] += 2 * by
            if kind == _ODD:
                heappush(self._due, (self._now + self._rebate_now(top) // 2, top, _NOBODY))
        if kind == _EVEN:
            for vertex in self._inside[top]:
                self._look_from(vertex)

    def _look_from(self, vertex: int) -> None:
        """Note when the couples of an even vertex become tight."""
        own = self._top[vertex]
        for other in self._costs[vertex]:
            top = self._top[other]
            kind = self._kind.get(top)
            if top != own and kind != _ODD:
                slack = self._slack(vertex, other)
                heappush(self._due, (self._now + (slack // 2 if kind else slack), vertex, other))

    def _price_now(self, vertex: int) -> int:
        kind = self._kind.get(self._top[vertex])
        return self.price[vertex] + (self._now if kind == _EVEN else -self._now if kind == _ODD else 0)

    def _rebate_now(self, blossom: int) -> int:
        kind = self._kind.get(blossom)
        return self._rebate[blossom] + 2 * (self._now if kind == _EVEN else -self._now if kind == _ODD else 0)

    def _slack(self, one: int, other: int) -> int:
        return 2 * self._costs[one][other] - self._price_now(one) - self._price_now(other)

    def _settle(self) -> None:
        """Finish the tree: fix its prices and rebates at their current values."""
        for top, kind in self._kind.items():
            self._release(top, kind)
        self._kind.clear()

    def _release(self, top: int, kind: int) -> None:
        """Fix the prices of a part of the tree, and its rebate, at their current values."""
        by = self._now if kind == _EVEN else -self._now
        for vertex in self._inside[top]:
            self.price[vertex] += by
        if top in self._circle:
            self._rebate[top] += 2 * by

    # --- blossoms ------------------------------------------------------------------------------------------------

    def _shrink(self, one: int, other: int) -> None:
        """Turn an odd circle, closed by two even parts of the tree, into a blossom."""
        here, there = self._path(one), self._path(other)
        while len(here) > 1 and len(there) > 1 and here[-2] == there[-2]:
            here.pop()
            there.pop()
        # From the part where the paths meet down to one, over to the other, and up again.
        meeting, down, up = here[-1], here[-2::-1], there[:-1]
        circle = [meeting, *down, *up]
        links = [self._from[part] for part in down] + [(one, other)]
        links += [self._from[part][::-1] for part in up]
        blossom, self._next = self._next, self._next + 1
        odd = [part for part in circle if self._kind[part] == _ODD]
        for part in circle:
            self._release(part, self._kind.pop(part))
        self._circle[blossom], self._links[blossom] = circle, links
        self._base[blossom], self._rebate[blossom] = self._base[meeting], -2 * self._now
        self._inside[blossom] = tuple(vertex for part in circle for vertex in self._inside[part])
        self._kind[blossom] = _EVEN
        if meeting in self._from:
            self._from[blossom] = self._from[meeting]
        for vertex in self._inside[blossom]:
            self._top[vertex] = blossom
            self.price[vertex] -= self._now
        for part in odd:
            for vertex in self._inside[part]:
                self._look_from(vertex)

    def _path(self, vertex: int) -> list[int]:
        """The parts from a vertex's to the root of the tree."""
        path = [self._top[vertex]]
        while path[-1] in self._from:
            path.append(self._top[self._from[path[-1]][0]])
        return path

    def _expand(self, blossom: int) -> None:
        """Dissolve an odd blossom without a rebate into its parts; the parts on the path through it stay in the
        tree."""
        self._release(blossom, self._kind.pop(blossom))
        circle, links = self._circle.pop(blossom), self._links.pop(blossom)
        for part in circle:
            for vertex in self._inside[part]:
                self._top[vertex] = part
        del self._rebate[blossom], self._base[blossom]
        entry = self._from.pop(blossom)
        at, count = circle.index(self._top[entry[1]]), len(circle)
        step = 1 if at % 2 else -1
        self._from[circle[at]] = entry
        self._take(circle[at], _ODD)
        while at:
            for kind in (_EVEN, _ODD):
                link = links[at] if step > 0 else links[at - 1][::-1]
                at = (at + step) % count
                self._from[circle[at]] = link
                self._take(circle[at], kind)
        for part in circle:
            if part not in self._kind:
                for vertex in self._inside[part]:
                    for other in self._costs[vertex]:
                        if self._kind.get(self._top[other]) == _EVEN:
                            heappush(self._due, (self._now + self._slack(other, vertex), other, vertex))

    # --- couples -------------------------------------------------------------------------------------------------

    def _join(self, one: int, other: int) -> None:
        """Join two as a couple; along the path to the root, each part changes its partner."""
        self._turn(self._top[other], other)
        self._with[other] = one
        while True:
            part = self._top[one]
            self._turn(part, one)
            self._with[one] = other
            if part not in self._from:
                return
            between = self._top[self._from[part][0]]
            before, after = self._from[between]
            self._turn(between, after)
            self._with[after] = before
            one, other = before, after

    def _turn(self, part: int, vertex: int) -> None:
        """Make a vertex the base of its part: the others in it form couples round the circle."""
        if part not in self._circle:
            return
        circle, links = self._circle[part], self._links[part]
        at, count = next(n for n, each in enumerate(circle) if vertex in self._inside[each]), len(circle)
        self._turn(circle[at], vertex)
        for first in range(at + 1, count, 2) if at % 2 else range(0, at, 2):
            one, other = links[first]
            self._turn(circle[first], one)
            self._turn(circle[(first + 1) % count], other)
            self._with[one], self._with[other] = other, one
        self._circle[part], self._links[part] = circle[at:] + circle[:at], links[at:] + links[:at]
        self._base[part] = vertex
