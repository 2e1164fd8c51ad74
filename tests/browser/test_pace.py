"""The speed of a tap on a cheap phone over poor Wi-Fi, in frames and round trips; `make bench` measures time."""

from typing import Any

import pytest

from tests.browser.pace import result_after, slow, watch
from tests.browser.weight import Weight, first_visits, grown
from tests.limits import at_most
from tests.servers import Server

pytestmark = pytest.mark.quick(0)

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


@pytest.mark.quick(1)
def test_a_first_visit_is_light(server: Server, phones: Any) -> None:
    for name, load in first_visits(server, phones().page).items():
        assert load.body > 10_000
        # Scripts and styles are sent as they are written, with their comments; announcements and the focus take 4 kB.
        at_most(70_000, load.body, f"the first visit of {name}", grown(load))


def test_the_answer_to_a_trick_is_light(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    weight = Weight(phone.page)
    answer = weight.of(lambda: phone.trick("7S AS 9S 8S"))
    assert answer.body > 500
    at_most(3_000, answer.body, "the answer to a trick")
