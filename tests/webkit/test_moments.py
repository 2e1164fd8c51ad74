"""Every table at every moment, and every page, at iPhone window sizes."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games import GAMES
from tests.browser.evenings import add_evenings, evening_pages
from tests.browser.pages import PAGES, add_matches
from tests.browser.test_pages import BEHEADED, FIRST, OUTSIDE, kind
from tests.browser.windows import MISFITS, PHONES, address, every_moment, moments_of
from tests.servers import Server
from tests.webkit.phone import READY

LARGER = "document.documentElement.toggleAttribute('data-large', arguments[0])"


@pytest.mark.quick(0, 4)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("half", [0, 1])
def test_every_moment_fits(server: Server, phones: Any, game: str, half: int) -> None:
    of = dict([*moments_of(game, 1).items()][half::2])
    server.import_records(list(of.values()))
    phone, found = phones(), {}
    for number, (name, record) in enumerate(of.items(), 1):
        phone.goto(address(record, number))
        phone.until(READY)
        for larger in (False, True):
            phone.ask(LARGER, larger)
            for width, height in (*PHONES[number % 2 : -1 : 2], PHONES[-1]):
                phone.turn(width, height)
                where = f"{name} at {width} × {height}{', larger' * larger}"
                found[where] = phone.driver.execute_async_script(f"const done = arguments[0]; {DRAWN_NOW}")
    assert {where: each for where, each in found.items() if each} == {}


@pytest.mark.parametrize("game", ["hearts of 4", "humbug-whist"])
def test_a_message_leaves_no_line_half_covered(server: Server, phones: Any, game: str) -> None:
    """The message comes without a reload: that a card has been played already."""
    record = every_moment()[f"{game}: cards by trick"]
    server.import_records([record])
    phone = phones()
    for width, height in ((375, 553), (390, 664), (667, 375), (768, 1024)):
        phone.turn(width, height)
        phone.goto(address(record, 1))
        phone.tap(f'.key[value="{record["actions"][-1]["cards"][0]}"]')
        phone.until("document.querySelector('.told:not(:empty)')")
        said = phone.driver.execute_async_script(f"const done = arguments[0]; {DRAWN_NOW}")
        assert said == [], (width, height)
    assert (
        phone.ask("getComputedStyle(document.querySelector('.result')).minHeight") == "0px"
    )  # The message has room.


NEXT = "requestAnimationFrame(() => setTimeout({}))"
LOOK = f"""() => {{
  const width = document.getElementById("form").getBoundingClientRect().width;
  return [...({MISFITS})(), ...(Math.abs(width - innerWidth) < 2 ? [] : [`the layout of ${{width}} px`])];
}}"""
"""Misfits of a table, which may also have kept its portrait layout when the phone was turned."""
DRAWN_NOW = NEXT.format("() => " + NEXT.format(f"() => done(({LOOK})())"))
"""After a turn a script has the next frame styled again."""


@pytest.mark.quick(0, 5)
@pytest.mark.parametrize("part", [*PAGES, "evenings"])
def test_a_page_of_each_kind_fits(server: Server, phones: Any, part: str) -> None:
    add_matches(server)
    if part == "evenings":
        add_evenings(server)
    phone, found = phones(), {}
    for path in PAGES[part]() if part in PAGES else evening_pages():
        if FIRST[kind(path)] != path:
            continue
        phone.goto(path)
        phone.until("document.readyState === 'complete'")
        for width, height in PHONES:
            phone.turn(width, height)
            found[f"{path} at {width} × {height}"] = phone.ask(f"({OUTSIDE})()") + phone.ask(f"({BEHEADED})()")
    assert {where: each for where, each in found.items() if each} == {}
