"""Random whole evenings, and a second count of their standings, written from docs/evening.md alone."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import pytest

from referee.books.current_evening import CurrentEvening, Folded, scores_of, seated, shape_of
from referee.evenings.actions import (
    Begin,
    Come,
    End,
    Enter,
    EnterAll,
    EveningSetup,
    Fix,
    Handicap,
    Leave,
    Length,
    Movement,
    Ranking,
    Rename,
    Reseat,
    Score,
    Sitting,
)
from referee.evenings.changes import dissolved, exchanged, more, next_table
from referee.evenings.evening import Evening, fold
from referee.evenings.rounds import Round, Shape, Unit, names_of
from referee.evenings.standings import BREAKS, standings
from referee.games import GAMES
from referee.results import Result
from referee.store.evenings import EveningRow, TableRow

NOW = datetime(2026, 6, 20, 21, 0, tzinfo=UTC)
NAMES = "Ann Bob Cat Dan Eve Fay Gus Hal Ida Joe Kim Lou Zoë".split()
WIDE = {"cribbage": 31}
"""The margins, in points, from which a win counts one more."""
SIDES = {"havilering": ("NS", "EW"), "grevjass": ("NS", "EW"), "cribbage": ("N", "S"), "humbug-whist": ("N", "S")}


@dataclass
class Played:
    """The results of an evening's tables, by the people who played: of each side names, points and place."""

    game: str
    is_alone: bool
    tables: dict[tuple[int, int], list[tuple[tuple[str, ...], int, int]]] = field(default_factory=dict)
    more: Counter[str] = field(default_factory=Counter)
    """Handicaps by name."""
    ranking: Ranking = Ranking.MATCHES
    sitting: Sitting = Sitting.NOTHING
    out: list[list[Unit]] = field(default_factory=list)
    """The players who sat out each round that counts."""


Tally = dict[str, dict[str, Fraction]]
Counts = Counter[tuple[str, str]]


def of_table(played: Played, sides: list[tuple[tuple[str, ...], int, int]]) -> tuple[list[Any], list[int]]:
    """The points and places of a table's sides, with handicaps."""
    points, places = [each for _, each, _ in sides], [each for _, _, each in sides]
    given = [sum(played.more[name] for name in side) for side, _, _ in sides]
    if any(given) and any(points):  # Handicaps decide by points, unless only the winner is known.
        points = [one + more for one, more in zip(points, given, strict=True)]
        places = [1 + sum(other > one for other in points) for one in points]
    return points, places


def tallied(played: Played) -> tuple[Tally, Counter[str], Counts]:
    """The results of each player's tables, the rounds, and how often they beat whom."""
    tally: Tally = defaultdict(lambda: dict.fromkeys(("match", "won", "apart", "points"), Fraction(0)))
    rounds, beat = Counter[str](), Counts()
    for sides in played.tables.values():
        points, places = of_table(played, sides)
        is_level = len(set(places)) == 1
        for number, (side, _, _) in enumerate(sides):
            is_first = places[number] == 1 and not is_level
            apart = 0 if played.is_alone else points[number] - points[1 - number]
            score = sum(2 if places[number] < place else places[number] == place for place in places) - 1
            score += is_first and apart != 0 and 0 < WIDE.get(played.game, 0) <= abs(apart)
            score = 0 if is_level and not any(points) else score
            new = {"match": score, "won": is_first, "apart": apart, "points": points[number]}
            for name in side:
                tally[name] = {what: count + new[what] for what, count in tally[name].items()}
                rounds[name] += 1
                beat.update((name, other) for at, (others, _, _) in enumerate(sides) for other in others
                            if places[number] < places[at])  # fmt: skip
    return tally, rounds, beat


def ranked_by(played: Played, mine: dict[str, Fraction], rounds: int, out: int) -> tuple[Fraction, ...]:
    """The value by which somebody is ranked, given the rounds played and sat out."""
    average = mine["points"] / rounds if rounds else Fraction(0)
    if played.sitting is Sitting.WIN and played.ranking in (Ranking.MATCHES, Ranking.GAMES):
        mine = mine | {"match": mine["match"] + 2 * out, "won": mine["won"] + out}
    elif played.sitting is not Sitting.NOTHING and played.ranking is not Ranking.AVERAGE and rounds:
        mine = {what: count * Fraction(rounds + out, rounds) for what, count in mine.items()}
    order = {
        Ranking.MATCHES: ("match", "won", "apart", "points"),
        Ranking.GAMES: ("won", "apart", "points"),
        Ranking.POINTS: ("points", "won", "apart"),
        Ranking.AVERAGE: ("won", "apart"),
    }[played.ranking]
    first = (average,) if played.ranking is Ranking.AVERAGE else ()
    return (*first, *(mine[what] for what in order))


def second_count(played: Played, units: list[Unit]) -> dict[Unit, tuple[int, tuple[Fraction, ...], int]]:
    """The place of each unit, what it is ranked by, and its rounds."""
    tally, rounds, beat = tallied(played)
    key = {
        unit: ranked_by(played, tally[unit[0]], rounds[unit[0]], sum(unit in each for each in played.out))
        for unit in units
    }
    ranked_ones = {unit for unit in units if rounds[unit[0]] or key[unit][0]}
    found = {}
    for unit in units:
        equals = [other for other in ranked_ones if key[other] == key[unit] and other != unit]
        place = 1 + sum(key[other] > key[unit] for other in ranked_ones)
        if len(equals) == 1:
            place += beat[equals[0][0], unit[0]] > beat[unit[0], equals[0][0]]
        found[unit] = place if unit in ranked_ones else 0, key[unit], rounds[unit[0]]
    return found


class Simulated:
    """An evening by chance."""

    def __init__(self, seed: int) -> None:
        self.chance = chance = random.Random(seed)
        game = chance.choice([*SIDES, "hearts"])
        shape = shape_of(GAMES[game], chance.random() < 0.4)
        is_fixed = bool(GAMES[game].partners) and shape.size == 1
        movement, length = chance.choice(list(Movement)), chance.choice(list(Length))
        ranking, sitting = chance.choice([None, *Ranking]), chance.choice(list(Sitting))
        hands = 2 if length is Length.HANDS else 1
        self.setup = EveningSetup("Club", game, shape, is_fixed, movement, length, hands, "", sitting, ranking)
        self.evening, self.tables, self.played = (
            Evening(self.setup),
            dict[tuple[int, int], TableRow](),
            Played(
                game,
                shape.most > 0,
                ranking=ranking or (Ranking.POINTS if shape.most else Ranking.MATCHES),
                sitting=sitting,
            ),
        )
        self.log: list[Any] = []
        self.away: list[Unit] = []
        names = chance.sample(NAMES, len(NAMES))
        size = 2 if is_fixed else 1
        self.later = [tuple(names[at : at + size]) for at in range(0, len(names) - size + 1, size)]
        count = chance.randrange(max(2 if is_fixed else 4, len(self.later) - 5), len(self.later))
        came = [self.later.pop() for _ in range(count)]
        for kind in range(2):  # The second kind matters only in the movements of whist drives.
            self.do(Come(tuple(came[kind::2]), kind))
        for _ in range(chance.randrange(1, 6)):
            self.round()
        if chance.random() < 0.5:
            self.do(End())

    def do(self, action: Any) -> None:
        self.evening = self.evening.step(action)
        self.log.append(action)

    def round(self) -> None:
        """People come, leave, and come back under a name typed otherwise; a round is seated and played."""
        chance = self.chance
        if self.later and chance.random() < 0.4:
            self.do(Come((self.later.pop(),), chance.randrange(2)))
        if chance.random() < 0.2:
            self.do(Rename(f"Night {chance.randrange(9)}"))
        if chance.random() < 0.2:
            self.do(Fix(chance.choice(self.evening.here), chance.randrange(4)))
        if self.away and chance.random() < 0.5:
            back = self.away.pop()
            typed = tuple(chance.choice((str.upper, str.lower, str))(name) for name in back[::-1])
            self.do(self.evening.as_known(Come((typed,))))
            assert back in self.evening.here
        if len(self.evening.here) > 5 and chance.random() < 0.4:
            gone = chance.choice(self.evening.here)
            self.do(Leave(gone))
            self.away += [gone] if gone in self.evening.seated_before else []
        if chance.random() < 0.2:
            unit, points = chance.choice(self.evening.here), chance.randrange(9)
            self.do(Handicap(unit, points))
            self.played.more.update({name: Fraction(points, len(unit)) - self.played.more[name] for name in unit})
        places = {line.who: line.place or 99 for line in self.current.standings}
        seats = self.evening.seated(chance.randrange(99), self.current.scores, places)
        number = len(self.evening.rounds)
        self.do(Begin(seats, tuple(100 * number + at + 1 for at in range(len(seats.tables))), NOW))
        for place in range(len(seats.tables)):
            self.play(number, place)
        if chance.random() < 0.3:
            self.exchange(chance.randrange(number + 1))
        if chance.random() < 0.2:
            self.another_table(number)

    def another_table(self, number: int) -> None:
        """Seat people who sit out or come late at an extra table, or remove a table."""
        chance, seats, evening = self.chance, self.evening.rounds[number], self.evening
        if self.later and chance.random() < 0.5:
            self.do(Come((self.later.pop(),)))
        count = len(seats.tables)
        if next_table(seats, evening.setup.shape, self.evening.here, evening.kinds):
            change = more(seats, evening.setup.shape, self.evening.here, evening.kinds)
            self.do(Reseat(number, change.seats, (*evening.matches[number], 100 * number + count + 1), change.was))
            self.play(number, count)
        elif count > 1:
            gone = chance.randrange(count)
            change = dissolved(seats, gone)
            matches = tuple(match for at, match in enumerate(evening.matches[number]) if at != gone)
            self.do(Reseat(number, change.seats, matches, change.was))
            for found in (self.tables, self.played.tables):
                self.renumber(found, number, change.was, count)

    def renumber(self, found: dict[tuple[int, int], Any], number: int, was: tuple[int, ...], count: int) -> None:
        """Move what belonged to tables to their new places; what a removed table had is gone."""
        before = {place: found.pop((number, place)) for place in range(count) if (number, place) in found}
        for now, old in enumerate(was):
            if old in before:
                row = before[old]
                found[number, now] = replace(row, table=now) if isinstance(row, TableRow) else row

    def exchange(self, number: int) -> None:
        """Somebody else plays in a place of a round: two swap, or one who was not there comes."""
        chance, seats = self.chance, self.evening.rounds[number]
        unit, *others = chance.sample(seats.units, 2)
        if self.later and chance.random() < 0.5:
            others = [self.later.pop()]
        change = exchanged(seats, unit, others[0])
        self.do(Reseat(number, change.seats, self.evening.matches[number], change.was))
        names = dict(zip((*unit, *others[0]), (*others[0], *unit), strict=True))
        for place in range(len(seats.tables)):  # Results follow the seats, and so do the names in matches.
            at, row = (number, place), self.tables.get((number, place))
            if at in self.played.tables:
                sides = self.played.tables[at]
                self.played.tables[at] = [(tuple(names.get(name, name) for name in side), points, rank)
                                          for side, points, rank in sides]  # fmt: skip
            if row:
                players = {seat: names.get(name, name) for seat, name in row.players.items()}
                self.tables[at] = replace(row, players=players)

    def play(self, number: int, place: int) -> None:
        """A table's result: from paper, from a match as seated or with seats exchanged, of others, or none yet."""
        chance, table = self.chance, self.evening.rounds[number].tables[place]
        sides = [tuple(names_of(side)) for side in table]
        points = [chance.choice((0, 20, 20, 40, 60)) for _ in sides]
        how = chance.random()
        if how < 0.05:
            self.do(Enter(number, place, ()))  # Written off: nothing counts, whatever its match has.
            points = [0] * len(sides)
        elif how < 0.1 and len(sides) == 2:  # Only the winner is known.
            self.do(EnterAll((Enter(number, place, (Score(0, 0), Score(0, 1))),)))
            self.played.tables[number, place] = list(zip(sides, (0, 0), (2, 1), strict=True))
            return
        elif how < 0.4:
            self.do(Enter(number, place, tuple(map(Score, points))))
            ranks = [1 + sum(other > one for other in points) for one in points]
            self.played.tables[number, place] = list(zip(sides, points, ranks, strict=True))
        if how < 0.4:
            return
        sitting = seated(GAMES[self.setup.game], table)
        seats, letters = list(sitting), SIDES.get(self.setup.game, tuple(sitting))
        if how < 0.6 and len(letters) == 2:  # The sides exchange their seats.
            sitting = dict(zip(seats, [sitting[seat] for seat in seats[1:] + seats[:1]], strict=True))
        elif how < 0.7:  # Somebody else plays.
            sitting[seats[0]] = "Mallory"
        # Who wins is what the game says, and need not be who has more points.
        ranks = list(range(1, len(letters) + 1)) if chance.random() < 0.7 else [1] * len(letters)
        chance.shuffle(ranks)
        points = points if len(set(ranks)) > 1 else [points[0]] * len(ranks)
        if self.played.is_alone:
            ranks = [1 + sum(other > one for other in points) for one in points]
        result = {side: Result(*each) for side, *each in zip(letters, points, ranks, strict=True)}
        is_over, is_begun = chance.random() < 0.9, chance.random() < 0.9
        match = self.evening.matches[number][place]
        row = TableRow(number, place, match, is_over, 1, 0, result, is_begun, sitting, has_begun=is_begun)
        self.tables[number, place] = row
        if is_begun and "Mallory" not in sitting.values():
            self.played.tables[number, place] = [
                (tuple(sitting[seat] for seat in side), each.points, each.place) for side, each in result.items()
            ]

    @property
    def current(self) -> CurrentEvening:
        """As `Evenings` reads it."""
        found = {place: scores_of(self.evening, place, row) for place, row in self.tables.items() if row.has_begun}
        scores = {place: each for place, each in found.items() if each is not None} | dict(self.evening.by_hand)
        row = EveningRow(1, 1, NOW.isoformat(), "", "key")
        folded = Folded(row, self.evening, None, None, self.evening, {}, None)
        return CurrentEvening(folded, len(self.log), self.tables, {at: each for at, each in scores.items() if each})

    def counted(self) -> Played:
        """The tables that count: of the latest round only once they have played it, or the evening is over."""
        latest = len(self.evening.rounds) - 1
        open_ones = {place for place, row in self.tables.items()
                     if place[0] == latest and not row.over and not self.evening.is_over}  # fmt: skip
        kept = {place: sides for place, sides in self.played.tables.items() if place not in open_ones}
        out = [list(self.evening.rounds[number].out) for number in {number for number, _ in kept}]
        return replace(self.played, tables=kept, out=out)


@pytest.mark.quick(20)
@pytest.mark.parametrize("seed", range(600))
def test_the_standings_are_those_of_the_second_count(seed: int) -> None:
    simulated = Simulated(seed)
    evening, lines = simulated.evening, simulated.current.standings
    assert fold(simulated.setup, simulated.log) == evening
    due = second_count(simulated.counted(), evening.units)
    fields = ("earned", *BREAKS[simulated.setup.ranked_by])
    found = {line.who: (line.place, tuple(getattr(line, name) for name in fields), line.rounds) for line in lines}
    assert found == due
    places = [line.place or len(lines) + 1 for line in lines]
    assert places == sorted(places)


def of_pairs(names: list[str], results: dict[tuple[int, int], tuple[int, int]]) -> Evening:
    """An evening of one against one, given the points of two by their numbers."""
    setup = EveningSetup("Club", "cribbage", Shape(2), False, Movement.EVERYBODY, Length.GAME, 1)
    evening = fold(setup, [Come(tuple((name,) for name in names))])
    units = [(name,) for name in names]
    for (one, other), points in results.items():
        out = tuple(unit for at, unit in enumerate(units) if at not in (one, other))
        evening = evening.step(Begin(Round((((units[one],), (units[other],)),), out), (len(evening.rounds),), NOW))
        evening = evening.step(Enter(len(evening.rounds) - 1, 0, tuple(map(Score, points))))
    return evening


@pytest.mark.quick(3)
@pytest.mark.parametrize("size", range(2, 7))
@pytest.mark.parametrize("kind", ["level", "in a circle"])
def test_nobody_stands_above_an_equal(size: int, kind: str) -> None:
    """Ties of every size under every order of names, behind one who won and before one who lost all."""
    ring = range(size)
    level = dict.fromkeys(combinations(ring, 2), (50, 50))
    circle = {(a, (a + step) % size): (61, 50) for a in ring for step in range(1, (size + 1) // 2)}
    results = level if kind == "level" or size < 3 else circle
    results = results | {(size, each): (61, 40) for each in ring} | {(each, size + 1): (61, 40) for each in ring}
    for names in permutations(NAMES[:size]):
        evening = of_pairs([*names, "Max", "Ned"], results)
        places = {line.who[0]: line.place for line in standings(evening, evening.by_hand)}
        assert places == {**dict.fromkeys(names, 2), "Max": 1, "Ned": size + 2}


def test_three_wins_are_above_two_wide_ones() -> None:
    """Equal scores: rounds won come before the points difference."""
    names = ["Ann", "Bob", "Cat", "Dan"]
    results = {(0, 2): (121, 110), (0, 3): (121, 110), (2, 0): (110, 121), (1, 2): (121, 70), (1, 3): (121, 71)}
    evening = of_pairs(names, results)
    first, second, *_ = standings(evening, evening.by_hand, 31)
    assert (first.who[0], first.earned, first.won, first.difference) == ("Ann", 6, 3, 33)
    assert (second.who[0], second.earned, second.won, second.difference) == ("Bob", 6, 2, 101)
    assert (first.place, second.place) == (1, 2)
