"""The start of a match, corrected on one phone and seen on the others."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.pages import matches

pytestmark = pytest.mark.quick(0)


def test_undo_before_the_first_trick_corrects_the_start_on_every_phone(phones: Any) -> None:
    phone, other, watcher = phones(), phones(), phones()
    phone.new_match(target=121, best_of=3)
    other.join(phone)
    watcher.goto("matches/1/watch")
    other.tap("7S")
    phone.touch(".undo")
    phone.page.get_by_role("heading", name="Names and dealer").wait_for()
    phone.page.locator("[name=S]").fill("Zoe")
    phone.page.locator("[name=dealer][value=E]").check()
    phone.button("See before and after").tap()
    expect(phone.page.locator(".fixes")).to_contain_text("First dealer: Ann")
    phone.button("Confirm").tap()
    phone.page.locator("#pad").wait_for()
    for each in (phone, other):
        expect(each.page.locator(".felt")).to_contain_text("Zoe")
    expect(watcher.page.locator("#watch")).to_contain_text("Zoe")
    expect(other.page.locator(".player.filled")).to_have_count(1)
    other.tap("AS", "9S", "8S")
    expect(phone.page.locator(".result")).to_contain_text("6")
    phone.undo()
    phone.undo()  # And so is undone what was corrected.
    expect(other.page.locator(".felt")).not_to_contain_text("Zoe")


OVERLAPS = """() => [...document.querySelectorAll(".draw .field input")].filter((input, at, all) => all[at + 1] &&
  input.getBoundingClientRect().right > all[at + 1].getBoundingClientRect().left).length"""
BESIDE = """() => [...document.querySelectorAll(".seat .choice")].filter((choice) => {
  const { left, right, top, bottom } = choice.getBoundingClientRect();
  return ![top - 5, bottom + 5].every((y) => choice.contains(document.elementFromPoint((left + right) / 2, y)));
}).length"""


def test_dealers_and_draws_are_in_reach_beside_long_names(server: Any, phones: Any) -> None:
    server.import_records([matches()["cribbage strange"]])
    phone = phones()
    phone.goto("cribbage/books/1/new")
    assert phone.page.evaluate(BESIDE) == 0
    phone.page.locator(".draw > summary").tap()
    assert phone.page.evaluate(OVERLAPS) == 0


def test_a_number_of_the_log_is_on_one_line(server: Any, phones: Any) -> None:
    server.import_records([matches()["finished"]])
    phone = phones()
    phone.goto("matches/1/log")
    lines = """() => [...document.querySelectorAll(".log th[scope=row]")].map((number) => {
      const text = document.createRange();
      text.selectNodeContents(number);
      return text.getClientRects().length;
    })"""
    assert set(phone.page.evaluate(lines)) == {1}
