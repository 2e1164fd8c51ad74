"""Phones that keep a server's referee: they carry on offline, and merge when they are back online."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Dialog, expect

from referee.cards import PACK, codes
from referee.operators.control import give_order
from tests.browser.scripted import script_of
from tests.core.samples import SAMPLES
from tests.servers import Server, hidden
from tests.site.host import hotspot
from tests.site.kept import Kept, KeptPhone, Restart, agree, chosen, two
from tests.site.tables import BEGIN, all_but, outcome

FIRST, SECOND, THIRD, FOURTH = "7S AS 9S 8S", "7H AH 9H 8H", "2H 3H 4H 5H", "2C 3C 4C 5C"


def number_of(address: str) -> str:
    return "matches/" + address.rstrip("/").rsplit("/", 1)[-1]


COMES_AND_GOES = 6
"""The first entries of a match, made with and without a signal by turns."""


@pytest.mark.quick(0, 2)
@pytest.mark.parametrize("game", all_but("grevjass", "karnoffel"))
def test_a_whole_match_without_a_signal(
    kept_phones: Callable[..., KeptPhone], server: Server, game: str, tmp_path: Path
) -> None:
    """The signal comes and goes, then it is gone to the end, with a reload and a killed browser in between.

    Then the server has it all, once.
    """
    first, phone = list(BEGIN).index(game) % 2, kept_phones()  # In some games the first entry is made without.
    record, enter = BEGIN[game](phone)
    address = phone.page.url.removeprefix(server.address)
    phone.in_step()
    for number, action in enumerate(record["actions"]):
        is_cut = number >= COMES_AND_GOES or number % 2 == first
        if is_cut:
            phone.cut()
        enter(phone, action)
        if is_cut and number < COMES_AND_GOES:
            phone.until(lambda: "not yet sent" in phone.not_sent)
            phone.restore()
            phone.sent()
        if number == COMES_AND_GOES - 1:
            there = phone.context.request.get(server.address + address.lstrip("/")).text()
            assert hidden(there, "version") == phone.version
            assert int(phone.version) >= COMES_AND_GOES
            phone.in_step()
        if number == COMES_AND_GOES:
            phone.page.reload()
        if number == COMES_AND_GOES + 1:
            phone.end_processes()
            phone.close()
            phone.start()
            phone.cut()
            phone.open(address)
            phone.until(phone.is_current)
    expect(phone.page.locator("h1").first).to_contain_text("over")
    phone.goto(f"{address}sheet")
    expect(phone.page.locator("h1").first).to_be_visible()
    phone.goto(address)
    phone.page.locator("[formaction$=rematch]").tap()
    phone.until(lambda: "/matches/1000000001/" in phone.page.url)
    phone.page.locator("#table").wait_for()
    phone.restore()
    phone.until(lambda: phone.page.url.endswith("/matches/2/"))
    phone.sent()
    there = phone.page.request.get(f"{server.address}{number_of(address)}/record.json").text()
    assert outcome(json.loads(there)) == outcome(record)


# --- what else is done without a signal ----------------------------------------------------------------------------


def test_a_match_begun_without_a_signal_appears_in_the_book(
    kept_phones: Callable[..., KeptPhone], server: Server
) -> None:
    """By the form, and as a rematch; the pages then have the numbers that the server gave."""
    both, _ = two(kept_phones, 0)
    phone = both[0]
    phone.goto("books/1/")
    phone.page.get_by_role("link", name="New match").first.click()
    phone.page.get_by_role("button", name="Start the match").click()
    phone.page.locator("#table").wait_for()
    assert int(number_of(phone.page.url).split("/")[1]) > 10**9
    assert phone.page.locator(".felt .who").all_inner_texts() == ["Ann", "Bob", "Cat", "Dan"]
    phone.trick(FIRST)
    phone.trick(SECOND)
    expect(phone.page.locator("#not-sent")).to_have_text("On this phone, not yet sent: 3.")
    phone.restore()
    phone.until(lambda: phone.page.url == f"{server.address}matches/2/")
    phone.sent()
    both[1].goto("matches/2/")
    expect(both[1].page.locator("h1")).to_have_text("Game 1 · Trick 3 of 13")
    phone.trick(THIRD)
    expect(both[1].page.locator("h1")).to_have_text("Game 1 · Trick 4 of 13")


def test_undo_a_correction_and_a_ruling_without_a_signal(
    kept_phones: Callable[..., KeptPhone], server: Server
) -> None:
    both, address = two(kept_phones, 0)
    phone = both[0]
    phone.trick(SECOND)
    phone.after(lambda: phone.button("Undo").tap())
    phone.trick(THIRD)
    phone.goto(f"{address}mend/1")
    phone.page.locator("[name=pick]").first.click()
    phone.page.locator(".key[value=KS]").click()
    phone.page.get_by_role("button", name="Confirm").click()
    phone.page.locator("#table").wait_for()
    assert phone.version == "5"
    for path in ("rules", "dispute?cards=7S.AS.9S.8S", f"{address}sheet", f"{address}replay", f"{address}log"):
        phone.goto(path)
        expect(phone.page.locator("h1").first).to_be_visible()
    phone.goto("books/1/players")
    expect(phone.page.locator("h1")).to_have_text("Players")
    phone.goto("matches/77/")
    expect(phone.page.locator("h1")).to_have_text("No signal")
    phone.goto(address)
    agree(both, 5)


def test_settings_and_house_rules_without_a_signal(kept_phones: Callable[..., KeptPhone], server: Server) -> None:
    both, address = two(kept_phones, 0)
    phone = both[0]
    phone.goto("settings")
    phone.page.locator("[name=theme][value=dark]").check(force=True)  # It is saved at once.
    expect(phone.page.locator("#settings > [role=status]")).to_have_text("Saved.")
    phone.goto("books/1/new")
    phone.page.locator("summary", has_text="Rules and options").click()
    phone.page.locator("summary", has_text="House rules").click()
    phone.page.locator("[name=set_name]").fill("Ours")
    phone.page.locator("button[name=keep]").click()
    expect(phone.page.locator("main")).to_contain_text("Saved as “Ours”")
    phone.restore()
    phone.until(lambda: "Ours" in both[1].page.request.get(f"{server.address}books/1/new").text())
    phone.until(lambda: 'content="dark"' in phone.context.request.get(f"{server.address}settings").text())
    phone.goto(address)
    phone.sent()


def test_a_server_that_was_killed_comes_back(
    kept_phones: Callable[..., KeptPhone], server: Server, restart: Restart, tmp_path: Path
) -> None:
    """Another match, which only the server has, is opened as soon as it is back."""
    both, _ = two(kept_phones)
    server.import_records([SAMPLES["havilering"].play(4)])
    server.kill()
    both[1].page.reload()
    both[0].trick(SECOND)
    expect(both[0].page.locator("#not-sent")).to_have_text("On this phone, not yet sent: 1.")
    expect(both[0].page.locator("#sent")).to_have_text("On this phone, not yet sent: 1.")
    restart()
    address = both[1].page.url
    both[1].goto("matches/2/")
    both[1].page.locator("#table").wait_for()
    both[1].page.goto(address)
    agree(both, 2)
    expect(both[0].page.locator("#sent")).to_have_text("Everything is sent.")


def test_a_rematch_takes_phones_along_that_keep_the_referee(kept_phones: Callable[..., KeptPhone]) -> None:
    both = [kept_phones(), kept_phones()]
    both[0].new_match(target=11, best_of=1)
    both[1].goto(both[0].page.url.removeprefix(both[0].host.address))
    for cards in (FIRST, SECOND, "7D AD 9D 8D"):
        both[0].trick(cards)
    both[0].page.locator("[formaction$=rematch]").tap()
    both[0].until(lambda: all(phone.page.url.endswith("/matches/2/") for phone in both))


def test_a_note_that_the_server_refuses_is_told_and_can_be_dropped(
    kept_phones: Callable[..., KeptPhone], server: Server
) -> None:
    phone = kept_phones()
    phone.new_match(target=121, best_of=3)
    phone.trick(FIRST)
    phone.in_step()
    phone.cut()
    phone.goto("matches/1/sheet")
    phone.page.get_by_text("Add a note").tap()
    phone.page.get_by_label("Note", exact=True).fill("p" * 250)
    phone.button("Keep the note").tap()
    phone.page.get_by_text("p" * 250).wait_for()
    there = phone.context.request.get(f"{server.address}matches/1/sheet").text()
    note: dict[str, str | float | bool] = {"csrf_token": hidden(there, "csrf_token"), "text": "s" * 250}
    assert phone.context.request.post(f"{server.address}matches/1/note", form=note).ok
    phone.restore()
    phone.goto("matches/1/")
    expect(phone.page.locator("#not-sent")).to_contain_text("The server refused a note or a setting from this phone.")
    phone.button("Drop it").tap()
    expect(phone.page.locator("#not-sent")).to_be_hidden()


HOTSPOTS = (200, False), (302, False), (401, False), (404, False), (500, False), (200, True)
"""The statuses of answers, and whether they are cut off, which looks like the server at first."""


def test_a_hotspot_is_no_signal(
    kept_phones: Callable[..., KeptPhone], server: Server, kept: Kept, restart: Restart
) -> None:
    """Whatever it answers, no page of it is shown at a match; the referee on the phone goes on."""
    phone, other = kept_phones(), kept_phones()
    phone.new_match(target=121, best_of=3)
    phone.trick(FIRST)
    phone.in_step()
    address = phone.page.url.removeprefix(server.address)
    server.close()
    pack = codes(PACK)
    for number, (status, is_cut) in enumerate(HOTSPOTS, 1):
        with hotspot(kept.port, status, is_cut) as asked:
            phone.trick([card for card in pack if card not in FIRST.split()][number * 4 : number * 4 + 4])
            phone.goto(address)
            expect(phone.page.locator("h1")).to_have_text(f"Game 1 · Trick {number + 2} of 13")
            expect(phone.page.locator("#not-sent")).to_have_text(f"On this phone, not yet sent: {number}.")
            phone.until(lambda: asked)
    restart()
    phone.sent()
    other.goto(address)
    expect(other.page.locator("h1")).to_have_text(f"Game 1 · Trick {len(HOTSPOTS) + 2} of 13")


THEIRS = """<iframe name="frame"></iframe><form method="post" action="{address}enter" target="frame">
<input name="version" value="{version}"><input name="key" value="theirs"><button name="do" value="undo">Go</button>
</form>"""


def test_a_page_from_elsewhere_enters_nothing_without_a_signal(kept_phones: Callable[..., KeptPhone]) -> None:
    """The app on the phone needs no token, and frames on another port of the same machine have its service worker."""
    phone, elsewhere = kept_phones(), "http://127.0.0.1:9/"
    phone.new_match()
    phone.trick(FIRST)
    phone.in_step()
    page, version = phone.context.new_page(), phone.version
    form = THEIRS.format(address=phone.page.url, version=version)
    page.route(elsewhere, lambda route: route.fulfill(body=form, content_type="text/html"))
    page.goto(elsewhere)
    phone.cut()
    with page.expect_event("requestfailed"):
        page.get_by_role("button").click()
    phone.page.reload()
    phone.until(phone.is_current)
    assert phone.version == version


def test_an_ended_link_keeps_what_was_entered(kept_phones: Callable[..., KeptPhone], server: Server) -> None:
    """It is not entered, and not lost: it stands on the phone, as a file too, which the owner can bring in."""
    both, _ = two(kept_phones, 0)
    both[0].trick(SECOND)
    page = both[1].page.request.get(f"{server.address}books/1/share").text()
    form: dict[str, str | float | bool] = {"csrf_token": hidden(page, "csrf_token"), "what": "keep"}
    both[1].page.request.post(f"{server.address}books/1/share/keep", form=form)
    both[0].restore()
    expect(both[0].page.locator("#not-sent")).to_contain_text("The link to this match no longer works.")
    assert both[0].version == "2"
    with both[0].window.expect_download() as saving:
        both[0].page.get_by_role("button", name="Save it").click()
    both[1].goto("books/1/files")
    both[1].page.locator("[type=file]").set_input_files(saving.value.path())
    both[1].page.get_by_role("button", name="Import").click()
    expect(both[1].page.locator("[role=status]").first).to_be_visible()
    both[1].goto("matches/1/")
    expect(both[1].page.locator("h1")).to_have_text("Game 1 · Trick 3 of 13")
    # It does not wait on that phone for ever.
    both[0].page.get_by_role("button", name="Drop it").click()
    both[0].until(lambda: both[0].page.url == server.address)
    both[0].goto("matches/1/")
    expect(both[0].page.locator("h1")).to_have_text("Not found")


def test_the_app_is_offered_and_can_be_removed(kept_phones: Callable[..., KeptPhone], server: Server) -> None:
    """In the settings, and below the finished matches of a book."""
    server.import_records([script_of("karnoffel")])
    phone = kept_phones()
    phone.goto("settings")
    expect(phone.page.get_by_role("link", name="Keep the referee")).to_be_hidden()
    phone.page.get_by_role("button", name="Remove it from this phone").click()
    phone.window.locator("#settings").wait_for()  # Not in a frame any more.
    expect(
        phone.window.get_by_role("link", name=re.compile(r"^Keep the referee on this phone \(\d MB\)$"))
    ).to_be_visible()
    assert phone.window.evaluate("() => navigator.storage.getDirectory().then((it) => it.keys().next())")["done"]
    phone.window.get_by_role("link", name="Matches").click()
    expect(phone.window.get_by_role("link", name="Keep the referee on this phone")).to_be_visible()


def test_the_app_can_be_removed_from_a_phone_without_a_link(
    kept_phones: Callable[..., KeptPhone], server: Server
) -> None:
    phone = kept_phones()
    phone.context.clear_cookies()
    phone.goto("settings")
    expect(phone.page.locator("h1")).to_have_text("Not found")
    phone.page.get_by_role("button", name="Remove it from this phone").click()
    phone.until(lambda: not phone.window.evaluate("() => localStorage.getItem('keeps-referee')"))
    expect(phone.window.get_by_role("button", name="Remove it from this phone")).to_be_hidden()


def told_by(told: list[str], answer: Callable[[Dialog], None]) -> Callable[[Dialog], None]:
    """Notes what a dialog says, and answers it."""

    def note(dialog: Dialog) -> None:
        told.append(dialog.message)
        answer(dialog)

    return note


def test_the_app_is_removed_with_unsent_entries_only_if_that_is_wanted(
    kept_phones: Callable[..., KeptPhone],
) -> None:
    (phone, other), _ = two(kept_phones, 0)
    phone.trick(SECOND)
    other.trick(THIRD)
    phone.restore()
    expect(phone.page.locator("#not-sent")).to_contain_text("Another phone entered something different.")
    told = list[str]()
    for answer in (Dialog.dismiss, Dialog.accept):
        phone.window.once("dialog", told_by(told, answer))
        before = len(told)
        phone.goto("settings")
        phone.page.get_by_role("button", name="Remove it from this phone").click()
        phone.until(lambda: len(told) > before)  # noqa: B023
    assert set(told) == {"Entries on this phone that are not yet sent: 1. Remove the referee and these entries?"}
    phone.until(lambda: not phone.window.evaluate("() => localStorage.getItem('keeps-referee')"))


def test_a_player_who_was_forgotten_is_forgotten_by_phones(
    kept_phones: Callable[..., KeptPhone], server: Server, tmp_path: Path
) -> None:
    """One has a signal; the other goes on without, and what it brings has no name that the server has forgotten."""
    both, address = two(kept_phones, 1)
    both[1].trick("7H AH 9H 8H")
    before = both[0].checksum()
    give_order(tmp_path / "instance", "forget", {"book": 1, "player": "Ann"})
    both[0].goto(address)
    expect(both[0].page.locator("main, .table").first).not_to_contain_text("Ann")
    both[0].until(lambda: both[0].checksum() not in ("", before))  # It is as long as before.
    both[0].in_step()
    both[0].cut()
    both[0].goto(address)  # From its own copy.
    expect(both[0].page.locator("body")).to_contain_text("Former")
    expect(both[0].page.locator("body")).not_to_contain_text("Ann")
    agree(both, 2)
    for phone in both:
        phone.goto(address)
        expect(phone.page.locator("body")).to_contain_text("Former")
        expect(phone.page.locator("body")).not_to_contain_text("Ann")


def test_another_tab_says_as_well_what_is_not_sent(kept_phones: Callable[..., KeptPhone], server: Server) -> None:
    """Only one tab of a phone runs the app, and sends; the table can choose in any of them."""
    (phone, third), _ = two(kept_phones, 0)
    other = KeptPhone(phone.playwright, phone.profile, server, phone.context)  # type: ignore[arg-type]
    phone.trick(SECOND)
    other.open("matches/1/")
    other.until(lambda: "not yet sent: 1" in other.not_sent)
    phone.trick(THIRD)
    other.until(lambda: "not yet sent: 2" in other.not_sent)
    third.trick(FOURTH)
    phone.restore()
    chosen(other, 4)
    phone.sent()
    phone.context.route("**/kept/matches/1/log", lambda route: route.fulfill(status=413))
    phone.cut()
    other.trick(FOURTH)
    phone.restore()
    expect(other.page.locator("#not-sent")).to_contain_text("This match is too long for the server.")
    with other.window.expect_download():
        other.button("Save it").click()
    other.button("Drop it").wait_for()
    phone.context.unroute("**/kept/matches/1/log")
    other.button("Send it again").click()
    other.sent()
    other.goto("settings")
    other.button("Remove it from this phone").click()
    other.until(lambda: not other.window.evaluate("() => localStorage.getItem('keeps-referee')"))
