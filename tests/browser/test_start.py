"""The start of a match, corrected on one phone and seen on the others."""

from typing import Any

import pytest
from playwright.sync_api import expect

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
