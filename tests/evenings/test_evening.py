"""An evening folded from its log: people, results, and standings against a second count."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from referee.evenings.actions import (
    Action,
    Begin,
    Come,
    End,
    Enter,
    EnterAll,
    EveningSetup,
    Extend,
    Handicap,
    Leave,
    Length,
    Movement,
    Pause,
    Reseat,
    Resume,
    Score,
    Unseat,
)
from referee.evenings.evening import Evening, fold
from referee.evenings.rounds import Shape, names_of
from referee.evenings.shapes import read_action, read_setup, write_action, write_setup
from referee.evenings.standings import standings
from referee.faults import RefusedError

FOUR, TWO, ALONE = Shape(2, 2), Shape(2), Shape(4, 1, 3, 6)
NOW = datetime(2026, 6, 20, 21, 0, tzinfo=UTC)
NAMES = "Ann Bob Cat Dan Eve Fay Gus Hal Ida Joe".split()


def setup(
    shape: Shape = FOUR, fixed: bool = False, movement: Movement = Movement.EVERYBODY, game: str = "havilering"
) -> EveningSetup:
    return EveningSetup("Club night", game, shape, fixed, movement, Length.GAME, 1)


def begun(evening: Evening, seed: int = 1) -> Begin:
    places = {line.who: line.place for line in standings(evening, evening.by_hand)}
    seats = evening.seated(seed, evening.by_hand, places)
    first = 100 * len(evening.rounds)
    return Begin(seats, tuple(range(first, first + len(seats.tables))), NOW)


def played(given: EveningSetup, people: int, rounds: int, seed: int = 1) -> tuple[Evening, list[Action]]:
    """An evening with results of chance, and its log."""
    chance, log = random.Random(seed), list[Action]()
    size = 2 if given.is_fixed else 1
    names = NAMES[:people]
    log.append(Come(tuple(tuple(names[at : at + size]) for at in range(0, people, size))))
    evening = fold(given, log)
    for number in range(rounds):
        log.append(begun(evening, seed + number))
        evening = evening.step(log[-1])
        for place, table in enumerate(evening.rounds[-1].tables):
            scores = tuple(Score(chance.randrange(60, 122), 0) for _ in table)
            log.append(Enter(number, place, scores))
            evening = evening.step(log[-1])
    return evening, log


@pytest.mark.quick(8)
@pytest.mark.parametrize("more", [{}, {"Bob": 7}, {"Bob": 7, "Cat": 30, "Ida": 1}])
@pytest.mark.parametrize("seed", range(10))
def test_standings_equal_a_second_count(seed: int, more: dict[str, int]) -> None:
    """Counted apart, player by player; equals by difference, points, rounds won. With handicaps, and without."""
    evening, _ = played(setup(), 9, 5, seed)
    for name, points in more.items():
        evening = evening.step(Handicap((name,), points))
    count = {name: [0, 0, 0, 0] for name in NAMES[:9]}
    for (number, place), scores in evening.by_hand.items():
        table = evening.rounds[number].tables[place]
        gross = [score.points + sum(more.get(name, 0) for name in names_of(side))
                 for side, score in zip(table, scores, strict=True)]  # fmt: skip
        for side, (mine, theirs) in zip(table, (gross, gross[::-1]), strict=True):
            for name in names_of(side):
                won = mine > theirs
                tally = 2 if won else 1 if mine == theirs else 0
                more_of = tally, mine - theirs, mine, int(won)
                count[name] = [one + other for one, other in zip(count[name], more_of, strict=True)]
    found = standings(evening, evening.by_hand)
    assert {line.who[0]: [line.earned, line.difference, line.points, line.won] for line in found} == count
    for line in found:
        better = sum(count[name] > count[line.who[0]] for name in count)
        assert line.place in (better + 1, better + 2)
        assert line.place == better + 1 or sum(each == count[line.who[0]] for each in count.values()) == 2
    assert sum(line.difference for line in found) == 0


@pytest.mark.parametrize("scores", [(121, 90), (121, 91), (80, 121), (121, 121)])
def test_a_wide_win_earns_three(scores: tuple[int, int]) -> None:
    evening, _ = played(setup(TWO, game="cribbage"), 2, 1)
    evening = evening.step(Enter(0, 0, tuple(map(Score, scores))))
    earned = sorted(line.earned for line in standings(evening, evening.by_hand, 31))
    apart = abs(scores[0] - scores[1])
    assert earned == ([1, 1] if not apart else [0, 3 if apart > 30 else 2])


def test_each_alone_is_ranked_by_points() -> None:
    evening, _ = played(setup(ALONE, game="hearts"), 10, 3)
    points = dict.fromkeys(NAMES, 0)
    for (number, place), scores in evening.by_hand.items():
        for side, score in zip(evening.rounds[number].tables[place], scores, strict=True):
            points[names_of(side)[0]] += score.points
    found = standings(evening, evening.by_hand)
    assert {line.who[0]: line.earned for line in found} == points
    assert [line.earned for line in found] == sorted(points.values(), reverse=True)


def test_two_who_are_equal_are_told_apart_by_who_beat_whom() -> None:
    evening = fold(setup(TWO), [Come(tuple((name,) for name in NAMES[:4]))])
    won = ("Bob", "Ann"), ("Ann", "Cat"), ("Ann", "Dan"), ("Bob", "Cat"), ("Dan", "Bob"), ("Cat", "Dan")
    wins = {frozenset(pair): pair[0] for pair in won}
    for number in range(3):
        evening = evening.step(begun(evening))
        for place, table in enumerate(evening.rounds[-1].tables):
            names = [names_of(side)[0] for side in table]
            winner = wins[frozenset(names)]
            evening = evening.step(Enter(number, place, tuple(Score(10 if name == winner else 5) for name in names)))
    found = [(line.place, line.who[0]) for line in standings(evening, evening.by_hand)]
    assert found == [(1, "Bob"), (2, "Ann"), (3, "Cat"), (4, "Dan")]


def test_winners_move_up_the_ladder_and_losers_down() -> None:
    given = setup(FOUR, fixed=False, movement=Movement.LADDER)
    evening = fold(given, [Come(tuple((name,) for name in NAMES[:8]))]).step(
        begun(fold(given, [Come(tuple((name,) for name in NAMES[:8]))]))
    )
    for place in range(2):
        evening = evening.step(Enter(0, place, (Score(121), Score(60))))
    first = evening.rounds[0]
    evening = evening.step(begun(evening))
    top, bottom = ({unit for side in table for unit in side} for table in evening.rounds[1].tables)
    assert top == {*first.tables[0][0], *first.tables[1][0]}
    assert bottom == {*first.tables[0][1], *first.tables[1][1]}
    assert not {frozenset(side) for table in first.tables for side in table} & {
        frozenset(side) for table in evening.rounds[1].tables for side in table
    }


def test_partners_who_stay_together() -> None:
    evening, _ = played(setup(TWO, fixed=True), 10, 4)
    assert all(
        len(side) == 1 and len(side[0]) == 2 for each in evening.rounds for table in each.tables for side in table
    )
    assert all(len(line.who) == 2 for line in standings(evening, evening.by_hand))


@pytest.mark.parametrize("movement", Movement)
def test_what_is_written_is_read_again(movement: Movement) -> None:
    given = setup(movement=movement)
    evening, log = played(given, 9, 3)
    log += [
        Leave(evening.here[0]),
        Come((("Zoe",),)),
        Enter(0, 0, None),
        Handicap(("Zoe",), 5),
        EnterAll((Enter(0, 0, ()), Enter(0, 1, (Score(1), Score(2))))),
        Reseat(0, evening.rounds[0], evening.matches[0], tuple(range(len(evening.matches[0])))),
        Unseat(),
        Pause(NOW),
        Resume(NOW),
        Extend(5),
        End(),
    ]
    written = json.loads(json.dumps([write_action(action) for action in log]))
    assert [read_action(action) for action in written] == log
    assert read_setup(json.loads(json.dumps(write_setup(given)))) == given
    log = [action for action in log if not isinstance(action, Pause | Resume | Extend)]
    written = json.loads(json.dumps([write_action(action) for action in log]))
    assert fold(given, map(read_action, written)) == fold(given, log)


@pytest.mark.parametrize("data", [None, {}, {"type": "no"}, {"type": "come", "units": [[1]]}, {"type": "leave"}, [],
    {"type": "result", "round": "1", "table": 0, "scores": None}, {"type": "round", "tables": 1}])  # fmt: skip
def test_what_cannot_be_read(data: object) -> None:
    with pytest.raises(RefusedError):
        read_action(data)


def test_what_is_refused() -> None:
    evening, _ = played(setup(), 8, 1)
    bad: list[Action] = [
        Come((("ann",),)), Come((("Zoe",), ("zoe",))), Come((("Zoe", "Kim"),)), Leave(("Zoe",)), Enter(1, 0, None),
        Handicap(("Zoe",), 5), Handicap(("Ann",), 201), Handicap(("Ann",), -1),
        Enter(0, 9, None), Enter(0, 0, (Score(1),)), Begin(evening.rounds[0], (1,), NOW),
    ]  # fmt: skip
    for action in bad:
        with pytest.raises(RefusedError):
            evening.step(action)
    over = evening.step(End())
    for action in (Come((("Zoe",),)), End(), begun(evening)):
        with pytest.raises(RefusedError, match="over"):
            over.step(action)
    assert over.step(Enter(0, 0, (Score(1), Score(2)))).by_hand[0, 0] == (Score(1), Score(2))
    with pytest.raises(RefusedError, match="too few"):
        fold(setup(), [Come((("Ann",),))]).seated(1, {}, {})


def test_a_handicap_decides_a_game_that_the_other_side_won() -> None:
    evening = fold(setup(TWO, game="cribbage"), [Come((("Ann",), ("Bob",)))])
    evening = evening.step(begun(evening))
    results = {(0, 0): tuple(Score(121, 1) if side == (("Ann",),) else Score(100, 0)
                             for side in evening.rounds[0].tables[0])}  # fmt: skip
    for points, winner in ((20, "Ann"), (22, "Bob"), (0, "Ann")):
        evening = evening.step(Handicap(("Bob",), points))
        assert standings(evening, results)[0].who == (winner,)
    assert not evening.handicaps
    nothing = {(0, 0): (Score(0), Score(0))}  # Nothing was played: nothing is earned.
    assert not any(line.earned for line in standings(evening.step(Handicap(("Bob",), 9)), nothing))


def test_scores_are_shares() -> None:
    """Points earned at the tables of two sides add up to two a table and side, however it was played."""
    evening, _ = played(setup(), 8, 6)
    earned = sum(line.earned for line in standings(evening, evening.by_hand))
    assert Fraction(earned, 2) == 2 * len(evening.by_hand)
