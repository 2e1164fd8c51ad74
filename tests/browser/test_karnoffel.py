"""Karnöffel by taps on a phone of 360 by 640: matches give the same result as their records."""

import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

from referee.cards import read_card
from referee.cli import main
from tests.browser.conftest import TablePage
from tests.karnoffel import oracle
from tests.karnoffel.playing import NAMES, START
from tests.karnoffel.self_play import Table
from tests.servers import hidden

pytestmark = [pytest.mark.quick(0), pytest.mark.timeout(180)]

KIND = {"trick": "tricks", "result": "result"}


def to_its_end(seed: int, accidents: float) -> dict[str, Any]:
    """A match that is played to its end; from a seed or one after it."""
    while True:
        chance = random.Random(seed)
        record = START | {"dealer": "N", "rules": {"target": 3, "pack": 40, "devil_first": True}, "actions": []}
        actions = list(Table(chance, record, accidents).play(100))
        has_result = any(action["type"] == "result" for action in actions)
        if oracle.outcome(record)["phase"] == "over" and has_result and len(actions) > 10:
            return record | {"actions": [plain(action) for action in actions]}
        seed += 1


def plain(action: dict[str, Any]) -> dict[str, Any]:
    """An action without its time, and with cards as the pad has them."""
    cards = {"cards": [read_card(card).code for card in action["cards"]]} if "cards" in action else {}
    return {name: value for name, value in action.items() if name != "at"} | cards


def sit_down(phone: TablePage, players: dict[str, str] = NAMES, dealer: str = "N", **rules: Any) -> None:
    """Open a match by its form, but without the taps."""
    address = f"{phone.server.address}karnoffel/books/1/new"
    page = phone.page.request.get(address).text()
    form = {name: hidden(page, name) for name in ("csrf_token", "key")} | players | {"dealer": dealer}
    said = {"target": "6", "pack": "48"} | {name: str(each) for name, each in rules.items() if each is not False}
    phone.page.goto(phone.page.request.post(address, form=dict[str, str | float | bool](form | said)).url)
    phone.page.locator("#table").wait_for()


def settled(phone: TablePage) -> None:
    expect(phone.page.locator("#form[data-settling]")).to_have_count(0)


def entered(phone: TablePage, do: Callable[[], None]) -> None:
    """Do something, and wait until it has come to another version."""
    before = phone.page.locator("[name=version]").input_value()
    do()
    expect(phone.page.locator("[name=version]")).not_to_have_value(before)
    settled(phone)


def way(phone: TablePage, wanted: str) -> None:
    """Another way to enter what comes next, unless it is the one that is shown."""
    link = phone.page.locator(f'#ways [data-way="{wanted}"]')
    if link.is_visible():
        phone.loads(link.tap)
        expect(link).to_be_hidden()
        settled(phone)


def tap(phone: TablePage, selectors: list[str]) -> None:
    """Keys; all but the last change only what is tapped."""
    for selector in selectors:
        drafted = phone.page.locator("#table [name=draft]").input_value()
        phone.touch(selector)
        if selector != selectors[-1]:
            expect(phone.page.locator("#table [name=draft]")).not_to_have_value(drafted)


def keys_of(action: dict[str, Any]) -> list[str]:
    """The keys of an action."""
    if "cards" in action:
        return [f'.key[value="{card}"]' for card in action["cards"]]
    values = [action["suit"]] if action["type"] == "chosen" else [action["side"], action["lost"]]
    return [f'[name=tap][value="{value}"]' for value in values]


def wrong(phone: TablePage, action: dict[str, Any]) -> None:
    """The pages of "Something wrong?"."""
    phone.page.goto(f"{phone.page.url.split('?')[0]}wrong?what={action['type']}")
    if action["type"] == "adjust":
        phone.page.locator("[name=side]").select_option(action["side"])
        phone.page.locator("[name=deals]").fill(str(action["deals"]))
        phone.page.locator("[name=reason]").fill(action["reason"])
        phone.page.get_by_role("button", name="Record it").tap()
    else:
        phone.page.locator('[value="misdeal"]').tap()
    phone.page.locator("#table").wait_for()
    settled(phone)


def enter(phone: TablePage, action: dict[str, Any]) -> None:
    """The taps of one action."""
    kind = action["type"]
    if kind in ("misdeal", "adjust"):
        return wrong(phone, action)
    way(phone, KIND.get(kind) or ("four" if "cards" in action else "suit"))
    if "leader" in action:
        expected = (phone.page.locator("#table").get_attribute("data-leads") or "").split(".")[0]
        if action["leader"] != expected:
            phone.page.locator("[name=leader]").select_option(action["leader"])
    return entered(phone, lambda: tap(phone, keys_of(action)))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_by_taps_comes_to_its_record(phones: Any, capsys: Any, tmp_path: Any, seed: int) -> None:
    record = to_its_end(seed, 0.3)
    phone = phones()
    sit_down(phone, record["players"], record["dealer"], **record["rules"])
    for action in record["actions"]:
        enter(phone, action)
    file = tmp_path / "record.json"
    file.write_text(phone.page.request.get(phone.server.address + "matches/1/record.json").text())
    assert main(["replay", str(file), "--json"]) in (0, None)
    assert json.loads(capsys.readouterr().out) == oracle.outcome(record)


def test_a_deal_without_a_signal_ends_and_the_next_is_begun(phones: Any) -> None:
    """The suit, three tricks, the result of the next deal in another way: all waits, and all comes."""
    phone = phones()
    sit_down(phone)
    phone.page.context.set_offline(True)
    phone.touch('[name=tap][value="H"]')
    names = phone.page.locator('.key[value="6H"] i')
    expect(names).to_be_visible()
    expect(phone.page.locator('.key[value="6S"] i')).to_be_hidden()
    for cards in ("KS 2S 3S 4S", "QD 2D 3D 4D", "JH 7H 6H 2H"):
        phone.tap(*cards.split())
    expect(phone.page.locator("#unsaved-words, #not-sent").first).to_contain_text("")
    expect(phone.page.locator("h1")).to_have_text("Deal 2")
    phone.touch('#ways [data-way="result"]')
    settled(phone)
    phone.touch('[name=tap][value="EW"]')
    phone.touch('#result [value="1"]')
    expect(phone.page.locator("h1")).to_have_text("Deal 3")
    phone.page.context.set_offline(False)
    expect(phone.page.locator("[name=version]")).to_have_value("5")
    expect(phone.page.locator(".side.EW .total")).to_have_text("2")


def test_a_result_is_entered_without_a_signal_while_nothing_waits(phones: Any) -> None:
    phone = phones()
    sit_down(phone)
    phone.page.context.set_offline(True)
    phone.touch('#ways [data-way="result"]')
    settled(phone)
    for key in ('[name=tap][value="EW"]', '#result [value="1"]'):
        phone.touch(key)
    expect(phone.page.locator("h1")).to_have_text("Deal 2")
    phone.page.context.set_offline(False)
    expect(phone.page.locator("[name=version]")).to_have_value("1")
    expect(phone.page.locator(".side.EW .total")).to_have_text("1")


@pytest.mark.parametrize("is_scripted", [True, False])
def test_the_four_cards_are_asked_for_after_a_deal_too(phones: Any, is_scripted: bool) -> None:
    """Their places are lit, and the end of the deal before has gone."""
    phone = phones(java_script_enabled=is_scripted)
    phone.server.import_records(
        [START | {"players": NAMES, "actions": [{"type": "result", "side": "EW", "lost": 1}]}]
    )
    phone.page.goto(phone.server.address + "karnoffel/matches/1/?way=four")
    expect(phone.page.get_by_role("heading", name="’s face-up card?")).to_be_in_viewport()
    expect(phone.page.locator(".player.next")).to_be_in_viewport()
    expect(phone.page.locator(".moment")).to_be_hidden()


def test_without_a_signal_nothing_follows_the_end_of_the_match(phones: Any) -> None:
    phone = phones()
    sit_down(phone, target=1)
    phone.page.context.set_offline(True)
    phone.touch('[name=tap][value="H"]')
    for cards in ("KS 2S 3S 4S", "QD 2D 3D 4D", "JH 7H 6H 2H"):
        phone.tap(*cards.split())
    expect(phone.page.locator(".coming")).to_contain_text("takes the trick. The match is over. Not saved yet.")
    expect(phone.page.locator(".waits")).to_have_text("Waiting for the referee.")
    expect(phone.page.locator(".panel:visible, #ways [data-way]:visible")).to_have_count(0)
    expect(phone.page.locator("h1")).to_have_text("Deal 1")
    phone.page.context.set_offline(False)
    expect(phone.page.locator("h1")).to_have_text("Match over")
    expect(phone.page.locator("[name=version]")).to_have_value("4")


def test_what_is_noticed_at_the_tap(phones: Any) -> None:
    """The Devil led too early, a card twice, and one that has gone."""
    phone = phones()
    sit_down(phone)
    entered(phone, lambda: phone.touch('[name=tap][value="H"]'))
    phone.tap("7H")
    expect(phone.page.locator(".told")).to_contain_text("may not be led to the first trick")
    phone.tap("KS", "7H", "KS")
    expect(phone.page.locator(".told")).to_contain_text("there already")
    entered(phone, lambda: phone.tap("2D", "3D"))
    phone.tap("KS")
    expect(phone.page.locator(".told")).to_contain_text("The king of spades has already been played")
    phone.touch(".undo")
    phone.touch(".chosen summary")
    expect(phone.page.locator(".chosen li").first).to_have_text("J♥ Karnöffel")


def test_the_last_trick_of_a_deal_is_told_to_a_phone_on_which_it_was_half_tapped(phones: Any) -> None:
    phone, other = phones(), phones()
    sit_down(phone)
    phone.touch('[name=tap][value="H"]')
    phone.page.locator("[name=version][value='1']").wait_for(state="attached")
    other.goto("karnoffel/matches/1/")
    for trick in ("KS QS JS 9S", "KC QC JC 9C"):
        tapped = [f'.key[value="{card}"]' for card in trick.split()]
        entered(other, partial(tap, other, tapped))
    expect(phone.page.locator("[name=version]")).to_have_value("3")
    for card in ("KD", "QD"):
        phone.touch(f'.key[value="{card}"]')
    entered(other, lambda: tap(other, [f'.key[value="{card}D"]' for card in "KQJ9"]))
    expect(other.page.locator("h1")).to_have_text("Deal 2")
    expect(phone.page.locator(".told p")).to_have_text("It was already entered on another phone.")
