"""Phones that keep the referee of a server: without a signal all goes on, and comes together when it is back."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from referee.web import static_address
from tests.servers import Server, hidden
from tests.site.kept import ENGINE, Kept, KeptPhone, problems
from tests.site.tables import BEGIN, outcome
from tests.site.walks import Walk

FIRST, SECOND, THIRD, FOURTH = "7S AS 9S 8S", "7H AH 9H 8H", "2H 3H 4H 5H", "2C 3C 4C 5C"
OTHER = "7D AD 9D 8D"


@pytest.fixture(scope="session")
def kept(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    edition = ENGINE / "edition.json"
    if not edition.exists() or json.loads(edition.read_text())["static"] != static_address():
        assert os.environ.get("CI") != "true", "there is no app for phones: `make test-site`"
        pytest.skip("there is no app for phones here; `make test-site` builds it")
    return Kept(playwright, tmp_path_factory.mktemp("kept"))


@pytest.fixture
def server(kept: Kept, tmp_path: Path) -> Iterator[Server]:
    found = kept.server(tmp_path)
    yield found
    if found.is_running:
        found.close()
    assert problems(tmp_path / "instance") == []


@pytest.fixture
def phones(kept: Kept, server: Server, tmp_path: Path) -> Iterator[Callable[..., KeptPhone]]:
    made: list[KeptPhone] = []

    def phone() -> KeptPhone:
        made.append(kept.phone(tmp_path / f"phone-{len(made)}", server))
        made[-1].open("books/1/")
        return made[-1]

    yield phone
    for each in made:
        each.close()
        expected = ("Failed to load resource", "net::ERR", "Unrecognized feature")
        assert [trouble for trouble in each.troubles if not trouble.startswith(expected)] == []


@pytest.mark.parametrize("game", BEGIN)
@pytest.mark.parametrize("first", [0, 1])
def test_a_signal_that_comes_and_goes_at_every_step(
    phones: Callable[..., KeptPhone], server: Server, game: str, first: int
) -> None:
    """Every second entry is made without a signal; in the second run the others."""
    phone = phones()
    record, enter = BEGIN[game](phone)
    address = phone.page.url.removeprefix(server.address)
    phone.in_step()
    for number, action in enumerate(record["actions"][:40]):
        if number % 2 == first:
            phone.cut()
        enter(phone, action)
        if number % 2 == first:
            assert "not yet sent" in phone.not_sent
            phone.restore()
            phone.sent()
    phone.goto(f"{address}sheet")
    whole = json.loads(phone.page.request.get(f"{server.address}{number_of(address)}/record.json").text())
    assert whole["actions"]


def number_of(address: str) -> str:
    return "matches/" + address.rstrip("/").rsplit("/", 1)[-1]


@pytest.mark.parametrize("game", BEGIN)
def test_a_whole_match_without_a_signal(
    phones: Callable[..., KeptPhone], server: Server, game: str, tmp_path: Path
) -> None:
    """From the second entry to the end, with a reload and a killed browser; then the server has it all, once."""
    phone = phones()
    record, enter = BEGIN[game](phone)
    address = phone.page.url.removeprefix(server.address)
    enter(phone, record["actions"][0])
    phone.in_step()
    phone.cut()
    for number, action in enumerate(record["actions"][1:], 1):
        enter(phone, action)
        if number == 3:
            phone.page.reload()
        if number == 6:
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


# --- two phones -----------------------------------------------------------------------------------------------------


def two(phones: Callable[..., KeptPhone], *cut: int) -> tuple[list[KeptPhone], str]:
    """Two phones at a table with one trick; those with these places have no signal from then on."""
    both = [phones(), phones()]
    both[0].new_match(target=121, best_of=3)
    both[0].trick(FIRST)
    address = both[0].page.url.removeprefix(both[0].host.address)
    both[1].goto(address)
    for phone in both:
        phone.in_step()
    for place in cut:
        both[place].cut()
    return both, address


def agree(both: list[KeptPhone], length: int) -> None:
    """Both phones and the server have the same log, of so many entries."""
    for phone in both:
        phone.restore()
    for phone in both:
        phone.sent()
        expect(phone.page.locator("[name=version]")).to_have_value(str(length))
        phone.in_step()
    logs = [phone.page.request.get(f"{phone.host.address}matches/1/log").text() for phone in both]
    assert re.findall("<span>.*?</span>", logs[0]) == re.findall("<span>.*?</span>", logs[1])


def test_what_both_enter_counts_once(phones: Callable[..., KeptPhone]) -> None:
    both, _ = two(phones, 0, 1)
    for phone, tricks in zip(both, ([SECOND, THIRD], [SECOND]), strict=True):
        for each in tricks:
            phone.trick(each)
    agree(both, 3)


def test_one_that_goes_on_meets_another_with_the_same(phones: Callable[..., KeptPhone]) -> None:
    both, _ = two(phones, 0)
    both[0].trick(SECOND)
    for each in (SECOND, THIRD):
        both[1].trick(each)
    agree(both, 3)


@pytest.mark.parametrize("is_own", [True, False])
def test_the_table_chooses_between_two_that_differ(phones: Callable[..., KeptPhone], is_own: bool) -> None:
    both, _ = two(phones, 0)
    for each in (SECOND, THIRD):
        both[0].trick(each)
    both[1].trick(OTHER)
    both[0].trick(FOURTH)
    both[0].after(lambda: both[0].button("Undo").tap())  # What is told of that is not over what has to be chosen.
    both[0].restore()
    quiet = both[0].page.locator("#not-sent")
    expect(quiet).to_contain_text("Another phone went on otherwise.")
    assert both[1].version == "2"  # Nothing is decided by itself.
    both[0].page.get_by_role("button", name="Compare").click()
    expect(both[0].page.locator("h1")).to_have_text("Which is right?")
    cells = both[0].page.locator("table td")
    expect(cells).to_have_count(4)
    first = [cell.replace("\ufe0e", "") for cell in cells.all_inner_texts()[:2]]
    assert all(card in first[0] for card in ("7♥", "A♥", "9♥", "8♥"))
    assert all(card in first[1] for card in ("7♦", "A♦", "9♦", "8♦"))
    both[0].page.get_by_role("button", name="This phone is right" if is_own else "The other is right").click()
    both[0].page.get_by_role("link", name="To the table").click()
    both[0].page.locator("#table").wait_for()
    expect(both[0].page.locator("h1")).to_have_text(f"Game 1 · Trick {4 if is_own else 3} of 13")
    expect(both[1].page.locator("h1")).to_have_text(f"Game 1 · Trick {4 if is_own else 3} of 13")
    both[0].sent()
    both[0].in_step()
    both[0].cut()
    both[0].trick(FOURTH)
    both[0].restore()
    both[0].sent()
    expect(both[1].page.locator("h1")).to_have_text(f"Game 1 · Trick {5 if is_own else 4} of 13")


# --- what else is done without a signal ----------------------------------------------------------------------------


def test_a_match_begun_without_a_signal_appears_in_the_book(phones: Callable[..., KeptPhone], server: Server) -> None:
    """By the form, and as a rematch; the pages then have the numbers that the server gave."""
    both, _ = two(phones, 0)
    phone = both[0]
    phone.goto("books/1/")
    phone.page.get_by_role("link", name="New match").first.click()
    phone.page.get_by_role("button", name="Start the match").click()
    phone.page.locator("#table").wait_for()
    assert int(number_of(phone.page.url).split("/")[1]) > 10**9
    assert phone.page.locator(".felt .who").all_inner_texts() == ["Ann", "Bob", "Cat", "Dan"]
    phone.trick(FIRST)
    phone.trick(SECOND)
    assert phone.not_sent == "On this phone, not yet sent: 3."
    phone.restore()
    phone.until(lambda: phone.page.url == f"{server.address}matches/2/")
    phone.sent()
    both[1].goto("matches/2/")
    expect(both[1].page.locator("h1")).to_have_text("Game 1 · Trick 3 of 13")
    phone.trick(THIRD)
    expect(both[1].page.locator("h1")).to_have_text("Game 1 · Trick 4 of 13")


def test_undo_a_correction_and_a_ruling_without_a_signal(phones: Callable[..., KeptPhone], server: Server) -> None:
    both, address = two(phones, 0)
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


def test_a_server_that_was_killed_comes_back(
    phones: Callable[..., KeptPhone], server: Server, kept: Kept, tmp_path: Path
) -> None:
    both, _ = two(phones)
    server.kill()
    both[0].trick(SECOND)
    assert both[0].not_sent == "On this phone, not yet sent: 1."
    again = Server(tmp_path / "instance", port=kept.port)
    agree(both, 2)
    again.close()


def test_an_ended_link_keeps_what_was_entered(phones: Callable[..., KeptPhone], server: Server) -> None:
    """It is not sent, and not lost: it stands on the phone."""
    both, _ = two(phones, 0)
    both[0].trick(SECOND)
    page = both[1].page.request.get(f"{server.address}books/1/share").text()
    form: dict[str, str | float | bool] = {"csrf_token": hidden(page, "csrf_token"), "what": "keep"}
    both[1].page.request.post(f"{server.address}books/1/share/keep", form=form)
    both[0].restore()
    expect(both[0].page.locator("#not-sent")).to_contain_text("The link to this match has ended.")
    assert both[0].version == "2"


@pytest.mark.parametrize("seed", range(2))
def test_whatever_two_phones_enter_they_come_together(kept: Kept, tmp_path: Path, seed: int) -> None:
    """`python -m tests.site.walks 200` does it two hundred times."""
    Walk(kept, tmp_path, seed).go()


def test_the_app_is_offered_and_can_be_removed(phones: Callable[..., KeptPhone]) -> None:
    phone = phones()
    phone.goto("settings")
    expect(phone.page.get_by_role("link", name="Keep the referee")).to_be_hidden()
    phone.page.get_by_role("button", name="Remove it from this phone").click()
    phone.window.locator("#settings").wait_for()  # Not in a frame any more.
    expect(phone.window.get_by_role("link", name="Keep the referee on this phone (8 MB)")).to_be_visible()
    assert phone.window.evaluate("() => navigator.storage.getDirectory().then((it) => it.keys().next())")["done"]
