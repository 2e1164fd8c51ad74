"""Unsteady hands and keyboards: no key changes its meaning under a finger or the focus; a pad is one tab stop."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.hearing import Hearing
from tests.browser.pages import MATCH, add_matches
from tests.browser.test_cribbage import sit_down as sit_down_at_cribbage
from tests.browser.test_sittings import sit_down

pytestmark = pytest.mark.quick(0)

# Timers that only a test lets go, by their time in milliseconds.
HOLD = """
const real = window.setTimeout;
const held = [];
window.setTimeout = (work, time, ...more) =>
  ([350, 450, 600].includes(time) ? held.push({ work, time }) && 0 : real(work, time, ...more));
window.passed = (time) => held.splice(0).forEach((each) => (each.time <= time ? each.work() : held.push(each)));
"""
READY = "() => document.querySelector('#form[data-ready]:not([aria-busy])') !== null"
DRAFT = "document.querySelector('#table [name=draft]').value"
VERSION = "document.querySelector('#table').dataset.version"


def unsteady(phones: Any, **kept: str) -> Any:
    """A phone on which time stands still between two taps."""
    phone = phones(at_once=False)
    for name, value in kept.items():
        phone.page.add_init_script(f"localStorage.setItem('{name}', '{value}');")
    phone.page.add_init_script(HOLD)
    return phone


def press(phone: Any, selector: str, times: int = 1) -> None:
    """Press a key by its click, as a finger or a keyboard does."""
    phone.page.wait_for_function(READY)
    for _ in range(times):
        phone.page.locator(selector).first.evaluate("key => key.click()")


def passed(phone: Any, time: int = 600) -> None:
    phone.page.wait_for_function(READY)
    phone.page.evaluate("time => window.passed(time)", time)


def test_a_number_that_is_hit_twice_counts_once(phones: Any) -> None:
    phone = unsteady(phones)
    sit_down(phone, "hearts", {"1": "Ann", "2": "Bob", "3": "Cat", "4": "Dan"}, "4")
    passed(phone)
    press(phone, '[name=tap][value="3"]', 2)
    passed(phone, 350)
    press(phone, '[name=tap][value="3"]')
    phone.comes_to(DRAFT, "3")
    passed(phone)
    press(phone, '[name=tap][value="3"]')
    phone.comes_to(DRAFT, "3.3")
    press(phone, '[name=tap][value="4"]')  # Another key is another number at once.
    phone.comes_to(DRAFT, "")


def test_a_claim_is_not_the_next_player_s_too(phones: Any) -> None:
    phone = unsteady(phones)
    sit_down_at_cribbage(phone, muggins=True)
    passed(phone)
    for card in "5H 4D 4C 6H 6S AH 2S 3D 2C".split():
        phone.after(lambda card=card: press(phone, f'.key[value="{card}"]'))
        passed(phone)
    expect(phone.page.locator(".entry")).to_have_attribute("data-panel", "totals")
    asked = phone.page.locator(".waits").text_content()
    phone.after(lambda: press(phone, '[value="total 2"]'))
    expect(phone.page.locator(".waits")).not_to_have_text(asked)
    version = phone.version
    press(phone, '[value="total 2"]', 2)
    passed(phone, 349)
    press(phone, '[value="total 2"]')
    assert phone.version == version
    passed(phone)
    phone.after(lambda: press(phone, '[value="total 2"]'))


def test_with_slow_taps_every_key_waits(phones: Any) -> None:
    phone = unsteady(phones, slow="on")
    phone.new_match(target=121, best_of=3)
    passed(phone)
    press(phone, '.key[value="7S"]')
    press(phone, '.key[value="8S"]')
    passed(phone, 450)
    press(phone, '.key[value="8S"]')
    phone.comes_to(DRAFT, "7S")
    passed(phone)
    press(phone, '.key[value="8S"]')
    phone.comes_to(DRAFT, "7S.8S")


def test_a_correction_and_a_dispute_go_by_the_keyboard(phones: Any, server: Any) -> None:
    """Typed cards go to the chosen place; an option that is passed by asks nothing; "What if?" opens the pad."""
    add_matches(server)
    phone = phones()
    page = phone.page
    phone.goto(f"matches/{MATCH['karnoffel over']}/mend/2")
    page.locator("[name=pick]").last.press("Enter")
    expect(page.locator(".hint")).to_be_focused()
    name = page.locator(".pick.next bdi").text_content()
    page.locator("[name=card]").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[name=card]:not([tabindex='-1'])")).to_have_count(1)
    page.locator("[name=typed]").fill("2c")
    page.locator("[name=typed]").press("Enter")
    expect(page.get_by_role("button", name="Preview")).to_be_visible()
    expect(page.locator("[name=pick]").last).to_contain_text(name)
    phone.goto("karnoffel/dispute?cards=9S.KS.3H.4D&chosen=H")
    page.locator("[name=chosen]").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("[name=chosen]")).to_be_focused()
    page.locator("[name=pick]").first.press("Enter")
    expect(page.locator("[name=card][tabindex='0']")).to_have_count(1)


FOCUSED = "document.activeElement.value || document.activeElement.ariaLabel || document.activeElement.className"


def test_a_pad_is_one_tab_stop_with_arrow_keys(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    page = phone.page
    page.keyboard.press("Shift")  # The first key starts this.
    page.wait_for_function("() => document.querySelectorAll('.pad .key[tabindex=\"-1\"]').length")
    page.locator('.key[value="AC"]').focus()
    for key, card in (("ArrowRight", "KC"), ("ArrowDown", "6C"), ("ArrowDown", "KS"), ("ArrowUp", "6C"),
                      ("End", "2D"), ("Home", "AC"), ("ArrowLeft", "AC"), ("ArrowRight", "KC")):  # fmt: skip
        page.keyboard.press(key)
        assert page.evaluate(FOCUSED) == card, key
    assert page.locator(".pad .key:not([tabindex='-1'])").count() == 1
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "typed"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(FOCUSED) == "KC"


def test_letters_are_no_keys_where_that_is_switched_off(phones: Any) -> None:
    phone = phones()
    phone.goto("settings")
    phone.page.get_by_label("Type cards and numbers").uncheck()
    expect(phone.page.get_by_role("status")).to_have_text("Saved.")
    phone.new_match(target=121, best_of=3)
    phone.page.keyboard.type("7s")
    assert phone.page.locator("[name=typed]").input_value() == ""
    phone.page.locator("[name=typed]").fill("7s")
    phone.page.locator("[name=typed]").press("Enter")
    phone.comes_to(DRAFT, "7S")


def test_what_is_typed_waits_on_the_phone_like_taps(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    phone.page.context.set_offline(True)
    for trick in ("7s as 9s 8s", "2d kd 6d 8d"):
        phone.page.locator("[name=typed]").fill(trick)
        phone.page.locator("[name=typed]").press("Enter")
    expect(phone.page.locator("#unsaved-words")).to_contain_text("tricks 1 to 2")
    phone.page.context.set_offline(False)
    phone.comes_to(VERSION, "2")


def test_a_notice_is_dismissed_by_a_key_and_does_not_cover_why(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    phone.trick("7S AS 9S 8S")
    phone.tap("7S")
    expect(phone.page.locator(".told")).to_contain_text("has already been played")
    phone.page.locator(".acts .why").focus()
    phone.page.keyboard.press("Shift+Tab")
    phone.page.keyboard.press("Tab")
    assert phone.page.evaluate("""() => {
      const { left, right, top, bottom } = document.activeElement.getBoundingClientRect();
      return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === document.activeElement;
    }""")
    phone.page.keyboard.press("Escape")
    expect(phone.page.locator(".told p")).to_have_count(0)


def test_the_focus_is_kept_where_others_enter(phones: Any) -> None:
    """On Why? at the table, on a link of the watch page, and on a flush that is taken back."""
    phone, other, watcher = phones(), phones(), phones()
    phone.new_match(target=121, best_of=3)
    other.join(phone)
    phone.trick("7S AS 9S 8S")
    expect(other.page.locator("#table")).to_have_attribute("data-version", "1")
    watcher.goto("matches/1/watch")
    other.page.locator(".acts .why").focus()
    watcher.page.locator("#watch .why").first.focus()
    phone.trick("2D KD 6D 8D")
    for page in (other.page, watcher.page):
        expect(page.locator("[data-version]").first).to_have_attribute("data-version", "2")
        expect(page.locator("#watch .why:focus, .acts .why:focus")).to_have_count(1)


def test_one_flush_less_leaves_the_focus_beside_it(phones: Any, server: Any) -> None:
    add_matches(server)
    phone = phones()
    phone.goto(f"matches/{MATCH['claim']}/")
    phone.page.locator('[name=tap][value="flush"]').tap()
    phone.page.get_by_role("button", name="One flush less").press("Enter")
    assert phone.page.evaluate(FOCUSED) == "flush"


def test_copy_says_that_it_copied(phones: Any, server: Any) -> None:
    add_matches(server)
    phone = phones()
    hearing = Hearing(phone.page)
    phone.goto(f"matches/{MATCH['played']}/share")
    copy = phone.page.locator(".copy").first
    copy.focus()
    copy.press("Enter")
    expect(copy).to_have_text("Copied: watch")
    assert [text.split(".")[0] for text in hearing.said()] == ["Copied"]
    assert hearing.focused() == ("BUTTON", "Copied : watch")
