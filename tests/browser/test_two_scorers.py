"""Two phones that enter, online and offline: an entry counts once, a different one is reported, none is lost."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.signals import MORE, NOUGHT, SIX, TEN, claim, cut, misdeal, restore, saved, seated, tap, told


@pytest.fixture
def phone(phones: Any) -> Any:
    return seated(phones)


def test_two_scorers_see_each_others_entries(phone: Any, phones: Any) -> None:
    other = phones()
    other.join(phone)
    phone.trick(SIX)
    saved(other, 2)
    other.tap("2D", "3D")
    other.tap("4D")
    other.after(lambda: other.tap("5D"))
    saved(phone, 3)
    phone.undo()
    saved(other, 4)
    expect(other.page.locator(".notice")).to_contain_text("Undone: 2♦")


@pytest.mark.quick(0)
def test_the_slower_of_two_scorers_is_told_that_the_trick_is_entered(phone: Any, phones: Any) -> None:
    """Not that something was wrong."""
    other = phones()
    other.join(phone)
    first, *later = SIX.split()
    other.tap(first)
    phone.trick(SIX)
    line = other.page.locator(".told p")
    expect(line).to_have_text("It was already entered on another phone.")
    other.tap(later[0])
    expect(line).to_contain_text("has already been played, in the last trick.")


def test_the_same_trick_on_two_phones_counts_once(phone: Any, phones: Any) -> None:
    other = phones()
    other.join(phone)
    cut(other)
    tap(other, SIX, MORE)
    told(other, "tricks 2 to 3")
    phone.trick(SIX)
    restore(other)
    saved(other, 3)
    saved(phone, 3)
    assert phone.totals == other.totals
    expect(other.page.locator("#parked")).to_be_hidden()


@pytest.mark.quick(0)
def test_a_trick_half_tapped_gives_way_to_the_same_one_from_the_other_phone(phone: Any, phones: Any) -> None:
    other = phones()
    other.join(phone)
    other.tap("7S", "AS")
    phone.trick(SIX)
    saved(other, 2)
    assert other.page.locator(".player.filled").count() == 0
    expect(other.page.locator(".notice")).to_have_text("It was already entered on another phone.")


def test_another_trick_in_its_place_is_parked_with_its_reason_and_holds_up_nothing(phone: Any, phones: Any) -> None:
    other = phones()
    other.join(phone)
    cut(other)
    tap(other, SIX, MORE)
    told(other, "tricks 2 to 3")
    phone.trick("7S AS 9S TS")
    restore(other)
    saved(other, 3)
    parked = other.page.locator("#parked li")
    expect(parked).to_have_count(1)
    expect(parked).to_contain_text("Trick 2 was entered differently on another phone.")
    other.page.reload()
    expect(parked).to_have_count(1)
    parked.get_by_role("link", name="Use my cards").tap()
    other.page.get_by_role("heading", name="Before and after").wait_for()
    other.page.get_by_role("button", name="Confirm").tap()
    other.page.wait_for_url(re.compile(r"/matches/1/$"))
    other.wait_for_totals(*phone_after(phone))
    assert sum(other.totals) == 27
    expect(other.page.locator("#parked")).to_be_hidden()  # The table agrees with it by now.


def phone_after(phone: Any) -> tuple[int, int]:
    """The first phone's totals, once the other's correction has come in."""
    expect(phone.page.locator(".notice")).to_contain_text("an earlier entry was corrected")
    totals: tuple[int, int] = phone.totals
    return totals


@pytest.mark.quick(0)
def test_a_trick_whose_card_is_gone_by_now_is_parked_with_its_reason(phone: Any, phones: Any) -> None:
    other = phones()
    other.join(phone)
    cut(other)
    tap(other, SIX, MORE)
    phone.trick("7S AS 9S 2D")
    restore(other)
    expect(other.page.locator("#parked li")).to_have_count(2)
    expect(other.page.locator("#parked li").last).to_contain_text("The 2 of diamonds was played in trick 2")
    words = other.page.locator("#parked li > p").first
    assert words.evaluate("each => getComputedStyle(each).display") == "block"  # Its cards stand in the sentence.
    other.page.evaluate(
        "() => { window.again = 0; new MutationObserver(() => { window.again += 1 })"
        ".observe(document.getElementById('parked'), { childList: true, subtree: true }) }"
    )
    other.tap("2S", "KS", "6S")
    assert other.page.evaluate("window.again") == 0  # It is an alert, and is not read out once more.
    other.after(lambda: other.tap("8C"))
    assert other.version == "3"


# --- what the referee asks, and what may not be sent ---------------------------------------------------------------


def test_an_offer_is_asked_before_the_tricks_that_wait(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=11, best_of=3)
    cut(phone)
    tap(phone, "QH AH KH JH", SIX, MORE)
    restore(phone)
    expect(phone.page.get_by_role("heading", name="Shall we finish?")).to_be_visible()
    phone.button("Yes", exact=False).tap()
    saved(phone, 4)
    expect(phone.page.locator("#parked")).to_be_hidden()


@pytest.mark.quick(0)
def test_what_a_finished_match_has_no_place_for_is_parked(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=11, best_of=1)
    cut(phone)
    tap(phone, "QH AH KH JH", SIX)
    restore(phone)
    expect(phone.page.get_by_role("button", name="Same four again")).to_be_visible()
    expect(phone.page.locator("#parked li")).to_contain_text("The match was over by then.")


@pytest.mark.quick(0)
def test_with_muggins_the_deal_is_asked_before_the_next_hand(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=1000, best_of=1, muggins=True)
    pack = [rank + suit for rank in "23456789TJQKA" for suit in "DHSC"]
    for place in range(0, 48, 4):
        phone.trick(pack[place : place + 4])
        phone.after(lambda: claim(phone))
    cut(phone)
    tap(phone, " ".join(pack[48:]))
    claim(phone)
    tap(phone, SIX)
    claim(phone, "fifteen")
    restore(phone)
    deals = phone.page.get_by_role("button", name="deals the next hand")
    expect(deals).to_be_visible()
    deals.tap()
    saved(phone, 29)
    assert sum(phone.totals) == 1


@pytest.mark.quick(0)
def test_a_refused_claim_is_made_anew_and_the_rest_follows(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3, muggins=True)
    cut(phone)
    tap(phone, TEN)
    claim(phone, "flush")
    tap(phone, MORE)
    restore(phone)
    expect(phone.page.locator(".told")).to_contain_text("Something you claimed is not there.")
    phone.page.locator("#panel .item:has([value=flush]) .less").tap()
    claim(phone, "fifteen")
    saved(phone, 4)  # That a claim was refused stands in the log, too.
    expect(phone.page.get_by_role("heading", name="claims its points")).to_be_visible()


@pytest.mark.quick(0)
def test_a_refused_trick_leaves_a_place_that_can_be_filled(phone: Any, phones: Any) -> None:
    """Both know of trick 2; one undoes it, the other has trick 3 waiting, which waits for another trick 2."""
    other = phones()
    other.join(phone)
    phone.trick(SIX)
    saved(other, 2)
    cut(other)
    tap(other, MORE)
    phone.undo()
    restore(other)
    expect(other.page.locator("[name=version]")).to_have_value("3")  # It has seen the undo.
    told(other, "Not yet saved: trick 3")
    other.tap("7S", "AS", "9S")
    other.after(lambda: other.tap("TS"))
    saved(other, 5)
    expect(other.page.locator("#parked")).to_be_hidden()


@pytest.mark.quick(0)
def test_a_trick_of_a_void_deal_does_not_get_into_the_new_one(phone: Any, phones: Any) -> None:
    other = phones()
    other.join(phone)
    cut(other)
    tap(other, SIX, MORE)
    misdeal(phone)
    phone.trick("AH KH QH JH")
    phone.trick("AC KC QC JC")
    restore(other)
    saved(other, 4)
    expect(other.page.locator("#parked li")).to_have_count(2)


@pytest.mark.quick(0)
def test_a_correction_of_an_earlier_trick_does_not_hold_up_the_next(phone: Any, phones: Any) -> None:
    other = phones()
    other.join(phone)
    cut(other)
    tap(other, SIX)
    phone.goto("matches/1/mend/1?cards=3C.2H.KH.QH")
    phone.page.get_by_role("button", name="Confirm").tap()
    phone.page.wait_for_url(re.compile(r"/matches/1/$"))
    restore(other)
    saved(other, 3)
    expect(other.page.locator("#parked")).to_be_hidden()


def test_an_undo_whose_answer_was_lost_is_done_once(phone: Any) -> None:
    phone.trick(SIX)
    phone.trick(MORE)
    phone.page.route("**/line", lambda route: route.abort())
    phone.page.reload()
    phone.page.route("**/enter", lambda route: (route.fetch(), route.abort()), times=1)
    phone.button("Undo").tap()
    expect(phone.page.locator(".told")).to_contain_text("Tap again when the signal is back.")
    phone.after(lambda: phone.button("Undo").tap())
    assert phone.version == "4"
    assert sum(phone.totals) == 16


def test_a_full_phone_and_a_hotspots_page_lose_nothing(phone: Any) -> None:
    full = "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') } }"
    phone.page.evaluate(full)
    phone.trick(SIX)
    phone.page.route("**/enter", lambda route: route.fulfill(status=200, body="<h1>Sign in</h1>"), times=1)
    tap(phone, MORE, NOUGHT)
    saved(phone, 4)


@pytest.mark.quick(0)
def test_an_old_token_is_renewed_without_a_reload(phone: Any) -> None:
    phone.page.evaluate("() => { document.querySelector('meta[name=csrf]').content = 'old'; window.same = true }")
    phone.trick(SIX)
    assert phone.page.evaluate("() => window.same")
    phone.troubles.clear()  # The refusal is in the browser's log.


EARLIER = "document.querySelector('#form [name=opened]').value = '2020-01-01T20:00:00+00:00'"
"""Lets a page be one of an earlier match of the same number, from before a backup was restored."""


@pytest.mark.parametrize("has_news", [False, True])
def test_an_entry_for_an_earlier_match_of_the_same_number_is_parked(phone: Any, phones: Any, has_news: bool) -> None:
    """And the page of the match that has the number now is loaded."""
    if has_news:
        other = phones()
        other.join(phone)
        cut(phone)
        other.trick(SIX)
    phone.page.evaluate(EARLIER)
    with phone.page.expect_navigation():
        if has_news:
            restore(phone)
        else:
            tap(phone, SIX)
    if not has_news:
        expect(phone.page.locator("#parked li")).to_contain_text("Another match has this number now")
    saved(phone, 1 + has_news)  # The page may come from the phone, and the other's trick after it.
    phone.trick(MORE)
    saved(phone, 2 + has_news)
