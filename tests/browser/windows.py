"""Every window size of a table, and the parts that do not fit into one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from playwright.sync_api import Page

from tests.browser.eyes import moments
from tests.browser.tables import table_moments

Window = tuple[int, int]
"""Width and height, in CSS pixels."""

PORTRAIT = [
    (width, height)
    for width in (320, 340, 360, 375, 390, 402, 412, 430, 440, 480)
    for height in (*range(480, 961, 20), 553, 568, 664, 681, 739, 763, 806, 844)
]
LANDSCAPE = [(568, 320), (640, 360), (667, 375), (693, 320), (740, 360), (780, 360), (812, 375), (844, 390),
             (874, 402), (896, 414), (915, 412), (932, 430)]  # fmt: skip
TABLETS = [(768, 1024), (800, 1200), (820, 1180), (834, 1112), (1024, 1366), (1024, 768), (1180, 820), (1200, 800),
           (1280, 800), (1366, 1024), (1440, 900), (1920, 1080)]  # fmt: skip
WINDOWS: list[Window] = [*PORTRAIT, *LANDSCAPE, *TABLETS]


PHONES: list[Window] = [(375, 553), (390, 664), (402, 681), (430, 739), (844, 390)]
"""iPhones, within the bars of their browser."""

# Keys are as large as a finger needs, whole, and reached everywhere; what the table shows lies on nothing else of it;
# names keep five letters; the page has nothing to scroll to.
MISFITS = """() => {
  const found = new Set();
  const textOf = (each) => (each.ariaLabel || each.textContent).replace(/\\s+/g, " ").trim().slice(0, 30);
  const say = (what, each) => found.add(`${what}: ${textOf(each)}`);
  const box = (each) => each.getBoundingClientRect();
  const all = (selector) => [...document.querySelectorAll(selector)];
  const isSeen = (each) => {
    if (!each.checkVisibility({ visibilityProperty: true })) return false;
    if (each.closest(".unseen, .menu nav, .typed-cards, details:not([open]) > :not(summary)")) return false;
    for (let at = each; at !== document.body; at = at.parentElement) {
      const { width, height } = box(at);
      if ((width <= 2 || height <= 2) && getComputedStyle(at).overflow !== "visible") return false;
    }
    return true;
  };
  const isInside = ({ left, right, top, bottom }) =>
    left >= -.5 && top >= -.5 && right <= innerWidth + .5 && bottom <= innerHeight + .5;

  const { scrollWidth, scrollHeight } = document.scrollingElement;
  if (scrollWidth > innerWidth) found.add(`${scrollWidth - innerWidth} px too wide`);
  if (scrollHeight > innerHeight) found.add(`${scrollHeight - innerHeight} px too high`);

  const low = innerHeight < 510 && innerHeight >= innerWidth ? 32 : innerHeight < 560 ? 36 : 44;
  const hasMore = all(".more").some((more) => more.checkVisibility());
  // What is told lies over the result until the next tap.
  const isOver = all(".told > *, .bars p, .bars li").some((each) => each.checkVisibility());
  for (const key of all("#form :is(button, .button, summary, select):not(.plate, .take-back)").filter(isSeen)) {
    const strip = key.closest(".strip");
    if (strip && box(key).right > box(strip).right - 40 && isInside(box(strip))) continue; // A swipe away.
    if (key.closest("#claims")) key.scrollIntoView({ block: "center" });
    const { left, right, top, bottom, width, height } = box(key);
    const within = key.closest(".result, .told, .bars");
    const isCut = hasMore && (bottom > box(within ?? key).bottom || key.matches(".cut, .beyond"));
    if (within && (isCut || isOver && within.matches(".result"))) continue;
    if (!within && (height < low - .3 || width < 44 - .1)) say(`${Math.round(width)} × ${Math.round(height)}`, key);
    if (within && height < 24 - .1) say("lower than 24", key);
    if (key.matches(".key") && key.scrollWidth > key.clientWidth + 1) say("letters outside the key", key);
    const [x, y] = [left + width / 2, top + height / 2];
    const edges = [[left + 3, y], [right - 3, y], [x, top + 3], [x, bottom - 3]];
    const points = [[x, y], ...(key.closest("#claims") ? [] : edges)]; // Its scroll bar may lie over them.
    if (!isInside(box(key))) say("outside the window", key);
    else if (!points.every((at) => key.contains(document.elementFromPoint(...at)))) say("covered", key);
  }

  const nameOf = (each) => each.className.baseVal ?? (each.className || each.id);
  const parts = all("#form > .bar, #table > :not(.told, script, input), #form > .entry, #form > .entry > *")
    .filter((each) => isSeen(each) && !each.matches(".typed-cards"));
  parts.forEach((part, at) => {
    const a = box(part);
    if (!isInside(a)) found.add(`${nameOf(part)} outside the window`);
    for (const other of parts.slice(at + 1)) {
      const b = box(other);
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2 && !part.contains(other)) found.add(`${nameOf(part)} on ${nameOf(other)}`);
    }
  });
  const wordsOf = (each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    return words;
  };
  // Of a line only what is not masked.
  const bar = all(".demands:not([open])").find(isSeen);
  for (const line of bar ? all(".lines > p:not(.beyond)").filter(isSeen) : []) {
    const cut = line.matches(".cut") ? parseFloat(line.style.getPropertyValue("--cut")) : 0;
    const foot = Math.min(box(line).bottom - cut, box(line.closest(".lines")).bottom);
    const under = ({ top, bottom, left }) => Math.min(bottom, foot) - Math.max(top, box(bar).top) > 2
      && left < box(bar).right;
    if ([...wordsOf(line).getClientRects()].some(under)) say("under the demands", line);
  }
  const isLarge = innerWidth > 700 && innerHeight > ("large" in document.documentElement.dataset ? 1150 : 1000);
  for (const line of isLarge ? all(".demands:not([open]) > summary").filter(isSeen) : []) {
    if (line.scrollWidth > line.clientWidth + 1) say("demand cut", line);
  }
  const isWide = innerWidth >= 700 && innerHeight > 640;
  const isLettered = (each) => [...each.childNodes].some((part) => part.nodeType === 3 && part.data.trim());
  const isSmall = (each) => parseFloat(getComputedStyle(each).fontSize)
    < (each.closest(".claim") ? 18 : each.closest("#ways") ? 16 : each.closest(".bar") ? 13 : 14.5);
  for (const part of isWide ? all("#form *:not(svg *, script, nav *, .unseen, .key i, .key i *)") : []) {
    if (isLettered(part) && isSmall(part) && isSeen(part)) say("small letters", part);
  }
  for (const [one, other] of all("#form .round .player").filter(isSeen).map((each, at, of) => [each, of[at + 1]])) {
    const [a, b] = [one, other ?? one].map((each) => box(wordsOf(each.querySelector(".who"))));
    if (Math.abs(a.top - b.top) > 1 && Math.abs(a.top - b.top) < 20) say("name not level with the next", one);
  }
  for (const question of isWide ? all("#asks > .waits").filter(isSeen) : []) {
    if (parseFloat(getComputedStyle(question).fontSize) < 20) say("small question", question);
  }
  for (const part of all(".past-deals, .sides .names, .strokes").filter(isSeen)) {
    if (box(part).left < 4 || box(part).right > innerWidth - 4) say("at the window's edge", part);
  }
  for (const part of all(":is(.of-2, .of-4) .plate > :is(.who, .figure)").filter(isSeen)) {
    if (box(wordsOf(part)).left < box(part.parentElement).left + 5) say("at its plate's edge", part);
  }
  const isLow = (told) => told.parentElement.clientHeight < 320;
  const message = all("#form .told:not(:empty), #first-dealer").filter(isSeen).find((each) =>
    each.matches("#first-dealer") || isLow(each));
  for (const line of message ? all(".lines > p").filter(isSeen) : []) {
    const isHalf = ({ top, bottom }) => top < box(message).top - 3 && bottom > box(message).top + 3;
    const isShown = getComputedStyle(line).opacity > 0;
    if (isShown && [...wordsOf(line).getClientRects()].some(isHalf)) say("half covered", line);
  }
  for (const mark of all("#form .round .mark, #form .cross .mark").filter(isSeen)) {
    const who = mark.closest(".plate").querySelector(".who");
    const [name, own, a] = [wordsOf(who), who, mark].map(box);
    const across = Math.min(name.right, own.right) + 2 > a.left && a.right > name.left;
    if (across && Math.min(name.bottom, a.bottom) - Math.max(name.top, a.top) > 8) say("touches its mark", who);
  }
  for (const card of all("#form .head .face").filter(isSeen)) {
    if (getComputedStyle(card).backgroundColor === "rgba(0, 0, 0, 0)") say("black on the cloth", card);
  }
  for (const name of all("#form .key i").filter(isSeen)) {
    const { fontSize } = getComputedStyle(name);
    if (parseFloat(fontSize) < 12) say(`letters of ${fontSize}`, name);
    if (box(name).width > name.closest(".key").clientWidth) say("wider than its key", name);
  }
  for (const card of all("#form .laid > .face").filter(isSeen)) {
    const [a, b] = [wordsOf(card), card.parentElement].map(box);
    if (a.left < b.left || a.right > b.right) say("cut at its card's edge", card);
  }
  for (const player of all(".felt .player").filter(isSeen)) {
    const [a, b] = [player, player.closest(".felt")].map(box);
    if (a.top < b.top - 1 || a.bottom > b.bottom + 1) say("over the rim", player);
  }
  for (const pile of all(".plate > .pile").filter(isSeen)) {
    const [a, b] = [pile, pile.parentElement].map(box);
    if (a.left < b.left || a.right > b.right) say("outside the plate", pile);
  }
  for (const mark of all("#form .round .mark").filter(isSeen)) {
    const [a, b] = [mark, mark.closest(".plate").querySelector(".tapped")].map(box);
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    if (across > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3) say("on a card", mark);
  }
  for (const course of all("#form .end svg").filter(isSeen)) {
    if (box(course).bottom > box(course.closest(".head")).bottom + 1) found.add("the course of the match is cut");
  }
  for (const each of all(".plate:has(.figure)").filter(isSeen)) {
    const [figure, card, plate] = [each.querySelector(".figure"), each.querySelector(".tapped"), each].map(box);
    const isBeside = card.width > 2 && card.top < figure.bottom - 1;
    if (figure.right > (isBeside ? card.left : plate.right) + 1) say("number covered", each);
  }
  for (const side of all(".sides .side").filter(isSeen)) {
    const [strokes, points] = [".slate small", ".points"].map((name) => {
      return box(wordsOf(side.querySelector(name)));
    });
    const isBeside = strokes.right <= points.left + 1 || points.right <= strokes.left + 1;
    const isApart = isBeside || strokes.bottom <= points.top + 1 || points.bottom <= strokes.top + 1;
    if (!isApart) say("points on strokes", side);
  }
  for (const result of all("#form .result").filter(isSeen)) {
    if (box(result).height < 1.3 * parseFloat(getComputedStyle(result).fontSize)) found.add("no line of the result");
  }

  for (const name of all("#form :is(.names > bdi, .who, .names-of)").filter(isSeen)) {
    const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode();
    const from = text?.data.search(/[^\\s\\u2066-\\u2069]/) ?? -1;
    if (name.scrollWidth <= name.clientWidth || from < 0) continue;
    const letters = document.createRange();
    letters.setStart(text, from);
    letters.setEnd(text, Math.min(from + 5, text.length));
    const dots = text.data.trim().length > 5 ? .8 * parseFloat(getComputedStyle(name).fontSize) : 0;
    if (box(letters).width > name.clientWidth - dots + 1) say("fewer than five letters", name);
  }
  return [...found];
}"""
DRAWN = f"new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(({MISFITS})()))))"
"""The misfits once scripts have seen the new size."""


@cache
def every_moment() -> dict[str, dict[str, Any]]:
    """The matches of all six games at every kind of moment, by its name: the key of the game comes first."""
    havilering = {f"havilering, {name}": record for name, record in moments().items()}
    made = {name: dict(record) for name, record in (havilering | table_moments()).items()}
    for at, record in enumerate(made.values()):
        record["started"] = f"2026-06-{1 + at // 60:02}T20:{at % 60:02}:00+01:00"
    return made


def address(record: dict[str, Any], number: int) -> str:
    """The address of a match's table."""
    game = record["format"].removesuffix("-match")
    return f"{'' if game == 'havilering' else game + '/'}matches/{number}/"


def misfits(page: Page, windows: Iterable[Window] = WINDOWS) -> dict[str, list[str]]:
    """Look for what does not fit, by window, with normal and with larger type. The page is resized, not reloaded."""
    found = {}
    page.wait_for_function("() => !document.querySelector('[data-settling], #form:not([data-ready])')")
    session = page.context.new_cdp_session(page)
    for larger in (False, True):
        page.evaluate("larger => document.documentElement.toggleAttribute('data-large', larger)", larger)
        for width, height in windows:
            metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
            session.send("Emulation.setDeviceMetricsOverride", metrics)
            answer = session.send(
                "Runtime.evaluate", {"expression": DRAWN, "awaitPromise": True, "returnByValue": True}
            )
            found[f"{width} × {height}{', larger' * larger}"] = answer["result"]["value"]
    page.evaluate("() => document.documentElement.removeAttribute('data-large')")
    session.send("Emulation.clearDeviceMetricsOverride")
    session.detach()
    return {window: each for window, each in found.items() if each}


def moments_of(game: str, first: int | None) -> dict[str, Any]:
    """Return every second moment of a game's table from a first one on, or all: records by their names.

    Chromium sees those from 0 on and WebKit those from 1 on.
    """
    moments = [(name, record) for name, record in every_moment().items() if name.startswith(game)]
    return dict(moments if first is None else moments[first::2])
