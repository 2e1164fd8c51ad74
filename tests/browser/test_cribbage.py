"""Cribbage by taps, on a phone of 360 by 640: whole matches, which come to what their records come to."""

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from referee.games.cribbage import record as records
from referee.games.cribbage.outcome import outcome
from tests.browser.conftest import TablePage
from tests.cribbage.self_play import Table
from tests.servers import hidden

FORM = {"N": "Ann", "S": "Bob", "best_of": "1", "skunk": "1", "lurch": "2", "double_lurch": "1", "false_go": "2"}


def sit_down(phone: TablePage, dealer: str = "S", target: int = 121, muggins: bool = False) -> None:
    """Open a match by its form, but without the taps."""
    page = phone.page.request.get(phone.server.address + "cribbage/books/1/new").text()
    form = FORM | {name: hidden(page, name) for name in ("csrf_token", "key")}
    form |= {"dealer": dealer, "target": str(target)} | ({"muggins": "y"} if muggins else {})
    given = dict[str, str | float | bool](form)
    phone.page.goto(phone.page.request.post(phone.server.address + "cribbage/books/1/new", form=given).url)
    phone.page.locator("#table").wait_for()


def after(phone: TablePage, selector: str) -> None:
    """Tap, and wait for the table that comes of it."""
    before = phone.page.locator("[name=key]").input_value()
    phone.touch(selector)
    expect(phone.page.locator("[name=key]")).not_to_have_value(before)
    expect(phone.page.locator("#table[data-settling]")).to_have_count(0)


def way(phone: TablePage, words: str) -> None:
    phone.page.get_by_role("link", name=words, exact=True).tap()
    phone.page.wait_for_load_state()
    phone.page.locator("#table").wait_for()


def bring(phone: TablePage, key: str, words: str) -> None:
    """Choose the way to enter that has a key, unless it is there."""
    if not phone.page.locator(key).count():
        way(phone, words)


def enter(phone: TablePage, action: dict[str, Any]) -> None:
    """The taps of one action."""
    kind, is_play = action["type"], phone.page.locator("[name=phase]").input_value() == "play"
    cards = action.get("cards", [action["card"]] if "card" in action else [])
    said = [str(action[name]) for name in ("answer", "points") if name in action]
    key = f'[value="{" ".join([kind, *said])}"]'
    if cards:
        bring(phone, ".key", "Hands: cards" if kind == "hand" and is_play else "By cards")
        for card in cards:
            after(phone, f'.key[value="{card}"]')
        return
    if kind == "peg":
        key = f'[value="peg {action["player"]} {action["points"]}"]'
    if kind == "muggins":
        phone.page.locator(".muggins summary").tap()
    if kind in ("peg", "hand", "crib"):
        bring(phone, key, "Hands: points" if kind == "hand" and is_play else "By points")
    after(phone, key)


def recorded(phone: TablePage) -> Any:
    """What the record of the match, as the app gives it away, comes to."""
    text = phone.page.request.get(phone.server.address + "matches/1/record.json").text()
    return outcome(records.replay(records.read(json.loads(text))))


@pytest.mark.parametrize(("muggins", "scripts", "seed"), [(False, True, 3), (True, True, 4), (True, False, 5)])
def test_a_match_is_played_by_taps_and_equals_its_record(
    phones: Any, muggins: bool, scripts: bool, seed: int
) -> None:
    table = Table(random.Random(seed), accidents=0, target=31, muggins=muggins)
    played = list(table.play())
    phone = phones(java_script_enabled=scripts)
    sit_down(phone, dealer=table.record["dealer"], target=31, muggins=muggins)
    for place, action in enumerate(played):
        enter(phone, action)
        if place == 5:
            phone.page.reload()
        if place in (7, 30):
            undo_and_redo(phone)
    expect(phone.page.locator(".bar h1")).to_have_text("Match over")
    assert recorded(phone) == table.oracle.outcome()


def undo_and_redo(phone: TablePage) -> None:
    version = phone.version
    after(phone, ".undo")
    phone.page.locator(".menu summary").tap()
    phone.page.get_by_role("button", name="Redo").tap()
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
    assert re.match("Ann plays 8♠, 8", one.page.locator("#status").text_content())


def test_without_a_connection_the_entry_is_not_lost_silently(phones: Any) -> None:
    phone = phones()
    sit_down(phone)
    phone.page.context.set_offline(True)
    phone.touch('.key[value="JD"]')
    expect(phone.page.locator("#stale")).to_contain_text("it is not entered")
    phone.page.context.set_offline(False)
    after(phone, '.key[value="JD"]')
    assert phone.version == "1"
    phone.troubles.clear()  # What htmx says of the request that failed.
