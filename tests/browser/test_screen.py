"""The screen as a person sees and touches it: sizes, shapes, keyboards, no JavaScript."""

import re
from typing import Any

import pytest

from referee.cards import PACK

pytestmark = [pytest.mark.fonts, pytest.mark.quick(0)]

BOXES = "all => all.map(e => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom] })"


def boxes(phone: Any, selector: str) -> list[list[float]]:
    found: list[list[float]] = phone.page.locator(selector).evaluate_all(BOXES)
    return found


def test_all_52_keys_are_large_and_in_view_with_slots_and_totals(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    phone.trick("7S AS 9S 8S")
    keys = boxes(phone, ".key")
    assert len(keys) == 52
    for left, top, right, bottom in keys:
        assert right - left >= 44
        assert bottom - top >= 44
        assert left >= 0
        assert right <= 360
        assert bottom <= 640
    lowest = min(top for _, top, _, _ in keys)
    for _, top, _, bottom in boxes(phone, ".player, .total, .board, .headline, .undo, h1, .season"):
        assert top >= 0
        assert bottom <= lowest
    assert phone.page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]") == [
        640,
        360,
    ]


def test_nothing_moves_under_the_finger(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    before = boxes(phone, ".key")
    for cards in ("7S AS 9S 8S", "3C 2H KH AH", "5S 5D 5C 5H"):
        for number, card in enumerate(cards.split()):
            if number < 3:
                phone.tap(card)
            else:
                phone.after(lambda card=card: phone.tap(card))
            assert boxes(phone, ".key") == before


def test_other_shapes_cut_nothing_off(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    phone.trick("7S AS 9S 8S")
    for width, height in ((320, 640), (740, 360), (712, 1000), (768, 1024), (820, 1180), (1280, 800)):
        phone.page.set_viewport_size({"width": width, "height": height})
        for left, top, right, bottom in boxes(phone, ".key, .player, .total, .undo, h1"):
            assert left >= 0
            assert top >= 0
            assert right <= width
            assert bottom <= height + 0.5


def test_a_long_result_is_in_view_on_a_small_phone(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3, season="winter")
    phone.trick("9D TD TC JD")  # A run, a running flush, a pair and Jack Havel.
    for width, height in ((320, 568), (320, 640), (360, 640)):
        phone.page.set_viewport_size({"width": width, "height": height})
        lowest, more = min(top for _, top, _, _ in boxes(phone, ".key")), phone.page.locator(".more")
        assert all(bottom < lowest + 0.5 for _, _, _, bottom in boxes(phone, ".headline"))
        is_whole = not more.is_visible()
        if not is_whole:
            more.tap()
        assert all(
            bottom <= (lowest + 0.5 if is_whole else height) for *_, bottom in boxes(phone, ".call, .acts > *")
        )
        if not is_whole:
            more.tap()


def test_the_suit_led_is_marked_and_the_next_place(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    assert phone.page.locator(".player.next").get_attribute("class").split()[1] == "at-E"
    phone.tap("7S")
    assert phone.page.locator(".suit-rows.led").get_attribute("data-suit") == "S"
    assert phone.page.locator(".player.next").get_attribute("class").split()[1] == "at-S"
    phone.tap("AS")
    phone.page.get_by_role("button", name=re.compile("Take back .* 7 of spades")).tap()
    assert phone.page.locator(".player.next").get_attribute("class").split()[1] == "at-E"


def test_by_keyboard_alone(phones: Any) -> None:
    phone = phones(1280, 800)
    phone.new_match(target=121, best_of=3)
    page = phone.page
    for card in ("7s", "as", "9s"):
        page.keyboard.type(card)
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('[name=typed]').value === ''")
    page.keyboard.type("8S")
    phone.after(lambda: page.keyboard.press("Enter"))
    assert phone.totals == (6, 0)
    page.keyboard.type("joker")
    assert page.evaluate("document.activeElement.name") == "typed"
    page.keyboard.press("Enter")
    page.locator(".fault", has_text="“joker” is not a card").wait_for()
    assert page.locator("[name=typed]").input_value() == "joker"


def test_the_result_is_announced_once_and_the_focus_is_held(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3, muggins=True)
    status = phone.page.get_by_role("status")
    phone.trick("7S AS 9S 8S")
    assert status.text_content() == "Cat takes the trick and claims its points."
    assert phone.page.evaluate("document.activeElement.ariaLabel") == "Enter"
    phone.button("Flush", exact=False).first.tap()
    phone.after(lambda: phone.button("Claim 1").tap())
    assert status.text_content() == "Cat claims 1 point. A flush is one. 1 hole, to 1. Cat to lead."
    assert phone.page.evaluate("document.activeElement.id") == "pad"


def test_without_javascript_a_hand_can_be_played(phones: Any) -> None:
    phone = phones(java_script_enabled=False)
    phone.new_match(target=11, best_of=3, muggins=True)
    phone.tap("7S", "AS", "9S", "8S")
    phone.button("Flush", exact=False).first.tap()
    phone.button("Running flush of three", exact=False).first.tap()
    phone.button("Claim 5").tap()
    phone.wait_for_totals(5, 0)
    phone.tap("2D")
    phone.page.locator(".way:visible:has-text('Muggins!')").tap()
    phone.button("Fifteen", exact=False).first.tap()
    phone.button("Dan calls", exact=False).tap()
    phone.wait_for_totals(5, 1)
    phone.tap("KD", "6D", "8D")
    phone.button("Claim nothing").tap()
    phone.page.locator(".menu > summary").tap()
    phone.page.get_by_role("link", name="Something wrong?").tap()
    phone.page.get_by_role("link", name="Wrong score").tap()
    phone.page.get_by_label("Ann & Cat").fill("11")
    phone.button("Set the pegs").tap()
    phone.page.get_by_role("heading", name="Ann asks Bob: “Shall we finish?”").wait_for()
    phone.button("Yes", exact=False).tap()
    phone.page.locator(".news", has_text="the points are run").wait_for()
    phone.button("Undo").tap()
    phone.page.get_by_role("heading", name="Ann asks Bob: “Shall we finish?”").wait_for()


def test_every_key_has_the_name_a_screen_reader_meets(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    phone.trick("7S AS 9S 8S")
    for card in PACK:
        assert phone.button(card.name).count() == 1
    assert phone.page.locator(".key").count() == 52


def test_a_revoke_that_is_pointed_out_stays_while_the_next_trick_is_tapped(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    phone.trick("7S AS 4D 8S")
    phone.trick("2D KD 9S 8D")
    phone.trick("3S 5D 4S 5S")
    phone.tap("6C")
    assert phone.page.locator(".revokes").inner_text().startswith("Revoke?")
