"""The host's notice appears on open pages, is announced, and stays dismissed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from referee.books.notice import Notice
from referee.operators.control import give_order
from tests.browser.axe import findings
from tests.browser.evenings import Secretary
from tests.servers import Server


def show(folder: Path, text: str) -> None:
    """Run `referee notice` while the server runs."""
    give_order(folder, "notice", {"text": text})
    assert Notice(folder).text == text


@pytest.mark.parametrize("page", ["", "watch", "board"])
@pytest.mark.quick(0)
def test_it_comes_without_a_reload_and_stays_dismissed(
    phones: Any, server: Server, tmp_path: Path, page: str
) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    if page:
        phone.page.goto(f"{server.address}matches/1/{page}")
    phone.page.evaluate("() => { window.same = true }")
    region, notice = phone.page.locator("#host-notice"), phone.page.locator(".host-notice")
    expect(region).to_have_attribute("aria-live", "polite")
    expect(notice).to_have_count(0)
    show(tmp_path, "Upgrade at 22:00")
    expect(notice).to_contain_text("Upgrade at 22:00")
    assert findings(phone) == []
    show(tmp_path, "Upgrade at 23:00")
    expect(notice).to_contain_text("Upgrade at 23:00")
    notice.get_by_role("button", name="Dismiss this notice").click()
    expect(notice).to_have_count(0)
    assert phone.page.evaluate("() => window.same")
    phone.page.goto(f"{server.address}rules")
    expect(notice).to_have_count(0)
    phone.page.goto(f"{server.address}matches/1/{page}")
    phone.page.wait_for_function("() => performance.getEntriesByType('resource').length")
    expect(notice).to_have_count(0)
    show(tmp_path, "Back at 23:30")
    expect(notice).to_contain_text("Back at 23:30")
    show(tmp_path, "")
    expect(notice).to_have_count(0)


@pytest.mark.quick(0)
def test_a_tap_at_the_moment_it_appears_hits_the_key_below_it(phones: Any, tmp_path: Path) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    phone.page.evaluate("""() => new MutationObserver(() => {
      const { left, top, width, height } = document.querySelector(".undo").getBoundingClientRect();
      window.hit = document.elementFromPoint(left + width / 2, top + height / 2).className;
    }).observe(document.getElementById("host-notice"), { childList: true })""")
    show(tmp_path, "Upgrade at 22:00")
    phone.page.get_by_role("button", name="Dismiss this notice").wait_for()
    assert phone.page.evaluate("window.hit") == "undo"
    phone.page.get_by_role("button", name="Dismiss this notice").tap()
    expect(phone.page.locator(".host-notice")).to_have_count(0)


def test_without_javascript_it_is_dismissed_by_its_button(phones: Any, server: Server, tmp_path: Path) -> None:
    phone = phones(java_script_enabled=False)
    show(tmp_path, "Upgrade at 22:00")
    phone.page.goto(f"{server.address}rules")
    phone.page.get_by_role("button", name="Dismiss this notice").click()
    expect(phone.page).to_have_url(f"{server.address}rules")
    expect(phone.page.locator(".host-notice")).to_have_count(0)


@pytest.mark.quick(0)
def test_it_comes_to_the_board_of_an_evening_and_to_the_first_page(
    phones: Any, server: Server, tmp_path: Path
) -> None:
    secretary = Secretary(server)
    number = secretary.open("Drive")
    secretary.phone.close()
    first, board = phones(), phones()
    first.new_match(target=121, best_of=3)
    first.page.goto(f"{server.address}books/1/")
    board.page.goto(f"{server.address}evenings/{number}/board")
    show(tmp_path, "Upgrade at 22:00")
    for phone in (first, board):
        expect(phone.page.locator(".host-notice")).to_contain_text("Upgrade at 22:00", timeout=10_000)
    show(tmp_path, "")
    for phone in (first, board):
        expect(phone.page.locator(".host-notice")).to_have_count(0, timeout=10_000)
