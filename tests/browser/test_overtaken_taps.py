"""Taps made before the answer to earlier ones count, or the phone says that they were dropped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser import test_cribbage, test_grevjass, test_karnoffel, test_sittings
from tests.browser.signals import cut, restore
from tests.browser.test_late_answers import DRAFT

pytestmark = pytest.mark.quick(0)


class Asked:
    """Requests for another way of entering, which wait until they are let go."""

    def __init__(self, phone: Any) -> None:
        self.phone, self.requests = phone, list[Route]()
        phone.page.route("**/?*way=*", lambda route: self.requests.append(route))

    def let_go(self) -> None:
        self.phone.page.wait_for_timeout(0)
        for request in self.requests:
            with self.phone.page.expect_response("**/?*way=*"):
                request.continue_()
        self.phone.page.evaluate("() => new Promise((done) => setTimeout(done))")


WAYS: dict[str, tuple[Callable[..., None], str, list[str], str]] = {
    "hearts": (test_sittings.begin, "tricks", ['.key[value="7S"]', '.key[value="AS"]'], "7S.AS"),
    "the four cards": (test_karnoffel.sit_down, "four", ['.key[value="7S"]', '.key[value="8S"]'], "7S.8S"),
    "a result": (test_karnoffel.sit_down, "result", ['#result [value="NS"]'], "NS"),
}


@pytest.mark.parametrize("name", WAYS)
def test_what_is_tapped_after_asking_for_another_way_is_entered_in_it(phones: Any, name: str) -> None:
    sit_down, way, taps, draft = WAYS[name]
    phone = phones()
    sit_down(phone)
    asked = Asked(phone)
    for selector in [f"#ways [data-way={way}]", *taps]:
        phone.touch(selector)
    phone.comes_to(DRAFT, draft)
    asked.let_go()
    phone.comes_to("document.getElementById('table').dataset.way", way)
    assert phone.page.evaluate(DRAFT) == draft


def test_points_pegged_after_asking_for_them_are_entered(phones: Any) -> None:
    phone = phones()
    test_cribbage.sit_down(phone)
    asked = Asked(phone)
    phone.touch("#ways [data-way=points]")
    phone.after(lambda: phone.touch('[value="peg N 3"]'))
    asked.let_go()
    expect(phone.page.locator(".NS .total")).to_have_text("3")
    expect(phone.page.locator('[value="peg N 3"]')).to_be_visible()


def test_taps_in_another_way_come_back_with_a_reload(phones: Any) -> None:
    phone = phones()
    test_sittings.begin(phone)
    for selector in ("#ways [data-way=tricks]", '.key[value="7S"]'):
        phone.touch(selector)
    phone.comes_to(DRAFT, "7S")
    asked = Asked(phone)
    phone.page.reload()
    phone.touch('.key[value="AS"]')
    phone.comes_to(DRAFT, "7S.AS")
    asked.let_go()
    phone.comes_to(DRAFT, "7S.AS")


def test_a_card_tapped_after_muggins_is_called_is_told_as_dropped(phones: Any) -> None:
    phone = phones()
    phone.new_match(muggins=True)
    phone.trick("7S AS 9S 8S")
    phone.after(lambda: phone.touch(".claim"))
    phone.tap("2D")
    asked = Asked(phone)
    phone.touch(".acts .muggins")
    phone.tap("3D")
    phone.comes_to(DRAFT, "2D.3D")
    asked.let_go()
    phone.page.locator("#table[data-kind=call]").wait_for(state="attached")
    expect(phone.page.locator(".told")).to_have_text("These taps were dropped: 3 of diamonds.")


def test_a_meld_asked_for_before_a_card_was_tapped_says_why_it_does_not_open(phones: Any) -> None:
    phone = phones()
    seated(phone, "grevjass")
    asked: list[Route] = []
    phone.page.route("**/meld", lambda route: asked.append(route))
    phone.touch("#ways .meld")
    phone.tap("8S")
    phone.comes_to(DRAFT, "8S")
    asked[0].continue_()
    expect(phone.page.locator(".told")).to_have_text("A card is down: take it back to meld.")
    assert phone.page.evaluate(DRAFT) == "8S"


TWICE = """store => {
  const items = JSON.parse(localStorage[store]);
  const cards = items[0].fields.draft.split(".");
  items[0].fields.draft = [cards[1], ...cards.slice(1)].join(".");
  localStorage[store] = JSON.stringify(items);
}"""


def seated(phone: Any, game: str) -> None:
    """Sit down at a table whose next entry is a trick."""
    if game == "havilering":
        phone.new_match()
    elif game == "hearts":
        test_sittings.begin(phone)
        phone.goto(f"{phone.page.url}?way=tricks".removeprefix(phone.server.address))
    elif game == "grevjass":
        test_grevjass.sit_down(phone)
        phone.after(lambda: phone.tap("9H"))
    else:
        test_karnoffel.sit_down(phone)
        phone.after(lambda: phone.touch('[name=tap][value="H"]'))


@pytest.mark.parametrize("game", ["havilering", "hearts", "grevjass", "karnoffel"])
def test_what_was_tapped_after_a_refused_trick_does_not_correct_it(phones: Any, game: str) -> None:
    phone = phones()
    seated(phone, game)
    cut(phone)
    phone.tap("8S", "9S", "TS", "JS", "QS", "KS", "8C", "9C", "TC")
    phone.comes_to(DRAFT, "TC")
    phone.page.evaluate(TWICE, "outbox-1")
    restore(phone)
    expect(phone.page.locator("#parked")).to_contain_text("Not entered")
    expect(phone.page.locator(".told")).to_contain_text("These taps were dropped: 10 of clubs.")
    assert phone.page.evaluate(DRAFT) == ""
