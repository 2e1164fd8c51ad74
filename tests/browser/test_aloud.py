"""At the table: the spoken call with its switch, the screen kept awake, the ticks under the finger."""

from typing import Any

import pytest
from playwright.sync_api import expect

SIX, NOUGHT = "7S AS 9S 8S", "2S KS 6S 8C"

LISTEN = """
  window.spoken = []; window.ticks = [];
  Object.defineProperty(window, "speechSynthesis", { value: {
    speak: (words) => spoken.push(words.text), cancel() {} } });
  Object.defineProperty(navigator, "vibrate", { value: (pattern) => ticks.push(pattern) });
"""


@pytest.fixture
def phone(phones: Any) -> Any:
    """A phone whose voice and shaking are written down."""
    phone = phones()
    phone.page.add_init_script(LISTEN)
    phone.new_match(target=121, best_of=3)
    return phone


def spoken(phone: Any) -> list[str]:
    said: list[str] = phone.page.evaluate("() => spoken.splice(0)")
    return said


def switch(phone: Any) -> None:
    phone.page.locator(".menu > summary").tap()
    phone.button("Speak the score").tap()
    phone.page.keyboard.press("Escape")


def test_nothing_is_spoken_until_the_switch_is_on(phone: Any) -> None:
    phone.trick(SIX)
    assert spoken(phone) == []
    switch(phone)
    assert spoken(phone) == ["North–South six. East–West nought."]


def test_a_trick_is_called_with_the_total_and_a_correction_speaks_the_total_alone(phone: Any) -> None:
    switch(phone)
    spoken(phone)
    phone.trick(SIX)
    assert spoken(phone) == [
        "Fifteen one, a running flush of three is five, and a flush is six. North–South six."
    ]  # fmt: skip
    phone.trick(NOUGHT)
    assert spoken(phone) == ["No points."]
    phone.undo()
    assert spoken(phone) == []
    phone.undo()
    assert spoken(phone) == ["North–South nought."]
    phone.page.reload()
    assert spoken(phone) == []
    phone.trick("QH AH KH JH")
    assert spoken(phone)[0].startswith("Thirty-one three")
    switch(phone)
    phone.undo()
    assert spoken(phone) == []


def test_a_phone_that_looks_on_speaks_too_and_by_itself(phone: Any, phones: Any) -> None:
    watcher = phones()
    watcher.page.add_init_script(LISTEN)
    watcher.goto("matches/1/watch")
    watcher.button("Speak the score").tap()
    expect(watcher.button("Speak the score")).to_have_attribute("aria-pressed", "true")
    spoken(watcher)
    phone.trick(SIX)
    expect(watcher.page.locator("#watch")).to_have_attribute("data-version", "1")
    watcher.page.wait_for_function("() => spoken.length")
    assert spoken(watcher)[0].endswith("North–South six.")
    assert spoken(phone) == []


def test_cards_results_and_faults_are_felt(phone: Any) -> None:
    phone.tap("7S")
    phone.tap("7S")
    assert phone.page.evaluate("() => ticks.splice(0)") == [8, [30, 40, 30]]
    phone.tap("AS", "9S")
    phone.after(lambda: phone.tap("8S"))
    assert phone.page.evaluate("() => ticks") == [8, 8, 8, 20]


@pytest.mark.parametrize("allowed", [True, False])
def test_the_screen_is_kept_awake_or_it_is_said_that_it_is_not(phones: Any, allowed: bool) -> None:
    phone = phones()
    wake = "window.locks = 0; Object.defineProperty(navigator, 'wakeLock', {value: %s});"
    lock = "{request: async () => { locks += 1; }}" if allowed else "undefined"
    phone.page.add_init_script(wake % lock)
    phone.new_match(target=121, best_of=3)
    phone.page.locator(".menu > summary").tap()
    told = phone.page.get_by_text("This screen may sleep: set it to stay on.")
    if allowed:
        phone.page.wait_for_function("() => locks === 1")
        expect(told).to_be_hidden()
        phone.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        phone.page.wait_for_function("() => locks === 2")
    else:
        expect(told).to_be_visible()
