"""A league over evenings against a second count, its spreadsheet, and ratings of games of evenings."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flask import Flask

from referee.books.evenings import Evenings
from referee.evenings.actions import Come, End, Enter, EveningSetup, Leave, Length, Movement, Score
from referee.evenings.rounds import Shape
from tests.conftest import BOOK
from tests.core.web.test_evening_results import words
from tests.core.web.test_evenings import NAMES

CLUB = EveningSetup("Club", "cribbage", Shape(2), False, Movement.EVERYBODY, Length.MINUTES, 30)


@pytest.fixture
def evenings(app: Flask, clock: Any) -> Evenings:
    """Four evenings of different people, the last one not over."""
    found: Evenings = app.extensions["evenings"]
    chance = random.Random(5)
    for at in range(4):
        clock.move(days=7)
        number = found.open(BOOK, CLUB, f"evening-{at}")
        people = chance.sample(NAMES[:6], 4)
        current = found.do(number, 0, f"come-{at}", Come(tuple((name,) for name in people)))
        for of_round in range(2):
            current = found.begin_round(number, current.version, f"round-{at}-{of_round}", of_round)
            for table in range(2):
                points = Score(chance.randrange(60)), Score(chance.randrange(60))
                current = found.do(
                    number, current.version, f"{at}-{of_round}-{table}", Enter(of_round, table, points)
                )
        if at < 3:
            found.do(number, current.version, f"end-{at}", End())
    return found


@pytest.mark.parametrize("best", [1, 2, 3])
@pytest.mark.parametrize("by", ["places", "sums"])
def test_the_best_evenings_count(client: Any, evenings: Evenings, best: int, by: str) -> None:
    due: dict[str, list[Any]] = {}
    for number in (1, 2, 3):
        lines = evenings.current(number).standings
        for line in lines:
            below = sum(other.place > line.place for other in lines)
            due.setdefault(line.who[0], []).append(line.earned if by == "sums" else 1 + below)
    totals = {name: sum(sorted(points)[-best:]) for name, points in due.items()}
    text = client.get(f"/books/{BOOK}/evenings/league/table.csv?best={best}&of=9&by={by}").get_data(as_text=True)
    rows = [row.split(",") for row in text.splitlines()[1:]]
    assert {row[1]: int(row[2]) for row in rows} == totals
    assert [int(row[0]) for row in rows] == sorted(1 + sum(other > totals[name] for other in totals.values())
                                                   for name in totals)  # fmt: skip
    assert all(len([cell for cell in row[3:] if cell]) == len(due[row[1]]) for row in rows)
    page = words(client.get(f"/books/{BOOK}/evenings/league?best={best}&of=9&by={by}").get_data(as_text=True))
    told = "evening of the latest 9 counts" if best == 1 else f"{best} of the latest 9 evenings count"
    assert f"Each player’s best {told}; others are struck out." in page


@pytest.mark.parametrize("by", ["places", "sums"])
def test_somebody_who_changed_their_partner_has_the_points_of_the_better_pair(
    client: Any, app: Flask, by: str
) -> None:
    found: Evenings = app.extensions["evenings"]
    pairs = EveningSetup("Club", "havilering", Shape(2), True, Movement.EVERYBODY, Length.GAME, 1)
    number, best, other, third = found.open(BOOK, pairs, "pairs"), ("Ann", "Bob"), ("Ann", "Cat"), ("Eve", "Fay")
    actions: tuple[Any, ...] = (
        Come((best, third)),
        Enter(0, 0, ()),
        Leave(best),
        Come((other,)),
        Enter(1, 0, ()),
        End(),
    )
    for key, action in enumerate(actions):
        if isinstance(action, Enter):
            current = found.begin_round(number, found.current(number).version, f"{key} begun", 1)
            firsts = [unit[0] == "Ann" for side in current.evening.rounds[-1].tables[0] for unit in side]
            won = [is_first == (action.round == 0) for is_first in firsts]
            action = Enter(action.round, 0, tuple(Score(0, int(each)) for each in won))
        found.do(number, found.current(number).version, f"{key}", action)
    assert {line.who: line.place for line in found.current(number).standings} == {best: 1, third: 2, other: 3}
    text = client.get(f"/books/{BOOK}/evenings/league/table.csv?by={by}").get_data(as_text=True)
    totals = {row.split(",")[1]: int(row.split(",")[2]) for row in text.splitlines()[1:]}
    due = {"Ann": 3, "Bob": 3, "Eve": 2, "Fay": 2, "Cat": 1}
    assert totals == (due if by == "places" else dict.fromkeys(due, 2) | {"Cat": 0})


def test_what_an_address_may_ask_for(client: Any, evenings: Evenings) -> None:
    for query in ("?best=x&of=-1&by=?&game=poker", "?best=99&of=2", ""):
        assert client.get(f"/books/{BOOK}/evenings/league{query}").status_code == 200


@pytest.mark.parametrize(("latest", "told"), [(1, "The latest evening counts."), (2, "The latest 2 evenings count.")])
def test_all_the_latest_evenings_count(client: Any, evenings: Evenings, latest: int, told: str) -> None:
    page = words(client.get(f"/books/{BOOK}/evenings/league?of={latest}").get_data(as_text=True))
    assert f"each place above it 1 more. {told} An evening counts once it is over." in page


def test_a_book_without_evenings(client: Any) -> None:
    assert "No evenings yet" in client.get(f"/books/{BOOK}/evenings/league").get_data(as_text=True)


def test_a_player_has_an_evening_in_its_game(client: Any, evenings: Evenings) -> None:
    page = client.get(f"/books/{BOOK}/players/1?game=cribbage").get_data(as_text=True)
    assert "<h2>Evenings</h2>" in page
    assert "<h2>Evenings</h2>" not in client.get(f"/books/{BOOK}/players/1?game=hearts").get_data(as_text=True)


def test_ratings_are_linked_for_games_of_evenings(client: Any, evenings: Evenings) -> None:
    """No match was ever finished."""
    page = client.get(f"/books/{BOOK}/players").get_data(as_text=True)
    assert f'href="/books/{BOOK}/ratings"' in page
    assert "<bdi>Ann</bdi>" in client.get(f"/books/{BOOK}/ratings").get_data(as_text=True)
    page = client.get(f"/books/{BOOK}/evenings").get_data(as_text=True)
    assert f'href="/books/{BOOK}/evenings/league"' in page
