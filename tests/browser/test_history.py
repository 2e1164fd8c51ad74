"""Looking back in a real browser: the replay, the picture, paper, practice against the clock, small screens."""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from referee.games import GAMES
from tests.browser.conftest import TablePage
from tests.browser.pages import cribbage, until
from tests.havilering.self_play import evening, season_of
from tests.servers import Server

pytestmark = [pytest.mark.fonts, pytest.mark.quick(0)]


@pytest.fixture(scope="session")
def records() -> Any:
    """Number 3 has Muggins and several games; the last one is still open."""
    made = [evening(number, 20 * (8 - number), season_of, target=61) for number in (1, 2, 12, 4, 5, 6)]
    made[-1]["actions"] = made[-1]["actions"][:20]
    # As long as names may be, and of a script that is written the other way.
    made[2]["players"] |= {"N": "Maximilianecharlottevonundzuhohenfelseck", "E": "عبد الرحمن بن محمد"}
    return made


@pytest.fixture
def book(server: Any, records: Any) -> Any:
    server.import_records(records)
    return server


def fits(phone: TablePage) -> bool:
    return bool(phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


# --- the replay ----------------------------------------------------------------------------------------------


def shown_at(phone: TablePage, at: int) -> None:
    expect(phone.page.locator("#watch")).to_have_attribute("data-at", str(at))
    expect(phone.page.locator("#step")).to_have_text(str(at))


APART = """all => {
  const boxes = all.map((each) => each.getBoundingClientRect());
  const before = (a, b) => a.right < b.left + 1 || a.bottom < b.top + 1;
  const apart = (a, b) => before(a, b) || before(b, a);
  return boxes.every((a, i) => boxes.every((b, j) => i >= j || apart(a, b)));
}"""


def test_what_the_replay_shows_covers_nothing_else(book: Any, phones: Any) -> None:
    """With what it says without signal too; what finds no room then can be scrolled to."""
    phone = phones()
    phone.goto("matches/1/replay?at=5")
    shown = phone.page.locator("#watch .half > :is(.scores, .board, .felt, .result)")
    assert shown.count() == 4
    for text in ("", "No signal: the replay continues when it is back."):
        phone.page.evaluate("text => { stale.hidden = !text; stale.textContent = text; }", text)
        for width, height in ((320, 568), (360, 640), (740, 360), (1280, 800)):
            phone.page.set_viewport_size({"width": width, "height": height})
            assert shown.evaluate_all(APART), (width, height)
            assert phone.page.locator("#stale, .foot").evaluate_all(APART), (width, height)
            phone.page.locator(".result").scroll_into_view_if_needed()
            expect(phone.page.locator(".result")).to_be_in_viewport(ratio=0.9)


def test_without_signal_the_replay_stays_where_it_is_and_says_so(book: Any, phones: Any) -> None:
    phone = phones()
    phone.goto("matches/1/replay?at=5")
    phone.page.route("**/replay?*", lambda route: route.abort())
    phone.page.get_by_role("link", name="Next", exact=True).tap()
    expect(phone.page.locator("#stale")).to_contain_text("No signal")
    shown_at(phone, 5)
    phone.page.unroute("**/replay?*")
    phone.page.get_by_role("link", name="Next", exact=True).tap()
    shown_at(phone, 6)
    expect(phone.page.locator("#stale")).to_be_hidden()
    expect(phone.page.get_by_role("slider", name="Step")).to_have_value("6")
    phone.troubles.clear()  # htmx tells of the lost signal too.


def test_the_slider_moves_the_pegs_and_loads_no_page(book: Any, phones: Any) -> None:
    phone = phones()
    phone.goto("matches/1/replay")
    shown_at(phone, 0)
    expect(phone.page.locator("#where")).to_have_text("The beginning")
    phone.page.evaluate("window.stays = true")
    pegs = "all => all.map(peg => [peg.cx.baseVal.value, peg.cy.baseVal.value])"
    before = phone.page.locator(".peg").evaluate_all(pegs)
    slider = phone.page.get_by_role("slider")
    slider.fill("12")
    shown_at(phone, 12)
    assert phone.page.locator(".peg").evaluate_all(pegs) != before
    slider.press("ArrowRight")
    shown_at(phone, 13)
    phone.page.get_by_role("link", name="Previous", exact=True).tap()
    shown_at(phone, 12)
    phone.page.get_by_role("link", name="Next", exact=True).tap()
    shown_at(phone, 13)
    assert "Hand 1, trick 13" in (slider.get_attribute("aria-valuetext") or "")
    assert phone.page.evaluate("window.stays")
    assert phone.page.url.endswith("replay?at=13")
    phone.page.reload()
    shown_at(phone, 13)
    assert fits(phone)


def test_the_replay_runs_by_itself_and_stops_at_the_end(book: Any, phones: Any) -> None:
    phone = phones()
    phone.page.clock.install()
    phone.goto("matches/1/replay")
    last = int(phone.page.get_by_role("slider").get_attribute("max"))
    phone.goto(f"matches/1/replay?at={last - 2}")
    play = phone.button("Play")
    play.tap()
    for at in (last - 1, last):
        phone.page.clock.run_for(1700)
        shown_at(phone, at)
    phone.page.clock.run_for(1700)
    expect(play).to_be_visible()
    play.tap()
    shown_at(phone, 0)
    phone.button("Pause").tap()
    expect(play).to_be_visible()


def test_without_javascript_the_replay_goes_by_links_and_a_button(book: Any, phones: Any) -> None:
    phone = phones(java_script_enabled=False)
    phone.goto("matches/1/replay?at=5")
    phone.page.get_by_role("link", name="Next", exact=True).tap()
    phone.page.wait_for_url("**/replay?at=6")
    phone.page.get_by_role("slider").press("ArrowRight")
    phone.button("Go there").tap()
    phone.page.wait_for_url("**/replay?at=7")


# --- the picture and paper -----------------------------------------------------------------------------------


def test_the_picture_is_saved_as_a_png_that_is_not_blank(book: Any, phones: Any, tmp_path: Path) -> None:
    phone = phones()
    phone.goto("matches/1/sheet")
    with phone.page.expect_download() as download:
        phone.page.get_by_role("link", name="Picture").tap()
    assert download.value.suggested_filename == "havilering-1.png"
    png = Path(download.value.path()).read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (1080, 1080)
    assert len(png) > 20_000


def test_a_sheet_prints_on_one_page_a_game_after_one_with_the_games(book: Any, phones: Any, records: Any) -> None:
    phone = phones(1000, 1400)
    several = 0
    for number, record in enumerate(records, 1):
        phone.goto(f"matches/{number}/sheet")
        page = phone.page
        games = page.locator("section.game").count()
        first = record["rules"]["best_of"] > 1
        several += first and games > 1
        page.emulate_media(media="print")
        lines = page.eval_on_selector_all(".chart .names svg", "all => all.map((each) => each.clientHeight)")
        assert all(height < 30 for height in lines), lines  # The keys to the chart's lines, beside the names.
        assert page.locator(".hand tbody tr").first.is_visible()
        assert not page.locator("#print").is_visible()
        if page.locator(".hand").count() < 4:
            size = page.eval_on_selector(".tricks", "each => parseFloat(getComputedStyle(each).fontSize)")
            assert size >= 12  # 9 pt
        printed = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == games + first, number
        page.emulate_media(media="print")
        assert page.locator(".sheet-head").is_visible() is first, number
        for heading in page.locator(".game h2:not(.unseen)").all():
            assert heading.evaluate(
                "each => each.getClientRects()[0].height < 1.6 * parseFloat(getComputedStyle(each).fontSize)"
            )
    assert several


FULL_SIZE = b"3.125"
"""The units of a printed page in a CSS pixel: an inch has 300 units and 96 pixels."""


@pytest.mark.parametrize("target", [31, 61, 121])
def test_a_sheet_of_cribbage_is_not_made_smaller_to_fit_the_paper(server: Any, phones: Any, target: int) -> None:
    server.import_records([cribbage(1000, target=target)])
    phone = phones(1000, 1400)
    phone.goto("cribbage/matches/1/sheet")
    printed = phone.page.pdf(prefer_css_page_size=True)
    packed = re.findall(rb"stream\r?\n(x.*?)\r?\nendstream", printed, re.DOTALL)
    scales = [re.search(rb"\s([\d.]+) 0 0 \1 \S+ \S+ cm", zlib.decompressobj().decompress(each)) for each in packed]
    assert {found[1] for found in scales if found} == {FULL_SIZE}


@pytest.mark.parametrize("scripts", [True, False])
def test_hands_are_folded_until_one_is_wanted(book: Any, phones: Any, scripts: bool) -> None:
    phone = phones(java_script_enabled=scripts)
    phone.goto("matches/1/sheet")
    rows, best = phone.page.locator(".hand tr:visible"), phone.page.locator(".stood-out a").first
    assert rows.count() == 0
    best.tap()
    expect(phone.page.locator("tr:target")).to_be_in_viewport()
    phone.page.locator(".hand[open] summary").tap()
    assert rows.count() == 0


# --- practice ------------------------------------------------------------------------------------------------


def test_when_the_clock_runs_down_the_time_is_up(server: Any, phones: Any) -> None:
    phone = phones()
    phone.page.clock.install()
    phone.goto("practice")
    phone.page.clock.run_for(30_000)
    phone.page.get_by_role("button", name="Start").tap()
    # The countdown begins when the page's script runs; the page is there before it. A function, since an expression
    # would be evaluated anew on every frame, which the page's policy forbids.
    counts = "() => document.querySelector('meter')?.value < document.forms.practice?.dataset.left"
    phone.page.wait_for_function(counts)
    phone.page.clock.run_for(21_000)
    expect(phone.page.locator(".outcome:focus")).to_contain_text("Time’s up")
    phone.page.get_by_role("link", name="Next").tap()
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("What is it worth?")


@pytest.mark.parametrize("game", GAMES)
def test_all_of_a_question_fits_on_a_small_screen(server: Any, phones: Any, game: str) -> None:
    phone = phones()
    phone.goto(f"{'' if game == 'havilering' else game + '/'}practice?next=1")
    low = []
    for ten in phone.page.locator(".points .choice").all() or [phone.page.locator("h1")]:
        ten.tap()
        for key in phone.page.locator(".points button:visible").all():
            box = key.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 44
            low.append(box["y"] + box["height"])
    assert max(low) <= 640
    values = phone.page.locator("[name=points]").evaluate_all("all => all.map((each) => each.value)")
    digit = "3" if "4" in values else "1"
    phone.page.keyboard.press(digit)
    if any(value.startswith(digit) for value in values if value != digit):  # Else it is entered already.
        phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".outcome:focus")).to_contain_text(" in ")


# --- times -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "zone", "opened", "clock"),
    [
        ("en-GB", "Europe/London", "20 June 2026 at 21:00", "21:00"),
        ("de-DE", "Europe/Berlin", "20. Juni 2026 um 22:00", "22:00"),
        ("en-US", "Australia/Sydney", "June 21, 2026 at 6:00 AM", "6:00 AM"),
    ],
)
def test_times_are_written_as_the_phone_writes_them(
    server: Server, phones: Any, locale: str, zone: str, opened: str, clock: str
) -> None:
    """By its own locale and in its own time zone, on every page, the days of a log included."""
    record = until("play", 2) | {"started": "2026-06-20T21:00:00+01:00"}
    for action in record["actions"]:
        action["at"] = record["started"]
    server.import_records([record])
    phone = phones(locale=locale, timezone_id=zone)
    phone.goto("books/1/")
    phone.page.locator("summary", has_text="Not finished").tap()
    assert opened in plain(phone.page.locator(".when").first.inner_text())
    phone.goto("matches/1/sheet")
    assert opened in plain(phone.page.locator(".sheet-head").inner_text())
    phone.goto("matches/1/log")
    assert plain(phone.page.locator(".log td time").first.inner_text()) == clock
    assert phone.page.locator(".log .date").count() == 1
    day = phone.page.evaluate(
        "([locale, zone]) => new Date('2026-06-20T20:00:00Z').toLocaleDateString(locale, "
        "{ dateStyle: 'full', timeZone: zone })",
        [locale, zone],
    )
    assert phone.page.locator(".log .date").inner_text() == day


def plain(text: str) -> str:
    """With spaces of one kind, whichever the locale likes."""
    return re.sub(r"\s+", " ", text)
