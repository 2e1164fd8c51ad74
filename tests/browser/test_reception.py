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
    parked.get_by_role("button", name="Drop").tap()
    expect(other.page.locator("#parked")).to_be_hidden()


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
