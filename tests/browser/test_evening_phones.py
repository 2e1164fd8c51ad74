"""Phones at the tables of an evening while the secretary changes it, or begins the next round."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.evenings import PEOPLE, Secretary
from tests.browser.signals import cut, restore, told
from tests.servers import Server

pytestmark = [pytest.mark.quick(0), pytest.mark.timeout(120)]


class Evening:
    """A running evening of four people at one table, whose phone the secretary does not see."""

    def __init__(self, server: Server, people: list[str]) -> None:
        self.secretary, self.people = Secretary(server), people
        self.number = self.secretary.open("Tuesday")
        self.do(come="1", new="\n".join(people))
        self.do(begin="1")
        page = self.secretary.phone.get(f"/evenings/{self.number}/links")
        self.link = re.sub(r"^https?://[^/]*/", "", re.findall(r'readonly\s+value="([^"]*)"', page)[0])

    def do(self, **fields: str) -> None:
        self.secretary.do(self.number, **fields)

    def phone(self, phones: Any) -> Any:
        """A player's phone at the table."""
        phone = phones(link=self.link)
        phone.page.get_by_role("button", name=self.people[0]).click()
        phone.page.wait_for_url(re.compile(r"/matches/\d+/$"))
        return phone


@pytest.fixture
def evening(server: Server, request: pytest.FixtureRequest) -> Any:
    made = Evening(server, getattr(request, "param", PEOPLE[:4]))
    yield made
    made.secretary.phone.close()


def test_a_phone_that_moved_on_sends_what_it_entered_without_a_signal(evening: Evening, phones: Any) -> None:
    """The next table's page sends it: players need not go back for it."""
    phone = evening.phone(phones)
    before = phone.page.url
    phone.trick("7S AS 9S 8S")
    cut(phone)
    for trick in ("7H AH 9H 8H", "7D AD 9D 8D", "7C AC 9C 8C"):
        phone.tap(*trick.split())
    told(phone, "Not yet saved: tricks 2 to 4.")
    evening.do(begin="1")
    restore(phone)
    phone.page.wait_for_url(lambda url: "/matches/" in url and url != before)
    phone.page.wait_for_function("() => Object.keys(localStorage).every((store) => !store.startsWith('outbox-'))")
    phone.page.goto(before)
    expect(phone.page.locator("[name=version]")).to_have_value("4")


def test_a_pause_and_more_time_reach_the_tables_at_once(evening: Evening, phones: Any) -> None:
    """Though nobody enters anything there."""
    phone = evening.phone(phones)
    clock = phone.page.locator("#clock")
    expect(clock).to_have_text("30 min")
    phone.tap("7S", "AS")
    evening.do(pause="1")
    expect(clock).to_have_text("30 min, paused")
    evening.do(extend="5")
    evening.do(resume="1")
    expect(clock).to_have_text("35 min")
    evening.do(result="1", round="0", table="0", side_0="40", side_1="12")
    expect(phone.page.locator("#evening")).to_have_text("Entered from paper: 40–12.")
    phone.after(lambda: phone.tap("9S", "8S"))  # The taps before are still there.


def test_an_entry_leaves_the_minutes_in_their_place(evening: Evening, phones: Any) -> None:
    """The answer has the time itself, for phones without scripts."""
    phone = evening.phone(phones)
    phone.page.evaluate("""() => {
      window.texts = [];
      const look = () => (texts.push(document.getElementById("clock").textContent), requestAnimationFrame(look));
      look();
    }""")
    phone.trick("7S AS 9S 8S")
    phone.page.wait_for_timeout(100)
    assert phone.page.evaluate("() => [...new Set(texts)]") == ["30 min"]


CUT = """() => [...document.querySelectorAll("#first-dealer bdi")]
  .filter((name) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 4)
  .map((name) => name.textContent)"""


@pytest.mark.parametrize("evening", [["Gwen Gale", "Sam Sole", "Hilda Hay", "Otto Oakley"]], indirect=True)
def test_names_and_surnames_on_the_keys_for_the_first_dealer_are_whole(evening: Evening, phones: Any) -> None:
    phone = evening.phone(phones)
    expect(phone.page.locator("#first-dealer button")).to_have_count(3)
    for width, height in ((360, 640), (375, 553), (412, 915)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert not phone.page.evaluate(CUT), (width, height)
