"""An evening's standings as its page shows them: ranking, tie-breaks, sitting out, people who have left."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from referee.evenings.actions import Ranking, Sitting
from tests.core.web.test_evening_results import words
from tests.core.web.test_evenings import NAMES, Secretary


@pytest.fixture
def secretary(client: Any, app: Flask) -> Secretary:
    return Secretary(client, app.extensions["evenings"])


@pytest.mark.parametrize(("fields", "sitting"), [
    ({"movement": "standing"}, Sitting.WIN), ({"movement": "everybody"}, Sitting.NOTHING),
    ({"game": "hearts"}, Sitting.AVERAGE), ({"ranking": "points"}, Sitting.AVERAGE),
    ({"movement": "standing", "sitting": "nothing"}, Sitting.NOTHING),
])  # fmt: skip
def test_the_usual_rule_for_sitting_out(secretary: Secretary, fields: dict[str, str], sitting: Sitting) -> None:
    secretary.open(**fields)
    assert secretary.current.evening.setup.sitting is sitting


@pytest.mark.parametrize("game", ["havilering", "hearts"])
@pytest.mark.parametrize("ranking", Ranking)
def test_columns_are_in_the_order_in_which_they_decide(secretary: Secretary, ranking: Ranking, game: str) -> None:
    secretary.open(ranking=ranking.value, game=game)
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    points = {f"side_{side}": str(9 - side) for side in range(len(secretary.current.evening.rounds[0].tables[0]))}
    secretary.do(result="1", round="0", table="0", **dict[str, Any](points))
    page = secretary.get("/evenings/1/")
    titles = re.findall(r'<th scope="col"[^>]*>(?:<span class="unseen">)?([^<]*)<', page)
    assert titles[:2] == ["Place", "Player"]
    assert titles[-1] == "Rounds"
    told = words(page).partition("Ties are broken by ")[2]
    named = {"Won": "rounds won", "Difference": "points difference", "Points": "points"}
    assert told.startswith(", ".join(named[title] for title in titles[3:-1]))


def test_the_lowest_sits_out_in_swiss_and_has_a_win(secretary: Secretary) -> None:
    secretary.open(game="cribbage", movement="standing")
    secretary.come(*NAMES[:5])
    secretary.do(begin="1")
    first = secretary.current.evening.rounds[0].out[0]
    for table in range(2):
        secretary.do(won=f"0.{table}.0")
    assert {line.who: line.earned for line in secretary.current.standings}[first] == 2
    assert "Sitting out counts as a win." in words(secretary.get("/evenings/1/"))
    secretary.do(begin="1")
    lowest = [line.who for line in secretary.current.standings][-2:]
    assert secretary.current.evening.rounds[1].out[0] in lowest


def test_who_has_left_is_marked(secretary: Secretary) -> None:
    secretary.open()
    secretary.come(*NAMES[:5])
    secretary.do(begin="1")
    secretary.do(won="0.0.0")
    secretary.do(leave="Ann")
    page = secretary.get("/evenings/1/board")
    assert page.count("<small>left</small>") == 1
    assert "Ann left" in words(page)


def test_half_points_are_shown(secretary: Secretary) -> None:
    secretary.open(game="cribbage", sitting="average")
    secretary.come("Ann", "Bob", "Cat")
    for number in range(3):
        secretary.do(begin="1")
        secretary.do(result="1", round=str(number), table="0", side_0="121", side_1="90")
    assert re.search(r"<td>\d\.5</td>", secretary.get("/evenings/1/"))
