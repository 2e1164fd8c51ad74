"""The end of timed rounds in browsers, and phones that joined by the club's link."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.evenings import PEOPLE, Secretary
from tests.servers import Server

pytestmark = [pytest.mark.quick(0), pytest.mark.timeout(120)]

RINGS = """
window.rings = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { window.rings += 1; start.apply(this, at); };
"""


@pytest.fixture
def links(server: Server) -> list[str]:
    """The links of an evening of four, whose round lasts half an hour: for players, watchers and the whole club."""
    secretary = Secretary(server)
    number = secretary.open("Tuesday")
    secretary.do(number, come="1", new="\n".join(PEOPLE[:4]))
    secretary.do(number, begin="1")
    page = secretary.phone.get(f"/evenings/{number}/links")
    secretary.phone.close()
    return [re.sub(r"^https?://[^/]*/", "", each) for each in re.findall(r'readonly\s+value="([^"]*)"', page)]


def at_table(phones: Any, link: str) -> Any:
    """A phone that came to its player's table by a link, and stays there."""
    phone = phones(link=link)
    phone.page.add_init_script(RINGS)
    phone.page.clock.install()
    phone.page.get_by_role("button", name="Ann").click()
    phone.page.wait_for_url(re.compile(r"/matches/\d+/$"))
    return phone


def test_of_the_phones_at_a_table_the_one_that_enters_rings(phones: Any, links: list[str]) -> None:
    """Its entries count, and its round is over; all others show it."""
    enters, looks = (at_table(phones, links[0]) for _ in range(2))
    board = phones(1024, 768, link=links[1])
    board.page.add_init_script(RINGS)
    board.page.clock.install()
    board.page.reload()
    enters.trick("7S AS 9S 8S")
    looks.page.locator("body").click(position={"x": 5, "y": 5})  # So that it might ring.
    for each in (enters, looks, board):
        each.page.clock.fast_forward("00:31:00")
        expect(each.page.locator("[data-until]").first).to_have_text("Time is up")
    enters.page.wait_for_function("() => window.rings === 6")
    board.page.wait_for_function("() => window.rings === 6")
    assert looks.page.evaluate("() => window.rings") == 0
    stale = board.page.locator("#stale")
    board.page.context.set_offline(True)
    board.page.clock.fast_forward("00:00:21")
    expect(stale).to_contain_text("Not up to date since")
    board.page.context.set_offline(False)
    board.page.clock.fast_forward("00:00:06")
    expect(stale).to_be_hidden()


def test_the_clubs_link_leads_to_a_table_that_stays(phones: Any, links: list[str]) -> None:
    phone = at_table(phones, links[2])
    loads = []
    phone.page.on("load", lambda page: loads.append(page))
    phone.trick("7S AS 9S 8S")
    assert not loads


def test_the_time_left_is_as_large_as_the_names_on_a_large_screen(phones: Any, links: list[str]) -> None:
    board = phones(1920, 1080, link=links[1])
    size = "(each) => parseFloat(getComputedStyle(each).fontSize)"
    left, names = (board.page.locator(part).first for part in (".time-left", ".table-sides"))
    assert left.evaluate(size) > names.evaluate(size) > 30
