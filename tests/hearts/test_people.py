"""Somebody joins or leaves between two deals of Hearts: the sitting is finished, and another one begun."""

from __future__ import annotations

from typing import Any

import pytest

from referee.books.permissions import Permission
from referee.games.hearts.game import HEARTS
from tests.conftest import BOOK
from tests.core.web.test_start import fields_of

FOUR = {"1": "Ann", "2": "Bob", "3": "Cat", "4": "Dan"}
COUNT = {"type": "count", "taken": {"1": 1, "2": 2, "3": 4, "4": 6}}


@pytest.fixture
def sitting(service: Any, clock: Any) -> Any:
    """A sitting after some actions; its number."""

    def sitting(*actions: dict[str, Any]) -> int:
        setup = {"players": FOUR, "dealer": "2", "started": clock().isoformat(), "rules": {}}
        number = int(service.open(BOOK, HEARTS.setups.read(setup)).id)
        for at, action in enumerate(actions):
            service.post(number, at, f"key-{at}", [HEARTS.read_action(action)])
        return number

    return sitting


def settled(sitting: Any) -> int:
    return int(sitting(COUNT, {"type": "settle"}))


def form_of(client: Any, number: int) -> tuple[str, dict[str, str]]:
    answer = client.get(f"/hearts/matches/{number}/people")
    assert answer.status_code == 303
    page = client.get(answer.location).get_data(as_text=True)
    return answer.location, fields_of(page)


def test_one_leaves_and_two_join(client: Any, service: Any, sitting: Any) -> None:
    number = settled(sitting)
    page = client.get(f"/hearts/matches/{number}/wrong").get_data(as_text=True)
    assert "The pool is shared equally first" in page.split("Somebody joins or leaves")[1]
    where, fields = form_of(client, number)
    assert "starts again at 0" in client.get(where).get_data(as_text=True)
    assert [fields[f"seat_{seat}"] for seat in "1234"] == list(FOUR.values())
    fields |= {"seat_2": "Eve", "seat_5": "Fay"}
    pool = service.current(number).whole_match.pool
    for _ in range(2):  # A double tap counts once.
        answer = client.post(where, data=fields)
        assert answer.status_code == 303
        assert answer.location == f"/hearts/matches/{number + 1}/"
    before, after = service.current(number), service.current(number + 1)
    assert before.is_over
    assert len(service.record(number).actions) == 3
    assert (sum(before.whole_match.finish.shares), before.whole_match.finish.pool, before.whole_match.pool) == (
        pool,
        pool,
        0,
    )
    assert list(after.whole_match.setup.players.values()) == ["Ann", "Eve", "Cat", "Dan", "Fay"]
    assert not after.whole_match.settled
    line = client.get(f"/matches/{number}/line").get_data(as_text=True)
    assert "event: rematch" in line  # Other phones at the table come along.


@pytest.mark.parametrize("actions", [(), (COUNT,), (COUNT, {"type": "settle"}, COUNT)])
def test_not_within_a_deal(client: Any, service: Any, sitting: Any, actions: Any) -> None:
    number = sitting(*actions)
    assert "Somebody joins" not in client.get(f"/hearts/matches/{number}/wrong").get_data(as_text=True)
    where, fields = form_of(client, number)
    answer = client.post(where, data=fields | {"seat_5": "Fay"})
    assert answer.status_code == 422
    assert 'class="errors"' in answer.get_data(as_text=True)
    assert "Fay" in answer.get_data(as_text=True)
    assert service.database.numbers(BOOK) == [number]
    assert not service.current(number).is_over


def test_names_that_are_not_right_finish_nothing(client: Any, service: Any, sitting: Any) -> None:
    number = settled(sitting)
    where, fields = form_of(client, number)
    assert client.post(where, data=fields | {"seat_5": "ann"}).status_code == 422
    assert not service.current(number).is_over


def test_who_may(client: Any, visit: Any, service: Any, sitting: Any, sit_down: Any) -> None:
    number, other = settled(sitting), sit_down().match_id
    assert visit(Permission.SCORE, number).get(f"/hearts/matches/{number}/people").status_code == 404
    for wrong in (other, 77):
        assert client.get(f"/hearts/books/{BOOK}/new?after={wrong}").status_code == 404
    assert len(service.record(number).actions) == 2
