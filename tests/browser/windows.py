"""Every window that a table is seen in, and what of a table does not fit into one."""

from __future__ import annotations

from collections.abc import Iterable

from playwright.sync_api import Page

PORTRAIT = [
    (width, height)
    for width in (320, 340, 360, 375, 390, 402, 412, 430, 440, 480)
    for height in (*range(520, 961, 20), 553, 568, 664, 681, 739, 763, 806, 844)
]
LANDSCAPE = [(568, 320), (640, 360), (667, 375), (693, 320), (740, 360), (780, 360), (812, 375), (844, 390), (874, 402),
             (896, 414), (915, 412), (932, 430)]  # fmt: skip
TABLETS = [(768, 1024), (800, 1200), (820, 1180), (834, 1112), (1024, 1366), (1024, 768), (1180, 820), (1200, 800),
           (1280, 800), (1366, 1024), (1440, 900), (1920, 1080)]  # fmt: skip
WINDOWS = [*PORTRAIT, *LANDSCAPE, *TABLETS]

MISFITS = """() => {
  const found = new Set();
  const textOf = (each) => (each.ariaLabel || each.textContent).replace(/\\s+/g, " ").trim().slice(0, 30);
  const say = (what, each) => found.add(`${what}: ${textOf(each)}`);
  const { scrollWidth, scrollHeight } = document.scrollingElement;
  if (scrollWidth > innerWidth) found.add(`${scrollWidth - innerWidth} px too wide`);
  if (scrollHeight > innerHeight) found.add(`${scrollHeight - innerHeight} px too high`);
  const isSeen = (each) => {
    if (!each.checkVisibility({ visibilityProperty: true })) return false;
    if (each.closest(".unseen, .menu nav, .typed-cards, details:not([open]) > :not(summary)")) return false;
    for (let at = each; at !== document.body; at = at.parentElement) {
      const { width, height } = at.getBoundingClientRect();
      if ((width <= 2 || height <= 2) && getComputedStyle(at).overflow !== "visible") return false;
    }
    return true;
  };
  const isInside = ({ left, right, top, bottom }) =>
    left >= -.5 && top >= -.5 && right <= innerWidth + .5 && bottom <= innerHeight + .5;
  const isReached = (each, x, y) => each.contains(document.elementFromPoint(x, y));
  const low = innerHeight < 560 ? 36 : 44;
  for (const key of document.querySelectorAll("#form :is(button, .button, summary, select):not(.plate, .take-back)")) {
    if (!isSeen(key)) continue;
    const strip = key.closest(".strip"); // All but its first six keys may be a swipe away.
    if (strip && [...strip.children].indexOf(key) >= 6) continue;
    const box = key.getBoundingClientRect();
    if (key.closest(".acts, .told, .lines, .demands, .bars")) {
      const edge = key.closest(".result, .told, .bars").getBoundingClientRect().bottom;
      if (key.closest(".result") && box.bottom > edge && document.querySelector(".more").checkVisibility()) continue;
    } else if (box.height < low - .1 || box.width < 44 - .1) {
      say(`${Math.round(box.width)} × ${Math.round(box.height)}`, key);
    }
    if (key.matches(".key") && key.scrollWidth > key.clientWidth + 1) say("letters outside the key", key);
    if (!isInside(box)) say("outside the window", key);
    else {
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const points = [[x, y], [box.left + 3, y], [box.right - 3, y], [x, box.top + 3], [x, box.bottom - 3]];
      if (!points.every((at) => isReached(key, ...at))) say("covered", key);
    }
  }
  // What the table shows stays in its place, and none of it lies on another.
  const parts = [...document.querySelectorAll("#form > .bar, .at-table .board, #table > :not(.told, script, input), #form > .entry")]
    .filter(isSeen);
  for (const part of parts) if (!isInside(part.getBoundingClientRect())) say(`${part.className || part.id} outside`, part);
  parts.forEach((part, at) => parts.slice(at + 1).forEach((other) => {
    const [a, b] = [part.getBoundingClientRect(), other.getBoundingClientRect()];
    if (part.contains(other) || other.contains(part)) return;
    const [across, down] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
    if (across > 2 && down > 2) found.add(`${part.className.baseVal ?? part.className} on ${other.className.baseVal ?? other.className} by ${Math.round(down)}`);
  }));
  for (const player of document.querySelectorAll(".felt .player")) {
    const [a, b] = [player, player.closest(".felt")].map((each) => each.getBoundingClientRect());
    if (isSeen(player) && (a.top < b.top - 1 || a.bottom > b.bottom + 1)) say("over the rim", player);
  }
  const result = document.querySelector(".at-table .result");
  if (result && isSeen(result)) {
    const line = parseFloat(getComputedStyle(result).fontSize);
    if (result.getBoundingClientRect().height < 1.3 * line) found.add("no line of the result");
  }
  for (const name of document.querySelectorAll("#form :is(.names > bdi, .who, .names-of)")) {
    if (!isSeen(name) || name.scrollWidth <= name.clientWidth) continue;
    const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
    const text = walker.nextNode();
    const from = text?.data.search(/[^\\s\\u2066-\\u2069]/) ?? -1;
    if (from < 0) continue;
    const letters = document.createRange();
    letters.setStart(text, from);
    letters.setEnd(text, Math.min(from + 5, text.length));
    const size = parseFloat(getComputedStyle(name).fontSize);
    const room = name.clientWidth - (text.data.trim().length > 5 ? .8 * size : 0);
    if (letters.getBoundingClientRect().width > room + 1) say(`fewer than five letters`, name);
  }
  return [...found];
}"""
SETTLED = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"""


def misfits(page: Page, windows: Iterable[tuple[int, int]] = WINDOWS) -> dict[str, list[str]]:
    """What does not fit, in each of the windows and with normal and larger type. The page is turned, not loaded again."""
    found = {}
    page.wait_for_function("() => !document.querySelector('[data-settling]')")
    for larger in (False, True):
        page.evaluate("larger => document.documentElement.toggleAttribute('data-large', larger)", larger)
        for width, height in windows:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(SETTLED)
            found[f"{width} × {height}{', larger' * larger}"] = page.evaluate(MISFITS)
    return {window: each for window, each in found.items() if each}
