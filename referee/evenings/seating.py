"""A search for the best seats of a round, those with the lowest cost for repeated meetings and distance in standings.

Tables of two are a minimum-cost matching. For up to a dozen players at other tables, all ways to share them out are
compared. More players at tables of four are matched twice, into couples and couples of couples; a local search then
exchanges players as long as that is cheaper.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random

from referee.evenings.matching import couples
from referee.evenings.rounds import Shape

Met = Sequence[Mapping[int, int]]
"""The number of times that each was with each other player, by number."""
Table = tuple[tuple[int, ...], ...]
AGAIN, OFTEN = 10**9, 10**6
"""The cost of a repeat: one for the repeat, and the number of times, squared."""
MEETING = 1_000
"""The cost of meeting an opponent again if partners change: the number of times, squared; 1 if standing counts."""
STRICT = 10**6
"""The weight of standings, if the movement uses them."""
EXHAUSTED = 12
"""Up to this number of players, all ways to share them out are compared."""
TRIES, MOST_EXCHANGES = 1_500, 60_000
"""Shuffles are tried until this number of players have been seated, since large rounds need fewer shuffles; or until
this number of exchanges has been tried, since there are many if repeats are unavoidable."""
SWEEPS, NEIGHBOURS = 3, 6
"""The number of exchanges tried between players of similar standing, and their distance in seats."""


def seats_of(
    shape: Shape,
    sizes: Sequence[int],
    partners: Met,
    met: Met,
    places: Sequence[int] | None,
    is_strict: bool,
    chance: Random,
) -> list[Table]:
    """The tables of players by number, side by side; `places` has their standings, if these count."""
    by_place = sorted(range(len(partners)), key=places.__getitem__) if places else list(range(len(partners)))
    costs = _Costs(shape, partners, met, places, STRICT if is_strict else 1)
    search = _Search(shape, sizes, costs, by_place, chance)
    if shape.size == 1 and shape.least == shape.most:
        tables: list[tuple[int, ...]] = [*costs.couples_of(by_place)]
    elif len(by_place) <= EXHAUSTED:
        tables = search.best_of_all()
    else:
        tables = search.best_found()
    return [costs.sides(table) for table in tables]


class _Costs:
    """The costs of tables. A table is a sequence of players, side by side."""

    def __init__(self, shape: Shape, partners: Met, met: Met, places: Sequence[int] | None, weight: int) -> None:
        self._shape, self._partners, self._met = shape, partners, met
        self.places = [weight * place for place in places] if places else [0] * len(partners)
        # At a table of two, opponents cannot become partners, so any second meeting is a repeat.
        self._is_of_two = shape.size == 1 and shape.least == shape.most
        self._meeting = 1 if places else MEETING

    def sides(self, table: Sequence[int]) -> Table:
        """The sides of a table."""
        size = self._shape.size
        return tuple(tuple(table[at : at + size]) for at in range(0, len(table), size))

    def of(self, table: Sequence[int]) -> int:
        """The cost of a table: repeated partners, repeated opponents, and differences in standing."""
        size, cost = self._shape.size, 0
        for one, other in combinations(range(len(table)), 2):
            if one // size == other // size:
                cost += self.again(self._partners, table[one], table[other])
            elif self._is_of_two:
                cost += self.again(self._met, table[one], table[other])
            else:
                cost += self._meeting * self._met[table[one]].get(table[other], 0) ** 2
        stand = [self.places[player] for player in table]
        return cost + (max(stand) - min(stand)) ** 2

    @staticmethod
    def again(known: Met, one: int, other: int) -> int:
        """The cost of two meeting again."""
        times = known[one].get(other, 0)
        return AGAIN + OFTEN * times**2 if times else 0

    def couples_of(self, players: Sequence[int]) -> list[tuple[int, int]]:
        """The cheapest couples of ranked players: opponents of tables of two, else partners."""
        known = self._met if self._is_of_two else self._partners
        standing = [self.places[player] for player in players]
        pairing, _ = couples(standing, lambda one, other: self.again(known, players[one], players[other]))
        return [(players[one], players[other]) for one, other in pairing]

    def tables_of(self, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, ...]]:
        """The cheapest tables of four, given the partners."""
        middle = {pair: sum(self.places[player] for player in pair) // 2 for pair in pairs}
        ordered = sorted(pairs, key=middle.__getitem__)

        def extra(one: int, other: int) -> int:
            apart = middle[ordered[one]] - middle[ordered[other]]
            return self.of((*ordered[one], *ordered[other])) - apart**2

        pairing, _ = couples([middle[pair] for pair in ordered], extra)
        return [(*ordered[one], *ordered[other]) for one, other in pairing]


class _Search:
    """A search over the tables of ranked players."""

    def __init__(
        self, shape: Shape, sizes: Sequence[int], costs: _Costs, players: Sequence[int], chance: Random
    ) -> None:
        self._shape, self._sizes, self._costs, self._players, self._chance = shape, sizes, costs, players, chance
        self._exchanges = 0

    def best_of_all(self) -> list[tuple[int, ...]]:
        """The cheapest tables, of all ways to share the players out."""
        players, costs, shape = self._players, self._costs, self._shape

        @cache
        def seated(group: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
            """The cheapest partners at a table."""
            ways = [group]
            if shape.size == 2:
                a, b, c, d = group
                ways = [(a, d, b, c), (a, c, b, d), (a, b, c, d)]
            cheapest = min(ways, key=costs.of)
            return costs.of(cheapest), cheapest

        @cache
        def best(left: tuple[int, ...], sizes: tuple[int, ...]) -> tuple[int, tuple[tuple[int, ...], ...]]:
            """The cheapest tables of the remaining players: the first is tried at a table of each available size."""
            if not left:
                return 0, ()
            least: tuple[int, tuple[tuple[int, ...], ...]] | None = None
            for size in sorted(set(sizes)):
                others = list(sizes)
                others.remove(size)
                for with_first in combinations(left[1:], size - 1):
                    cost, table = seated((left[0], *with_first))
                    if least is not None and cost >= least[0]:
                        continue
                    more, tables = best(tuple(each for each in left[1:] if each not in with_first), tuple(others))
                    if least is None or cost + more < least[0]:
                        least = cost + more, (table, *tables)
            assert least is not None
            return least

        return list(best(tuple(players), tuple(self._sizes))[1])

    def best_found(self) -> list[tuple[int, ...]]:
        """The cheapest tables found, from couples of couples and from some shuffles."""
        costs, players = self._costs, list(self._players)
        is_ranked = any(costs.places)
        if self._shape.size == 2:
            best = self._better([player for table in costs.tables_of(costs.couples_of(players)) for player in table])
        else:
            best = self._better(players)
        for _ in range(0 if is_ranked else TRIES // len(players)):
            if not self._cost(best) or self._exchanges > MOST_EXCHANGES:
                break
            best = min(best, self._better(self._chance.sample(players, len(players))), key=self._cost)
        return self._tables(best)

    def _tables(self, seats: Sequence[int]) -> list[tuple[int, ...]]:
        starts = [sum(self._sizes[:number]) for number in range(len(self._sizes))]
        return [tuple(seats[start : start + size]) for start, size in zip(starts, self._sizes, strict=True)]

    def _cost(self, seats: Sequence[int]) -> int:
        return sum(map(self._costs.of, self._tables(seats)))

    def _better(self, seats: list[int]) -> list[int]:
        """Exchange players between tables, or partners at a table, as long as that is cheaper."""
        is_ranked = any(self._costs.places)
        tables = [list(table) for table in self._tables(seats)]
        costs = [self._costs.of(table) for table in tables]
        seat = [(number, at) for number, table in enumerate(tables) for at in range(len(table))]
        for _ in range(SWEEPS if is_ranked else len(seats)):
            is_better = False
            for first, (mine, at) in enumerate(seat):
                until = first + NEIGHBOURS if is_ranked else len(seat)
                for theirs, there in seat[first + 1 : until]:
                    before = costs[mine] + (costs[theirs] if mine != theirs else 0)
                    if not before:
                        continue
                    self._exchanges += 1
                    one, other = tables[mine], tables[theirs]
                    one[at], other[there] = other[there], one[at]
                    now = {number: self._costs.of(tables[number]) for number in (mine, theirs)}
                    if sum(now.values()) < before:
                        is_better = True
                        costs[mine], costs[theirs] = now[mine], now[theirs]
                    else:
                        one[at], other[there] = other[there], one[at]
            if not is_better:
                break
        return [player for table in tables for player in table]
