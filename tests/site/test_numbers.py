"""A match begun offline gets its number from the server while somebody is at its table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.servers import Server
from tests.site.kept import KeptPhone

FIRST, SECOND, THIRD = "7S AS 9S 8S", "7H AH 9H 8H", "2H 3H 4H 5H"
TAP_WHEN_TAKEN = """() => {
  const { postMessage } = Worker.prototype;
  const frame = document.getElementById("page");
  Worker.prototype.postMessage = function (message, ...more) {
    postMessage.call(this, message, ...more);
    if (message.call?.[0] === "take") frame.contentDocument.querySelector(".key[value='5H']").click();
  };
}"""
"""Taps the last card of a trick while the server's copy of the match replaces the one begun on the phone."""


@pytest.fixture
def phone(kept_phones: Callable[..., KeptPhone]) -> KeptPhone:
    """A phone at a match that it began without a signal."""
    phone = kept_phones()
    phone.new_match(target=121, best_of=3)
    phone.trick(FIRST)
    phone.in_step()
    phone.cut()
    phone.goto("books/1/new")
    phone.page.get_by_role("button", name="Start the match").click()
    phone.page.locator("#table").wait_for()
    phone.trick(FIRST)
    phone.trick(SECOND)
    return phone


def test_what_is_tapped_stays_when_the_match_gets_its_number(phone: KeptPhone) -> None:
    phone.tap("2H", "3H", "4H")
    phone.restore()
    phone.until(lambda: phone.page.url.endswith("/matches/2/"))
    phone.sent()
    expect(phone.page.locator("[name=draft]")).to_have_value("2H.3H.4H")
    phone.after(lambda: phone.tap("5H"))
    expect(phone.page.locator("h1")).to_have_text("Game 1 · Trick 4 of 13")


def test_an_entry_at_the_moment_when_the_match_gets_its_number_is_entered(phone: KeptPhone) -> None:
    phone.tap("2H", "3H", "4H")
    phone.window.evaluate(TAP_WHEN_TAKEN)
    phone.restore()
    phone.until(lambda: phone.page.url.endswith("/matches/2/"))
    expect(phone.page.locator("h1")).to_have_text("Game 1 · Trick 4 of 13")
    phone.sent()
    expect(phone.page.locator("[name=version]")).to_have_value("3")


def test_another_tab_of_the_match_gets_its_number_as_well(phone: KeptPhone, server: Server) -> None:
    address = phone.page.url.removeprefix(server.address)
    other = KeptPhone(phone.playwright, phone.profile, server, phone.context)  # type: ignore[arg-type]
    other.open(address)
    other.tap("2H", "3H", "4H")
    phone.restore()
    other.until(lambda: other.page.url.endswith("/matches/2/"))
    expect(other.page.locator("[name=draft]")).to_have_value("2H.3H.4H")
    other.after(lambda: other.tap("5H"))
    expect(phone.page.locator("h1")).to_have_text("Game 1 · Trick 4 of 13")


def test_what_waits_for_an_earlier_match_of_the_number_is_not_entered(phone: KeptPhone) -> None:
    """From before a backup was restored: the table says that another match has the number now."""
    earlier = {"opened": "2020-01-01T20:00:00+00:00", "turn": "1.0.3", "kind": "tricks", "draft": "2H.3H.4H.5H"}
    item = {"key": "1-2-3-4", "game": "", "fields": earlier}
    phone.window.evaluate("item => localStorage.setItem('outbox-2', JSON.stringify([item]))", item)
    phone.restore()
    phone.until(lambda: phone.page.url.endswith("/matches/2/"))
    expect(phone.page.locator("#parked")).to_contain_text("Another match has this number now")
    phone.sent()
    expect(phone.page.locator("[name=version]")).to_have_value("2")
