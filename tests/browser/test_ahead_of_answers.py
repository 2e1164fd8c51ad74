"""A tap is painted before its response: marked as not saved, and corrected by the response."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.test_cribbage import sit_down

pytestmark = pytest.mark.quick(0)
MARKED = "[...document.querySelectorAll('.player .tapped')].forEach((each) => (each.isOfBefore = true))"


class Held:
    """Holds posts of entries back until they are let go."""

    def __init__(self, page: Page) -> None:
        self.posts, self.is_held = list[Route](), True
        page.route("**/enter", lambda route: self.posts.append(route) if self.is_held else route.continue_())

    def let_go(self) -> None:
        self.is_held = False
        for post in self.posts:
            post.continue_()


def test_pegs_and_totals_are_there_before_they_are_saved(phones: Any) -> None:
    phone = phones()
    sit_down(phone)
    phone.page.goto(phone.page.url + "?way=points")
    held = Held(phone.page)
    for points, total in ((3, "3"), (4, "7")):
        phone.touch(f'[value="peg N {points}"]')
        expect(phone.page.locator(".NS .total")).to_have_text(f"{total}, not saved yet")
    before = phone.page.locator("#peg-NS-front").get_attribute("cx")
    held.let_go()
    expect(phone.page.locator(".NS .total")).to_have_text("7")
    expect(phone.page.locator(".NS .total.unsaved")).to_have_count(0)
    assert phone.page.locator("#peg-NS-front").get_attribute("cx") == before


def test_who_takes_a_trick_and_leads_next_is_there_before_it_is_saved(phones: Any) -> None:
    phone = phones()
    phone.new_match(best_of=1)
    held = Held(phone.page)
    phone.tap("7S", "AS", "9S", "8S")
    taker = phone.page.locator(".player.took")
    expect(phone.page.locator("h1")).to_have_text("Trick 2 of 13")
    expect(phone.page.locator(".result .coming")).to_have_text("Cat takes the trick. Not saved yet.")
    expect(taker.locator(".who")).to_have_text("Cat")
    expect(taker.locator(".leading.moved")).to_be_visible()
    phone.page.evaluate(MARKED)
    phone.after(held.let_go)
    expect(phone.page.locator(".coming, .unsaved")).to_have_count(0)
    expect(taker.locator(".who")).to_have_text("Cat")
    assert phone.page.evaluate("[...document.querySelectorAll('.player .tapped')].every((each) => each.isOfBefore)")


def test_a_claim_is_there_before_it_is_saved(phones: Any) -> None:
    phone = phones()
    phone.new_match(muggins=True)
    phone.tap("7S", "AS", "9S", "8S")
    coming = phone.page.locator(".result .coming")
    held = Held(phone.page)
    phone.touch('button[value="claim"]')
    expect(coming).to_have_text("Cat has claimed. Not saved yet.")
    phone.tap("2S", "3S", "4S", "5S")
    expect(coming).to_contain_text("takes the trick. Not saved yet.")
    held.let_go()
    expect(coming).to_have_count(0)


def test_what_was_uncertain_is_told_to_be_saved(phones: Any) -> None:
    phone = phones()
    phone.new_match()
    phone.page.route("**/enter", lambda route: route.abort())
    phone.tap("7S", "AS", "9S", "8S")
    expect(phone.page.locator("#unsaved")).to_be_visible()
    phone.page.unroute("**/enter")
    expect(phone.page.locator("#saved")).to_have_text("Saved.")
    expect(phone.page.locator("#saved")).to_have_text("")


def test_back_from_a_match_that_was_begun_is_the_list(phones: Any) -> None:
    phone = phones()
    phone.goto("books/1/")
    phone.page.get_by_role("link", name="Cribbage New match").tap()
    phone.button("Just play").tap()
    phone.page.locator('[value="peg N 3"]').first.wait_for()
    phone.page.go_back()
    expect(phone.page.locator("h1")).to_have_text("Matches")
