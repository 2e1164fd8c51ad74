"""The list of a book's evenings, and the standings of one as a spreadsheet."""

from __future__ import annotations

import re
from typing import Any

import pytest

from referee.books.evenings import Evenings
from referee.books.score_books import ScoreBooks
from referee.evenings.actions import Come, EveningSetup, Length, Movement
from referee.evenings.rounds import Shape
from tests.conftest import BOOK

CLUB = EveningSetup("Club", "cribbage", Shape(2), False, Movement.EVERYBODY, Length.GAME, 1)


@pytest.fixture
def evenings(service: Any) -> Evenings:
    return Evenings(service, ScoreBooks(service.database, service.clock))


def test_evenings_are_listed_page_by_page(client: Any, evenings: Evenings, clock: Any) -> None:
    for number in range(1, 63):
        clock.move(days=1)
        assert evenings.open(BOOK, CLUB, f"key-{number}") == number
    first = client.get("/books/1/evenings").get_data(as_text=True)
    listed = [int(number) for number in re.findall(r'href="/evenings/(\d+)/"', first)]
    assert listed == list(range(62, 12, -1))
    assert "0 players, not begun" in re.sub(r"\s+", " ", first)
    second = client.get(re.findall(r'href="([^"]*before=[^"]*)"', first)[0]).get_data(as_text=True)
    assert [int(number) for number in re.findall(r'href="/evenings/(\d+)/"', second)] == list(range(12, 0, -1))
    assert "before=" not in second


def test_no_cell_of_the_standings_is_a_formula(client: Any, evenings: Evenings) -> None:
    number = evenings.open(BOOK, CLUB, "key")
    names = ("=1+1", "＝1", "Ann;=3", "Bob")
    current = evenings.do(number, 0, "come", Come(tuple((name,) for name in names)))
    evenings.begin_round(number, current.version, "first", 1)
    text = client.get(f"/evenings/{number}/standings.csv").get_data(as_text=True)
    assert "'=1+1" in text
    assert "'＝1" in text
    assert "Ann;'=3" in text
