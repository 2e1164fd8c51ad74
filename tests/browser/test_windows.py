"""Every table at every moment fits into every window: see `windows.py`."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from referee.cards import PACK
from referee.games import GAMES
from tests.browser.conftest import TablePage
from tests.browser.evenings import Secretary
from tests.browser.windows import WINDOWS, address, every_moment, misfits, moments_of
from tests.servers import Server

pytestmark = [pytest.mark.fonts, pytest.mark.quick(0), pytest.mark.timeout(180)]

STEP = int(os.environ.get("WINDOW_STEP", "167"))
"""Test each moment in every STEP-th window, starting with different ones; 1 tests all in all, which takes an hour."""
FEWER = {game: WINDOWS[3 * at :: 15] for at, game in enumerate(GAMES)}
"""Windows for a table of each game: between them they are in every third one."""


SIZES = [(320, 568), (360, 640), (390, 844), (640, 360), (1024, 768)]
# Where two rows do not say all of a headline, a key shows the rest. Names of ten letters are whole on most phones.
CUT = """async () => {
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done))); // Scripts have seen the new size.
  const names = innerWidth < 360 || innerHeight < 640 ? [] : [...document.querySelectorAll(
    "#form :is(.scores, .sides) .names > bdi, #form .cross .who")].filter(
    (each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1
  ).map((each) => `name: ${each.textContent}`);
  const hasMore = document.querySelector(".more")?.checkVisibility();
  return [...document.querySelectorAll(".lines > .headline")].filter((line) => {
    const words = document.createRange();
    words.selectNodeContents(line);
    const room = line.closest(".lines").getBoundingClientRect();
    const all = [...words.getClientRects()].filter(({ width }) => width > 2);
    const seen = all.filter(({ left, right, top, bottom }) => left >= -1 && top >= -1 && right <= innerWidth + 1
      && bottom <= Math.min(innerHeight + 1, room.bottom + 3));
    const rows = new Set(seen.map(({ bottom }) => Math.round(bottom))).size;
    return seen.length < all.length && !(hasMore && rows > 1);
  }).map((line) => line.textContent).concat(names);
}"""


@pytest.mark.parametrize("game", GAMES)
def test_every_moment_fits(server: Server, phones: Any, game: str, thorough: bool) -> None:
    of = moments_of(game, 0 if STEP > 1 else None)
    assert len(of) > 6
    server.import_records(list(of.values()))
    phone, found, step = phones(), dict[str, object](), STEP if thorough else 2 * STEP
    for number, (name, record) in enumerate(of.items(), 1):
        phone.goto(address(record, number))
        found[name] = misfits(phone.page, WINDOWS[number % step :: step])
        # Of a ruling the reason may be cut. Those of Havilering are in `test_eyes.py`.
        is_ruling = "adjust" in {action["type"] for action in record["actions"][-3:]}
        for width, height in SIZES[number % 2 :: 2] if game != "havilering" and not is_ruling else ():
            phone.page.set_viewport_size({"width": width, "height": height})
            found[f"{name} at {width} × {height}"] = phone.page.evaluate(CUT)
        phone.page.set_viewport_size({"width": 360, "height": 640})
    assert {name: each for name, each in found.items() if each} == {}


FIRST = {
    "havilering": "havilering, play by trick, in a hand",
    "cribbage": "cribbage: cards by play",
    "hearts": "hearts of 6: cards by trick",
    "humbug-whist": "humbug-whist: cards by trick",
    "grevjass": "grevjass, blind: cards by trick",
    "karnoffel": "karnoffel of 48: cards by trick",
}


@pytest.mark.quick(1, 3)
@pytest.mark.parametrize("game", FIRST)
def test_a_table_fits_into_every_window(server: Server, phones: Any, game: str, many: bool) -> None:
    record = every_moment()[FIRST[game]]
    server.import_records([record])
    phone = phones()
    phone.goto(address(record, 1))
    assert misfits(phone.page, FEWER[game] if many else WINDOWS[::8]) == {}


@pytest.mark.quick(0, 6)
@pytest.mark.parametrize(
    "moment",
    [
        "hearts of 6: cards by fault",
        "hearts of 6: settle by revoke",
        "hearts of 4: numbers by demand",
        "humbug-whist: cards by trick",
        "karnoffel of 48: cards by chosen",
        "karnoffel of 48: cards by trick",
        "cribbage: false-go by play",
        "grevjass, blind: cards by claim",
        "havilering, play by reply, in a hand",
        "havilering, Muggins: claim by trick, in a hand",
        "cribbage, Muggins: pegs by peg",
    ],
)
def test_nothing_is_covered_or_tiny_at_a_crowded_table(server: Server, phones: Any, moment: str) -> None:
    """A demand and a result, a noticed revoke, the deals before, two marks
    beside a long name, the names of cards on their keys, a card in a question, a question beside the keys, two marks
    in a narrow window, the items of a claim, two sets of numbers."""
    record = every_moment()[moment]
    server.import_records([record])
    phone = phones()
    phone.goto(address(record, 1))
    windows = [
        (320, 480),
        (320, 568),
        (360, 640),
        (390, 664),
        (568, 320),
        (768, 1024),
        (1280, 800),
        (1366, 1024),
        (1920, 1080),
    ]
    assert misfits(phone.page, windows) == {}


def meld(phone: TablePage, steps: int) -> None:
    phone.page.locator("#ways .meld").tap()
    for key, then in (("#melding .answers a", "#melding .tops"), ("#melding .tops a", "#melding [name=do]"))[:steps]:
        phone.page.locator(key).first.tap()
        phone.page.locator(then).first.wait_for()
    phone.page.locator("#melding .waits").wait_for()


def tap_new(phone: TablePage, cards: int) -> None:
    """Tap cards that have not gone."""
    gone = phone.page.evaluate("() => document.getElementById('table').dataset.gone ?? ''")
    codes = phone.page.locator(".pad .key").evaluate_all("keys => keys.map(({ value }) => value)")
    has_gone = {card.code for card, bit in zip(PACK, gone, strict=False) if bit == "1"}
    phone.tap(*[code for code in codes if code not in has_gone][:cards])


def unsaved(phone: TablePage) -> None:
    phone.page.context.set_offline(True)
    tap_new(phone, 4)
    phone.page.locator("#unsaved").wait_for()


BY_TAPS: dict[str, tuple[str, str, Callable[[TablePage], None]]] = {
    "a call": ("havilering, Muggins: play by claim, in a hand", "?way=call", lambda phone: None),
    "three cards down": (FIRST["havilering"], "", lambda phone: tap_new(phone, 3)),
    "not saved": (FIRST["havilering"], "", unsaved),
    "by points": ("cribbage: cards by starter", "?way=points", lambda phone: None),
    "counted": (FIRST["hearts"], "?way=count", lambda phone: None),
    "two down": ("hearts of 4: cards by trick", "", lambda phone: tap_new(phone, 2)),
    "undone": ("humbug-whist: cards by trick", "", lambda phone: phone.undo()),
    "which suit": ("karnoffel of 48: cards by chosen", "?way=result&draft=EW", lambda phone: None),
    "the four cards": ("karnoffel of 48: cards by chosen", "?way=four", lambda phone: None),
    "who melds": ("grevjass, blind: cards by trump", "", lambda phone: meld(phone, 0)),
    "what is melded": ("grevjass, blind: cards by trump", "", lambda phone: meld(phone, 1)),
    "how high": ("grevjass, blind: cards by trump", "", lambda phone: meld(phone, 2)),
}


@pytest.mark.quick(0, 6)
@pytest.mark.parametrize("moment", BY_TAPS)
def test_what_is_tapped_fits(server: Server, phones: Any, moment: str) -> None:
    name, way, taps = BY_TAPS[moment]
    record = every_moment()[name]
    server.import_records([record])
    phone = phones()
    phone.goto(address(record, 1) + way)
    taps(phone)
    assert misfits(phone.page, [*WINDOWS[::34], (360, 640), (568, 320)]) == {}
    phone.page.context.set_offline(False)


ROUND_CORNERS = """([edges]) => {
  const inside = ({ left, right, top, bottom, width }) => width < 2 || left >= edges.left - 1
    && top >= edges.top - 1 && right <= innerWidth - edges.right + 1
    && (!document.getElementById("form") || bottom <= innerHeight - edges.bottom + 1); // Other pages are scrolled.
  return [...document.querySelectorAll("#form :is(button, .button, summary), .total, .top-bar a, main > *")].filter(
    (each) => each.checkVisibility() && !each.closest(".unseen, .menu nav, .typed-cards") && !each.matches("#form")
      && getComputedStyle(each).position !== "fixed" && !inside(each.getBoundingClientRect())
      && each.getBoundingClientRect().top < innerHeight / 2
  ).map((each) => `${each.className} ${each.textContent.trim().slice(0, 20)}`);
}"""


@pytest.mark.quick(1)
@pytest.mark.parametrize("game", FIRST)
def test_a_window_that_is_zoomed_four_times_is_scrolled(server: Server, phones: Any, game: str) -> None:
    """WCAG 1.4.10: nothing lies on another, and nothing is too wide."""
    record = every_moment()[FIRST[game]]
    server.import_records([record])
    phone = phones()
    phone.goto(address(record, 1))
    said = [each for found in misfits(phone.page, [(320, 256)]).values() for each in found]
    assert [each for each in said if " on " in each or "wide" in each or "×" in each] == []


def test_long_names_fit_beside_totals_of_three_digits(server: Server, phones: Any) -> None:
    reason = {"type": "adjust", "points": 112, "reason": "the wooden board differs"}
    record = every_moment()[FIRST["havilering"]] | {
        "players": {"N": "Margarete", "E": "Thomasina", "S": "Charlotte", "W": "Maximilian"},
        "rules": {"season": "winter", "target": 200},
    }
    record["actions"] = record["actions"][:1] + [reason | {"side": side} for side in ("NS", "EW")]
    server.import_records([record])
    phone = phones()
    phone.goto("matches/1/")
    assert min(phone.totals) > 99
    assert misfits(phone.page, WINDOWS[::9]) == {}


@pytest.mark.quick(1, 3)
@pytest.mark.parametrize("game", FIRST)
def test_nothing_lies_below_a_notch(server: Server, phones: Any, game: str) -> None:
    """Nor below the bar at the foot, on phones without a home button."""
    record = every_moment()[FIRST[game]]
    server.import_records([record])
    phone = phones()
    session = phone.page.context.new_cdp_session(phone.page)
    for path in (address(record, 1), "books/1/", "matches/1/sheet", "matches/1/watch"):
        phone.goto(path)
        for size, edges in (((390, 844), (0, 0, 0, 34)), ((844, 390), (59, 59, 0, 21)), ((390, 844), (0, 0, 59, 34))):
            insets = dict(zip(("left", "right", "top", "bottom"), edges, strict=True))
            phone.page.set_viewport_size({"width": size[0], "height": size[1]})
            session.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
            phone.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            assert phone.page.evaluate(ROUND_CORNERS, [insets]) == [], (path, size)


@pytest.mark.quick(0, 3)
@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_an_evening_fits(server: Server, phones: Any, game: str) -> None:
    secretary = Secretary(server)
    number = secretary.open("Friday", game=game, length="hands")
    secretary.do(number, come="1", new="\n".join(("Charlotte", "Maximilian", "Cat", "Friederike")))
    secretary.do(number, begin="1")
    secretary.phone.close()
    phone = phones()
    phone.goto(f"{'' if game == 'havilering' else game + '/'}matches/1/")
    assert "Round 1" in phone.page.locator("#evening").inner_text()
    assert misfits(phone.page, [(320, 568), (360, 640), *WINDOWS[::26]]) == {}
