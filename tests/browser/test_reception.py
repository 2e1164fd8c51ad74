"""Bad reception: taps are kept, shown as unsaved, and sent once and in order."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from referee.cards import PACK
from tests.browser.eyes import hidden
from tests.browser.pages import until
from tests.browser.signals import MORE, SIX, TEN, claim, cut, restore, saved, seated, tap, told
from tests.servers import Server


@pytest.fixture
def phone(phones: Any) -> Any:
    return seated(phones)


def test_tricks_without_signal_are_kept_told_and_sent_in_order_by_themselves(phone: Any) -> None:
    cut(phone)
    tap(phone, SIX)
    told(phone, "Not yet saved: trick 2.")
    tap(phone, MORE, "6D 8D")
    told(phone, "Not yet saved: tricks 2 to 3.")
    assert phone.page.locator(".player.filled, .ahead > *").count() == 2
    restore(phone)
    saved(phone, 3)
    assert sum(phone.totals) == 10 + 6 + 11
    assert phone.page.locator(".player.filled, .ahead > *").count() == 2
    phone.tap("9D")
    phone.after(lambda: phone.tap("TD"))
    assert phone.version == "4"


@pytest.mark.quick(0)
def test_the_felt_shows_the_last_trick_that_waits_and_the_bar_leaves_the_result_in_sight(phone: Any) -> None:
    page = phone.page
    cut(phone)
    tap(phone, SIX)
    told(phone, "trick 2.")
    taken = page.locator(".player.took").get_by_role("img", name="ace of spades")
    expect(taken).to_be_visible()
    assert [page.get_by_role("img", name=f"{number} of spades").count() for number in (7, 8, 9)] == [1, 1, 1]
    for width, height in ((320, 568), (360, 640), (390, 844), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(IN_SIGHT, ".headline"), (width, height)
    restore(phone)
    saved(phone, 2)
    expect(taken).to_be_visible()


IN_SIGHT = """(selector) => {
  const { left, top, bottom } = document.querySelector(selector).getBoundingClientRect();
  return document.elementFromPoint(left + 4, (top + bottom) / 2).closest(selector) !== null;
}"""


@pytest.mark.quick(0)
def test_a_signal_that_comes_back_ends_the_long_waits(phone: Any) -> None:
    """Phones tell that they are online a little before anything gets through."""
    page = phone.page

    def fails(something: Any) -> None:
        with page.expect_event("requestfailed"):
            something()
        expect(page.locator("#table:not([aria-busy])")).to_be_visible()

    page.clock.install()
    page.route("**/enter", lambda route: route.abort())
    fails(lambda: tap(phone, SIX))
    for _ in range(6):  # 1, 2, 4, 8 and 15 seconds, and 15 again.
        fails(lambda: page.clock.run_for(15_000))
    fails(lambda: page.evaluate("() => window.dispatchEvent(new Event('online'))"))
    page.unroute("**/enter")
    page.clock.run_for(1_000)
    saved(phone, 2)


@pytest.mark.quick(0)
def test_a_card_of_a_trick_that_is_not_saved_is_gone_too(phone: Any) -> None:
    cut(phone)
    tap(phone, SIX)
    told(phone, "trick 2")  # Until the post has failed, another tap on its cards is taken for a double tap.
    tap(phone, "7S")
    expect(phone.page.locator(".told")).to_have_text("The 7 of spades was played in trick 2.")
    restore(phone)
    saved(phone, 2)


@pytest.mark.quick(0)
def test_where_a_card_went_is_told_while_it_is_sent_again(phone: Any) -> None:
    """A retry may take its fifteen seconds; a tap is a double tap only while the card is sent for the first time."""
    page, held = phone.page, list[Any]()
    page.route("**/enter", lambda route: route.abort(), times=1)
    with page.expect_event("requestfailed"):
        tap(phone, SIX)
    told(phone, "trick 2")
    page.route("**/enter", lambda route: held.append(route))
    with page.expect_request("**/enter"):
        page.evaluate("() => window.dispatchEvent(new Event('online'))")
    expect(page.locator("#form")).to_have_attribute("aria-busy", "true")
    tap(phone, "7S")
    expect(page.locator(".told")).to_have_text("The 7 of spades was played in trick 2.")
    held[0].continue_()
    saved(phone, 2)


def test_undo_takes_back_what_is_not_saved_and_nothing_else(phone: Any) -> None:
    cut(phone)
    tap(phone, SIX)
    told(phone, "trick 2")
    phone.button("Undo").tap()
    expect(phone.page.locator("#unsaved")).to_be_hidden()
    restore(phone)
    phone.trick(MORE)
    assert phone.version == "2"


@pytest.mark.quick(0)
def test_undo_waits_for_what_is_being_sent_and_never_for_what_is_behind_it(phone: Any) -> None:
    """A retry may take its fifteen seconds: a tap on Undo meanwhile is not lost."""
    held: list[Any] = []
    phone.page.route("**/enter", lambda route: held.append(route))
    tap(phone, SIX, MORE)
    phone.page.wait_for_function("() => document.querySelector('#form').ariaBusy === 'true'")
    phone.button("Undo").tap()
    expect(phone.page.locator(".told")).to_contain_text("Undone: 2")
    phone.button("Undo").tap()
    expect(phone.page.locator(".told")).to_have_text("It will be undone when the referee answers.")
    assert len(held) == 1

    def next_request() -> Any:
        while not held:
            phone.page.evaluate("0")
        return held.pop()

    held.pop().abort()
    next_request().continue_()  # It is sent again,
    next_request().continue_()  # and then taken back.
    expect(phone.page.locator("[name=version]")).to_have_value("3")
    assert sum(phone.totals) == 10


def test_a_closed_page_loses_nothing_and_any_page_sends_it(phone: Any) -> None:
    context = phone.page.context
    cut(phone)
    tap(phone, SIX, MORE)
    told(phone, "tricks 2 to 3")
    phone.page.close()
    restore(phone)
    phone.page = context.new_page()
    phone.goto("books/1/")
    phone.page.wait_for_function("() => !localStorage.getItem('outbox-1')")
    phone.goto("matches/1/")
    saved(phone, 3)


@pytest.mark.quick(0)
def test_a_reload_in_the_middle_keeps_everything_in_its_place(phone: Any) -> None:
    page = phone.page
    page.route("**/enter", lambda route: route.abort())
    tap(phone, SIX, "2D 3D")
    told(phone, "trick 2")
    page.reload()
    told(phone, "trick 2")
    assert page.locator(".player.filled, .ahead > *").count() == 2
    page.unroute("**/enter")
    phone.after(lambda: phone.button("Try again").tap())
    assert page.locator(".player.filled, .ahead > *").count() == 2
    phone.tap("4D")
    phone.after(lambda: phone.tap("5D"))
    saved(phone, 3)


def test_an_answer_that_was_lost_on_the_way_counts_once(phone: Any) -> None:
    """The referee has the trick, but the phone has not heard so; sent again it is the same one."""
    swallowed = []

    def swallow(route: Any) -> None:
        swallowed.append(route.fetch().status)
        route.abort()

    phone.page.route("**/enter", swallow, times=1)
    tap(phone, SIX, MORE)
    saved(phone, 3)
    assert swallowed == [200]
    assert sum(phone.totals) == 27


@pytest.mark.quick(0)
def test_another_table_sends_what_waits_until_it_is_answered(phone: Any) -> None:
    """With a poor signal, which browsers do not report."""
    page, there = phone.page, phone.page.url
    phone.new_match(target=121, best_of=3)
    other = page.url
    page.goto(there)
    cut(phone)
    tap(phone, SIX)
    told(phone, "trick 2")
    page.goto("about:blank")
    restore(phone)
    page.clock.install()
    statuses = [503, 0]

    def fail(route: Any) -> None:
        status = statuses.pop()
        route.fulfill(status=status) if status else route.abort()

    page.route("**/matches/1/enter", fail, times=2)
    with page.expect_event("requestfailed"):
        page.goto(other)
    waits = page.evaluate("JSON.parse(localStorage['outbox-1'])")
    with page.expect_response("**/matches/1/enter"):
        page.clock.run_for(15_000)
    page.clock.run_for(15_000)
    page.wait_for_function("() => !localStorage['outbox-1']")
    # An entry that is refused is told, with the way to the table where the reason is.
    waits[0] |= {"key": "k", "fields": waits[0]["fields"] | {"draft": MORE.replace(" ", ".")}}
    page.evaluate("waits => (localStorage['outbox-1'] = JSON.stringify(waits))", waits)
    page.evaluate("() => window.dispatchEvent(new Event('online'))")
    expect(page.locator("#refused")).to_have_text(
        "An entry that waited on this phone was not accepted. Go to its table"
    )
    page.get_by_role("link", name="Go to its table").tap()
    expect(page.locator("#parked li")).to_contain_text("Trick 2 was entered differently on another phone.")


@pytest.mark.quick(0)
def test_undo_waits_for_an_entry_that_another_page_sent(phone: Any) -> None:
    """Its answer was lost, so the referee may have it."""
    answers = list[int]()

    def swallow(route: Any) -> None:
        answers.append(route.fetch().status)
        route.abort()

    cut(phone)
    tap(phone, SIX)
    told(phone, "trick 2")
    phone.page.goto("about:blank")
    restore(phone)
    phone.page.route("**/enter", swallow, times=1)
    with phone.page.expect_event("requestfailed"):
        phone.goto("rules")
    cut(phone)
    phone.goto("matches/1/")
    told(phone, "trick 2")
    phone.button("Undo").tap()
    expect(phone.page.locator(".told")).to_have_text("It will be undone when the referee answers.")
    restore(phone)
    saved(phone, 3)
    assert (answers, sum(phone.totals)) == ([200], 10)


def test_a_killed_server_loses_nothing(phone: Any, server: Server, tmp_path: Any) -> None:
    server.kill()
    tap(phone, SIX, MORE)
    told(phone, "tricks 2 to 3")
    expect(phone.page.locator("#stale")).to_contain_text("Not up to date since")
    expect(
        phone.page.locator("#stale")
    ).to_be_hidden()  # What is not saved says enough, and leaves room for the result.
    server.process = Server(tmp_path, port=server.port).process
    saved(phone, 3)
    expect(phone.page.locator("#stale")).to_have_attribute("hidden", "")


def test_a_lost_cookie_costs_nothing_once_the_link_is_opened_again(phone: Any, server: Server) -> None:
    phone.page.context.clear_cookies()
    tap(phone, SIX)
    told(phone, "trick 2")
    expect(phone.page.get_by_text("This match is no longer shared with this phone.")).to_be_visible()
    phone.goto("matches/1/")
    alert = phone.page.get_by_role("alert")
    expect(alert).to_contain_text("Not sent from this phone: a trick. It stays here")
    assert "spades" not in phone.page.content()  # The trick may be closed by now.
    phone.page.get_by_role("button", name="Show cards").tap()
    expect(alert).to_contain_text("7 of spades, ace of spades, 9 of spades, 8 of spades. It stays here")
    phone.goto(server.link)
    phone.goto("matches/1/")
    saved(phone, 2)
    other = [{"key": "k", "game": "hearts", "fields": {"draft": "1.3"}}]
    phone.page.evaluate("other => localStorage.setItem('outbox-9', JSON.stringify(other))", other)
    phone.goto("rules")  # Something of another match waits, whose link was revoked.
    expect(phone.page.get_by_role("alert")).to_contain_text("Not sent from this phone: 1, 3. It stays here")
    assert phone.page.evaluate("JSON.parse(localStorage.getItem('outbox-9'))") == [other[0] | {"tried": True}]
    phone.troubles.clear()  # The refusals are in the browser's log.


# --- with Muggins --------------------------------------------------------------------------------------------------


@pytest.mark.quick(0)
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
    restore(phone)
    saved(phone, 4)
    assert sum(phone.totals) == 2 + 1
    assert phone.page.locator(".player.filled, .ahead > *").count() == 1
    phone.tap("3D", "4D")
    phone.after(lambda: phone.tap("5D"))
    expect(phone.page.get_by_role("heading", name="claims its points")).to_be_visible()


@pytest.mark.quick(0)
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
    restore(phone)
    saved(phone, 2)
    assert sum(phone.totals) == 1


@pytest.mark.quick(0)
def test_a_wrong_claim_made_without_signal_is_made_anew_with_its_trick_in_sight(phones: Any) -> None:
    """The trick and the next one are saved; nothing covers the four cards, and nothing is left over."""
    phone = phones()
    phone.new_match(target=121, best_of=3, muggins=True)
    page = phone.page
    cut(phone)
    tap(phone, SIX)
    claim(phone, "prial", "flush")
    tap(phone, TEN)
    claim(phone)
    told(phone, "Not yet saved: tricks 1 to 2.")
    restore(phone)
    expect(page.locator(".told .fault")).to_contain_text("Something you claimed is not there.")
    expect(page.locator("#panel .count:not([hidden])")).to_have_text(["×1", "×1"])
    assert page.locator(".player .tapped .face").count() == 4
    assert hidden(page, ".player .tapped, .told .fault") == []
    expect(page.locator("#parked")).to_be_hidden()
    page.locator(".item:has([value=prial]) .less").tap()
    phone.button("Claim 1").tap()
    saved(phone, 5)
    assert sum(phone.totals) == 1
    expect(page.locator("#parked")).to_be_hidden()


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
        restore(each)
        saved(each, 2)
        assert sum(each.totals) == 2
    expect(other.page.locator("#parked")).to_be_hidden()
    expect(third.page.locator("#parked li")).to_contain_text("Not entered: the claim for trick 1: Pair.")


def test_a_repeated_card_names_the_trick_of_this_hand(server: Server, phones: Any) -> None:
    """The last trick of a hand and the first of the next wait on the phone, with the same four cards."""
    record = until("play", 12)
    server.import_records([record])
    played = {card for action in record["actions"][-12:] for card in action["cards"]}
    last = [card.code for card in PACK if card.code not in played]
    phone = phones()
    phone.goto("matches/1/")
    phone.page.locator("#form[data-ready]").wait_for()
    cut(phone)
    tap(phone, " ".join([*last, *last]))
    expect(phone.page.locator("#unsaved")).to_be_visible()
    tap(phone, last[0])
    expect(phone.page.locator(".told")).to_have_text(re.compile(r"was played in trick 1\.$"))


HIDDEN_WORDS = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector(".coming"));
  const { top } = document.querySelector("#unsaved").getBoundingClientRect();
  return [...words.getClientRects()].filter(({ bottom }) => bottom > top + 2).length;
}"""


def test_the_end_of_a_hand_is_seen_whole_above_the_bar_without_a_signal(server: Server, phones: Any) -> None:
    record = until("play", 12)
    server.import_records([record])
    played = {card for action in record["actions"][-12:] for card in action["cards"]}
    phone = phones()
    phone.goto("matches/1/")
    phone.page.locator("#form[data-ready]").wait_for()
    cut(phone)
    tap(phone, " ".join(card.code for card in PACK if card.code not in played))
    told(phone, "Not yet saved:")
    expect(phone.page.locator(".coming")).to_contain_text("The hand is over")
    for width, height in ((360, 640), (390, 664), (412, 915)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert not phone.page.evaluate(HIDDEN_WORDS), (width, height)
