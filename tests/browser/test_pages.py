"""Every page, visited once: no layout shift, and fit for every window, type size, eye and ear."""

from __future__ import annotations

import base64
import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page

from referee.games import GAMES
from tests.browser.axe import findings
from tests.browser.conftest import TablePage
from tests.browser.evenings import add_evenings, evening_pages
from tests.browser.hearing import spoken_signs
from tests.browser.pace import blank_page, come_in, watch
from tests.browser.pages import MATCH, PAGES, add_matches
from tests.servers import Server

# What can be tapped, as seen: of a choice the whole label, of a row of a list all that leads somewhere.
SMALL = """() => [...document.querySelectorAll(
  "a, button, summary, select, input, label:has(> [type=radio], > [type=checkbox])"
)].filter((each) => {
  if (!each.checkVisibility({ visibilityProperty: true }) || each.closest(".unseen")) return false;
  if (each.matches("label > :is([type=radio], [type=checkbox])")) return false;
  if (each.getAttribute("tabindex") === "-1" || each.closest("label.typed, #form label.typed-cards")) return false;
  const inSentence = each.tagName === "A" && getComputedStyle(each).display === "inline"
    && each.parentElement.textContent.trim().length > each.textContent.trim().length;
  const { width, height } = each.getBoundingClientRect();
  const around = getComputedStyle(each, "::after"); // A finger reaches it there too.
  const reach = height - (around.position === "absolute" && parseFloat(around.top) + parseFloat(around.bottom) || 0);
  const isLink = each.matches("a:not(.button)");
  return !inSentence && width > 0 && (width < (isLink ? 24 : Math.min(LEAST, 36)) || reach < (isLink ? LINK : LEAST));
}).map((each) => `${each.tagName} ${each.className} ${each.textContent.trim().slice(0, 30)} `
  + [each.getBoundingClientRect().width, each.getBoundingClientRect().height].map(Math.round))"""


def seen(page: Page, *looks: str) -> list[str]:
    """Return the findings of several functions in a page."""
    found: list[str] = page.evaluate(f"() => [{', '.join(f'...({look})()' for look in looks)}]")
    return found


def small(page: Page, least: int, link: int) -> list[str]:
    """List what is lower than it should be: keys and fields, and links. All that a page folds is unfolded."""
    folded = ":is(.page, .watching) main details"
    page.evaluate(f"() => document.querySelectorAll('{folded}').forEach((each) => {{ each.open = true; }})")
    found: list[str] = page.evaluate(SMALL.replace("LEAST", str(least)).replace("LINK", str(link)))
    return found


# What an iPhone would enlarge the page for.
ZOOMING = """() => [...document.querySelectorAll("input, select, textarea")].filter((each) =>
  !["radio", "checkbox", "hidden", "range", "file"].includes(each.type)
  && each.checkVisibility() && parseFloat(getComputedStyle(each).fontSize) < 16
).map((each) => `letters below 16 pixels: ${each.name}`)"""
# What sticks out of the window, or a label out of its chart. A table may be scrolled (WCAG 1.4.10), but in a box of
# its own: the page stays.
OUTSIDE = """() => {
  const isScrolled = (each) =>
    each && (getComputedStyle(each).overflowX !== "visible" || isScrolled(each.parentElement));
  const labels = [...document.querySelectorAll("svg text")].filter(
    (each) => each.getBoundingClientRect().right > each.ownerSVGElement.getBoundingClientRect().right + 1);
  labels.push(...[...document.querySelectorAll("td > time")].filter(
    (each) => each.offsetWidth > each.parentElement.clientWidth));
  return [...labels, ...document.querySelectorAll("body *")].filter(
    (each) => labels.includes(each) || document.documentElement.scrollWidth > innerWidth && each.checkVisibility()
      && !each.closest(".unseen") && !isScrolled(each.parentElement)
      && each.getBoundingClientRect().right > innerWidth + 0.5
  ).map((each) => `${each.tagName} ${each.className.baseVal ?? each.className} ${each.textContent.slice(0, 30)}`);
}"""


# Names whose first letter is out of sight: a name is cut at its end, in whichever direction it is written.
BEHEADED = """() => [...document.querySelectorAll("bdi")].filter((each) => {
  if (!each.checkVisibility({ visibilityProperty: true }) || each.closest(".unseen")) return false;
  // In little space Karnöffel's names above the totals are only read.
  if (getComputedStyle(each.parentElement).clipPath === "inset(50%)") return false;
  const text = document.createTreeWalker(each, NodeFilter.SHOW_TEXT).nextNode();
  const at = text?.data.search(/[^\\s\u2066-\u2069]/) ?? -1;
  if (at < 0) return false;
  const letter = document.createRange();
  letter.setStart(text, at);
  letter.setEnd(text, at + 1);
  const { left, right } = letter.getBoundingClientRect();
  for (let box = each; box !== document.body; box = box.parentElement) {
    if (!["hidden", "clip"].includes(getComputedStyle(box).overflowX)) continue;
    const edges = box.getBoundingClientRect();
    if (left < edges.left - 1 || right > edges.right + 1) return true;
  }
  return false;
}).map((each) => `beginning cut: ${each.textContent.trim().slice(0, 20)} in ${each.parentElement.className}`)"""


# Balances that are written smaller than the name above them, and names and balances under who leads or deals.
LESSER = """() => [...document.querySelectorAll(".plate:has(.figure)")].filter((each) => {
  const [name, balance] = [".who", ".total"].map((part) => each.querySelector(part));
  const size = (text) => parseFloat(getComputedStyle(text).fontSize);
  const box = (text) => text.getBoundingClientRect();
  const lies = (on) => (mark) => Math.min(box(mark).right, box(on).right) - Math.max(box(mark).left, box(on).left) > 2
    && Math.min(box(mark).bottom, box(on).bottom) - Math.max(box(mark).top, box(on).top) > 4;
  const marks = [...each.querySelectorAll(".mark")].filter((mark) => mark.checkVisibility());
  const isHidden = [name, balance, each.querySelector(".tapped")].some((part) => marks.some(lies(part)));
  return each.checkVisibility() && (size(balance) < size(name) || isHidden);
}).map((each) => `smaller than its name, or hidden: ${each.textContent.replace(/\\s+/g, " ").trim()}`)"""


# At the table: what lies on something else, or has no room for a line.
SQUEEZED = """() => {
  const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
  const [board, slot, result, pad] = [".at-table .board", ".player", ".at-table .result", "#pad"].map(box);
  if (!result) return [];
  const line = parseFloat(getComputedStyle(document.querySelector(".result")).fontSize);
  return [slot?.height && board && slot.top < board.bottom && "seats on the board",
    result.height < line && "no result",
    pad?.height && result.bottom > pad.top + 1 && "result under the pad"].filter(Boolean);
}"""
# Words that are broken into a column of letters by what stands beside them.
NARROW = """() => [...document.querySelectorAll("main :is(dt, dd, p)")].filter((each) => {
  const { width, height } = each.getBoundingClientRect();
  const size = parseFloat(getComputedStyle(each).fontSize);
  return each.checkVisibility() && width > 1 && width < 3 * size && height > 4.5 * size
    && /\\w{3}/.test(each.textContent);
}).map((each) => `a column of letters: ${each.textContent.trim().slice(0, 20)}`)"""
# Keys that touch each other, but for the parts of a bar or a pad.
TOUCHING = """() => {
  const keys = [...document.querySelectorAll("main :is(button, .button)")].filter((each) => each.checkVisibility()
    && !each.closest(".unseen, .tools, .rows, .segments, .limits, .pad, .tops, #form"));
  return keys.flatMap((one, at) => keys.slice(at + 1).filter((other) => {
    const [a, b] = [one, other].map((key) => key.getBoundingClientRect());
    const across = Math.max(a.left, b.left) - Math.min(a.right, b.right);
    const down = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom);
    return Math.max(across, down) < 4;
  }).map((other) => `no room between ${one.textContent.trim()} and ${other.textContent.trim()}`));
}"""
# Keys whose words reach their edge.
TIGHT = """() => [...document.querySelectorAll("main :is(button, .button):not(.key, .pad *, .picks *, #form *)")]
  .filter((each) => {
    const { left, right } = each.getBoundingClientRect();
    const [texts, words] = [document.createTreeWalker(each, NodeFilter.SHOW_TEXT), document.createRange()];
    while (each.checkVisibility() && texts.nextNode()) {
      words.selectNodeContents(texts.currentNode);
      const of = words.getBoundingClientRect();
      const isSeen = of.width && !texts.currentNode.parentElement.closest(".unseen");
      if (isSeen && (of.left < left + 3 || of.right > right - 3)) return true;
    }
    return false;
  }).map((each) => `no room beside its words: ${each.textContent.trim().slice(0, 20)}`)"""
# Short words and numbers of which a part is on the next line.
SPLIT = """() => {
  const [found, word] = [[], document.createRange()];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode());) {
    const around = text.parentElement;
    if (around.closest("bdi, #form, .unseen, .begin i") || !around.checkVisibility()) continue;
    for (const { index, 0: letters } of text.data.matchAll(/[\\p{L}\\d]+/gu)) {
      word.setStart(text, index);
      word.setEnd(text, index + letters.length);
      const tops = [...word.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top);
      const isSplit = Math.max(...tops) > Math.min(...tops) + 4;
      if (isSplit && letters.length < 15) found.push(`a word in two parts: ${letters}`);
    }
  }
  return found;
}"""
# A link beside the date of a match, on the date.
ON_DATE = """() => [...document.querySelectorAll(".match .aside")].flatMap((link) => {
  const words = document.createRange();
  words.selectNodeContents(link);
  const { left, top } = words.getBoundingClientRect();
  words.selectNodeContents(link.parentElement.querySelector(".when"));
  return [...words.getClientRects()].filter(({ right, bottom }) => right > left + 1 && bottom > top + 6)
    .map(() => `on the date: ${link.textContent}`);
})"""
# The names of a pair beside each other in columns, and small letters on an evening's board.
APART = """() => [
  ...[...document.querySelectorAll(".people li > bdi + bdi")].map((each) => `in columns: ${each.textContent}`),
  ...[...document.querySelectorAll(".board-of-evening:not(.many) thead th")].filter((each) =>
    innerWidth > 1200 && parseFloat(getComputedStyle(each).fontSize) < 15).map((each) => `small: ${each.textContent}`)
]"""
# Suits behind a heading that are higher than the cloth.
CROPPED = """() => [...document.querySelectorAll(".page main > h1")].filter((each) => {
  const { position, fontSize, bottom } = getComputedStyle(each, "::before");
  return position === "absolute" && .85 * parseFloat(fontSize) > each.clientHeight - parseFloat(bottom);
}).map((each) => `cropped suits: ${each.textContent}`)"""
# The chosen one of a row of links, out of sight or missing.
AWAY = """() => [
  ...[...document.querySelectorAll(".chips [aria-current]")].filter((each) => {
    const [own, row] = [each, each.parentElement].map((box) => box.getBoundingClientRect());
    return own.left < row.left - 1 || own.right > row.right + 1;
  }).map((each) => `out of sight: ${each.textContent}`),
  ...document.querySelector(`.chips:has([href*="?game="]):not(:has([aria-current]))`) ? ["this game is missing"] : []
]"""
# Choices that begin with a small letter, but for the one that follows a player's name.
LOWER = """() => [...document.querySelectorAll("main :is(.choice, .answers button, option)")].filter((each) =>
  !each.querySelector("bdi, [name=dealer]") && /^\\p{Ll}/u.test(each.textContent.trim())
).map((each) => `begins small: ${each.textContent.trim().slice(0, 30)}`)"""
# Values that Python wrote as it writes them for programmers.
RAW = """() => [...document.querySelectorAll("option, input:not([type=hidden]), button")].filter(({ value }) =>
  /^[A-Z][a-z]\\w*\\.[A-Za-z]|^<|^None$/.test(value)
).map((each) => `raw: ${each.value}`)"""
# Dark letters on the cloth, which axe cannot judge.
DARK = """() => [...document.querySelectorAll("main .felt *")].filter((each) => {
  if (!each.checkVisibility() || each.closest(".unseen, svg")) return false;
  if (![...each.childNodes].some((part) => part.nodeType === 3 && part.data.trim())) return false;
  let on = each;
  const { color } = getComputedStyle(each);
  while (!on.matches(".felt") && getComputedStyle(on).backgroundColor.endsWith(", 0)")) on = on.parentElement;
  const isOnCloth = on.matches(".felt") || /, 0?\\.[0-4]\\d*\\)/.test(getComputedStyle(on).backgroundColor);
  return isOnCloth && Math.max(...color.match(/[\\d.]+/g).slice(0, 3)) < 180;
}).map((each) => `dark on the cloth: ${each.textContent.trim().slice(0, 20)}`)"""
# Hints that touch what they are about.
HUGGING = """() => [...document.querySelectorAll("main .hint")].filter((each) => {
  const before = each.previousElementSibling;
  const isAbout = before?.matches(".field, .search, fieldset, .choices, .pair");
  const touches = () => each.getBoundingClientRect().top < before.getBoundingClientRect().bottom + 3;
  return isAbout && each.checkVisibility() && touches();
}).map((each) => `touches what it is about: ${each.textContent.trim().slice(0, 30)}`)"""
# Hints further away from their field than from what follows.
STRAY = """() => [...document.querySelectorAll("main .field + .hint")].filter((each) => each.checkVisibility()
  && each.getBoundingClientRect().top > each.previousElementSibling.getBoundingClientRect().bottom + 14
).map((each) => `away from its field: ${each.textContent.trim().slice(0, 30)}`)"""
# Values beside each other at different heights, and ticks beside a key.
UNEVEN = """() => [...document.querySelectorAll("main :is(.pair, .circumstances)")].flatMap((row) => {
  const parts = [...row.querySelectorAll(":scope input, :scope select, :scope .segments, :scope > button")]
    .filter((each) => each.checkVisibility() && !each.closest(".segments .choice") && each.offsetHeight > 1)
    .map((each) => each.getBoundingClientRect());
  const middle = ({ top, bottom }) => (top + bottom) / 2;
  const isUneven = (one, other) => one.left !== other.left && Math.abs(middle(one) - middle(other)) > 1.5
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 10;
  const isOdd = parts.some((one) => parts.some((other) => isUneven(one, other)));
  return isOdd ? [`uneven: ${row.textContent.trim()}`] : [];
}).map((each) => each.replace(/\\s+/g, " ").slice(0, 50))"""
# Choices that are wider than their field, but for those with players' names.
CUT = """() => [...document.querySelectorAll("main select")].filter((select) => {
  const { font, paddingLeft } = getComputedStyle(select);
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  context.font = font;
  const room = select.clientWidth - parseFloat(paddingLeft) - 20; // Less the arrow.
  const isLong = ({ text }) => text.length < 24 && !/Maxi|عبد|&|–/.test(text)
    && context.measureText(text).width > room;
  return select.checkVisibility() && [...select.options].some(isLong);
}).map((select) => `choices cut: ${select.name}`)"""
# A card that has been tapped, its letters not in the middle.
HIGH = """() => [...document.querySelectorAll(".picking .filled .card > .face")].filter((each) => {
  const [words, card] = [document.createRange(), each.parentElement.getBoundingClientRect()];
  words.selectNodeContents(each);
  const { top, bottom } = words.getBoundingClientRect();
  return Math.abs(top + bottom - card.top - card.bottom) > 5;
}).map((each) => `not in the middle of its card: ${each.textContent}`)"""
# Links that are higher than their coloured cell, and arrows of a sorted column on a line of their own.
SPILLING = """() => [
  ...[...document.querySelectorAll(".together td > a")].filter((each) =>
    each.offsetHeight > each.parentElement.offsetHeight + 1
  ).map((each) => `higher than its cell: ${each.textContent}`),
  ...[...document.querySelectorAll("[aria-sort] a > span")].filter((each) => {
    const words = document.createRange();
    words.selectNode(each.previousSibling);
    return [...words.getClientRects()].every(({ bottom }) => bottom < each.getBoundingClientRect().top + 4);
  }).map((each) => `alone on its line: ${each.parentElement.textContent}`)
]"""
# Letters of a chart that are too small for a phone, and keys in the letters of a hint.
FAINT = """() => [
  ...[...document.querySelectorAll("main .chart svg text:not(.line *)")].filter((each) => each.checkVisibility()
    && parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a < 9.9),
  ...[...document.querySelectorAll("main .hint :is(button, .button)")].filter((each) => each.checkVisibility()
    && parseFloat(getComputedStyle(each).fontSize) < 15)
].map((each) => `small letters: ${each.textContent}`)"""
LARGER = "larger => document.documentElement.toggleAttribute('data-large', larger)"
SPACED = """() => {
  const spaced = new CSSStyleSheet();
  spaced.replaceSync("* { line-height: 1.5 !important; letter-spacing: .12em !important; "
    + "word-spacing: .16em !important } p { margin-bottom: 2em !important }");
  document.adoptedStyleSheets = [spaced];
}"""


@pytest.fixture
def phone(server: Server, phones: Any) -> TablePage:
    """A small phone whose screen stays on, with a match in every state in its score book."""
    add_matches(server)
    made: TablePage = phones(360, 640)
    made.goto("books/1/")
    return made


ALL_PAGES = PAGES | {"evenings": evening_pages}


def kind(path: str) -> str:
    """The kind of a page: its path without numbers and query."""
    return re.sub(r"\d+", "N", path.split("?")[0])


def least(path: str) -> tuple[int, int]:
    """The least height of a page's keys and fields, and of its links."""
    if re.search(r"(^|/)matches/N/$", kind(path)):
        return 29, 24  # The windows' sweep has more to say about a table's keys.
    return (36, 36) if re.search(r"/(watch|board|replay)$", kind(path)) else (44, 36)


FIRST = {kind(path): path for pages in reversed(ALL_PAGES.values()) for path in reversed(pages())}
"""The first page of each kind."""
SHARED = {re.sub(f"^({'|'.join(GAMES)})/(?!matches/N/$)", "", each): path for each, path in FIRST.items()}
"""The same with one page for all games, but for their tables."""


@pytest.mark.timeout(180)
@pytest.mark.parametrize("part", ALL_PAGES)
def test_every_page(phone: TablePage, part: str, many: bool, thorough: bool) -> None:
    """Few: axe on one page of each kind, in the light. Many: one of each kind at every size, in the dark and as it
    loads; the others exist. All: every other page in a narrow window too.
    """
    if part == "evenings":
        add_evenings(phone.server)
    session, found = phone.page.context.new_cdp_session(phone.page), {}
    blank = blank_page(phone.page)
    for path in ALL_PAGES[part]():
        is_first = FIRST[kind(path)] == path
        if not many and path in SHARED.values():
            phone.goto(path)
            found[path] = findings(phone, has_dark=False)
        if many and path != "nowhere" and phone.page.request.get(phone.server.address + path).status == 404:
            found[path] = ["there is no such page"]
        elif thorough or (many and is_first):
            found[path] = comes_in(phone, path, blank, pieces=4 if is_first else 1) + spoken_signs(phone.page)
            if is_first:
                found[path] += findings(phone, has_dark=True)
                found[path] += at_every_size(phone.page, session, least(path))
            else:
                found[path] += in_a_window(phone.page, 320)
    assert {path: each for path, each in found.items() if each} == {}


NUMBERS = "['#end', 'h1', 'a[href=\"\"]'].map((each) => document.querySelectorAll(each).length)"


def comes_in(phone: TablePage, path: str, blank: str, pieces: int) -> list[str]:
    """Load a page, in pieces as over a slow connection; return its layout shifts then."""
    page = phone.page
    if pieces == 1:
        phone.goto(path)
    else:
        html = page.request.get(phone.server.address + path).text()
        phone.goto(blank)
        page.evaluate("path => history.replaceState(null, '', path)", f"/{path}")
        watch(page)
        come_in(page, html, pieces)
    assert page.evaluate(NUMBERS) == [1, 1, 0], path
    shifts: list[str] = page.evaluate("window.shifts ?? []")
    return shifts


# What has no room in its row lies on the next, and in a half of the board it is cut. Large figures reach a little out
# of their line.
LYING = """() => [...document.querySelectorAll(
  document.querySelector(".near .chosen") ? ".near > :not(.scores), .near .side > *" : ".near > *"
)].flatMap((each, at, all) => all.slice(at + 1).filter(
  (next) => {
  const [a, b] = [each.getBoundingClientRect(), next.getBoundingClientRect()];
  return each.checkVisibility() && next.checkVisibility()
    && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 4
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
}).map((next) => `${next.className.baseVal ?? next.className} on ${each.className.baseVal ?? each.className}`))"""
CROWDED = """() => [...document.querySelectorAll(".both_sides .near, .near > *, .near .tapped")].filter((each) => {
  const { overflowY, display } = getComputedStyle(each);
  return each.checkVisibility() && each instanceof HTMLElement && display !== "inline"
    && each.scrollHeight > (each.matches(".near") ? each.clientHeight : each.clientHeight * 1.1) + 4
    && (overflowY === "visible" || each.matches(".near"));
}).map((each) => `${each.className}: ${each.scrollHeight} in ${each.clientHeight}`)"""


# Totals on two lines, wider than their side, or lower than the other side's.
BROKEN_TOTALS = """() => [...document.querySelectorAll(".near :is(.total, .points b)")].filter(
  (each, at, [{ offsetTop }]) => each.offsetHeight > 1.5 * parseFloat(getComputedStyle(each).fontSize)
    || each.scrollWidth > each.clientWidth || each.offsetTop !== offsetTop
).map((each) => each.textContent)"""


@pytest.mark.quick(0)
@pytest.mark.parametrize("game", ["havilering", "cribbage", "grevjass"])
def test_totals_of_three_digits_stay_beside_their_target(server: Server, phones: Any, game: str) -> None:
    who = "player" if game == "cribbage" else "side"
    ruling: dict[str, Any] = {"type": "adjust", "reason": "a wooden board"}
    seats = ("EW", "NS") if who == "side" else "SN"
    over = [ruling | {who: seat, "points": points} for seat, points in zip(seats, (66, 123), strict=True)]
    players = dict(zip("NESW" if who == "side" else "NS", ("Ann", "Bob", "Cat", "Dan"), strict=False))
    record = {"format": f"{game}-match", "version": 1, "players": players, "dealer": "N",
              "started": "2026-06-20T20:00:00+01:00", "actions": over}  # fmt: skip
    near = record | {"started": "2026-06-21T20:00:00+01:00", "actions": [over[1] | {"points": 115}]}
    server.import_records([record, near])
    phone = phones()
    windows = ((320, 568), (568, 320), (800, 600), (1024, 768), (1080, 810), (1112, 834), (1920, 1080))
    for number, (width, height), large in itertools.product((1, 2), windows, (False, True)):
        phone.goto(f"matches/{number}/watch")
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.page.evaluate("large => document.documentElement.toggleAttribute('data-large', large)", large)
        assert phone.page.evaluate(BROKEN_TOTALS) == [], (number, width, height, large)


# Balances that reach out of their plates, or lie below a mark.
SPILT = """() => [...document.querySelectorAll(".near .plate .figure")].filter((each) => {
  const { left, right, top } = each.getBoundingClientRect();
  const plate = each.closest(".plate");
  const isUnder = [...plate.querySelectorAll(".mark")].map((mark) => mark.getBoundingClientRect())
    .some((mark) => mark.left < right - 1 && mark.right > left && mark.bottom > top + 6);
  return right > plate.getBoundingClientRect().right || isUnder;
}).map((each) => `not in its plate: ${each.textContent}`)"""


# Cards drawn as cards, in the small letters of a text.
THIN = """() => [...document.querySelectorAll(".near .felt .face")].filter((each) => {
  const { display, fontWeight, fontSize } = getComputedStyle(each);
  return each.checkVisibility() && display === "grid" && (fontWeight < 700 || parseFloat(fontSize) < 18);
}).map((each) => `small letters on a card: ${each.textContent}`)"""


# Letters of a chart that nobody can read.
TINY = """() => [...document.querySelectorAll(".end text")].filter((each) => each.checkVisibility()
  && parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a < 6.5
).map((each) => `too small: ${each.textContent}`)"""


# The colours of a picture.
COLOURS = """async (picture) => {
  const bytes = Uint8Array.from(atob(picture), (each) => each.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, image.width, image.height);
  const colours = new Set();
  for (let at = 0; at < data.length; at += 4) colours.add(data.slice(at, at + 3).join());
  return [...colours];
}"""


@pytest.mark.fonts
@pytest.mark.quick(1, 4)
@pytest.mark.parametrize("ratio", [1, 1.25, 1.5, 2, 2.625, 3, 3.5])
def test_no_line_lies_below_a_heading(server: Server, phones: Any, ratio: float) -> None:
    phone = phones(device_scale_factor=ratio)
    for path in ("books/1/", "settings", "rules", "books/1/new"):
        phone.goto(path)
        box = phone.page.locator("main h1").bounding_box()
        clip = {"x": 100, "y": box["y"] + box["height"] - 8, "width": 20, "height": 12}
        picture = phone.page.screenshot(clip=clip)
        assert len(phone.page.evaluate(COLOURS, base64.b64encode(picture).decode())) == 1, path


@pytest.mark.quick(0)
@pytest.mark.timeout(180)
@pytest.mark.parametrize("look", ["watch", "board"])
def test_nothing_lies_on_another_for_those_who_watch(phone: TablePage, look: str) -> None:
    found = {}
    phone.page.emulate_media(reduced_motion="reduce")
    for name, number in MATCH.items():
        phone.goto(f"matches/{number}/{look}")
        for width, height in ((360, 640), (320, 568), (640, 360), (1024, 640), (430, 739), (1366, 1024)):
            phone.page.set_viewport_size({"width": width, "height": height})
            for large in ("", "larger "):
                phone.page.evaluate(
                    "large => document.documentElement.toggleAttribute('data-large', large)", bool(large)
                )
                found[f"{name} {large}{width}"] = seen(phone.page, CROWDED, LYING, LESSER, TINY, SPILT, THIN)
    assert {where: each for where, each in found.items() if each} == {}


def in_a_window(page: Page, width: int) -> list[str]:
    """List what does not fit into a window of this width."""
    page.set_viewport_size({"width": width, "height": 640})
    looks = (
        OUTSIDE,
        BEHEADED,
        LESSER,
        NARROW,
        TOUCHING,
        TIGHT,
        DARK,
        SPLIT,
        LOWER,
        AWAY,
        CROPPED,
        RAW,
        HUGGING,
        APART,
        STRAY,
        UNEVEN,
        CUT,
        HIGH,
        SPILLING,
        FAINT,
    )
    return [f"{width} wide: {each}" for each in seen(page, *looks)]


def at_every_size(page: Page, session: CDPSession, least: tuple[int, int] = (44, 36)) -> list[str]:
    """The elements that do not fit, and those too small to tap.

    In a window as narrow as a laptop's zoomed four times (WCAG 1.4.10, 2.5.8) and in a wide one, with type of twice
    the size (1.4.4) and with text spaced out (1.4.12).
    """
    found = []
    for width in (320, 1280, 360):
        found += in_a_window(page, width)
        if width == 320:
            found += small(page, *least) + page.evaluate(ZOOMING)
            page.evaluate(LARGER, True)
            found += [f"larger: {each}" for each in seen(page, OUTSIDE, NARROW, TOUCHING, SPLIT)]
            page.evaluate(LARGER, False)
    for size, script in ((32, ""), (16, SPACED)):
        session.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size - 3}})
        assert page.evaluate("getComputedStyle(document.body).fontSize") == f"{size}px"
        if script:
            page.evaluate(script)
        found += [f"type of {size} pixels: {each}" for each in seen(page, OUTSIDE, SQUEEZED, ON_DATE)]
    return found


def test_what_does_not_fit_is_found(phone: TablePage) -> None:
    page = phone.page
    session = page.context.new_cdp_session(page)
    assert at_every_size(page, session) == []
    page.evaluate("""() => {
      const [wide, low] = [document.createElement("p"), document.createElement("button")];
      wide.style.width = "23em";
      low.style.cssText = "all: revert; height: 10px; padding: 0";
      document.querySelector("main").append(wide, low);
    }""")
    found = at_every_size(page, session)
    assert any(each.startswith("BUTTON") for each in found)
    assert any(each.startswith("320 wide: P") for each in found)
    assert any(each.startswith("type of 32 pixels: P") for each in found)
    assert not any(each.startswith("1280 wide") for each in found)
