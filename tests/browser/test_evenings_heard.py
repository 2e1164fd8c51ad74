"""An evening by screen reader: results and rounds on the board, and the effects of the secretary's keys."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.evenings import PEOPLE, Secretary
from tests.browser.hearing import Hearing, unspeakable

pytestmark = pytest.mark.quick(0)


def test_the_board_announces_results_and_rounds(phones: Any, server: Any) -> None:
    secretary = Secretary(server)
    number = secretary.open("Tuesday")
    secretary.do(number, come="1", new="\n".join(PEOPLE[:8]))
    secretary.do(number, begin="1")
    phone = phones()
    hearing = Hearing(phone.page)
    phone.goto(f"evenings/{number}/board")
    assert "Round 1" in phone.page.title()
    secretary.do(number, result="1", round="0", table="0", side_0="121", side_1="97")
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    phone.page.wait_for_function("() => document.getElementById('status').textContent")
    (told,) = hearing.said()
    assert told.startswith("Table 1: ")
    assert "121" in told
    assert unspeakable(told) == []
    secretary.do(number, begin="1")
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.page).to_have_title("Round 2 · Tuesday · Referee")
    expect(phone.page.locator("#status")).to_have_text("Round 2 begins.")
    secretary.phone.close()


@pytest.mark.parametrize("path", ["board", "seat"])
def test_a_page_says_that_its_evening_is_no_longer_shared(phones: Any, server: Any, path: str) -> None:
    """Its link was renewed, or the evening deleted: it must not go on as if it were up to date."""
    secretary = Secretary(server)
    number = secretary.open("Tuesday")
    phone = phones()
    hearing = Hearing(phone.page)
    phone.goto(f"evenings/{number}/{path}")
    phone.page.context.clear_cookies()
    for _ in range(2):
        phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(phone.page.locator("#stale")).to_have_text("This evening is no longer shared with this phone.")
    assert hearing.said() == ["This evening is no longer shared with this phone."]
    secretary.phone.close()


def test_the_secretary_hears_what_was_done(phones: Any, server: Any) -> None:
    secretary = Secretary(server)
    number = secretary.open("Tuesday")
    secretary.phone.close()
    phone = phones()
    hearing = Hearing(phone.page)
    phone.goto(f"evenings/{number}/")
    phone.page.get_by_label("New names").fill("\n".join(PEOPLE[:4]))
    phone.page.get_by_role("button", name="Add them", exact=True).last.click()
    expect(phone.page.locator(".notice[role=status]")).to_be_focused()
    assert hearing.focused()[1].startswith("Saved: Ann, Bob, Cat and Dan came")
    phone.page.get_by_role("button", name="Begin round 1").click()
    expect(phone.page.locator(".notice[role=status]")).to_have_text("Round 1 has begun.")
    phone.page.get_by_role("button", name="Undo").click()
    expect(phone.page.locator(".notice[role=status]")).to_have_text("Undone: round 1.")


def in_round_one(phones: Any, server: Any, players: int) -> tuple[Any, Hearing]:
    """The secretary's phone at an evening whose first round has begun."""
    secretary = Secretary(server)
    number = secretary.open("Tuesday")
    secretary.do(number, come="1", new="\n".join(PEOPLE[:players]))
    secretary.do(number, begin="1")
    secretary.phone.close()
    phone = phones()
    hearing = Hearing(phone.page)
    phone.goto(f"evenings/{number}/")
    return phone, hearing


def test_what_was_saved_has_the_focus_after_a_result(phones: Any, server: Any) -> None:
    phone, hearing = in_round_one(phones, server, 4)
    phone.page.get_by_role("button", name="Won").first.click()
    phone.page.wait_for_url(re.compile("#table-1-1$"))
    assert hearing.focused() == ("H3", "Table 1 entered by hand")
    expect(phone.page.locator("h3:focus")).to_have_accessible_description(re.compile(r"\bwon\b"))
    phone.page.get_by_role("button", name="Begin round 2").click()
    expect(phone.page.locator(".notice[role=status]")).to_be_focused()
    assert hearing.focused()[1] == "Round 2 has begun."


def test_more_time_and_a_preview_are_heard(phones: Any, server: Any) -> None:
    """Screen readers read a heading that gets the focus, but no part of a page without a name."""
    phone, hearing = in_round_one(phones, server, 8)
    phone.page.get_by_role("button", name="5 more minutes").click()
    phone.page.wait_for_url(re.compile("#round$"))
    assert hearing.focused() == ("H2", "Round 1 30 minutes")
    expect(phone.page.locator("h2:focus")).to_have_accessible_description(re.compile("minutes left"))
    phone.page.get_by_role("link", name="Preview round 2").click()
    phone.page.wait_for_url(re.compile("#preview$"))
    assert hearing.focused() == ("H2", "Preview of round 2")


def test_without_scripts_the_board_is_loaded_again(phones: Any, server: Any) -> None:
    secretary = Secretary(server)
    number = secretary.open("Tuesday")
    secretary.phone.close()
    phone = phones(java_script_enabled=False)
    phone.goto(f"evenings/{number}/board")
    expect(phone.page.locator("meta[http-equiv=refresh]")).to_have_attribute("content", "30")
