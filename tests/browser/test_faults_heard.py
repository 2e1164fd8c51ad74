"""Faults, refusals and other phones' entries as a screen reader announces them at the table."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from referee.cards import PACK
from referee.games import GAMES
from tests.browser import scripted
from tests.browser.test_by_ear import CARD_NAMES, pressed, said
from tests.browser.windows import address

pytestmark = pytest.mark.timeout(180)


@pytest.mark.quick(0)
def test_a_card_of_another_pack_is_told_and_the_trick_is_kept(hearing: Any) -> None:
    record = scripted.script_of("karnoffel") | {"actions": []}
    table = scripted.begin(hearing.phone, record)
    table.press("#ways [href*='way=four']")
    hearing.page.wait_for_selector("[data-kind=four]")
    told = []
    for typed in ("7s 6s 5s", "4ſ", "as"):
        hearing.page.locator("[name=typed]").fill(typed)
        hearing.take()
        hearing.page.keyboard.press("Enter")
        told.append(said(hearing.news()))
    no_card = "“4ſ” is not a card: write rank and suit, as in 7S, 10D or QH."  # A long s, which is not an S.
    assert told[1:] == [[no_card], ["“as” is not in this pack."]]
    assert hearing.page.locator("#table [name=draft]").input_value() == "7S.6S.5S"
    hearing.page.keyboard.type("4s")  # In place of it.
    expect(hearing.page.locator("[name=typed]")).to_have_value("4s")


@pytest.mark.parametrize("game", [game for game in GAMES if game != "cribbage"])
@pytest.mark.quick(1)
def test_of_typed_cards_those_that_are_free_are_told_and_who_is_next(hearing: Any, game: str) -> None:
    record = scripted.script_of(game)
    first, second = [at for at, action in enumerate(record["actions"]) if action["type"] == "trick"][:2]
    gone, free = record["actions"][first]["cards"][0], record["actions"][second]["cards"][0]
    table = scripted.begin(hearing.phone, record)
    for at in range(second):
        for key in scripted.taps(table, record, at):
            pressed(hearing, table, key)
    hearing.page.locator("[name=typed]").fill(f"{gone} {free}")
    hearing.take()
    hearing.page.keyboard.press("Enter")
    hearing.page.wait_for_selector(".told .fault")
    table.rest()
    told = said(hearing.take())
    assert CARD_NAMES[[card.code for card in PACK].index(free)] in " ".join(told)
    assert any(f"{hearing.page.locator('.player.next .who').text_content()}" in text for text in told[-2:])


@pytest.mark.quick(0)
def test_another_leader_is_asked_for_a_card(hearing: Any) -> None:
    record = scripted.script_of("hearts")
    hearing.phone.server.import_records([record | {"actions": record["actions"][:3]}])
    hearing.phone.goto(address(record, 1))
    hearing.news()
    hearing.page.locator("[name=leader]").select_option(label="Bob led")
    assert said(hearing.take()) == ["Bob’s card?"]


@pytest.mark.quick(0)
def test_a_page_that_is_opened_says_who_claims(hearing: Any) -> None:
    record = scripted.script_of("havilering")
    hearing.phone.server.import_records([record | {"actions": record["actions"][:1]}])
    hearing.phone.goto(address(record, 1))
    assert said(hearing.news()) == ["Bob takes the trick and claims its points."]


@pytest.mark.quick(0)
def test_a_phone_whose_entry_collides_says_what_was_entered(hearing: Any, phones: Any) -> None:
    record = scripted.script_of("cribbage")
    table = scripted.begin(hearing.phone, record)
    other = phones()
    other.goto(address(record, 1))
    hearing.page.context.set_offline(True)
    table.press('.key[value="4S"]')
    hearing.news()
    other.after(lambda: other.tap("8H"))
    hearing.page.context.set_offline(False)
    hearing.page.wait_for_selector("#parked li")
    told = said(hearing.take())
    assert told.count("Ann turns up 8 of hearts. Bob to play.") == 1
    assert told[-1].startswith("Not entered: 4 of spades")


@pytest.mark.parametrize("game", [game for game in GAMES if game not in ("havilering", "cribbage")])
@pytest.mark.quick(1)
def test_refused_tricks_are_told_by_their_numbers(phones: Any, game: str) -> None:
    """Others have been played by then, and tricks are closed."""
    phone, other = phones(), phones()
    record = scripted.script_of(game)
    first = next(at for at, action in enumerate(record["actions"]) if action["type"] == "trick")
    phone.server.import_records([record | {"actions": record["actions"][:first]}])
    for each in (phone, other):
        each.goto(f"{address(record, 1)}?way=tricks")
    one, two = (action["cards"] for action in record["actions"][first : first + 2])
    phone.page.context.set_offline(True)
    for cards in (one, two):
        phone.tap(*cards)
    expect(phone.page.locator("#unsaved-words")).to_contain_text("tricks 1 to 2")
    other.after(lambda: other.tap(*two))
    phone.page.context.set_offline(False)
    expect(phone.page.locator("#parked")).to_contain_text("Not entered: trick 1, trick 2.")
    words = phone.page.locator(".bars").inner_html()
    assert not [card for card in PACK if card.code in words or card.name in words]
    phone.button("Show cards").tap()
    expect(phone.page.locator("#parked .card, #parked .face")).to_have_count(len(one) + len(two))
    expect(phone.page.locator("#parked button")).to_have_text(["Delete"])


@pytest.mark.quick(0)
def test_two_tricks_that_are_told_alike_are_both_announced(hearing: Any, phones: Any) -> None:
    record = scripted.script_of("humbug-whist")
    hearing.phone.server.import_records([record | {"actions": record["actions"][:14]}])
    other = phones()
    for each in (hearing.phone, other):
        each.goto(address(record, 1))
    hearing.news()
    for action in record["actions"][14:16]:
        first, second = action["cards"]
        other.tap(first)
        other.after(lambda second=second: other.tap(second))
        hearing.page.wait_for_function(IS_SHOWN, arg=other.version)
        assert said(hearing.take()) == ["Ann: the higher spade. Ann’s card?"]


IS_SHOWN = "version => document.querySelector('[name=version]').value === version"
