"""A tap on a cheap phone over poor Wi-Fi, in frames and answers; in milliseconds `make bench` tells."""

from functools import partial
from typing import Any

from tests.browser.pace import result_after, slow, watch
from tests.browser.pages import FIRST_VISITS, add_matches
from tests.browser.weight import Weight
from tests.servers import Server

HAND = [["7S", "AS", "9S", "8S"], ["3C", "2H", "KH", "AH"], ["5S", "5D", "5C", "5H"], ["2D", "3D", "4D", "6D"]]


def test_a_card_is_down_a_frame_after_its_tap_and_a_result_takes_one_round_trip(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    page = phone.page
    slow(page)
    watch(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    for cards in HAND:
        result_after(page, cards)
    assert asked == ["POST"] * 4
    assert page.evaluate("window.frames_") == [1] * 16


def test_nothing_shifts_while_a_hand_is_played(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    slow(phone.page)
    phone.page.reload()
    watch(phone.page)
    for cards in HAND:
        result_after(phone.page, cards)
    phone.button("Undo").tap()
    phone.page.locator(".redo").wait_for()
    assert phone.page.evaluate("window.shifts") == []


def test_a_first_visit_is_light(server: Server, phones: Any) -> None:
    add_matches(server)
    phone = phones()
    weight = Weight(phone.page)
    loads = {page: weight.of(partial(phone.goto, path)).body for page, path in FIRST_VISITS.items()}
    assert all(10_000 < body <= 55_000 for body in loads.values()), loads


def test_the_answer_to_a_trick_is_light(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    weight = Weight(phone.page)
    answer = weight.of(lambda: phone.trick("7S AS 9S 8S"))
    assert 500 < answer.body <= 3_000
