"""Every page and every state, light and dark, as axe-core sees it: no finding."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import TablePage
from tests.browser.rooms import MATCH, ROOMS, furnish
from tests.browser.signals import cut, tap, told
from tests.servers import Server

THEMES = ("light", "dark")
axe = Axe()


def findings(phone: TablePage, theme: str) -> list[str]:
    """What axe finds, as rule and place. In the dark only colours are others."""
    rules = {"runOnly": ["color-contrast"]} if theme == "dark" else {}
    found = axe.run(phone.page, options={"resultTypes": ["violations"], **rules}).response["violations"]
    return [f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found for node in each["nodes"]]


@pytest.fixture
def book(server: Server, tmp_path: Path) -> Server:
    furnish(tmp_path)
    return server


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("room", ROOMS)
def test_every_page(book: Server, phones: Any, room: str, theme: str) -> None:
    phone = phones(color_scheme=theme, service_workers="block")
    found = {}
    for path in ROOMS[room]():
        phone.goto(path)
        found[path] = findings(phone, theme)
    assert {path: finding for path, finding in found.items() if finding} == {}


def open_menu(phone: TablePage) -> None:
    phone.page.locator(".menu summary").tap()


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
    phone.page.locator("#stale:visible").wait_for()


def wrong_form(phone: TablePage) -> None:
    phone.goto("books/1/new")
    phone.page.locator("form:has([name=target])").evaluate(
        "form => { form.noValidate = true; form.target.value = '0'; form.requestSubmit() }"
    )
    phone.page.locator("#errors").wait_for()


STATES: dict[str, Callable[[TablePage], None]] = {
    each.__name__: each for each in (open_menu, cards_down, refused, undone, wrong_form, offline)
}


@pytest.mark.parametrize("theme", THEMES)
def test_every_state(book: Server, phones: Any, theme: str) -> None:
    phone, found = phones(color_scheme=theme, service_workers="block"), {}
    for name, come_to in STATES.items():
        phone.new_match(target=121, best_of=3)
        come_to(phone)
        found[name] = findings(phone, theme)
    assert {name: finding for name, finding in found.items() if finding} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_what_a_stranger_sees(book: Server, phones: Any, theme: str) -> None:
    phone = phones(link=None, color_scheme=theme)
    for path in ("", f"matches/{MATCH['played']}/", "keep/1/wrong"):
        phone.goto(path)
        assert findings(phone, theme) == []


def test_a_flaw_is_found(phones: Any) -> None:
    phone = phones()
    phone.page.evaluate("document.querySelector('h1').style.color = '#bbb'")
    phone.page.evaluate("document.querySelector('main').append(new Image())")
    for theme, rules in (("light", {"image-alt", "color-contrast"}), ("dark", {"color-contrast"})):
        assert {finding.split(":")[0] for finding in findings(phone, theme)} == rules
