"""An evening of 400 people: to read it and to rank them takes no more work for each entry than for a small one."""

from __future__ import annotations

import json
import random
import time
from datetime import UTC, datetime
from typing import Any

from referee.evenings.actions import Begin, Come, Enter, EveningSetup, Handicap, Length, Movement, Score
from referee.evenings.evening import Evening, fold
from referee.evenings.rounds import Round, Shape
from referee.evenings.shapes import read_action, write_action
from referee.evenings.standings import standings
from tests.core.test_growth import calls_of

NOW = datetime(2026, 6, 20, 21, 0, tzinfo=UTC)
SETUP = EveningSetup("Club", "havilering", Shape(2, 2), False, Movement.STANDING, Length.GAME, 1)


def log_of(people: int, rounds: int, handicaps: int, results: bool) -> list[str]:
    """The log of an evening as it is stored."""
    chance, units = random.Random(1), [(f"Player {number}",) for number in range(people)]
    actions: list[Any] = [Come(tuple(units))]
    for number in range(rounds):
        drawn = chance.sample(units, people)
        tables = tuple(((a, b), (c, d)) for a, b, c, d in zip(*[iter(drawn)] * 4, strict=True))
        actions.append(Begin(Round(tables), tuple(range(1, len(tables) + 1)), NOW))
        if results:
            actions += [Enter(number, at, (Score(121), Score(chance.randrange(121)))) for at in range(len(tables))]
    actions += [Handicap(chance.choice(units), chance.randrange(50)) for _ in range(handicaps)]
    return [json.dumps(write_action(action)) for action in actions]


def read(log: list[str]) -> Evening:
    return fold(SETUP, [read_action(json.loads(each)) for each in log])


def test_the_largest_evening_is_read_and_ranked_at_once() -> None:
    log = log_of(400, 60, 3000, results=False)
    began = time.process_time()
    evening = read(log)
    standings(evening, evening.by_hand)
    assert time.process_time() - began < 0.3
    assert len(evening.rounds) == 60


def test_twice_as_many_entries_are_twice_the_work() -> None:
    few, many = (log_of(40, times * 8, times * 200, results=True) for times in (1, 2))

    def work(log: list[str]) -> int:
        return calls_of(lambda: standings(evening := read(log), evening.by_hand))

    work(few)  # What is kept from one to the next is there.
    assert work(many) <= 2.5 * work(few)
