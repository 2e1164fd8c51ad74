"""Practice: a hand or crib, the points, the streak; and hands that were missed at one's own table."""

import html
import re
from typing import Any

import pytest

from referee.games.cribbage.counting import TOTALS
from referee.games.cribbage.game import CRIBBAGE
from referee.web.practice import CHANCE
from tests.conftest import BOOK
from tests.cribbage.counting import hand_items
from tests.cribbage.playing import record_of
from tests.practising import answered, asked

PRACTICE = "/cribbage/practice"
SHORT = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "10": "T"}


def worth(page: str) -> int:
    """The worth of the shown hand or crib, by the second referee."""
    shown = page.split("cards-row")[1].split("</ol>")[0]
    words = [name.split() for name in re.findall(r'aria-label="([^"]*)"', shown)]
    *four, starter = [SHORT.get(rank, rank) + suit[0].upper() for rank, _, suit in words]
    return sum(points for _, points in hand_items(four, starter, "A crib" in page).values())


def say(client: Any, points: int) -> str:
    return html.unescape(answered(client, PRACTICE, points=str(points)))


def test_nothing_is_asked_before_the_start(client: Any) -> None:
    start = str(client.get(PRACTICE).get_data(as_text=True))
    assert 'class="face' not in start
    assert "You see a hand or a crib" in start
    assert "cards-row" in asked(client, PRACTICE)


def test_the_right_points_make_a_streak_and_wrong_ones_end_it(client: Any) -> None:
    for right in range(1, 6):
        page = asked(client, PRACTICE)
        assert re.findall(r'name="points" value="(\d+)"', page) == [str(points) for points in TOTALS]
        due = worth(page)
        page = say(client, due)
        assert "Right, in 0 seconds." in page
        assert f"Streak <b>{right}</b>" in page
        assert "What if? Change a" in page
    page = asked(client, PRACTICE)
    page = say(client, worth(page) + 1 if worth(page) < 18 else 0)
    assert "No: you said" in page
    assert "Streak <b>0</b>" in page
    assert "Best <b>5</b>" in page
    assert "Streak <b>0</b>" in asked(client)


def test_hands_that_were_missed_come_again(client: Any, service: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "^JD 8S KH 8C go 2H go 6C 7D 5D yes 9D =4 =6 c4D4CQSKD =2 deal N+99 N+30"
    service.import_records(BOOK, [CRIBBAGE.read(record_of(words, muggins=True))])
    monkeypatch.setattr(CHANCE, "random", lambda: 0.1)
    seen = set()
    for _ in range(40):
        page = asked(client, PRACTICE)
        due = worth(page)
        told = say(client, due)
        assert "Right" in told
        said = re.search(r"From your own table: <bdi>(\w+)</bdi> claimed (\d) points? too\s+few", told)
        assert said
        seen.add((said[1], said[2], due))
    assert seen == {("Ann", "2", 6), ("Bob", "3", 5)}
