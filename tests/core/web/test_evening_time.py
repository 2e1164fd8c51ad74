"""The time of a round by minutes: paused, extended, entries after it; who deals first at a table."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask

from tests.conftest import Player
from tests.core.web.test_evening_results import words
from tests.core.web.test_evenings import NAMES, Secretary


@pytest.fixture
def secretary(client: Any, app: Flask) -> Secretary:
    made = Secretary(client, app.extensions["evenings"])
    made.open(length="minutes", minutes="30")
    made.come(*NAMES[:4])
    made.do(begin="1")
    return made


def test_a_round_is_paused_and_extended(secretary: Secretary, clock: Any) -> None:
    """The tables see it without a setting of theirs."""
    table = f"/matches/{secretary.match_of('Ann')}/"
    ends = secretary.current.evening.begun[0] + timedelta(minutes=30)
    assert f'data-until="{ends.isoformat()}"' in secretary.get(table)
    clock.move(minutes=10)
    secretary.do(pause="1")
    assert "Paused: 20 minutes left" in words(secretary.get("/evenings/1/board"))
    assert "20 min, paused" in words(secretary.get(table))
    clock.move(minutes=7)
    secretary.do(extend="5")
    assert "Paused: 25 minutes left" in words(secretary.get("/evenings/1/"))
    secretary.do(resume="1")
    later = ends + timedelta(minutes=12)
    assert f'data-until="{later.isoformat()}"' in secretary.get(table)
    assert f'data-until="{later.isoformat()}"' in secretary.get("/evenings/1/board")
    assert "Undo: the end of the pause" in secretary.get("/evenings/1/")
    for _ in range(3):
        secretary.do(undo="1")
    assert secretary.current.evening.until(0) == ends
    secretary.do(begin="1")
    assert secretary.current.evening.until(0) == ends


@pytest.mark.parametrize("paused", [False, True])
def test_more_minutes_begin_now_if_the_time_is_up(secretary: Secretary, clock: Any, paused: bool) -> None:
    begun = secretary.current.evening.begun[0]
    clock.move(minutes=41, seconds=30)
    if paused:
        secretary.do(pause="1")
    secretary.do(extend="5")
    assert secretary.current.evening.until(0) == begun + timedelta(minutes=47)
    if paused:
        assert "Paused: 6 minutes left" in words(secretary.get("/evenings/1/"))


def test_what_cannot_be_done_with_time(secretary: Secretary) -> None:
    secretary.do(422, resume="1")
    secretary.do(pause="1")
    secretary.do(422, pause="1")
    for minutes in ("0", "121", "x", "-5"):
        secretary.do(422, extend=minutes)
    secretary.do(begin="1")
    assert secretary.current.evening.paused is None


def test_entries_after_time_are_marked(secretary: Secretary, clock: Any) -> None:
    player = Player(secretary.client, secretary.match_of("Ann"))
    player.trick("7S AS 9S 8S")
    clock.move(minutes=29)
    assert "after time" not in secretary.get("/evenings/1/")
    clock.move(minutes=2)
    assert "after time" not in secretary.get("/evenings/1/")
    player.trick("2S 3S 4S 5S")
    assert "entries after time" in secretary.get("/evenings/1/")
    secretary.do(extend="5")
    assert "after time" not in secretary.get("/evenings/1/")


def test_other_rounds_have_no_time(client: Any, app: Flask) -> None:
    secretary = Secretary(client, app.extensions["evenings"])
    secretary.open()
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    assert 'name="pause"' not in secretary.get("/evenings/1/")
    assert "No timed round" in secretary.do(422, pause="1")


@pytest.mark.quick(2)
@pytest.mark.parametrize("game", ["havilering", "cribbage", "hearts", "humbug-whist", "grevjass", "karnoffel"])
def test_who_deals_first_is_one_tap(client: Any, app: Flask, service: Any, game: str) -> None:
    secretary = Secretary(client, app.extensions["evenings"])
    secretary.open(game=game, length="hands")
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    number = secretary.match_of("Ann")
    match = service.current(number)
    players, dealer = match.game.setups.players(match.setup), match.game.setups.write(match.setup)["dealer"]
    table = f"/{game}/matches/{number}/" if game != "havilering" else f"/matches/{number}/"
    assert f"{players[dealer]} deals first. Or:" in words(secretary.get(table)).replace("  ", " ")
    other = next(seat for seat in players if seat != dealer)
    token = secretary.hidden("csrf_token")
    for seat in ("x", other, dealer, other):  # What is no seat, the other one, and a wrong tap.
        answer = client.post(f"/matches/{number}/first-dealer", data={"csrf_token": token, "dealer": seat})
        assert answer.status_code == 303
    match = service.current(number)
    assert match.game.setups.write(match.setup)["dealer"] == other
    assert f"{players[other]} deals first. Or:" in words(secretary.get(table)).replace("  ", " ")
    shape = secretary.current.evening.setup.shape
    card = words(secretary.get("/evenings/1/"))
    assert "not begun" in card
    assert ("Won" in card) is (not shape.most)  # On the secretary's page there is still one tap on the winner.


@pytest.mark.parametrize("length", ["game", "hands", "minutes"])
def test_a_table_that_has_only_changed_its_dealer_has_not_played(client: Any, app: Flask, length: str) -> None:
    """It has no result, not even in a later round, and its players have no place."""
    secretary = Secretary(client, app.extensions["evenings"])
    secretary.open(game="cribbage", length=length)
    secretary.come("Ann", "Bob", "Cat")
    secretary.do(begin="1")
    number = secretary.current.tables[0, 0].match_id
    dealer = app.extensions["service"].current(number).whole_match.setup.dealer
    form = {"csrf_token": secretary.form()["csrf_token"], "dealer": "S" if dealer == "N" else "N"}
    assert client.post(f"/matches/{number}/first-dealer", data=form).status_code == 303
    assert "Round 1: this is table 1." in secretary.get(f"/cribbage/matches/{number}/")
    secretary.do(begin="1")
    assert (0, 0) in secretary.current.open_ones
    assert {(line.place, line.rounds) for line in secretary.current.standings} == {(0, 0)}


def test_who_dealt_first_stands_once_something_is_played(secretary: Secretary, service: Any) -> None:
    number = secretary.match_of("Ann")
    player = Player(secretary.client, number)
    player.trick("7S AS 9S 8S")
    before = service.version(number)
    secretary.client.post(f"/matches/{number}/first-dealer", data={"csrf_token": player.token, "dealer": "S"})
    assert service.version(number) == before
    assert "deals first. Or:" not in words(secretary.get(f"/matches/{number}/"))
