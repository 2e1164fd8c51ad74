"""Undo and Redo: the last tap first, then unsaved entries, then the log."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import test_cribbage as cribbage
from tests.browser import test_grevjass as grevjass
from tests.browser import test_karnoffel as karnoffel
from tests.browser import test_sittings as sittings
from tests.browser.signals import MORE, SIX, cut, restore, seated, tap, told
from tests.browser.test_windows import FIRST, tap_new
from tests.browser.windows import address, every_moment

pytestmark = pytest.mark.quick(0)


def must_be_down(phone: Any, count: int) -> None:
    """Wait until `count` cards are down."""
    expect(phone.page.locator(".player.filled .tapped .face")).to_have_count(count)


@pytest.fixture
def phone(phones: Any) -> Any:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    return phone


def test_undo_takes_cards_back_one_by_one_and_redo_gives_them_back(phone: Any) -> None:
    phone.trick(SIX)
    phone.tap("2D", "KD")
    undo, told = phone.button("Undo"), phone.page.locator(".told")
    undo.tap()
    expect(told).to_contain_text("Undone: king of diamonds")
    undo.tap()
    must_be_down(phone, 0)
    assert phone.version == "1"
    phone.page.locator(".told .redo").tap()
    phone.page.locator(".menu > summary").tap()
    phone.page.locator(".menu [value=redo]").tap()
    must_be_down(phone, 2)
    undo.tap()
    undo.tap()
    phone.undo()
    assert phone.totals == (0, 0)
    phone.after(lambda: phone.page.locator(".told .redo").tap())
    assert phone.totals == (6, 0)


@pytest.mark.quick(0, 3)
@pytest.mark.parametrize("game", FIRST)
def test_redo_is_enabled_while_there_is_something_to_redo(server: Any, phones: Any, game: str) -> None:
    server.import_records([every_moment()[FIRST[game]]])
    phone = phones()
    phone.goto(address(every_moment()[FIRST[game]], 1))
    redo, told = phone.page.locator(".menu [value=redo]"), phone.page.locator(".told")
    expect(redo).to_be_disabled()
    phone.undo()
    expect(told).to_contain_text("Undone: ")
    expect(redo).to_be_enabled()
    phone.after(lambda: told.locator(".redo").tap())
    expect(redo).to_be_disabled()
    tap_new(phone, 1)
    phone.button("Undo").tap()
    expect(told).to_contain_text("Undone: ")
    expect(redo).to_be_enabled()
    tap_new(phone, 1)
    expect(redo).to_be_disabled()


def test_what_undo_took_survives_a_reload(phone: Any) -> None:
    phone.tap("2D", "KD")
    phone.button("Undo").tap()
    phone.page.reload()
    must_be_down(phone, 1)
    phone.page.locator(".menu > summary").tap()
    phone.page.locator(".menu [value=redo]").tap()
    must_be_down(phone, 2)


def test_redo_goes_back_over_an_entry_to_the_cards_that_were_down(phone: Any) -> None:
    """Undone in one order, done again in the other."""
    phone.trick(SIX)
    phone.tap("2D")
    phone.button("Undo").tap()
    phone.undo()
    phone.after(lambda: phone.page.locator(".told .redo").tap())
    must_be_down(phone, 0)
    phone.page.locator(".menu > summary").tap()
    phone.page.locator(".menu [value=redo]").tap()
    must_be_down(phone, 1)


def test_a_trick_that_is_not_saved_is_taken_back_and_given_back_whole(phones: Any) -> None:
    phone = seated(phones)
    cut(phone)
    tap(phone, SIX)
    told(phone, "trick 2")
    phone.button("Undo").tap()
    expect(phone.page.locator("#unsaved")).to_be_hidden()
    expect(phone.page.locator(".told")).to_contain_text(re.compile("Undone: 7♠.? A♠.? 9♠.? 8♠"))
    phone.page.locator(".told .redo").tap()
    told(phone, "trick 2")
    restore(phone)
    expect(phone.page.locator("#unsaved")).to_be_hidden()
    phone.page.wait_for_function("() => document.querySelector('[name=version]').value === '2'")
    phone.trick(MORE)
    assert phone.version == "3"


def test_undo_takes_back_an_item_of_a_claim_then_the_trick(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3, muggins=True)
    phone.trick(SIX)
    phone.button("Flush", exact=False).first.tap()
    phone.button("Fifteen", exact=False).first.tap()
    phone.button("Undo").tap()
    assert phone.page.locator(".claim").inner_text().split("\n") == ["Claim", "1"]
    phone.page.locator(".told .redo").tap()
    assert phone.page.locator(".claim").inner_text().split("\n") == ["Claim", "2"]
    phone.button("Undo").tap()
    phone.button("Undo").tap()
    phone.undo()
    assert phone.page.locator("#table").get_attribute("data-phase") == "play"


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (390, 844), (844, 390), (1280, 800)])
def test_a_call_is_in_reach_while_a_message_is_shown(phones: Any, size: tuple[int, int]) -> None:
    phone = phones(*size)
    phone.new_match(target=121, best_of=3, muggins=True)
    phone.trick(SIX)
    phone.after(lambda: phone.page.locator(".claim").tap())
    phone.tap("2D")
    expect(phone.page.locator("[name=draft]")).to_have_value("2D")
    phone.tap("2D")
    expect(phone.page.locator(".told")).to_have_text("The 2 of diamonds is in this trick already.")
    phone.touch(".acts .muggins")
    phone.page.locator("#table[data-kind=call]").wait_for(state="attached")


def test_undo_closes_a_call_before_it_touches_the_lead(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3, muggins=True)
    phone.trick(SIX)
    phone.after(lambda: phone.page.locator(".claim").tap())
    phone.tap("2D")
    phone.page.locator(".way:visible:has-text('Muggins!')").tap()
    phone.page.locator("[name=tap]").first.tap()
    phone.button("Undo").tap()
    phone.button("Undo").tap()
    phone.page.locator("#pad").wait_for()
    must_be_down(phone, 1)
    phone.button("Undo").tap()
    must_be_down(phone, 0)
    assert phone.version == "2"


@pytest.mark.parametrize("answers", [["Yes"], ["No", "Yes"]])
def test_a_call_that_wins_the_game_keeps_the_lead_for_its_trick(phones: Any, answers: list[str]) -> None:
    phone = phones()
    phone.new_match(target=11, best_of=3, muggins=True)
    phone.trick("5S 5D 5C KH")
    phone.after(lambda: phone.page.locator(".claim").tap())
    phone.tap("2D")
    phone.page.locator(".way:visible:has-text('Muggins!')").tap()
    for item in ("prial", "fifteen", "fifteen"):
        phone.page.locator(f"[name=tap][value={item}]").tap()
    phone.after(lambda: phone.page.locator("[value='muggins by=E']").tap())
    assert phone.page.locator("#table").get_attribute("data-phase") == "offer-first"
    phone.page.route("**/?*", lambda route: route.abort())  # It takes no request that an answer could overtake.
    phone.page.reload()
    for answer in answers:
        phone.after(lambda answer=answer: phone.button(answer, exact=False).first.tap())
    must_be_down(phone, 1)
    phone.tap("KD", "6D")
    phone.after(lambda: phone.tap("8D"))
    assert phone.page.locator("#table").get_attribute("data-phase") == "claim"


def test_without_signal_a_claim_says_what_jack_havel_is_worth_to_whom(phones: Any) -> None:
    """Before a trick is saved nobody knows who takes it, nor whether the dealer does."""
    phone = phones()
    phone.new_match(target=121, best_of=3, muggins=True)
    cut(phone)
    tap(phone, "JD AD 3D 4D")
    havel = phone.page.locator("[name=tap][value=jack-havel]")
    expect(havel).to_contain_text("2 or 4")
    havel.tap()
    phone.page.locator("[name=tap][value=flush]").tap()
    assert phone.page.locator(".claim").inner_text().split("\n") == ["Claim", "3 or 5"]
    restore(phone)


def test_redo_of_an_entry_waits_for_its_place(phones: Any) -> None:
    """Several tricks that are not saved come back in order; into an offer none of them is put."""
    phone = seated(phones)
    cut(phone)
    tap(phone, SIX, MORE, "TC TD JD 9D")
    told(phone, "tricks 2 to 4")
    for _ in range(3):
        phone.button("Undo").tap()
    expect(phone.page.locator("#unsaved")).to_be_hidden()
    phone.page.locator(".told .redo").tap()
    for _ in range(2):
        phone.page.locator(".menu > summary").tap()
        phone.page.locator(".menu [value=redo]").tap()
    told(phone, "tricks 2 to 4")
    restore(phone)
    phone.page.wait_for_function("() => document.querySelector('[name=version]').value === '4'")


def test_an_open_menu_stays_open_while_there_is_no_signal(phones: Any) -> None:
    """An entry that is sent again in vain moves no focus, which would close it."""
    phone = seated(phones)
    cut(phone)
    tap(phone, SIX)
    told(phone, "trick 2")
    phone.page.locator(".menu > summary").tap()
    with phone.page.expect_event("requestfailed"):
        phone.page.evaluate("() => dispatchEvent(new Event('online'))")
    phone.page.evaluate("() => new Promise((done) => setTimeout(done))")
    assert phone.page.locator(".menu").evaluate("menu => menu.open")
    assert phone.page.evaluate("() => document.activeElement.tagName") == "SUMMARY"


def test_what_was_taken_back_is_not_given_back_anywhere_else(phones: Any) -> None:
    phone, other = phones(), phones()
    phone.new_match(target=11, best_of=3)
    other.join(phone)
    cut(phone)
    tap(phone, "QH AH KH JH")
    told(phone, "trick 1")
    phone.button("Undo").tap()
    expect(phone.page.locator("#unsaved")).to_be_hidden()
    other.trick("QH AH KH JH")
    restore(phone)
    phone.page.get_by_role("heading", name="Shall we finish?").wait_for()
    expect(phone.page.locator(".redo")).to_have_count(0)
    phone.page.reload()
    phone.page.get_by_role("heading", name="Shall we finish?").wait_for()
    assert phone.page.evaluate("() => localStorage.getItem('outbox-1')") is None


def test_items_belong_to_the_claim_they_were_tapped_for(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3, muggins=True)
    phone.trick(SIX)
    phone.page.locator("[name=tap][value=pair]").tap()
    phone.button("Undo").tap()
    phone.after(lambda: phone.page.locator(".claim").tap())
    expect(phone.page.locator(".redo")).to_have_count(0)
    phone.tap("2D")
    phone.page.locator(".way:visible:has-text('Muggins!')").tap()
    phone.page.locator("[name=tap][value=prial]").tap()
    phone.page.reload()
    phone.button("Undo").tap()
    must_be_down(phone, 0)
    expect(phone.page.locator("[name=draft]")).to_have_value("")


def by_tricks(phone: Any) -> None:
    """Sit down at a table of Hearts whose tricks are tapped, and enter the first one."""
    sittings.begin(phone)
    phone.page.goto(f"{phone.page.url}?way=tricks")
    phone.trick("7H AH 9H 8H")


def by_points(phone: Any) -> None:
    """Sit down at a table of cribbage whose points are pegged, and peg some."""
    cribbage.sit_down(phone)
    phone.page.goto(f"{phone.page.url}?way=points")
    phone.after(lambda: phone.touch('[value="peg S 1"]'))


@pytest.mark.parametrize(
    ("sit_down", "values", "words"),
    [
        (sittings.begin, "1,3,4", "the count"),
        (by_tricks, "7S,AS,9S,8S", "trick 2"),
        (karnoffel.sit_down, "H", "the chosen suit"),
        (grevjass.sit_down, "9H", "the trump"),
        (cribbage.sit_down, "5H", "5♥\ufe0e"),
        (by_points, "peg N 2", "2 for Ann"),
    ],
)
def test_an_entry_has_the_same_name_undone_before_and_after_it_is_saved(
    phones: Any, sit_down: Any, values: str, words: str
) -> None:
    phone = phones()
    sit_down(phone)

    def enter() -> None:
        for value in values.split(","):
            phone.touch(f':is([name=tap], [name=do], .key)[value="{value}"]')

    notice = phone.page.locator(".told .notice")
    cut(phone)
    enter()
    expect(phone.page.locator("#unsaved")).to_be_visible()
    phone.button("Undo").tap()
    expect(notice).to_contain_text(f"Undone: {words}.")
    restore(phone)
    phone.page.reload()
    phone.after(enter)
    phone.undo()
    expect(notice).to_contain_text(f"Undone: {words}.")


def test_without_scripts_only_an_entry_is_redone(phones: Any) -> None:
    phone = phones(java_script_enabled=False)
    phone.new_match(target=121, best_of=3)
    redo = phone.page.locator(".menu [value=redo]")
    phone.tap("7S", "AS")
    phone.loads(phone.button("Undo").tap)
    must_be_down(phone, 1)
    expect(redo).to_be_disabled()
    phone.tap("AS", "9S", "8S")
    phone.wait_for_totals(6, 0)
    phone.loads(phone.button("Undo").tap)
    phone.wait_for_totals(0, 0)
    phone.page.locator(".menu > summary").tap()
    phone.loads(redo.tap)
    phone.wait_for_totals(6, 0)
    expect(redo).to_be_disabled()
