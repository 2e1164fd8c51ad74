"""A cheap phone over poor Wi-Fi (CPU throttled, slow network), and measurements of its frames."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page

SLOWER = 4
SLOW_4G = {"offline": False, "latency": 562.5, "downloadThroughput": 1.44e6 / 8, "uploadThroughput": 675e3 / 8}
"""As browsers' own tools have it: milliseconds, and bytes a second."""
POOR = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
"""The line on which other scorers were measured, with a processor six times slower."""

WATCHING = """() => {
  window.shifts = [];
  const at = ({ top, height }) => `${top} + ${height}`;
  const moved = ({ node, previousRect, currentRect }) =>
    `${node?.className ?? node?.data}: ${at(previousRect)} → ${at(currentRect)}`;
  const told = ({ value, sources }) => `${value} ${sources.map(moved).join(", ")}`;
  // Less than this is nought as browsers’ own tools tell it.
  const seen = ({ value }) => value >= 0.005;
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().filter(seen).map(told)))
    .observe({ type: "layout-shift", buffered: true });
  window.frames_ = [];
  window.shown = [];
  const nameOf = (key) => key.querySelector(".unseen").textContent.split(",")[0];
  const down = (key) => [...document.querySelectorAll(".tapped .face")]
    .filter((face) => face.getAttribute("aria-label") === nameOf(key)).length;
  addEventListener("click", (event) => {
    const key = event.target.closest?.(".key");
    if (!key) return;
    const tapped = event.timeStamp;
    window.tapped = tapped;
    requestAnimationFrame(() => {
      window.frames_.push(down(key));
      setTimeout(() => window.shown.push(performance.now() - tapped));
    });
  }, true);
  const version = () => document.querySelector("[name=version]")?.value;
  let last = version();
  new MutationObserver(() => {
    if (version() === last) return;
    last = version();
    requestAnimationFrame(() => setTimeout(() => { window.took = performance.now() - window.tapped }));
  }).observe(document, { subtree: true, childList: true, attributes: true });
}"""

COMES_IN = """async ([html, pieces]) => {
  const framed = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const upTo = (piece) => Math.ceil(html.length * piece / pieces);
  // Styles are there before fonts, which may still come while the page is shown for the first time.
  await Promise.all([...html.matchAll(/href="([^"]+[.]css)"/g)].map(([, address]) => fetch(address)));
  document.open();
  for (let piece = 0; piece < pieces; piece++) {
    document.write(html.slice(upTo(piece), upTo(piece + 1)));
    await framed();
  }
  const loaded = new Promise((done) => addEventListener("load", done));
  document.close();
  await loaded;
  await framed();
}"""


def slow(page: Page, line: dict[str, Any] = SLOW_4G, slower: float = SLOWER) -> Any:
    """Make a page's phone a cheap one on a poor line; its session, to end that."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", line)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return session


def watch(page: Page) -> None:
    """Note from now on what moves, what a frame after each tap shows, and how long results take."""
    page.evaluate(WATCHING)


def come_in(page: Page, html: str, pieces: int) -> None:
    """Put a page in place of the one that is open as a poor line does, piece by piece, each of them shown at once.

    When it returns the page's scripts have run.
    """
    page.evaluate(COMES_IN, [html, pieces])


def blank_page(page: Page) -> str:
    """The path of a page without scripts, in place of which others can come in."""
    style = page.locator("link[rel=stylesheet]").first.get_attribute("href") or ""
    return re.sub(r"styles/.*", "vendor/htmx-LICENSE.txt", style)


def result_after(page: Page, cards: list[str]) -> float:
    """Tap a trick; milliseconds from the fourth tap to the frame that shows its result."""
    page.evaluate("() => { window.took = 0 }")
    for card in cards:
        page.locator(f'.key[value="{card}"]').tap()
    page.wait_for_function("() => window.took > 0")
    return float(page.evaluate("window.took"))


def frames_of(page: Page) -> list[float]:
    """For each tap on a card the milliseconds to the end of the frame that showed it."""
    return [float(took) for took in page.evaluate("window.shown")]


def round_trip(page: Page) -> float:
    """Milliseconds that the smallest question and its answer take on the same line."""
    return float(
        page.evaluate(
            """async () => {
              const began = performance.now();
              await (await fetch(document.getElementById("table").dataset.live + "?version="
                + document.querySelector("[name=version]").value)).text();
              return performance.now() - began;
            }"""
        )
    )
