"""A control that is pressed while an answer or news arrives does what it said, if it still means the same."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest

from tests.browser import scripted
from tests.browser.pressing import INIT, NEWS, OPENED, pressed_across
from tests.browser.signals import cut, restore
from tests.browser.test_late_answers import DRAFT
from tests.browser.test_windows import FIRST, tap_new
from tests.browser.windows import address, every_moment

pytestmark = [pytest.mark.quick(0), pytest.mark.timeout(240)]

AT_REST = "() => document.querySelector('#form[data-ready]:not([data-settling])') !== null"


def news(phone: Any) -> Any:
    """Bring news after which everything means the same: another phone has undone the last entry and redone it."""
    path = phone.page.evaluate("() => document.getElementById('form').action")
    return lambda: phone.page.evaluate(NEWS, path)


@pytest.mark.quick(0, 3)
@pytest.mark.parametrize("game", FIRST)
def test_news_loses_no_click_at_a_table(server: Any, phones: Any, game: str) -> None:
    moments = [name for name in every_moment() if name.startswith(game)]
    chosen = moments[len(moments) // 3 :: len(moments) // 3]
    server.import_records([every_moment()[name] for name in chosen])
    phone, lost = phones(390, 844), {}
    phone.page.add_init_script(INIT)
    for number, name in enumerate(chosen, 1):
        phone.goto(address(every_moment()[name], number))
        phone.page.wait_for_function(AT_REST)
        lost[name] = pressed_across(phone.page, news(phone)) | pressed_across(phone.page, news(phone), OPENED)
    assert {name: each for name, each in lost.items() if each} == {}


@pytest.mark.quick(0, 3)
@pytest.mark.parametrize("game", FIRST)
def test_the_answer_to_an_entry_replaces_no_control_that_means_the_same(phones: Any, game: str) -> None:
    phone, record = phones(390, 844), scripted.script_of(game)
    phone.page.add_init_script(INIT)
    table, found = scripted.begin(phone, record), {}
    actions = [action for action in record["actions"] if action["type"] != "finish"]
    for at, action in enumerate(actions[:12]):
        *first, last = scripted.taps(table, record, at)
        for key in first:
            table.press(key)
            phone.page.wait_for_function(AT_REST)
        phone.page.evaluate("() => hold()")
        table.press(last)
        phone.page.wait_for_function(AT_REST)
        phone.page.evaluate("() => pressing.remember()")
        phone.after(lambda: phone.page.evaluate("() => letGo()"))
        table.rest()
        found[f"{at}: {action['type']}"] = phone.page.evaluate("() => pressing.replaced()")
    assert {name: each for name, each in found.items() if each} == {}


def cards_down(phone: Any) -> None:
    tap_new(phone, 2)
    phone.comes_to(f"{DRAFT}.split('.').length", 2)


def undone(phone: Any) -> None:
    cards_down(phone)
    phone.touch(".undo")
    phone.page.locator(".told .redo").wait_for()


def refused(phone: Any) -> None:
    """Two tricks that were tapped without a signal, of which the first has a card played before."""
    phone.trick("7S AS 9S 8S")
    cut(phone)
    phone.tap("2C", "3C", "4C", "5C", "2D", "3D", "4D", "5D")
    store = "outbox-" + phone.page.url.rstrip("/").rsplit("/", 1)[1]
    phone.page.evaluate("store => localStorage[store] = localStorage[store].replace('2C.', '7S.')", store)
    restore(phone)
    phone.page.locator("#parked button").first.wait_for()


STATES = {
    "cards down": ("hearts of 4: cards by trick", cards_down),
    "cards of a trump": ("karnoffel of 48: cards by trick", cards_down),
    "undone": ("hearts of 6: cards by trick", undone),
    "undone, of cribbage": ("cribbage: cards by starter", lambda phone: phone.undo()),
    "items": ("havilering, Muggins: claim by trick, in a hand", lambda phone: phone.touch("#panel [name=tap]")),
    "a meld": ("grevjass, blind: cards by trump", lambda phone: phone.touch("#ways .meld")),
}


@pytest.mark.quick(0, 3)
@pytest.mark.parametrize("state", STATES)
def test_news_loses_no_click_on_what_was_tapped(server: Any, phones: Any, state: str) -> None:
    moment, taps = STATES[state]
    server.import_records([every_moment()[moment]])
    phone = phones(390, 844)
    phone.page.add_init_script(INIT)
    phone.goto(address(every_moment()[moment], 1))
    taps(phone)
    phone.page.wait_for_function(AT_REST)
    lost = pressed_across(phone.page, news(phone))
    assert lost == {}


def test_news_loses_no_click_on_a_refused_entry(phones: Any) -> None:
    phone = phones(390, 844)
    phone.page.add_init_script(INIT)
    phone.new_match()
    refused(phone)
    lost = pressed_across(phone.page, news(phone))
    assert lost == {}


@pytest.mark.quick(0, 3)
@pytest.mark.fonts
@pytest.mark.parametrize("game", FIRST)
def test_news_loses_no_click_on_a_page_for_watchers(server: Any, phones: Any, game: str) -> None:
    moments = every_moment()
    over = next(name for name in moments if name.startswith(game) and re.search("(match-| )over by", name))
    server.import_records([moments[over], moments[FIRST[game]]])
    phone = phones(390, 844)
    phone.page.add_init_script(INIT)
    for page, number, name in (
        ("matches/1/watch", 1, over),
        ("matches/1/board", 1, over),
        ("matches/2/watch", 2, FIRST[game]),
    ):
        phone.goto(page)
        phone.page.wait_for_function("() => lines.length > 0")
        arrive = partial(phone.page.evaluate, NEWS, f"/{address(moments[name], number)}enter")
        lost = pressed_across(phone.page, arrive, OPENED)
        assert lost == {}, page


def test_news_loses_no_click_in_the_list(phones: Any) -> None:
    phone = phones(390, 844)
    phone.page.add_init_script(INIT)
    phone.new_match()
    phone.trick("7S AS 9S 8S")
    phone.goto("books/1/")
    phone.page.locator("#continue").wait_for()
    lost = pressed_across(phone.page, partial(phone.page.evaluate, NEWS, "/matches/1/enter"))
    assert lost == {}
