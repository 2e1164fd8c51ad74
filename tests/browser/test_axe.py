"""Every state of a page passes axe-core, light and dark."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from referee.store.instance import book_file
from tests.browser.axe import findings
from tests.browser.conftest import TablePage
from tests.browser.pages import MATCH, add_matches
from tests.browser.signals import cut, restore, tap, told
from tests.servers import Phone, Server, hidden


@pytest.fixture
def book(server: Server) -> Server:
    add_matches(server)
    return server


def open_menu(phone: TablePage) -> None:
    phone.page.locator(".menu > summary").tap()


def cards_down(phone: TablePage) -> None:
    phone.tap("7S", "AS")


def refused(phone: TablePage) -> None:
    phone.trick("7S AS 9S 8S")
    phone.tap("7S")
    phone.page.locator(".fault").wait_for()


def undone(phone: TablePage) -> None:
    phone.trick("7S AS 9S 8S")
    phone.undo()
    phone.button("Redo", exact=True).last.wait_for()


def offline(phone: TablePage) -> None:
    cut(phone)
    tap(phone, "7S AS 9S 8S", "2D 3D 4D 5D")
    told(phone, "tricks 1 to 2")


def out_of_date(phone: TablePage) -> None:
    cut(phone)
    phone.page.locator("#stale:visible").wait_for()


def wrong_form(phone: TablePage) -> None:
    phone.goto("books/1/new")
    phone.page.locator("form:has([name=target])").evaluate(
        "form => { form.noValidate = true; form.target.value = '0'; form.requestSubmit() }"
    )
    phone.page.locator("#errors").wait_for()


def parked(phone: TablePage) -> None:
    phone.page.route("**/enter", lambda route: route.abort())
    tap(phone, "7S AS 9S 8S")
    told(phone, "trick 1")
    other, table = Phone(phone.server.port, phone.server.link), urlsplit(phone.page.url).path
    page = other.get(table)
    fields = {name: hidden(page, name) for name in ("csrf_token", "version", "key", "turn", "kind")}
    assert other.post(f"{table}enter", fields | {"draft": "2D.3D.4D.5D"})[0] == 303
    other.close()
    phone.page.unroute("**/enter")
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    phone.page.locator("#parked li").wait_for()


def replay_held_up(phone: TablePage) -> None:
    phone.goto(f"matches/{MATCH['finished']}/replay?at=5")
    phone.page.route("**/replay?*", lambda route: route.abort())
    phone.page.get_by_role("link", name="Next", exact=True).tap()
    phone.page.locator("#stale:visible").wait_for()
    phone.troubles.clear()  # htmx tells of the lost signal too.


STATES: dict[str, Callable[[TablePage], None]] = {
    each.__name__: each
    for each in (open_menu, cards_down, refused, undone, wrong_form, parked, replay_held_up, offline, out_of_date)
}


@pytest.mark.quick(0)
@pytest.mark.timeout(180)
def test_every_state(book: Server, phones: Any) -> None:
    phone, found = phones(), {}
    for name, come_to in STATES.items():
        restore(phone)
        phone.new_match(target=121, best_of=3)
        come_to(phone)
        found[name] = findings(phone)
    assert {name: finding for name, finding in found.items() if finding} == {}


def test_a_damaged_match(book: Server, phones: Any, tmp_path: Path) -> None:
    with closing(sqlite3.connect(book_file(tmp_path))) as db, db:
        db.execute("UPDATE matches SET setup = '{}' WHERE id = ?", [MATCH["played"]])
    phone = phones()
    phone.goto(f"matches/{MATCH['played']}/")
    expect(phone.page.locator("main")).to_contain_text("This match is damaged")
    assert findings(phone) == []


def test_what_a_stranger_sees(book: Server, phones: Any) -> None:
    phone = phones(link=None)
    for path in ("", f"matches/{MATCH['played']}/", "keep/1/wrong"):
        phone.goto(path)
        assert findings(phone) == []


def test_a_flaw_is_found(phones: Any) -> None:
    phone = phones()
    phone.goto("books/1/")
    phone.page.evaluate("""() => {
      const words = (id, color) =>
        Object.assign(document.createElement("p"), { id, textContent: id, style: `color: ${color}` });
      document.querySelector("main").append(words("pale", "#bbb"), words("dim", "#444"), new Image());
    }""")
    flaws = {" ".join(finding.split()[:3]) for finding in findings(phone)}
    assert flaws == {"light image-alt: ['img']", "light color-contrast: ['#pale']", "dark color-contrast: ['#dim']"}
