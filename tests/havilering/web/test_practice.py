"""Practice: four cards, the points, the clock, the streak; and tricks that were missed at the own table."""

import random
import re
from typing import Any

import pytest

from referee.books.permissions import Permission
from referee.cards import read_cards
from referee.games.havilering.record import read
from referee.games.havilering.verdict import Question, verdict
from referee.season import Season
from referee.web.games.havilering import practice
from tests.conftest import BOOK
from tests.correcting import deal
from tests.havilering.self_play import SelfPlayingTable


def shown(page: str) -> str:
    """The codes of the four cards of a page."""
    names = re.findall(
        r'class="face [DHSC]" role="img" aria-label="([^"]*)"', page.split("cards-row")[1].split("</ol>")[0]
    )
    short = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "10": "T"}
    words = [name.split() for name in names]
    return " ".join(short.get(rank, rank) + suit[0].upper() for rank, _, suit in words)


def worth(page: str, season: Season = Season.SPRING) -> int:
    return verdict(Question(read_cards(shown(page)), season)).score.points


def post(client: Any, **fields: str) -> str:
    page = client.get("/practice").get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)
    if not token:
        page = client.get("/practice?next=1", follow_redirects=True).get_data(as_text=True)
        token = re.findall(r'name="csrf_token" value="([^"]*)"', page)
    client.post("/practice", data={"csrf_token": token[0]} | fields)
    return str(client.get("/practice").get_data(as_text=True))


def following(client: Any) -> str:
    return str(client.get("/practice?next=1", follow_redirects=True).get_data(as_text=True))


def count(client: Any, page: str, wrong_by: int = 0) -> str:
    return post(client, points=str(worth(page) + wrong_by))


def test_the_right_points_make_a_streak_and_wrong_ones_end_it(client: Any) -> None:
    page = client.get("/practice").get_data(as_text=True)
    for right in range(1, 4):
        page = count(client, page)
        assert "Right, in 0 seconds. It is worth" in page
        assert f"Streak <b>{right}</b>" in page
        assert "The ruling" in page
        page = following(client)
    page = count(client, page, wrong_by=1)
    assert "No: you said" in page
    assert "Streak <b>0</b>" in page
    assert "Best <b>3</b>" in page


def test_loading_the_page_again_asks_the_same_and_does_not_stop_the_clock(client: Any, clock: Any) -> None:
    page = client.get("/practice").get_data(as_text=True)
    clock.move(seconds=7)
    again = client.get("/practice").get_data(as_text=True)
    assert shown(again) == shown(page)
    assert 'data-left="13"' in again
    assert "in 7 seconds" in count(client, again)


@pytest.mark.parametrize(
    ("limit", "takes", "counts"),
    [(20, 22, True), (20, 23, False), (10, 13, False), (0, 999, True)],
)
def test_against_the_clock(client: Any, clock: Any, limit: int, takes: int, counts: bool) -> None:
    client.get("/practice")
    page = post(client, limit=str(limit))
    clock.move(seconds=takes)
    page = count(client, page)
    assert ("Right" in page) is counts
    assert ("Too late" in page) is not counts
    assert f"Streak <b>{int(counts)}</b>" in page


def test_when_the_time_is_up_what_was_not_counted_is_told(client: Any, clock: Any) -> None:
    client.get("/practice")
    clock.move(seconds=30)
    page = post(client)
    assert "Time’s up" in page
    assert "It is worth" in page


@pytest.mark.parametrize(
    "fields", [{"points": "x"}, {"points": "-1"}, {"points": "9" * 30}, {"limit": "7"}, {"limit": "x"}]
)
def test_nonsense_is_a_wrong_answer_at_most(client: Any, fields: dict[str, str]) -> None:
    client.get("/practice")
    assert "Streak <b>0</b>" in post(client, **fields)


def test_an_answer_is_judged_once(client: Any) -> None:
    page = client.get("/practice").get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    for _ in range(3):
        client.post("/practice", data={"csrf_token": token, "points": str(worth(page))})
    assert "Streak <b>1</b>" in client.get("/practice").get_data(as_text=True)


def test_every_number_of_points_that_four_cards_can_be_worth_can_be_tapped(client: Any) -> None:
    page = client.get("/practice").get_data(as_text=True)
    offered = re.findall(r'name="points" value="(\d+)"', page)
    assert offered == [str(points) for points in range(practice.MOST_POINTS + 1)]
    most = verdict(Question(read_cards("5D 5H 5S 5C"), Season.WINTER)).score.points
    assert most == practice.MOST_POINTS


def test_what_was_missed_at_the_own_table_is_asked_again(
    client: Any, sit_down: Any, visit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = sit_down(season="winter", target=11, muggins=True)
    for cards in deal(0)[:3]:
        player.trick(cards)
        player.post("claim", items="double-prial" if cards == deal(0)[2] else "")
    monkeypatch.setattr(practice.CHANCE, "random", lambda: 0.1)
    asked = set()
    for _ in range(20):
        page = following(client)
        asked.add(shown(page))
        told = post(client, points=str(worth(page, Season.WINTER)))
        assert "Right" in told, (shown(page), worth(page, Season.WINTER), told[told.index("outcome") :][:300])
        assert "From your own table" in told
    assert asked <= set(deal(0)[:2])
    # Who only looks on at a match is asked nothing of it.
    guest = visit(Permission.WATCH, 1)
    assert "From your own table" not in post(guest, points="0")


def test_a_question_cannot_be_passed_over(client: Any, clock: Any) -> None:
    page = client.get("/practice").get_data(as_text=True)
    clock.move(seconds=9)
    assert shown(following(client)) == shown(page)
    again = post(client, limit="10")
    assert shown(again) == shown(page)
    assert 'data-left="1"' in again


def test_what_was_worth_more_for_other_reasons_is_not_asked(client: Any, service: Any, app: Any) -> None:
    table = SelfPlayingTable(random.Random(5), lambda moment: "winter", season="winter", muggins=True, target=61)
    service.import_records(BOOK, [read(table.play())])
    rows = service.projections.summaries.missed_rows(BOOK, service.games["havilering"], 999)
    assert any(row["last"] for row in rows)
    with client:
        client.get("/practice")
        asked = list(practice._missed())
    assert asked
    for each in asked:
        row = next(row for row in rows if [row[f"card_{place}"] for place in range(1, 5)] == each["cards"])
        question = Question(read_cards(" ".join(each["cards"])), Season.WINTER)
        assert verdict(question).score.points == row["points"]
        assert not row["last"]


def test_dull_cards_are_mostly_passed_over(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "CHANCE", random.Random(1))
    worths = [worth(following(client)) for _ in range(60)]
    assert sum(points >= practice.DULL for points in worths) > 40
