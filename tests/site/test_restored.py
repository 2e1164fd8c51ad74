"""A server that was restored from a backup, or refuses a match, and phones that keep the referee."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from referee.cli import main
from tests.servers import Phone, Server, hidden
from tests.site.kept import KeptPhone, Restart, chosen, two
from tests.site.tables import BEGIN

SECOND, THIRD, OTHER = "7H AH 9H 8H", "2H 3H 4H 5H", "7D AD 9D 8D"
SEVERAL = "at => Promise.all([1, 2, 3, 4].map(async (each) => (await fetch(`${at}?${each}`)).status))"
"""Fetches a page several times at once."""


def test_what_a_restored_server_lacks_is_offered(
    kept_phones: Callable[..., KeptPhone], server: Server, restart: Restart, tmp_path: Path
) -> None:
    """It is told at once, entered only if the table says so, and nothing is lost."""
    both, address = two(kept_phones)
    instance, backup = tmp_path / "instance", tmp_path / "backup.db"
    assert main(["backup", str(backup), "--instance", str(instance)]) == 0
    both[0].trick(SECOND)
    both[0].trick(THIRD)
    both[0].in_step()
    server.close()
    assert main(["restore", str(backup), "--instance", str(instance)]) == 0
    restart()
    both[0].goto(address)
    quiet = both[0].page.locator("#not-sent")
    expect(quiet).to_contain_text("The server was restored and is missing entries from this phone.")
    both[0].page.get_by_role("button", name="Compare").click()
    expect(both[0].page.locator("table td").first).to_contain_text("Trick 2")
    both[0].page.get_by_role("button", name="This phone is right").click()
    both[0].page.get_by_role("link", name="To the table", exact=True).click()
    expect(both[0].page.locator("h1")).to_have_text("Game 1 · Trick 4 of 13")
    both[0].sent()
    both[1].goto(address)
    expect(both[1].page.locator("h1")).to_have_text("Game 1 · Trick 4 of 13")


def test_a_tap_after_the_server_was_restored_is_not_told_that_another_phone_was_first(
    kept_phones: Callable[..., KeptPhone], server: Server, restart: Restart, tmp_path: Path
) -> None:
    """The tap is the first that this phone hears of it: the phone enters it itself, and the table is asked."""
    instance, backup, phone = tmp_path / "instance", tmp_path / "backup.db", kept_phones()
    phone.context.add_init_script("window.EventSource = class { addEventListener() {} close() {} }")
    record, enter = BEGIN["hearts"](phone)
    for number, action in enumerate(record["actions"][:4]):
        if number == 1:
            assert main(["backup", str(backup), "--instance", str(instance)]) == 0
        enter(phone, action)
    phone.in_step()
    server.close()
    assert main(["restore", str(backup), "--instance", str(instance)]) == 0
    restart()
    enter(phone, record["actions"][4])
    quiet = phone.page.locator("#not-sent")
    expect(quiet).to_contain_text("The server was restored and is missing entries from this phone.")
    expect(phone.page.locator("#parked")).to_be_hidden()
    assert phone.version == "5"


def test_a_match_that_a_restored_server_never_had_is_sent_again_by_a_tap(
    kept_phones: Callable[..., KeptPhone], server: Server, restart: Restart, tmp_path: Path
) -> None:
    """The phone shows its copy, and begins it there if the table says so; another one's entries are merged."""
    instance, backup = tmp_path / "instance", tmp_path / "backup.db"
    assert main(["backup", str(backup), "--instance", str(instance)]) == 0
    both, address = two(kept_phones, 1)
    both[0].trick(SECOND)
    both[0].in_step()
    both[1].trick(OTHER)
    server.close()
    assert main(["restore", str(backup), "--instance", str(instance)]) == 0
    restart()
    assert both[0].page.evaluate(SEVERAL, f"/{address}") == [200] * 4  # Of its copy, whichever answer comes first.
    both[0].goto(address)
    quiet = both[0].page.locator("#not-sent")
    expect(quiet).to_contain_text("The server no longer has this match.")
    expect(both[0].page.locator("h1")).to_have_text("Game 1 · Trick 3 of 13")
    both[0].page.get_by_role("button", name="Send it again").click()
    both[0].sent()
    expect(both[0].page.locator("h1")).to_have_text("Game 1 · Trick 3 of 13")
    both[1].restore()
    chosen(both[1], 3)
    expect(both[0].page.locator("h1")).to_have_text("Game 1 · Trick 3 of 13")
    both[0].goto("matches/2/")
    expect(both[0].page.locator("h1")).to_have_text("Not found")  # There is one match.


def test_a_match_that_is_refused_holds_up_no_other(kept_phones: Callable[..., KeptPhone], server: Server) -> None:
    """It is sent again only when somebody taps, or enters something."""
    both, address = two(kept_phones, 0)
    phone, asked = both[0], list[int]()
    phone.trick(SECOND)
    phone.page.goto(f"{server.address}books/1/new")
    phone.page.get_by_role("button", name="Start the match").click()
    phone.page.locator("#table").wait_for()
    statuses = iter((413, 400, 500))

    def refuse(route: Route) -> None:
        status = next(statuses, 0)
        asked.append(status)
        route.fulfill(status=status, body="No.", headers={"Referee-Book": "one"}) if status else route.continue_()

    phone.context.route("**/kept/matches/1/log", refuse)
    phone.restore()
    phone.until(lambda: phone.page.url.endswith("/matches/2/"))
    quiet = phone.page.locator("#not-sent")
    phone.goto("books/1/")
    expect(quiet).to_contain_text("On this phone, not yet sent: 1. A match needs your decision.")
    phone.button("Go to it").click()
    expect(quiet).to_contain_text("This match is too long for the server.")
    for status in (400, 500):
        phone.page.get_by_role("button", name="Send it again").click()
        expect(quiet).to_contain_text(f"The server could not accept it (error {status}).")
    phone.goto(address)
    expect(quiet).to_contain_text("The server could not accept it (error 500).")
    assert asked == [413, 400, 500]
    phone.trick(THIRD)
    phone.sent()
    both[1].goto(address)
    expect(both[1].page.locator("h1")).to_have_text("Game 1 · Trick 4 of 13")


@pytest.mark.parametrize("differs", [False, True])
def test_a_match_whose_number_is_another_ones_now_gets_a_number_of_its_own(
    kept_phones: Callable[..., KeptPhone], server: Server, restart: Restart, tmp_path: Path, differs: bool
) -> None:
    """The server is restored from before it began, and other people begin one that gets its number."""
    instance, backup = tmp_path / "instance", tmp_path / "backup.db"
    assert main(["backup", str(backup), "--instance", str(instance)]) == 0
    both, address = two(kept_phones, 0, *([1] if differs else []))
    server.close()
    assert main(["restore", str(backup), "--instance", str(instance)]) == 0
    again = restart()
    stranger = Phone(again.port, again.link)
    assert stranger.open_match() == f"/{address}"
    stranger.close()
    both[0].trick(SECOND)
    both[0].restore()
    both[0].until(lambda: both[0].page.url.endswith("/matches/2/"))
    both[0].sent()
    expect(both[0].page.locator("h1")).to_have_text("Game 1 · Trick 3 of 13")
    # It has a copy, too: both meet again.
    if differs:
        both[1].trick(OTHER)
        both[1].restore()
        both[1].until(lambda: both[1].page.url.endswith("/matches/2/"))
        chosen(both[1], 3)
    both[1].until(lambda: both[1].page.url.endswith("/matches/2/"))
    expect(both[1].page.locator("h1")).to_have_text("Game 1 · Trick 3 of 13")
    stranger = Phone(again.port, again.link)
    assert hidden(stranger.get("/matches/1/"), "version") == "0"
    stranger.close()
