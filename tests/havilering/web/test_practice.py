"""Practice: four cards, the points, the clock, the streak; and tricks that were missed at one's own table."""

import random
import re
from typing import Any

import pytest

from referee.books.permissions import Permission
from referee.cards import read_cards
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.verdict import ScoreQuestion, verdict
from referee.season import Season
from referee.web import practice as practising_pages
from referee.web.games.havilering import disputes
from tests.conftest import BOOK
from tests.correcting import deal
from tests.havilering.self_play import SelfPlayingTable
from tests.practising import again, answered, asked


def shown(page: str) -> str:
    """The codes of the four cards of a page."""
    names = re.findall(
        r'class="face [DHSC]" role="img" aria-label="([^"]*)"', page.split("cards-row")[1].split("</ol>")[0]
    )
    short = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "10": "T"}
    words = [name.split() for name in names]
    return " ".join(short.get(rank, rank) + suit[0].upper() for rank, _, suit in words)


def worth(page: str, season: Season = Season.SPRING) -> int:
    return verdict(ScoreQuestion(read_cards(shown(page)), season)).score.points


def count(client: Any, page: str, wrong_by: int = 0) -> str:
    return answered(client, points=str(worth(page) + wrong_by))


def test_nothing_is_asked_before_the_start(client: Any, clock: Any) -> None:
    start = str(client.get("/practice").get_data(as_text=True))
    keys = re.findall(r"<button[^>]*>([^<]*)</button>", start.split("<main")[1].split("</main")[0])
    assert (keys[0], keys[-1]) == ("No clock", "Start")
    assert "20 seconds" in start
    for not_yet in ('class="face', "data-left", "Best"):
        assert not_yet not in start.split("<main")[1].split("</main")[0]
    assert again(client) == start or 'class="face' not in again(client)
    clock.move(seconds=60)
    assert 'data-left="20"' in asked(client)


def test_the_start_tells_the_best_and_the_clock_so_far_and_leaves_what_was_asked(client: Any, clock: Any) -> None:
    for _ in range(2):
        count(client, asked(client))
    page = asked(client)
    clock.move(seconds=5)
    start = " ".join(client.get("/practice").get_data(as_text=True).split())
    assert "Best so far: <b>2</b> right in a row." in start
    assert 'class="face' not in start
    assert shown(asked(client)) == shown(page)
    assert 'data-left="15"' in again(client)
    answered(client, limit="0")
    assert "There is no clock" in " ".join(client.get("/practice").get_data(as_text=True).split())


def test_who_left_a_question_until_its_time_was_up_starts_with_another(client: Any, clock: Any) -> None:
    count(client, asked(client))
    page = asked(client)
    assert "Streak <b>1</b>" in page
    clock.move(seconds=22)
    assert shown(asked(client)) == shown(page)
    clock.move(seconds=1)
    page = asked(client)
    assert 'data-left="20"' in page
    assert "Streak <b>0</b>" in page
    assert "Best <b>1</b>" in page


def test_the_right_points_make_a_streak_and_wrong_ones_end_it(client: Any) -> None:
    page = asked(client)
    for right in range(1, 4):
        page = count(client, page)
        assert "Right, in 0 seconds. It is worth" in page
        assert f"Streak <b>{right}</b>" in page
        assert "The ruling" in page
        page = asked(client)
    page = count(client, page, wrong_by=1)
    assert "No: you said" in page
    assert "Streak <b>0</b>" in page
    assert "Best <b>3</b>" in page


def test_loading_the_page_again_asks_the_same_and_does_not_stop_the_clock(client: Any, clock: Any) -> None:
    page = asked(client)
    clock.move(seconds=7)
    same = again(client)
    assert shown(same) == shown(page)
    assert 'data-left="13"' in same
    assert "in 7 seconds" in count(client, same)


@pytest.mark.parametrize(
    ("limit", "takes", "counts"),
    [(20, 22, True), (20, 23, False), (10, 13, False), (0, 999, True)],
)
def test_against_the_clock(client: Any, clock: Any, limit: int, takes: int, counts: bool) -> None:
    asked(client)
    page = answered(client, limit=str(limit))
    clock.move(seconds=takes)
    page = count(client, page)
    assert ("Right" in page) is counts
    assert ("Too late" in page) is not counts
    assert f"Streak <b>{int(counts)}</b>" in page


def test_when_the_time_is_up_what_was_not_counted_is_told(client: Any, clock: Any) -> None:
    asked(client)
    clock.move(seconds=30)
    page = answered(client)
    assert re.search(r"Time’s up after \d+ seconds?\.", page)
    assert "It is worth" in page


@pytest.mark.parametrize(
    "fields", [{"points": "x"}, {"points": "-1"}, {"points": "9" * 30}, {"limit": "7"}, {"limit": "x"}]
)
def test_nonsense_is_a_wrong_answer_at_most(client: Any, fields: dict[str, str]) -> None:
    asked(client)
    assert "Streak <b>0</b>" in answered(client, **fields)


def test_an_answer_is_judged_once(client: Any) -> None:
    page = asked(client)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    for _ in range(3):
        client.post("/practice", data={"csrf_token": token, "points": str(worth(page))})
    assert "Streak <b>1</b>" in again(client)


def test_every_number_of_points_that_four_cards_can_be_worth_can_be_tapped(client: Any) -> None:
    page = asked(client)
    offered = re.findall(r'name="points" value="(\d+)"', page)
    assert offered == [str(points) for points in range(disputes.MOST_POINTS + 1)]
    most = verdict(ScoreQuestion(read_cards("5D 5H 5S 5C"), Season.WINTER)).score.points
    assert most == disputes.MOST_POINTS


def test_what_was_missed_at_the_own_table_is_asked_again(
    client: Any, sit_down: Any, visit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = sit_down(season="winter", target=11, muggins=True)
    for cards in deal(0)[:3]:
        player.trick(cards)
        player.post("claim", draft="double-prial" if cards == deal(0)[2] else "")
    monkeypatch.setattr(practising_pages.CHANCE, "random", lambda: 0.1)
    seen = set()
    for _ in range(20):
        page = asked(client)
        seen.add(shown(page))
        told = answered(client, points=str(worth(page, Season.WINTER)))
        assert "Right" in told, (shown(page), worth(page, Season.WINTER), told[told.index("outcome") :][:300])
        assert "From your own table" in told
    assert seen <= set(deal(0)[:2])
    # Who only looks on at a match is asked nothing of it.
    guest = visit(Permission.WATCH, 1)
    assert "From your own table" not in answered(guest, points="0")


def test_a_question_cannot_be_passed_over(client: Any, clock: Any) -> None:
    page = asked(client)
    clock.move(seconds=9)
    assert shown(asked(client)) == shown(page)
    same = answered(client, limit="10")
    assert shown(same) == shown(page)
    assert 'data-left="1"' in same


def test_what_was_worth_more_for_other_reasons_is_not_asked(client: Any, service: Any, app: Any) -> None:
    table = SelfPlayingTable(random.Random(5), lambda moment: "winter", season="winter", muggins=True, target=61)
    service.import_records(BOOK, [HAVILERING.read(table.play())])
    rows = service.projections.summaries.missed_rows(BOOK, service.games["havilering"], 999)
    assert any(row["last"] for row in rows)
    with client:
        client.get("/practice")
        missed = list(disputes.HavileringPractice().missed())
    assert missed
    for each in missed:
        row = next(row for row in rows if [row[f"card_{place}"] for place in range(1, 5)] == each["cards"])
        question = ScoreQuestion(read_cards(" ".join(each["cards"])), Season.WINTER)
        assert verdict(question).score.points == row["points"]
        assert not row["last"]


def test_dull_cards_are_mostly_passed_over(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (disputes, practising_pages):
        monkeypatch.setattr(module, "CHANCE", random.Random(1))
    worths = [worth(asked(client)) for _ in range(60)]
    assert sum(points >= disputes.HavileringPractice.dull for points in worths) > 40


def test_the_card_that_wins_is_that_of_whom_the_answer_names(client: Any) -> None:
    for _ in range(12):
        question = asked(client)
        assert "took" not in question
        told = count(client, question)
        row = told.split("cards-row")[1].split("</ol>")[0]
        assert re.findall("<bdi>([^<]*)</bdi>", row) == ["North", "East", "South", "West"]
        (winner,) = re.findall(r'<li class="took"><bdi>(\w+)', row)
        assert f"{winner} wins" in told
