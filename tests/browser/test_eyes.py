"""Everything the table shows is legible: at every size, in every phase, with the longest texts."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import TablePage
from tests.browser.eyes import hidden, moments
from tests.browser.pages import LONG_NAME, OTHER_SCRIPT
from tests.servers import Server

pytestmark = [pytest.mark.fonts, pytest.mark.quick(0), pytest.mark.timeout(180)]

SIZES = [(320, 568), (360, 640), (740, 360), (1280, 800)]


@pytest.fixture
def book(server: Server) -> dict[str, int]:
    """A book with a match at every kind of moment; the number of each."""
    records = list(moments().values())
    for hour, record in enumerate(records):
        record["started"] = f"2026-06-{hour // 20 + 1:02}T{hour % 20:02}:00:00+01:00"
    server.import_records(records)
    return {name: number for number, name in enumerate(moments(), 1)}


def test_the_moments_are_all_there_are() -> None:
    """Guards the test below: a moment that no match reaches would not be looked at."""
    names = set(moments())
    for phase in (
        "play by trick",
        "offer-first by trick",
        "offer-second by reply",
        "play by adjust",
        "play by misdeal",
    ):
        assert any(name.startswith(phase) for name in names), phase
    for phase in ("claim by trick", "play by claim", "play by muggins", "hand-over by claim", "play by deal",
                  "offer-first by muggins", "hand-over by muggins", "match-over by"):  # fmt: skip
        assert any(name.startswith(f"Muggins: {phase}") for name in names), phase
    assert any("after a hand, a game won" in name for name in names)


def test_every_moment(book: dict[str, int], phones: Any) -> None:
    """Everything said is seen at every size, who won and who leads is told, and keys that matter are large.

    The page is turned and not loaded again, as a phone is. The other moments are in `test_windows.py`.
    """
    phone, found = phones(), {}
    page = phone.page
    for name, number in list(book.items())[1::2]:
        phone.goto(f"matches/{number}/")
        tells_who_won_and_leads(page, name)
        assert page.evaluate(LOWER, [KEYS, 44]) == [], name
        assert page.evaluate(LOWER, [".result a, .result button", 24]) == [], name
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found[f"{name} at {width} × {height}"] = hidden(page)
            if page.locator(".more").is_visible():
                page.locator(".more").tap()
                found[f"{name} at {width} × {height}, all of it"] = page.locator(".lines > *").evaluate_all(UNSEEN)
                page.locator(".more").tap()
        page.set_viewport_size({"width": 360, "height": 640})
    assert {name: each for name, each in found.items() if each} == {}


UNSEEN = """all => all.filter((each) => {
  each.scrollIntoView({ block: "nearest" });
  const { top, bottom, height } = each.getBoundingClientRect();
  return !each.checkVisibility() || height < 8 || top < 0 || bottom > innerHeight + 1;
}).map((each) => each.textContent)"""
LOWER = """([selector, least]) => [...document.querySelectorAll(selector)]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < least)
  .map((each) => each.textContent)"""
KEYS = ".undo, .bar summary, .item button, .claim, .answers > *"


def tells_who_won_and_leads(page: Page, name: str) -> None:
    """After each hand, each game and the match."""
    told = " ".join(page.locator(".moment, .lines > :not(.beyond)").all_text_contents())
    if "match-over" in name:
        assert "win the match" in (page.locator(".waits").text_content() or ""), name
        assert page.locator(".ended li").count(), name
        assert page.locator(".result").count() == 0, name  # It is behind "Look back".
    elif "a game won" in name:
        assert "Game " in told, name
        assert " to " in told, name
    if "after a hand" in name and "match-over" not in name and "misdeal" not in name:
        assert "Points in hand" in told or "Game " in told, name
        assert " leads." in told, name


@pytest.mark.parametrize("names", [[LONG_NAME, OTHER_SCRIPT, "C" * 40, "D" * 40], ["Ann", "Bob", "Cat", "Dan"]])
def test_the_longest_there_is_to_say_keeps_its_first_line(server: Server, phones: Any, names: list[str]) -> None:
    """Two calls of everything and two long rulings after one trick."""
    ruling = {"type": "adjust", "points": 3, "reason": ("the wooden board differs " * 8).strip()}
    call = {"flush": 1, "fifteen": 4, "thirty-one": 1, "prial": 1, "run-3": 1, "running-flush-3": 1, "last": 1}
    record = next(iter(moments().values())) | {
        "players": dict(zip("NESW", names, strict=True)),
        "rules": {"muggins": True, "best_of": 3, "season": "winter"},
        "dealer": "N",
        "actions": [
            {"type": "trick", "cards": ["5S", "5D", "5C", "KH"]},
            {"type": "claim", "items": {"fifteen": 1}},
            {"type": "muggins", "by": "W", "items": call},
            {"type": "muggins", "by": "E", "items": call},
            *(ruling | {"side": side} for side in ("NS", "EW")),
        ],
    }  # fmt: skip
    server.import_records([record])
    for width, height in ((320, 568), (360, 640)):
        phone = phones(width, height)
        phone.goto("matches/1/")
        all_is_in_reach(phone)


def all_is_in_reach(phone: TablePage) -> None:
    page = phone.page
    assert hidden(page) == []
    assert page.locator(".lines > *").first.is_visible()
    assert page.locator(".more").is_visible()
    page.locator(".more").tap()
    for line in page.locator(".lines > *").all():
        line.scroll_into_view_if_needed()
        assert line.evaluate("each => each.scrollHeight <= each.clientHeight + 2"), line.text_content()
    page.locator(".more").tap()
    phone.tap("2D")
    assert page.locator(".acts .muggins").is_visible()
    assert hidden(page) == []


def test_a_card_in_sight_below_the_whole_result_is_tapped_at_once(phones: Any, server: Any) -> None:
    server.import_records([moments()["play by trick, after a hand, a game won"]])
    phone = phones(320, 568)
    phone.goto("matches/1/")
    phone.touch(".more")
    expect(phone.page.locator(".result[data-open]")).to_have_count(1)
    phone.tap("2D")
    expect(phone.page.locator("[name=draft]")).to_have_value("2D")
    expect(phone.page.locator(".result[data-open]")).to_have_count(0)


def test_what_can_be_put_down_again_stays_in_reach_with_an_error_above(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    phone.trick("7S AS 9S 8S")
    phone.trick("2D KD 6D 8D")
    phone.undo()
    phone.tap("7S")
    page = phone.page
    assert "has already been played" in page.locator(".told").text_content()
    assert page.get_by_role("link", name="Change a card").is_visible()
    assert hidden(page) == []


def test_how_a_card_is_changed_and_what_the_wooden_board_changed_is_told_whole(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    phone.trick("7S AS 9S 8S")
    phone.undo()
    page = phone.page

    def told(line: str) -> Any:
        assert page.locator(line).evaluate("each => each.scrollHeight <= each.clientHeight + 1"), line
        return page.locator(line).text_content()

    page.get_by_role("link", name="Change a card").tap()
    expect(page.locator(".told .notice")).not_to_contain_text("Undone")
    assert told(".told .notice") == "Tap the wrong card, then the right one."
    assert page.locator(".acts .undone").count() == 0
    phone.goto("matches/1/pegs")
    page.get_by_label("Ann & Cat").fill("11")
    phone.button("Set the pegs").tap()
    page.locator("#form[data-ready]").wait_for()
    assert told(".lines .ruling") == "Ann & Cat +11, now 11: the wooden board differs."


def test_what_was_undone_is_told_until_play_goes_on(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    phone.trick("7S AS 9S 8S")
    phone.undo()
    page = phone.page
    assert page.locator(".told .notice").is_visible()
    phone.tap("2D")
    assert page.locator(".told > *").count() == 0


def test_a_match_that_is_won_says_at_once_what_it_says_after_a_reload(phones: Any) -> None:
    """The styles of the end come with it."""
    phone = phones()
    phone.new_match(target=11, best_of=1)
    for cards in ("7S AS 9S 8S", "7H AH 9H 8H", "7D AD 9D 8D"):
        phone.trick(cards)
    expect(phone.page.locator(".end")).to_be_visible()
    again = phone.page.context.new_page()
    again.goto(phone.page.url)
    again.locator("#form[data-ready]").wait_for()
    assert hidden(again) == []
    # The styles of the end come with it, and may still be on their way.
    told = again.locator(".head").inner_text()
    phone.page.wait_for_function("told => document.querySelector('.head').innerText === told", arg=told)
