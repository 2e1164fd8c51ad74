"""An answer or news that arrives while somebody taps takes no tap away, and a tap that can do nothing says so."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser import test_cribbage, test_grevjass, test_karnoffel
from tests.browser.signals import cut, restore
from tests.browser.test_ahead_of_answers import Held
from tests.browser.test_double_taps import HOLD
from tests.browser.test_sittings import begin, way

pytestmark = pytest.mark.quick(0)

DRAFT = "document.querySelector('#table [name=draft]').value"
IDLE = "() => document.querySelector('#form[data-ready]:not([aria-busy], [data-settling])') !== null"
WATCH = """() => new MutationObserver(() => (window.hasSettled ||= "settling" in form.dataset))
  .observe(form, { attributeFilter: ["data-settling"] })"""


def ready(phone: Any) -> None:
    """Wait until the keys have settled, and notice if they do so again."""
    phone.page.wait_for_function(IDLE.replace("[aria-busy], ", ""))
    phone.page.evaluate(WATCH)


def has_settled(phone: Any) -> bool:
    return bool(phone.page.evaluate("window.hasSettled ?? false"))


def held_up(phone: Any) -> Any:
    """A phone whose keys ignore taps until the test lets time pass."""
    phone.page.add_init_script(HOLD)
    return phone


def press(phone: Any, *selectors: str) -> None:
    """Press keys in one moment, as a fast player does."""
    phone.page.evaluate("all => all.forEach((each) => document.querySelector(each).click())", selectors)


# --- keys that mean the same ignore no tap ------------------------------------------------------------------------


def test_the_key_that_divides_the_pool_takes_a_tap_when_the_count_is_saved(phones: Any) -> None:
    phone = phones()
    begin(phone)
    held = Held(phone.page)
    for number in "134":
        phone.touch(f'[name=tap][value="{number}"]')
    expect(phone.page.locator('[value="settle"]')).to_be_visible()
    ready(phone)
    phone.after(held.let_go)
    assert not has_settled(phone)


def test_the_totals_of_the_next_player_take_a_tap_when_the_last_one_is_saved(phones: Any) -> None:
    """The question names that player at once."""
    phone = phones()
    test_cribbage.sit_down(phone, muggins=True)
    for card in "5H 4D 4C 6H 6S AH 2S 3D 2C".split():
        phone.after(lambda card=card: phone.tap(card))
    expect(phone.page.locator(".waits")).to_have_text("Ann to claim the hand.")
    held = Held(phone.page)
    phone.touch('[value="total 2"]')
    expect(phone.page.locator(".waits")).to_have_text("Bob’s hand?")
    ready(phone)
    phone.after(held.let_go)
    expect(phone.page.locator(".waits")).to_have_text("Bob to claim the hand.")
    assert not has_settled(phone)


def test_the_totals_stay_where_they_are_on_a_phone_held_sideways(phones: Any) -> None:
    phone = phones(740, 360)
    test_cribbage.sit_down(phone, muggins=True)
    for card in "5H 4D 4C 6H 6S AH 2S 3D".split():
        phone.after(lambda card=card: phone.tap(card))
    held = Held(phone.page)
    phone.tap("2C")
    key = phone.page.locator('[value="total 2"]')
    key.wait_for()
    place = key.bounding_box()
    phone.after(held.let_go)
    expect(phone.page.locator("#four .face")).to_have_count(4)
    assert key.bounding_box()["y"] == pytest.approx(place["y"], abs=1)


def test_a_peg_on_a_phone_held_sideways_leaves_the_focus_on_the_table(phones: Any) -> None:
    phone = phones(740, 360)
    test_cribbage.sit_down(phone)
    phone.page.goto(phone.page.url + "?way=points")
    phone.after(lambda: phone.touch('[value="peg N 3"]'))
    assert phone.page.evaluate("form.contains(document.activeElement)")


def test_the_other_ways_stay_where_they_are_when_the_pool_has_been_divided(phones: Any) -> None:
    phone = phones()
    begin(phone)
    for number in "134":
        phone.touch(f'[name=tap][value="{number}"]')
    expect(phone.page.locator("#table")).to_have_attribute("data-version", "1")
    held = Held(phone.page)
    phone.touch('[value="settle"]')
    link = phone.page.get_by_role("link", name="By tricks")
    link.wait_for()
    place = link.bounding_box()
    phone.after(held.let_go)
    expect(phone.page.get_by_role("link", name="Finish")).to_be_visible()
    assert link.bounding_box() == place


def test_the_items_of_a_claim_take_taps_when_its_trick_is_saved(phones: Any) -> None:
    phone = phones()
    phone.new_match(muggins=True)
    cut(phone)
    phone.tap("TH", "AH", "6H", "KH")
    expect(phone.page.locator(".waits")).to_contain_text("What is claimed for it?")
    ready(phone)
    phone.after(lambda: restore(phone))
    expect(phone.page.locator(".waits")).to_contain_text("claims its points")
    assert not has_settled(phone)


def test_both_taps_of_a_result_count_however_fast_they_are(phones: Any) -> None:
    phone = held_up(phones(at_once=False))
    test_karnoffel.sit_down(phone)
    phone.page.evaluate("letGo()")
    press(phone, "#ways [data-way=result]")
    phone.comes_to("form.dataset.panel", "result")
    phone.page.evaluate("letGo()")
    phone.after(lambda: press(phone, '#result [value="NS"]', '#result [value="1"]'))


def test_the_menu_takes_a_tap_when_another_phone_changes_the_keys(phones: Any) -> None:
    phone, other = held_up(phones(at_once=False)), phones()
    phone.new_match(muggins=True)
    other.join(phone)
    phone.page.locator(".menu > summary").tap()
    other.trick("TH AH 6H KH")
    phone.page.locator("#form[data-panel=claim][data-settling]").wait_for()
    phone.page.get_by_role("link", name="Something wrong?").tap()
    expect(phone.page.get_by_role("link", name="Misdeal")).to_be_visible()


def test_a_question_about_a_meld_does_not_answer_the_next_one(phones: Any) -> None:
    phone = held_up(phones(at_once=False))
    test_grevjass.sit_down(phone)
    phone.page.evaluate("letGo()")
    phone.tap("7S")
    expect(phone.page.locator("#ways .meld")).to_be_visible()
    phone.page.evaluate("letGo()")
    press(phone, "#ways .meld")
    phone.page.locator("#melding").wait_for()
    phone.page.evaluate("letGo()")
    press(phone, "#melding a")
    phone.page.locator("#melding .tops").wait_for()
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    press(phone, "#melding .tops a")
    phone.page.evaluate("letGo()")
    press(phone, "#melding .close")
    expect(phone.page.locator("#melding")).to_have_count(0)
    assert asked == []


# --- what is tapped while the server is silent --------------------------------------------------------------------


def test_cards_tapped_before_undo_is_answered_stay(phones: Any) -> None:
    phone = phones()
    phone.new_match()
    phone.trick("7S AS 9S 8S")
    held = Held(phone.page)
    phone.touch(".undo")
    phone.tap("2D", "3D")
    ready(phone)
    phone.after(held.let_go)
    assert phone.page.evaluate(DRAFT) == "2D.3D"
    assert not has_settled(phone)


def test_undo_is_done_again_once_the_last_one_is_answered(phones: Any) -> None:
    phone = phones()
    phone.new_match()
    phone.trick("7S AS 9S 8S")
    phone.trick("2D KD 6D 8D")
    held = Held(phone.page)
    phone.touch(".undo")
    expect(phone.page.locator(".undo[data-settling]")).to_have_count(0)
    phone.touch(".undo")
    expect(phone.page.locator(".told")).to_have_text("It will be undone when the referee answers.")
    held.let_go()
    expect(phone.page.locator("#table")).to_have_attribute("data-version", "4")
    assert phone.totals == (0, 0)


def test_a_second_answer_is_told_that_the_first_is_not_saved_but_not_for_a_double_tap(phones: Any) -> None:
    phone = held_up(phones(at_once=False))
    phone.new_match(target=11)
    phone.page.evaluate("letGo()")
    phone.after(lambda: press(phone, *(f'.key[value="{card}"]' for card in ("QH", "AH", "KH", "JH"))))
    phone.page.evaluate("letGo()")
    held = Held(phone.page)
    no, told = "[value='reply answer=no']", phone.page.locator(".told")
    press(phone, no, no)
    expect(told).to_have_text("")
    press(phone, "[value='reply answer=yes']")
    expect(told).to_have_text("Your last entry is not saved yet.")
    phone.after(held.let_go)


def test_cards_tapped_after_a_trick_that_came_too_late_are_told_as_dropped(phones: Any) -> None:
    phone, other = phones(), phones()
    begin(phone)
    other.join(phone)
    for each in (phone, other):
        way(each, "By tricks")
    held = Held(phone.page)
    phone.tap("7S", "AS", "9S", "8S", "2D")
    other.trick("7C AC 9C 7S")
    held.let_go()
    expect(phone.page.locator("#parked")).to_contain_text("Not entered: trick 1")
    expect(phone.page.locator(".told")).to_contain_text("These taps were dropped: 2 of diamonds.")


def test_what_is_told_of_dropped_taps_stays_when_the_same_news_comes_twice(phones: Any) -> None:
    phone, other = phones(), phones()
    begin(phone)
    other.join(phone)
    phone.touch('[name=tap][value="1"]')
    asked: list[Route] = []
    phone.page.route("**/?way=*", lambda route: asked.append(route))
    for number in "234":
        other.touch(f'[name=tap][value="{number}"]')
    other.after(lambda: other.touch('[value="settle"]'))
    other.after(lambda: other.touch(".undo"))
    while len(asked) < 2:
        phone.page.wait_for_timeout(10)
    for route in asked:
        with phone.page.expect_response("**/?way=*"):
            route.continue_()
    expect(phone.page.locator(".told")).to_contain_text("These taps were dropped: 1.")
    expect(phone.page.locator("#table")).to_have_attribute("data-version", "3")


def test_a_card_tapped_instead_of_a_claim_is_told_that_none_is_due(phones: Any) -> None:
    phone = phones()
    phone.new_match(muggins=True)
    held = Held(phone.page)
    phone.tap("TH", "AH", "6H", "KH", "2C")
    expect(phone.page.locator(".told")).to_have_text("No card is due now.")
    phone.after(held.let_go)
