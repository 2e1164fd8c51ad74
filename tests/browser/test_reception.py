"""Bad reception: what is tapped is kept, told, and sent once and in order; other phones' entries come in between."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.servers import Server

SIX, TEN, MORE, NOUGHT = "7S AS 9S 8S", "3C 2H KH AH", "2D 3D 4D 5D", "2S KS 6S 8C"


@pytest.fixture
def phone(phones: Any) -> Any:
    """A phone at a table with one trick."""
    phone = phones()
    phone.new_match(target=121, best_of=3)
    phone.trick(TEN)
    return phone


def cut(phone: Any) -> None:
    phone.page.context.set_offline(True)


def mend(phone: Any) -> None:
    phone.page.context.set_offline(False)


def saved(phone: Any, version: int) -> None:
    expect(phone.page.locator("[name=version]")).to_have_value(str(version))
    expect(phone.page.locator("#unsaved")).to_be_hidden()


def told(phone: Any, text: str) -> None:
    expect(phone.page.locator("#unsaved")).to_contain_text(text)


def tap(phone: Any, *tricks: str) -> None:
    for trick in tricks:
        phone.tap(*trick.split())


def test_tricks_without_signal_are_kept_told_and_sent_in_order_by_themselves(phone: Any) -> None:
    cut(phone)
    tap(phone, SIX)
    told(phone, "Not yet saved: trick 2.")
    tap(phone, MORE, "6D 8D")
    told(phone, "Not yet saved: tricks 2 to 3.")
    assert phone.page.locator(".slot.filled").count() == 2
    mend(phone)
    saved(phone, 3)
    assert sum(phone.totals) == 10 + 6 + 11
    assert phone.page.locator(".slot.filled").count() == 2
    phone.tap("9D")
    phone.after(lambda: phone.tap("TD"))
    assert phone.version == "4"


def test_a_card_of_a_trick_that_is_not_saved_is_gone_too(phone: Any) -> None:
    cut(phone)
    tap(phone, SIX, "7S")
    assert "The 7 of spades went in trick 2 of this hand." in phone.page.locator(".told").inner_text()
    mend(phone)
    saved(phone, 2)


def test_undo_takes_back_what_is_not_saved_and_nothing_else(phone: Any) -> None:
    cut(phone)
    tap(phone, SIX)
    told(phone, "trick 2")
    phone.button("Undo").tap()
    expect(phone.page.locator("#unsaved")).to_be_hidden()
    mend(phone)
    phone.trick(MORE)
    assert phone.version == "2"


def test_a_closed_page_loses_nothing_and_any_page_sends_it(phone: Any) -> None:
    context = phone.page.context
    cut(phone)
    tap(phone, SIX, MORE)
    told(phone, "tricks 2 to 3")
    phone.page.close()
    mend(phone)
    phone.page = context.new_page()
    phone.goto("books/1/")
    phone.page.wait_for_function("() => !localStorage.getItem('outbox-1')")
    phone.goto("matches/1/")
    saved(phone, 3)


def test_a_reload_in_the_middle_keeps_everything_in_its_place(phone: Any) -> None:
    page = phone.page
    page.route("**/trick", lambda route: route.abort())
    tap(phone, SIX, "2D 3D")
    told(phone, "trick 2")
    page.reload()
    told(phone, "trick 2")
    assert page.locator(".slot.filled").count() == 2
    page.unroute("**/trick")
    phone.after(lambda: phone.button("Try again").tap())
    assert page.locator(".slot.filled").count() == 2
    phone.tap("4D")
    phone.after(lambda: phone.tap("5D"))
    saved(phone, 3)


def test_an_answer_that_was_lost_on_the_way_counts_once(phone: Any) -> None:
    """The referee has the trick, but the phone has not heard so; sent again it is the same one."""
    swallowed = []

    def swallow(route: Any) -> None:
        swallowed.append(route.fetch().status)
        route.abort()

    phone.page.route("**/trick", swallow, times=1)
    tap(phone, SIX, MORE)
    saved(phone, 3)
    assert swallowed == [200]
    assert sum(phone.totals) == 27


def test_a_killed_server_loses_nothing(phone: Any, server: Server, tmp_path: Any) -> None:
    server.kill()
    tap(phone, SIX, MORE)
    told(phone, "tricks 2 to 3")
    expect(phone.page.locator("#stale")).to_be_visible()
    server.process = Server(tmp_path, port=server.port).process
    saved(phone, 3)
    expect(phone.page.locator("#stale")).to_be_hidden()


def test_a_lost_cookie_costs_nothing_once_the_link_is_opened_again(phone: Any, server: Server) -> None:
    phone.page.context.clear_cookies()
    tap(phone, SIX)
    told(phone, "trick 2")
    expect(phone.page.locator("#stale")).to_have_text("This match is no longer shared with this phone.")
    phone.goto(server.link)
    phone.goto("matches/1/")
    saved(phone, 2)
    phone.troubles.clear()  # The refusals are in the browser's log.


# --- two scorers ---------------------------------------------------------------------------------------------------


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


def test_the_same_trick_on_two_phones_counts_once(phone: Any, phones: Any) -> None:
    other = phones()
    other.join(phone)
    cut(other)
    tap(other, SIX, MORE)
    told(other, "tricks 2 to 3")
    phone.trick(SIX)
    mend(other)
    saved(other, 3)
    saved(phone, 3)
    assert phone.totals == other.totals
    expect(other.page.locator("#parked")).to_be_hidden()


def test_a_trick_half_tapped_gives_way_to_the_same_one_from_the_other_phone(phone: Any, phones: Any) -> None:
    other = phones()
    other.join(phone)
    other.tap("7S", "AS")
    phone.trick(SIX)
    saved(other, 2)
    assert other.page.locator(".slot.filled").count() == 0
    assert other.page.locator(".notice").count() == 0


def test_another_trick_in_its_place_is_parked_with_its_reason_and_holds_up_nothing(phone: Any, phones: Any) -> None:
    other = phones()
    other.join(phone)
    cut(other)
    tap(other, SIX, MORE)
    told(other, "tricks 2 to 3")
    phone.trick("7S AS 9S TS")
    mend(other)
    saved(other, 3)
    parked = other.page.locator("#parked li")
    expect(parked).to_have_count(1)
    expect(parked).to_contain_text("Trick 2 stands as 7♠ A♠ 9♠ 10♠, entered on another phone.")
    other.page.reload()
    expect(parked).to_have_count(1)
    parked.get_by_role("link", name="Mine are right").tap()
    other.page.get_by_role("heading", name="Before and after").wait_for()
    other.page.get_by_role("button", name="Confirm").tap()
    other.page.wait_for_url(re.compile(r"/matches/1/$"))
    other.wait_for_totals(*phone_after(phone))
    assert sum(other.totals) == 27
    expect(other.page.locator("#parked")).to_be_hidden()  # The table agrees with it by now.


def phone_after(phone: Any) -> tuple[int, int]:
    """The first phone's totals, once the other's mending has come in."""
    expect(phone.page.locator(".notice")).to_contain_text("an earlier entry was put right")
    totals: tuple[int, int] = phone.totals
    return totals


def test_a_trick_whose_card_is_gone_by_now_is_parked_with_its_reason(phone: Any, phones: Any) -> None:
    other = phones()
    other.join(phone)
    cut(other)
    tap(other, SIX, MORE)
    phone.trick("7S AS 9S 2D")
    mend(other)
    expect(other.page.locator("#parked li")).to_have_count(2)
    expect(other.page.locator("#parked li").last).to_contain_text("The 2 of diamonds went in trick 2")
    other.trick(NOUGHT)
    assert other.version == "3"


# --- with Muggins --------------------------------------------------------------------------------------------------


def claim(phone: Any, *items: str) -> None:
    for item in items:
        phone.page.locator(f"#panel [name=add][value={item}]").tap()
    phone.page.get_by_role("button", name=re.compile("^Claim ")).tap()


def test_with_muggins_claims_are_kept_too_and_the_pad_goes_on(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3, muggins=True)
    cut(phone)
    tap(phone, SIX)
    expect(phone.page.get_by_role("heading", name="The trick is not saved yet")).to_be_visible()
    claim(phone, "fifteen", "flush")
    tap(phone, TEN)
    expect(phone.page.get_by_role("heading", name="The trick is not saved yet")).to_be_visible()
    told(phone, "Not yet saved: tricks 1 to 2.")
    claim(phone, "fifteen")
    phone.tap("2D")
    mend(phone)
    saved(phone, 4)
    assert sum(phone.totals) == 2 + 1
    assert phone.page.locator(".slot.filled").count() == 1
    phone.tap("3D", "4D")
    phone.after(lambda: phone.tap("5D"))
    expect(phone.page.get_by_role("heading", name="claims its points")).to_be_visible()


def test_a_claim_made_without_signal_for_a_trick_that_is_saved(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3, muggins=True)
    phone.trick(SIX)
    cut(phone)
    claim(phone, "fifteen", "flush")
    told(phone, "Not yet saved: the claim for trick 1.")
    tap(phone, TEN)
    told(phone, "Not yet saved: tricks 1 to 2.")
    for _ in range(2):
        phone.button("Undo").tap()
    expect(phone.page.get_by_role("heading", name="claims its points")).to_be_visible()
    claim(phone, "flush")
    mend(phone)
    saved(phone, 2)
    assert sum(phone.totals) == 1


def test_the_same_claim_on_two_phones_counts_once_and_another_is_told(phones: Any) -> None:
    phone, other, third = phones(), phones(), phones()
    phone.new_match(target=121, best_of=3, muggins=True)
    phone.trick(SIX)
    for each in (other, third):
        each.join(phone)
        cut(each)
    claim(phone, "fifteen", "flush")
    claim(other, "flush", "fifteen")
    claim(third, "pair")
    for each in (other, third):
        mend(each)
        saved(each, 2)
        assert sum(each.totals) == 2
    expect(other.page.locator("#parked")).to_be_hidden()
    expect(third.page.locator("#parked li")).to_contain_text("The claim for trick 1 not entered: pair.")


# --- what the referee asks, and what may not be sent ---------------------------------------------------------------


def test_an_offer_is_asked_before_the_tricks_that_wait(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=11, best_of=3)
    cut(phone)
    tap(phone, "QH AH KH JH", SIX, MORE)
    mend(phone)
    expect(phone.page.get_by_role("heading", name="Shall we finish?")).to_be_visible()
    phone.button("Yes").tap()
    saved(phone, 4)
    expect(phone.page.locator("#parked")).to_be_hidden()


def test_what_a_finished_match_has_no_place_for_is_parked(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=11, best_of=1)
    cut(phone)
    tap(phone, "QH AH KH JH", SIX)
    mend(phone)
    expect(phone.page.get_by_role("button", name="Same four again")).to_be_visible()
    expect(phone.page.locator("#parked li")).to_contain_text("The match was over by then.")


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
    mend(phone)
    deals = phone.page.get_by_role("button", name="deals the next hand")
    expect(deals).to_be_visible()
    deals.tap()
    saved(phone, 29)
    assert sum(phone.totals) == 1


def test_a_refused_claim_is_made_anew_and_the_rest_follows(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3, muggins=True)
    cut(phone)
    tap(phone, TEN)
    claim(phone, "flush")
    tap(phone, MORE)
    mend(phone)
    expect(phone.page.locator("#parked li")).to_contain_text("The claim for trick 1 not entered: flush.")
    claim(phone, "fifteen")
    saved(phone, 3)
    expect(phone.page.get_by_role("heading", name="claims its points")).to_be_visible()


def test_a_refused_trick_leaves_a_place_that_can_be_filled(phone: Any, phones: Any) -> None:
    """Both know of trick 2; one undoes it, the other has trick 3 waiting, which waits for another trick 2."""
    other = phones()
    other.join(phone)
    phone.trick(SIX)
    saved(other, 2)
    cut(other)
    tap(other, MORE)
    phone.undo()
    mend(other)
    told(other, "Not yet saved: trick 3.")
    other.tap("7S", "AS", "9S")
    other.after(lambda: other.tap("TS"))
    saved(other, 5)
    expect(other.page.locator("#parked")).to_be_hidden()


def test_a_trick_of_a_void_deal_does_not_get_into_the_new_one(phone: Any, phones: Any) -> None:
    other = phones()
    other.join(phone)
    cut(other)
    tap(other, SIX, MORE)
    phone.page.locator(".menu summary").tap()
    phone.after(lambda: phone.button("Misdeal: deal again").tap())
    phone.trick("AH KH QH JH")
    phone.trick("AC KC QC JC")
    mend(other)
    saved(other, 4)
    expect(other.page.locator("#parked li")).to_have_count(2)


def test_a_mending_of_an_earlier_trick_does_not_hold_up_the_next(phone: Any, phones: Any) -> None:
    other = phones()
    other.join(phone)
    cut(other)
    tap(other, SIX)
    phone.goto("matches/1/mend/1?cards=3C.2H.KH.QH")
    phone.page.get_by_role("button", name="Confirm").tap()
    phone.page.wait_for_url(re.compile(r"/matches/1/$"))
    mend(other)
    saved(other, 3)
    expect(other.page.locator("#parked")).to_be_hidden()


def test_an_undo_whose_answer_was_lost_is_done_once(phone: Any) -> None:
    phone.trick(SIX)
    phone.trick(MORE)
    phone.page.route("**/line", lambda route: route.abort())
    phone.page.reload()
    phone.page.route("**/undo", lambda route: (route.fetch(), route.abort()), times=1)
    phone.button("Undo").tap()
    told(phone, "Not yet saved: Undo.")
    phone.tap("KD")
    expect(phone.page.locator(".told")).to_contain_text("First try again, or drop: Undo.")
    phone.after(lambda: phone.button("Try again").tap())
    assert phone.version == "4"
    assert sum(phone.totals) == 16


def test_a_full_phone_and_a_hotspots_page_lose_nothing(phone: Any) -> None:
    full = "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') } }"
    phone.page.evaluate(full)
    phone.trick(SIX)
    phone.page.route("**/trick", lambda route: route.fulfill(status=200, body="<h1>Sign in</h1>"), times=1)
    tap(phone, MORE, NOUGHT)
    saved(phone, 4)


def test_an_old_token_is_renewed_without_a_reload(phone: Any) -> None:
    phone.page.evaluate("() => { document.querySelector('meta[name=csrf]').content = 'old'; window.same = true }")
    phone.trick(SIX)
    assert phone.page.evaluate("() => window.same")
    phone.troubles.clear()  # The refusal is in the browser's log.
