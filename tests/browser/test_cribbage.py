"""Cribbage by taps on a phone of 360 by 640: whole matches give the same result as their records."""

import json
import random
import re
from contextlib import suppress
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect

from referee.games.cribbage.game import CRIBBAGE
from referee.games.cribbage.outcome import outcome
from tests.browser.conftest import TablePage
from tests.browser.eyes import hidden
from tests.browser.test_aloud import LISTEN, heard
from tests.browser.windows import address, every_moment
from tests.cribbage.playing import actions_of, played, record_of
from tests.cribbage.self_play import Table
from tests.servers import Server
from tests.servers import hidden as hidden_field

pytestmark = [pytest.mark.quick(0), pytest.mark.timeout(180)]

SIZES = [(320, 568), (360, 640), (390, 844), (640, 360), (1024, 768)]
FORM = {"N": "Ann", "S": "Bob", "best_of": "1", "skunk": "1", "lurch": "2", "double_lurch": "1", "false_go": "2"}


def sit_down(phone: TablePage, dealer: str = "S", target: int = 121, muggins: bool = False) -> None:
    """Open a match by its form, but without the taps."""
    page = phone.page.request.get(phone.server.address + "cribbage/books/1/new").text()
    form = FORM | {name: hidden_field(page, name) for name in ("csrf_token", "key")}
    form |= {"dealer": dealer, "target": str(target)} | ({"muggins": "y"} if muggins else {})
    given = dict[str, str | float | bool](form)
    phone.page.goto(phone.page.request.post(phone.server.address + "cribbage/books/1/new", form=given).url)
    phone.page.locator("#table").wait_for()


def after(phone: TablePage, selector: str, is_draft: bool = False) -> None:
    """Tap, and wait for what comes of it: another version, or another card that is tapped and not entered."""
    name = "[name=draft]" if is_draft else "[name=version]"
    before = phone.page.locator(name).input_value()
    phone.touch(selector)
    expect(phone.page.locator(name)).not_to_have_value(before)
    expect(phone.page.locator("#form[data-settling]")).to_have_count(0)


def way(phone: TablePage, words: str) -> None:
    link = phone.page.get_by_role("link", name=words, exact=True)
    if words == "By points" and not link.is_visible():  # In the middle of a play it is in the menu.
        phone.page.locator(".menu > summary").tap()
        phone.page.get_by_role("link", name="Something wrong?").tap()
        link = phone.page.get_by_role("link", name="Peg by points")
    phone.loads(link.tap)
    expect(phone.page.locator("#form[data-settling]")).to_have_count(0)


def bring(phone: TablePage, key: str, words: str) -> None:
    """Choose the way to enter that has a key, unless it is there."""
    if not phone.page.locator(key).first.is_visible():
        way(phone, words)
        expect(phone.page.locator(key).first).to_be_visible()


def enter(phone: TablePage, action: dict[str, Any]) -> None:
    """The taps of one action."""
    kind, is_play = action["type"], phone.page.locator("[name=phase]").input_value() == "play"
    cards = action.get("cards", [action["card"]] if "card" in action else [])
    said = [str(action[name]) for name in ("answer", "points") if name in action]
    key = f'[value="{" ".join([kind, *said])}"]'
    if cards:
        bring(phone, ".key", "Hands by cards" if kind == "hand" and is_play else "By cards")
        for at, card in enumerate(cards, 1):
            after(phone, f'.key[value="{card}"]', is_draft=at < len(cards))
        return
    if kind == "peg":
        if action["points"] > 6:
            bring(phone, '[value="peg N 1"]', "By points")
        key = f'[value="peg {action["player"]} {action["points"]}"]'
    if kind == "muggins":
        phone.page.locator(".muggins summary").tap()
    if kind in ("claim", "hand", "crib"):
        key = f'[value="total {said[0]}"]'
    if kind in ("peg", "hand", "crib"):
        bring(phone, key, "Hands by points" if kind == "hand" and is_play else "By points")
    after(phone, key)


def recorded(phone: TablePage) -> Any:
    """The outcome of the match's record, as the app exports it."""
    text = phone.page.request.get(phone.server.address + "matches/1/record.json").text()
    return outcome(CRIBBAGE.replay(CRIBBAGE.read(json.loads(text))))


@pytest.mark.timeout(180)
@pytest.mark.quick(1)
@pytest.mark.parametrize(("muggins", "scripts", "seed", "target"), [(False, True, 3, 61), (True, False, 5, 31)])
def test_a_match_is_played_by_taps_and_equals_its_record(
    phones: Any, muggins: bool, scripts: bool, seed: int, target: int
) -> None:
    """Some of its deals by cards, some by points."""
    table = Table(random.Random(seed), accidents=0, target=target, muggins=muggins)
    entered = list(table.play())
    phone = phones(java_script_enabled=scripts)
    sit_down(phone, dealer=table.record["dealer"], target=target, muggins=muggins)
    for place, action in enumerate(entered):
        enter(phone, action)
        if place == 5:
            phone.page.reload()
        if place in (7, 30):
            undo_and_redo(phone)
    expect(phone.page.locator(".bar h1")).to_have_text("Match over")
    assert recorded(phone) == table.oracle.outcome()


WITH_CALLS = "^JD 8S KH 8C go 2H go 6C 7D 5D no 9D =4 !3 =9 c4D4CQSKD =2 !5 deal ^2C"


@pytest.mark.parametrize("scripts", [True, False])
def test_muggins_is_claimed_and_called_by_taps(phones: Any, scripts: bool) -> None:
    """Too little and called, too much, and called for more than was missed."""
    phone = phones(java_script_enabled=scripts)
    sit_down(phone, muggins=True)
    for action in actions_of(WITH_CALLS):
        enter(phone, action)
    assert recorded(phone) == outcome(played(WITH_CALLS, muggins=True))


HANDS = "^JD 8S KH 8C go 2H go 6C 7D 5D no 9D"
SHOWN = ".headline, .waits, #four, .undo, .muggins summary, .panel button"


def test_what_is_claimed_and_called_is_seen_at_every_size(server: Server, phones: Any) -> None:
    """Both totals of hands that come at once, the cards of a claim, the key of a call, every number."""
    moments = [(HANDS, False), (f"{HANDS} =4", True), (f"{HANDS} =4 =6 c4D4CQSKD", True),
               (f"{HANDS} =4 =6 c4D4CQSKD =2", True)]  # fmt: skip
    records = [record_of(words, muggins=muggins) for words, muggins in moments]
    server.import_records([each | {"started": f"2026-06-{day:02}T21:00:00Z"} for day, each in enumerate(records, 1)])
    phone, found = phones(), {}
    for number in range(1, len(moments) + 1):
        phone.goto(f"cribbage/matches/{number}/")
        for large, (width, height) in product((False, True), SIZES):
            phone.page.set_viewport_size({"width": width, "height": height})
            phone.page.evaluate("large => document.documentElement.toggleAttribute('data-large', large)", large)
            at = f"{moments[number - 1]} at {width} × {height}{' large' if large else ''}"
            found[at] = hidden(phone.page, SHOWN)
            key = phone.page.locator(".muggins summary")
            if key.is_visible():
                key.tap()
                found[f"{at}, called"] = hidden(phone.page, f"{SHOWN}, .muggins button")
                key.tap()
    assert {at: each for at, each in found.items() if each} == {}


def test_twelve_pegs_a_side_are_in_sight_and_more_a_swipe_away(phones: Any) -> None:
    phone = phones()
    sit_down(phone)
    way(phone, "By points")
    for points in range(1, 13):
        for seat in "NS":
            expect(phone.page.locator(f'[value="peg {seat} {points}"]')).to_be_in_viewport(ratio=1)
    key = phone.page.locator('[value="peg N 25"]')
    expect(key).not_to_be_in_viewport()
    after(phone, '[value="peg N 25"]')
    expect(key).not_to_be_in_viewport()  # The strip is back where it was.
    assert recorded(phone)["score"] == {"N": 25, "S": 0}


def undo_and_redo(phone: TablePage) -> None:
    version = phone.version
    after(phone, ".undo")
    phone.page.locator(".menu > summary").tap()
    phone.loads(phone.page.locator(".menu [value=redo]").tap)
    expect(phone.page.locator("[name=version]")).to_have_value(str(int(version) + 2))


def test_two_phones_score_and_a_third_watches(phones: Any) -> None:
    one, two, watcher = phones(), phones(), phones()
    sit_down(one)
    two.goto("cribbage/matches/1/")
    watcher.goto("matches/1/watch")
    after(one, '.key[value="JD"]')
    expect(two.page.locator("[name=version]")).to_have_value("1")
    expect(watcher.page.locator(".headline")).to_contain_text("Bob turns up J♦")
    after(two, '.key[value="8S"]')
    expect(one.page.locator("[name=version]")).to_have_value("2")
    expect(watcher.page.locator(".count b")).to_have_text("8")
    # What is announced to a screen reader is the last entry.
    expect(one.page.locator("#status")).to_contain_text("Ann plays 8 of spades, 8.")
    # Who is next is announced, or read because it has the focus.
    heard = one.page.evaluate(
        "() => `${document.getElementById('status').innerText} ${document.activeElement.innerText}`"
    )
    assert "Bob to play" in heard


def test_without_a_connection_a_deal_goes_on_and_is_sent_later(phones: Any) -> None:
    """Starter, play with a go, and the crib, entered without signal; and a reload as soon as it is back."""
    phone = phones()
    sit_down(phone)
    phone.page.context.set_offline(True)
    for card in ("JD", "8S", "KH", "8C"):
        phone.touch(f'.key[value="{card}"]')
    phone.page.get_by_role("button", name="Go", exact=True).tap()
    expect(phone.page.locator("#unsaved")).to_contain_text(re.compile("Not yet saved: +J♦"))
    for card in ("2H",):
        phone.touch(f'.key[value="{card}"]')
    phone.page.get_by_role("button", name="Go", exact=True).tap()
    for card in ("6C", "7D", "TD"):
        phone.touch(f'.key[value="{card}"]')
    phone.touch(".undo")
    for card in ("5D",):
        phone.touch(f'.key[value="{card}"]')
    assert phone.version == "0"
    phone.comes_to("JSON.parse(localStorage['outbox-1']).length", 10)
    phone.page.context.set_offline(False)
    # The five shows that the go was false: the table asks, and what comes next waits for the answer.
    expect(phone.page.locator("[name=version]")).to_have_value("10")
    expect(phone.page.locator(".waits")).to_contain_text("Bob said go at 26 but held the 5♦")
    after(phone, '[value="reply no"]')
    phone.page.context.set_offline(True)
    phone.touch('.key[value="9D"]')
    expect(phone.page.locator("#four")).to_have_text("Tap its four cards.")
    for card in ("4D", "4C", "QS"):
        after(phone, f'.key[value="{card}"]', is_draft=True)
    phone.touch('.key[value="KD"]')
    expect(phone.page.locator("#unsaved")).to_contain_text(re.compile("9♦.?, 4♦.? 4♣.? Q♠.? K♦"))
    phone.page.context.set_offline(False)
    phone.page.reload()
    expect(phone.page.locator("[name=version]")).to_have_value("13")
    expect(phone.page.locator(".bar h1")).to_contain_text("Deal 2")
    assert phone.page.evaluate("localStorage['outbox-1']") is None
    phone.troubles.clear()


def test_pegs_that_wait_on_the_phone_name_their_players(phones: Any) -> None:
    phone = phones()
    sit_down(phone, target=21)
    phone.page.context.set_offline(True)
    way(phone, "By points")
    for key in ("peg N 2", "peg S 3"):
        phone.touch(f'[value="{key}"]')
    words = phone.page.locator("#unsaved-words")
    expect(words).to_have_text("Not yet saved: 2 for Ann, 3 for Bob.")
    way(phone, "Hands by points")
    for total in (4, 0, 3):
        phone.touch(f'[value="total {total}"]')
    expect(words).to_have_text("Not yet saved: 2 for Ann, 3 for Bob, total 4, total 0, total 3.")
    expect(phone.page.locator("h1")).to_have_text("Deal 2")
    expect(phone.page.locator(".side.NS .dealer")).to_be_visible()
    phone.page.context.set_offline(False)
    expect(phone.page.locator("[name=version]")).to_have_value("5")
    expect(phone.page.locator(".side .dealer")).to_have_count(1)
    after(phone, '[value="peg N 8"]')
    expect(phone.page.locator(".to-go")).to_have_text("7 to go")
    phone.page.context.set_offline(True)
    phone.touch('[value="peg N 7"]')
    expect(words).to_have_text("Not yet saved: 7 for Ann. Ann wins the game.")
    expect(phone.page.locator(".to-go")).to_be_hidden()
    phone.troubles.clear()


def test_what_was_entered_after_a_refused_entry_is_told_and_can_be_dropped(phones: Any) -> None:
    phone, other = phones(), phones()
    sit_down(phone)
    other.goto("cribbage/matches/1/")
    after(phone, '.key[value="JD"]')
    expect(other.page.locator("[name=version]")).to_have_value("1")
    phone.page.context.set_offline(True)
    for card in ("8S", "KH"):
        phone.touch(f'.key[value="{card}"]')
    after(other, '.key[value="9S"]')
    phone.page.context.set_offline(False)
    expect(phone.page.locator("#parked")).to_contain_text(
        re.compile("Not entered: +8♠.?, K♥.*Another phone", re.DOTALL)
    )
    expect(phone.page.locator("[name=version]")).to_have_value("2")
    phone.page.get_by_role("button", name="Delete").tap()
    expect(phone.page.locator("#parked")).to_be_hidden()
    after(phone, '.key[value="KH"]')
    phone.troubles.clear()


def test_what_two_phones_entered_alike_stands_and_what_follows_goes_on(phones: Any) -> None:
    """One of them without signal: its first card is on the table already, its next ones are entered."""
    phone, other = phones(), phones()
    sit_down(phone)
    other.goto("cribbage/matches/1/")
    after(phone, '.key[value="JD"]')
    expect(other.page.locator("[name=version]")).to_have_value("1")
    phone.page.context.set_offline(True)
    for code in ("8S", "KH", "8C"):
        phone.touch(f'.key[value="{code}"]')
    after(other, '.key[value="8S"]')
    phone.page.context.set_offline(False)
    expect(phone.page.locator("[name=version]")).to_have_value("4")
    expect(phone.page.locator("#parked")).to_be_hidden()
    expect(phone.page.locator(".count b")).to_have_text("26")
    phone.troubles.clear()


def test_cards_of_the_crib_tapped_before_the_last_card_is_answered_stay(phones: Any) -> None:
    phone = phones()
    sit_down(phone)
    for code in ("2D", "8S", "7H", "AC", "2C", "3C", "3D", "4H"):
        after(phone, f'.key[value="{code}"]')
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    phone.page.route("**/enter", hold, times=1)
    phone.touch('.key[value="AS"]')
    expect(phone.page.locator("#four")).to_have_text("Tap its four cards.")
    for code in ("QS", "QD"):
        after(phone, f'.key[value="{code}"]', is_draft=True)
    held[0].continue_()
    expect(phone.page.locator("[name=phase]")).to_have_value("crib")
    expect(phone.page.locator("#four .face")).to_have_text([re.compile("Q♠"), re.compile("Q♦")])
    for place, code in enumerate(("KC", "KH"), 3):
        after(phone, f'.key[value="{code}"]', is_draft=place < 4)
    expect(phone.page.locator(".bar h1")).to_contain_text("Deal 2")


def test_a_lost_answer_counts_once_and_another_page_sends_what_waits(phones: Any) -> None:
    phone = phones()
    sit_down(phone)

    def swallow(route: Any) -> None:
        with suppress(PlaywrightError):  # The page may be left meanwhile.
            route.fetch()
            route.abort()

    phone.page.route("**/enter", swallow)
    phone.touch('.key[value="JD"]')
    expect(phone.page.locator("#unsaved")).to_contain_text(re.compile("Not yet saved: +J♦"))
    phone.touch('.key[value="8S"]')
    phone.page.unroute("**/enter")
    phone.goto("")
    phone.page.wait_for_function("() => localStorage['outbox-1'] === undefined")
    phone.goto("cribbage/matches/1/")
    assert phone.version == "2"
    expect(phone.page.locator(".count b")).to_have_text("8")
    phone.troubles.clear()


def test_an_undone_crib_keeps_its_first_three_cards(phones: Any) -> None:
    """Often only one of the four was wrong. And without scripts, too."""
    for scripts in (True, False):
        phone = phones(java_script_enabled=scripts)
        sit_down(phone)
        for code in ("2D", "8S", "7H", "AC", "2C", "3C", "3D", "4H", "AS"):
            after(phone, f'.key[value="{code}"]')
        for place, code in enumerate(("QS", "QD", "KC", "KS"), 1):
            after(phone, f'.key[value="{code}"]', is_draft=place < 4)
        after(phone, ".undo")
        expect(phone.page.locator("#four .face")).to_have_text([re.compile("Q♠"), re.compile("Q♦"), re.compile("K♣")])
        after(phone, '.key[value="KH"]')
        expect(phone.page.locator(".bar h1")).to_contain_text("Deal 2")


def test_the_count_is_spoken_as_at_the_table(phones: Any) -> None:
    """Past the ninth entry too; what undo takes back is not said again."""
    phone = phones()
    phone.page.add_init_script(LISTEN)
    sit_down(phone)
    phone.page.locator(".menu > summary").tap()
    phone.button("Speak the score").tap()
    phone.page.keyboard.press("Escape")
    heard(phone)
    said = []
    for code in ("JD", "8S", "7H", "AC", "2C", "3C", "3D", "4H", "AS"):
        after(phone, f'.key[value="{code}"]')
        said += heard(phone)
    assert said[:4] == ["Two for his heels, Bob. Bob 2.", "Eight.", "Fifteen for two. Bob 4.", "Sixteen."]
    assert said[-2].startswith("Twenty-eight")
    assert "one for last" in said[-1]
    assert "Ann’s hand: " in said[-1]
    assert "Bob’s hand: " in said[-1]
    after(phone, ".undo")
    assert all("hand" not in words for words in heard(phone))
    after(phone, '.key[value="AS"]')
    assert "Bob’s hand: " in heard(phone)[-1]


@pytest.mark.parametrize("scripts", [True, False])
def test_a_rematch_is_one_tap_from_the_end_of_the_match(phones: Any, scripts: bool) -> None:
    phone = phones(java_script_enabled=scripts)
    phone.server.import_records([record_of("N+11", target=11)])
    phone.goto("cribbage/matches/1/")
    expect(phone.page.get_by_text("Ann wins, 11–0: a lurch, worth 2.")).to_be_visible()
    phone.button("Same two again").tap()
    expect(phone.page.locator(".bar h1")).to_have_text("Deal 1")
    assert phone.page.url.endswith("/cribbage/matches/2/")


def test_a_double_tap_of_a_key_counts_once(phones: Any) -> None:
    """A go and a peg may come twice in a row, but not within a moment."""
    phone = phones(at_once=False)
    sit_down(phone)
    for code in ("2D", "TS", "KD", "QS"):
        after(phone, f'.key[value="{code}"]')
    go = phone.page.locator(".go button")
    assert go.bounding_box()["width"] > 120
    phone.touch_twice(".go button")
    expect(phone.page.locator("[name=version]")).to_have_value("5")
    expect(go).to_have_text("No more")
    expect(go).to_have_accessible_name("No more: one for Ann")
    assert [line["event"] for line in recorded(phone)["deals"][0]["events"]][-1] == "go"
    assert recorded(phone)["turn"] == "N"


def test_the_keys_stay_where_they_are(phones: Any) -> None:
    """Whatever is told over them, and however long the words on a key are."""
    phone = phones()
    sit_down(phone)
    key = phone.page.locator('.key[value="2D"]')
    after(phone, '.key[value="JD"]')
    where = key.bounding_box()
    for code in ("TS", "KD", "QS"):
        after(phone, f'.key[value="{code}"]')
        assert key.bounding_box() == where
    after(phone, ".go button")
    assert key.bounding_box() == where
    phone.touch('.key[value="TS"]')
    expect(phone.page.locator(".told .fault").first).to_be_visible()
    assert key.bounding_box() == where
    phone.page.context.set_offline(True)
    phone.touch('.key[value="AH"]')
    expect(phone.page.locator("#unsaved")).to_be_visible()
    assert key.bounding_box() == where
    phone.page.context.set_offline(False)
    expect(phone.page.locator("#unsaved")).to_be_hidden()
    phone.troubles.clear()


def test_the_crib_is_named_while_its_claim_can_be_called(server: Any, phones: Any) -> None:
    record = every_moment()["cribbage, Muggins: deal-over by claim"]
    server.import_records([record])
    phone = phones()
    phone.goto(address(record, 1))
    expect(phone.page.locator("#four")).to_contain_text("Crib: ")
    assert "Crib: " in phone.page.request.get(phone.page.url).text().split('id="four"')[1].split("</p>")[0]
