"""Whist drives on the web: two kinds of players, a fixed table, a preview of the round."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from tests.conftest import BOOK
from tests.core.web.test_evening_results import words
from tests.core.web.test_evenings import NAMES, Secretary


@pytest.fixture
def secretary(client: Any, app: Flask) -> Secretary:
    return Secretary(client, app.extensions["evenings"])


def test_two_kinds_of_players(secretary: Secretary, app: Flask) -> None:
    secretary.open(movement="winners", first_kind="North", second_kind="South")
    secretary.do(come="1", new="Ann\nBob\nCat\nDan", kind="0")
    secretary.do(come="1", new="Eve\nFay\nGus\nHal", kind="1")
    assert "Eve South" in words(secretary.get("/evenings/1/"))
    secretary.do(begin="1")
    for side in (side for table in secretary.current.evening.rounds[0].tables for side in table):
        assert sum(unit[0] in NAMES[:4] for unit in side) == 1
    secretary.do(leave="Eve")
    secretary.do(come="1", new="Eve", kind="0")
    assert ("Eve",) not in secretary.current.evening.kinds
    number = app.extensions["evenings"].open_like(1, "like")
    again = app.extensions["evenings"].current(number).evening
    assert (again.kinds, again.setup.kinds) == (secretary.current.evening.kinds, ("North", "South"))


def test_two_kinds_need_two_sides(secretary: Secretary) -> None:
    secretary.get(f"/books/{BOOK}/evenings/new")
    form = {"name": "x", "game": "hearts", "partners": "fixed", "movement": "winners", "length": "game",
            "csrf_token": secretary.hidden("csrf_token"), "key": "k"}  # fmt: skip
    answer = secretary.client.post(f"/books/{BOOK}/evenings/new", data=form)
    assert answer.status_code == 422
    assert "two sides" in answer.get_data(as_text=True)


@pytest.mark.parametrize("settings", [{"game": "cribbage"}, {"game": "havilering", "partners": "fixed"}])
def test_winners_up_and_losers_down_need_partners_who_change(secretary: Secretary, settings: dict[str, str]) -> None:
    """Two who meet would meet again whenever the one who moves up had lost."""
    secretary.get(f"/books/{BOOK}/evenings/new")
    form = {"name": "x", "partners": "changing", "movement": "winners", "length": "game",
            "csrf_token": secretary.hidden("csrf_token"), "key": "k"} | settings  # fmt: skip
    answer = secretary.client.post(f"/books/{BOOK}/evenings/new", data=form)
    assert answer.status_code == 422
    assert "Movement: this movement needs partners who change every round" in words(answer.get_data(as_text=True))


def test_a_preview_is_what_begins(secretary: Secretary) -> None:
    """Nothing is stored before: phones stay where they are."""
    secretary.open()
    assert "Preview" not in secretary.get("/evenings/1/")
    secretary.come(*NAMES)
    secretary.get("/evenings/1/")
    (link,) = re.findall(r'href="(\?preview=\d+)#preview"', secretary.page)
    page = secretary.get(f"/evenings/1/{link}")
    assert "Preview of round 1" in page
    shown = re.findall(r"<h3>Table\s+(\d)</h3>", page)
    assert shown == ["1", "2"]
    assert not secretary.current.evening.rounds
    form = {name: secretary.hidden(name) for name in ("csrf_token", "version", "key", "seed")}
    assert secretary.client.post("/evenings/1/", data=form | {"begin": "1"}).status_code == 303
    seats = secretary.current.evening.rounds[0]
    names = re.findall(r"<bdi>(\w+)</bdi>", page.partition('id="preview"')[2].partition("</section>")[0])
    assert names == [unit[0] for unit in seats.units]


def test_a_preview_that_results_have_changed_is_not_begun(secretary: Secretary, service: Any) -> None:
    """A table finishes its round on a phone while the secretary looks at the next one."""
    secretary.open(movement="winners", length="minutes")
    for kind in range(2):
        secretary.do(come="1", new="\n".join(NAMES[4 * kind :][:4]), kind=str(kind))
    secretary.do(begin="1")
    number = secretary.current.tables[0, 0].match_id
    pegs = {"type": "adjust", "side": "EW", "points": 9, "reason": "as pegged"}  # Until now the first side had won.

    def begun(*meanwhile: dict[str, Any]) -> Any:
        secretary.get("/evenings/1/?preview=7")
        form = {name: secretary.hidden(name) for name in ("csrf_token", "version", "key", "seed", "seats")}
        for action in meanwhile:
            service.post(number, service.version(number), "pegged", [service.game(number).read_action(action)])
        return secretary.client.post("/evenings/1/", data=form | {"begin": "1"})

    answer = begun(pegs)
    assert answer.status_code == 422
    assert "Results have changed these seats. Look at them again." in words(answer.get_data(as_text=True))
    assert len(secretary.current.evening.rounds) == 1
    assert begun().status_code == 303


def test_a_fixed_table(secretary: Secretary) -> None:
    secretary.open()
    secretary.come(*NAMES[:8])
    secretary.do(fix="1", unit="Ann", table="5")
    assert "Undo: Ann at table 5" in secretary.get("/evenings/1/")
    secretary.do(begin="1")
    assert "this is table 5." in secretary.get(f"/matches/{secretary.match_of('Ann')}/")
    assert "Table 5" in words(secretary.get("/evenings/1/cards"))
    secretary.do(422, fix="1", unit="Ann", table="x")
