"""Alignment of names and figures, and spacing of headings."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.evenings import add_evenings
from tests.browser.pages import MATCH, add_matches, matches
from tests.servers import Phone, Server

pytestmark = pytest.mark.quick(0)

WINDOWS = [(320, 568), (360, 640), (390, 844), (1280, 800)]

# The names of sides that take several lines, or whose second line begins with "&".
BROKEN = """() => [...document.querySelectorAll(".two .names")].filter((each) => {
  const lines = Math.round(each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight));
  const [and] = [...each.childNodes].filter((part) => part.nodeType === 3 && part.data.includes("&"));
  const range = document.createRange();
  if (and) range.selectNode(and);
  const isAfter = and && range.getClientRects()[0].top > each.querySelector("bdi").getBoundingClientRect().bottom - 4;
  return isAfter || lines > (each.textContent.trim().length < 15 ? 1 : 2);
}).map((each) => each.textContent.replace(/\\s+/g, " "))"""
# The right edges of the figures in a list of matches.
EDGES = """() => [...document.querySelectorAll("ul.matches")].map((list) =>
  [...list.querySelectorAll(".figures:not(:empty)")].filter((each) => each.checkVisibility()).map((each) => {
    const [figure, row] = [each, each.closest(".match")].map((box) => box.getBoundingClientRect().right);
    return Math.round(row - figure);
  })).filter((edges) => edges.some((edge) => edge))"""
# Headings of columns with less than 6 pixels between them.
CLOSE = """() => {
  const words = document.createRange();
  const heads = [...document.querySelectorAll("table.standings th:not(:has(.unseen), tbody *)")];
  const boxes = heads.filter((each) => each.checkVisibility()).map((each) => {
    words.selectNodeContents(each);
    return [each.textContent, words.getBoundingClientRect()];
  });
  return boxes.slice(1).filter(([, { left }], at) => left < boxes[at][1].right + 6).map(([text]) => text);
}"""

# Lines that begin with the dot between two parts of a text.
DOTS = """() => {
  const [texts, letter] = [document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), document.createRange()];
  const [found, last] = [[], { bottom: Infinity }];
  for (let text; (text = texts.nextNode());) {
    if (!text.parentElement.closest(".when, .lines") || !text.parentElement.checkVisibility()) continue;
    for (const { index, 0: sign } of text.data.matchAll(/\\S/g)) {
      letter.setStart(text, index);
      letter.setEnd(text, index + 1);
      const { top, bottom } = letter.getBoundingClientRect();
      if (sign === "·" && top > last.bottom - 2) found.push(text.data.slice(index, index + 20));
      last.bottom = bottom;
    }
  }
  return found;
}"""


# Standings without one of their columns, and names whose first eight letters are on two lines.
STANDINGS = """() => [...document.querySelectorAll(".standings :is(th, td:nth-child(2))")].filter((each) => {
  const [text, letters] = [each.querySelector("bdi")?.firstChild, document.createRange()];
  if (!text) return !each.checkVisibility();
  letters.setStart(text, 0);
  letters.setEnd(text, Math.min(text.data.length, 8));
  return letters.getBoundingClientRect().height > 1.5 * parseFloat(getComputedStyle(each).fontSize);
}).map((each) => each.textContent)"""
# Lines of a ruling that begin to the right of its edge.
INDENTED = """() => [...document.querySelectorAll(".sets li")].filter((each) => {
  const words = document.createRange();
  words.selectNodeContents(each);
  return words.getBoundingClientRect().left > each.getBoundingClientRect().left + 1;
}).map((each) => each.textContent)"""


def in_windows(page: Page, script: str, windows: Iterable[tuple[int, int]] = WINDOWS) -> dict[str, Any]:
    """Return what a script finds, by window."""
    found = {}
    for width, height in windows:
        page.set_viewport_size({"width": width, "height": height})
        found[f"{width} × {height}"] = page.evaluate(script)
    return {window: each for window, each in found.items() if each}


@pytest.mark.parametrize("game", ["played", "cribbage played", "grevjass over", "karnoffel over"])
def test_names_are_whole_before_and_after_a_correction(server: Server, phones: Any, game: str) -> None:
    plain = matches()[game]
    longer = plain | {
        "players": dict(zip(plain["players"], ("Henrietta", "Frederick", "Theodore", "Bob"), strict=False))
    }
    server.import_records([plain, longer | {"started": "2026-08-01T18:00:00+01:00"}])
    phone, last = phones(), len(plain["actions"])
    edits = json.dumps({"of": last, "edits": [{"first": last, "last": last, "actions": []}]})
    for number in (1, 2):
        phone.goto(f"matches/{number}/mend/look?edits={edits}")
        assert phone.page.locator(".two .names").count() == 4
        assert in_windows(phone.page, BROKEN) == {}


def test_figures_of_matches_are_in_one_column(server: Server, phones: Any) -> None:
    add_matches(server)
    phone = phones()
    for path in ("books/1/", "books/1/?state=open", "books/1/?q=ann"):
        phone.goto(path)
        phone.page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        assert phone.page.locator(".match .figures").count()
        assert in_windows(phone.page, EDGES) == {}


def test_rulings_begin_at_the_edge(server: Server, phones: Any) -> None:
    phone = phones()
    four = "cards=9S.KS.8H.7D"
    for path in (f"dispute?{four}", f"karnoffel/dispute?{four}&chosen=H", f"grevjass/dispute?{four}&trump=D",
                 "grevjass/dispute?cards=9S.8S.7S.9D&trump=H", "cribbage/dispute?cards=5H.5S.5D.JC.5C"):  # fmt: skip
        phone.goto(path)
        assert phone.page.locator(".sets li").count()
        assert in_windows(phone.page, INDENTED) == {}


def test_no_line_begins_with_a_dot(server: Server, phones: Any) -> None:
    add_matches(server)
    phone = phones()
    for path in ("books/1/?q=ann", "books/1/?state=open", f"grevjass/matches/{MATCH['grevjass over']}/replay?at=3"):
        phone.goto(path)
        assert in_windows(phone.page, DOTS, [(width, 640) for width in range(320, 400, 8)]) == {}


def test_standings_have_room_between_their_headings(server: Server, phones: Any) -> None:
    add_evenings(server)
    phone = phones()
    for path in ("evenings/3/", "evenings/4/", "evenings/7/", "evenings/3/board", "evenings/7/board"):
        phone.goto(path)
        assert phone.page.locator("table.standings").count() == 1
        assert in_windows(phone.page, CLOSE) == {}
    for path in ("evenings/3/board", "evenings/7/board"):
        phone.goto(path)
        assert in_windows(phone.page, STANDINGS, [(900, 640), (1024, 768), (1199, 800), (1280, 800)]) == {}
        assert in_windows(phone.page, CLOSE, [(900, 640), (1024, 768), (1199, 800)]) == {}


def test_the_heading_of_an_evenings_table_is_clear_of_the_edge(server: Server, phones: Any) -> None:
    add_evenings(server)
    secretary = Phone(server.port, server.link)
    pages = [secretary.get(f"/evenings/{number}/") for number in (2, 5)]
    secretary.close()
    phone = phones()
    for page in pages:
        phone.goto(page.split('">Open this table')[0].rsplit('href="', 1)[1])
        phone.page.locator("#evening").wait_for()
        assert (
            in_windows(phone.page, "() => document.querySelector('.place h1').getBoundingClientRect().top < 2") == {}
        )
