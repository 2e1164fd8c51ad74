"""Sound at the table: the spoken call and its switch, vibration, and the screen kept awake."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.havilering.self_play import SelfPlayingTable, season_of
from tests.hearts import self_play as hearts

pytestmark = pytest.mark.quick(0)

SIX, NOUGHT = "7S AS 9S 8S", "2S KS 6S 8C"

LISTEN = """
  window.spoken = []; window.ticks = [];
  Object.defineProperty(window, "speechSynthesis", { value: {
    speak: (words) => spoken.push(words.text), cancel() {} } });
  Object.defineProperty(navigator, "vibrate", { value: (pattern) => ticks.push(pattern) });
"""


TONES = """
  localStorage.setItem("sound", "on");
  window.tones = 0;
  window.OscillatorNode = class extends OscillatorNode { constructor(...all) { super(...all); window.tones += 1; } };
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


def heard(phone: Any) -> list[str]:
    """The words that were spoken, once they have been."""
    phone.page.wait_for_function("() => spoken.length")
    return spoken(phone)


def switch(phone: Any) -> None:
    phone.page.locator(".menu > summary").tap()
    phone.button("Speak the score").tap()
    phone.page.keyboard.press("Escape")


def test_nothing_is_spoken_until_the_switch_is_on(phone: Any) -> None:
    phone.trick(SIX)
    assert spoken(phone) == []
    switch(phone)
    assert heard(phone) == ["Ann and Cat six. Bob and Dan nought."]


def test_a_trick_is_called_with_the_total_and_a_correction_speaks_the_total_alone(phone: Any) -> None:
    switch(phone)
    heard(phone)
    phone.trick(SIX)
    assert heard(phone) == [
        "Fifteen one, a running flush of three is five, and a flush is six. Ann and Cat six."
    ]  # fmt: skip
    phone.trick(NOUGHT)
    assert heard(phone) == ["No points."]
    phone.undo()
    assert spoken(phone) == []
    phone.undo()
    assert heard(phone) == ["Ann and Cat nought."]
    phone.page.reload()
    assert spoken(phone) == []
    phone.trick("QH AH KH JH")
    assert heard(phone)[0].startswith("Thirty-one three")
    switch(phone)
    phone.undo()
    assert spoken(phone) == []


def test_a_phone_that_looks_on_speaks_too_and_by_itself(phone: Any, phones: Any) -> None:
    watcher = phones()
    watcher.page.add_init_script(LISTEN)
    watcher.goto("matches/1/watch")
    watcher.button("Speak the score").tap()
    expect(watcher.button("Speak the score")).to_have_attribute("aria-pressed", "true")
    heard(watcher)
    phone.trick(SIX)
    expect(watcher.page.locator("#watch")).to_have_attribute("data-version", "1")
    assert heard(watcher)[0].endswith("Ann and Cat six.")
    assert spoken(phone) == []


def test_cards_results_and_faults_are_felt(phone: Any) -> None:
    phone.tap("7S")
    phone.tap("7S")
    phone.comes_to("ticks", [8, [30, 40, 30]])
    phone.tap("AS", "9S")
    phone.after(lambda: phone.tap("8S"))
    phone.comes_to("ticks", [8, [30, 40, 30], 8, 8, 8, 20])


def test_a_phone_that_grants_the_lock_only_after_a_tap_gets_it_with_the_first(phones: Any) -> None:
    """As iPhones do."""
    phone = phones()
    phone.page.add_init_script("window.refuses = () => !navigator.userActivation.isActive;")
    phone.new_match(target=121, best_of=3)
    told, sign = phone.page.locator("#awake"), phone.page.locator("#may-sleep")
    expect(sign).to_be_visible()
    expect(told).to_contain_text("The screen may turn off: tap it once.")
    phone.tap("7S")
    expect(sign).to_be_hidden()
    phone.comes_to("locks", 1)
    phone.tap("8S")
    assert phone.page.evaluate("locks") == 1
    phone.goto("matches/1/watch")
    told = phone.page.locator("#awake > :visible")
    expect(told).to_have_text("The screen may turn off: tap it once.")
    phone.page.locator("#watch").tap(position={"x": 9, "y": 9})
    expect(told).to_have_text("This screen stays on.")


def test_a_phone_that_never_grants_the_lock_plays_the_silent_video(phones: Any) -> None:
    phone = phones()
    phone.page.add_init_script(PLAYED + "window.refuses = () => true;")
    phone.new_match(target=121, best_of=3)
    sign = phone.page.locator("#may-sleep")
    phone.tap("7S")
    expect(sign).to_be_visible()
    phone.page.wait_for_function("() => window.NoSleep && !Navigator.prototype.wakeLock")
    phone.tap("8S")
    expect(sign).to_be_hidden()
    phone.page.wait_for_function("() => !playing.paused && playing.currentTime > 0")


@pytest.mark.parametrize("allowed", [True, False])
def test_the_screen_is_kept_awake_or_it_is_said_that_it_is_not(phones: Any, allowed: bool) -> None:
    phone = phones()
    if not allowed:
        phone.page.add_init_script("delete Navigator.prototype.wakeLock;")
        phone.page.route("**/nosleep-*", lambda route: route.abort())
    phone.new_match(target=121, best_of=3)
    phone.page.locator(".menu > summary").tap()
    told, sign = phone.page.locator("#awake > :visible"), phone.page.locator("#may-sleep")
    if allowed:
        phone.page.wait_for_function("() => locks === 1")
        expect(told).to_have_text("This screen stays on.")
        expect(sign).to_be_hidden()
        phone.page.evaluate("() => lock.dispatchEvent(new Event('release'))")
        expect(sign).to_be_visible()
        phone.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        phone.page.wait_for_function("() => locks === 2")
        expect(sign).to_be_hidden()
    else:
        expect(told).to_have_text("The screen may turn off: set a longer timeout.")
        expect(sign).to_be_visible()


PLAYED = (
    "window.playing = null; const play = HTMLMediaElement.prototype.play;"
    + """
  HTMLMediaElement.prototype.play = function () { window.playing = this; return play.call(this); };
"""
)
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  if (hidden) playing.pause(); // As browsers do.
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_on_plain_http_a_silent_video_keeps_the_screen_on(phones: Any) -> None:
    phone = phones()
    phone.page.add_init_script(PLAYED + "delete Navigator.prototype.wakeLock;")  # As on plain http.
    phone.new_match(target=121, best_of=3)
    told, sign = phone.page.locator("#awake"), phone.page.locator("#may-sleep")
    expect(told).to_contain_text("The screen may turn off: tap it once.")
    expect(sign).to_be_visible()
    phone.tap("7S")
    expect(sign).to_be_hidden()
    advances = "() => !playing.paused && playing.played.length > 0 && playing.currentTime > 0"
    phone.page.wait_for_function(advances)
    phone.page.evaluate(HIDE, True)
    assert phone.page.evaluate("playing.paused")
    phone.page.evaluate(HIDE, False)
    phone.page.wait_for_function(advances)


SOUND = """
  window.sounded = [];
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (at) { sounded.push([at, this.context]); start.call(this, at); };
"""


def test_pegs_are_heard_and_taps_are_felt_as_chosen(phone: Any) -> None:
    page = phone.page
    page.add_init_script(SOUND)
    table = page.url
    phone.goto("settings")
    page.get_by_label("The sound of the pegs").check()
    page.get_by_label("Vibrate at a tap").uncheck()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    page.goto(table)
    phone.trick(SIX)
    page.wait_for_function("() => sounded.length === 2")
    page.wait_for_function("() => sounded[0][1].state === 'suspended'")
    assert page.evaluate("ticks") == []
    phone.trick(NOUGHT)
    phone.goto("settings")
    expect(page.get_by_label("The sound of the pegs")).to_be_checked()
    page.get_by_label("The sound of the pegs").uncheck()
    page.get_by_label("Vibrate at a tap").check()
    page.goto(table)
    phone.tap("QH")
    phone.comes_to("ticks", [8])


VOICES = """
  const voices = [["Daniel", "en-GB"], ["Karen", "en-AU"], ["Anna", "de-DE"]]
    .map(([name, lang]) => ({ name, lang, voiceURI: name }));
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  window.said = [];
  Object.defineProperty(window, "speechSynthesis", { value: {
    speak: (words) => said.push([words.text, words.voice?.name ?? null, words.lang]), cancel() {},
    getVoices: () => voices, addEventListener: (_, found) => (window.find = (name) => {
      voices.push({ name, lang: "en-IE", voiceURI: name });
      found();
    }) } });
"""


def test_the_voice_can_be_chosen(phones: Any) -> None:
    phone = phones()
    page = phone.page
    page.add_init_script(VOICES)
    phone.new_match(target=121, best_of=3)
    table = page.url
    phone.goto("settings")
    choice = page.get_by_label("Voice")
    assert choice.locator("option").all_inner_texts() == ["The phone’s voice", "Daniel (en-GB)", "Karen (en-AU)"]
    karen = choice.locator("option", has_text="Karen").element_handle()
    page.evaluate("find('Moira')")
    assert choice.locator("option").all_inner_texts()[2:] == ["Karen (en-AU)", "Moira (en-IE)"]
    assert karen.evaluate("option => option.isConnected"), "a list that was open has closed"
    choice.select_option("Karen")
    page.get_by_label("Speak the score").check()
    page.get_by_role("button", name="Try it").tap()
    page.wait_for_function("() => said.length")
    assert page.evaluate("said.splice(0)") == [["Fifteen two, and a pair is four.", "Karen", "en-AU"]]
    page.goto(table)
    phone.trick(SIX)
    page.wait_for_function("() => said.length")
    assert page.evaluate("said[0].slice(1)") == ["Karen", "en-AU"]


# How the lines of a result are cut, and whether there is more of it.
CUT = """() => [
  [...document.querySelectorAll(".result .lines > *")].map((line) => [line.className, line.style.cssText]),
  document.querySelector(".result .more").hidden]"""


def test_the_page_turns_to_the_player_opposite_and_back(phone: Any) -> None:
    page = phone.page
    turned = "document.querySelector('main').matches('.turned main')"
    phone.trick(NOUGHT)
    page.set_viewport_size({"width": 320, "height": 480})
    phone.trick(SIX)
    cut = page.evaluate(CUT)
    assert cut[1] is False, "there is nothing more to show"
    for expected in (True, False):
        page.locator(".menu > summary").tap()
        page.get_by_role("button", name="Face the player opposite").tap()
        phone.comes_to(turned, expected)
        expect(page.locator(".menu nav")).to_be_hidden()
        page.evaluate("dispatchEvent(new Event('resize'))")
        assert page.evaluate(CUT) == cut
        page.reload()
        page.wait_for_function("document.getElementById('form').dataset.ready !== undefined")
        assert page.evaluate(turned) is expected
        assert page.evaluate(CUT) == cut
        phone.after(lambda: phone.touch(".undo"))
        phone.trick(SIX)
        assert page.evaluate(turned) is expected


def test_a_game_that_is_won_is_heard(phones: Any) -> None:
    phone = phones()
    phone.page.add_init_script(TONES)
    phone.server.import_records([first_game()])
    phone.goto("matches/1/")
    expect(phone.page.locator(".moment")).to_contain_text("Game 1 to ")
    expect(phone.page.locator(".moment .number", has_text=re.compile(r"^6\d$"))).to_have_count(1)
    phone.undo()
    assert phone.page.evaluate("() => tones") == 0
    phone.after(lambda: phone.button("Redo").first.tap())
    phone.page.wait_for_function("() => tones === 3")


def first_game() -> dict[str, Any]:
    """A match whose first game has just ended."""
    table = SelfPlayingTable(random.Random(1), season_of, accidents=0, best_of=3, target=61)
    while not table.oracle.games or table.oracle.phase != "play" or table.oracle.current:
        table.do(table.next_action())
    return table.record


def test_at_hearts_the_balances_that_have_changed_are_spoken_and_no_others(phones: Any) -> None:
    phone = phones()
    phone.page.add_init_script(LISTEN)
    record = hearts.random_setup(random.Random(1), players=6)
    names = dict(zip("123456", ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay"), strict=True))
    ruling = {"type": "adjust", "player": "2", "points": -3, "reason": "counted again"}
    phone.server.import_records([record | {"players": names, "rules": {}, "actions": [ruling]}])
    phone.goto("hearts/matches/1/")
    switch(phone)
    assert heard(phone) == ["Ann 0. Bob minus 3. Cat 0. Dan 0. Eve 0. Fay 0."]
    phone.undo()
    assert heard(phone) == ["Bob 0."]
