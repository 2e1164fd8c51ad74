"""Movements of whist drives: two kinds of players, such as ladies and gentlemen, in equal numbers at each table."""

from collections.abc import Mapping, Sequence
from itertools import count
from random import Random

from referee.evenings.actions import Movement, Score
from referee.evenings.movements import History
from referee.evenings.rounds import Round, Shape, Side, Table, Unit

FIRST, SECOND = 0, 1
"""The kinds."""
Kinds = Mapping[Unit, int]


def progressed(
    shape: Shape,
    here: Sequence[Unit],
    kinds: Kinds,
    rounds: Sequence[Round],
    seed: int,
    movement: Movement,
    results: Sequence[tuple[Score, ...] | None],
) -> Round:
    """Seat the next round, given the results of the latest one by table.

    A player with no table to go to, or no place left there, takes a free place. If there are too many of one kind,
    the last to come play as the other kind.
    """
    history, drawn = History.of(rounds), list(here)
    history.come(here)
    Random(seed).shuffle(drawn)
    tables = len(shape.tables(len(here)))
    out = _out(history, drawn, kinds, len(here) - tables * 2 * shape.size, rounds)
    roles = _roles([unit for unit in here if unit not in out], kinds)
    places: tuple[list[list[Unit]], ...] = tuple([[] for _ in range(tables)] for _ in (FIRST, SECOND))
    later = list[Unit]()
    for unit in (unit for unit in drawn if unit in roles):
        to = _goes_to(unit, roles[unit], rounds, movement, results)
        if to is not None and to < tables and len(places[roles[unit]][to]) < shape.size:
            places[roles[unit]][to].append(unit)
        else:
            later.append(unit)
    for unit in later:
        next(free for free in places[roles[unit]] if len(free) < shape.size).append(unit)
    return Round(tuple(_table(first, second, history) for first, second in zip(*places, strict=True)), out)


def _out(
    history: History, drawn: Sequence[Unit], kinds: Kinds, often: int, rounds: Sequence[Round]
) -> tuple[Unit, ...]:
    """Return the units that sit out: from the kind with more players, the units that sat out least."""
    last, out = rounds[-1].out if rounds else (), list[Unit]()
    for _ in range(often):
        left = [unit for unit in drawn if unit not in out]
        counts = [sum(kinds.get(unit, FIRST) == kind for unit in left) for kind in (FIRST, SECOND)]
        wanted = None if counts[0] == counts[1] else FIRST if counts[0] > counts[1] else SECOND
        left = [unit for unit in left if wanted in (None, kinds.get(unit, FIRST))]
        out.append(min(left, key=lambda unit: (history.out[unit], unit in last)))
    return tuple(out)


def _roles(playing: Sequence[Unit], kinds: Kinds) -> dict[Unit, int]:
    """The kind that each plays as, so that both kinds are equal in number."""
    roles = {unit: kinds.get(unit, FIRST) for unit in playing}
    for kind in (FIRST, SECOND):
        mine = [unit for unit in playing if kinds.get(unit, FIRST) == kind]
        for unit in mine[len(playing) // 2 :]:
            roles[unit] = 1 - kind
    return roles


def _goes_to(
    unit: Unit, kind: int, rounds: Sequence[Round], movement: Movement, results: Sequence[tuple[Score, ...] | None]
) -> int | None:
    """Return the table that a unit moves to, from 0, the first being the highest; None if it sat at none.

    A tie, or a table without a result, is won by the side that is named first.
    """
    last = rounds[-1] if rounds else Round(())
    at = last.table_of(unit)
    if at is None:
        return None
    scores = results[at] or ()
    winner = max(range(len(scores)), key=lambda side: scores[side].decides, default=0)
    has_won = unit in last.tables[at][winner]
    step = {
        Movement.WINNERS: (-has_won, int(not has_won)),
        Movement.ALL: (-1, 1),
        Movement.STAY: (0, -1),
    }[movement][kind]
    return (at + step) % len(last.tables)


def _table(first: Sequence[Unit], second: Sequence[Unit], history: History) -> Table:
    """Make partners of one of each kind who were partners least often; one against one, the two are opponents."""
    if len(first) == 1:
        return (tuple(first), tuple(second))
    ways: list[tuple[Side, Side]] = [
        ((first[0], second[at]), (first[1], second[1 - at])) for at in range(len(second))
    ]
    return min(ways, key=lambda way: sum(history.partners[frozenset(side)] for side in way))


def with_fixed_tables(seats: Round, fixed: Mapping[Unit, int]) -> Round:
    """Number the tables so that each unit with a fixed one sits at it, and the others in order."""
    wanted = dict[int, int]()
    for place, table in enumerate(seats.tables):
        number = next((fixed[unit] for side in table for unit in side if unit in fixed), None)
        if number and number not in wanted.values():
            wanted[place] = number
    free = (number for number in count(1) if number not in wanted.values())
    numbers = tuple(wanted.get(place) or next(free) for place in range(len(seats.tables)))
    return Round(seats.tables, seats.out, numbers if wanted else ())
