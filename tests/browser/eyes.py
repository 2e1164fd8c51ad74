"""Legibility of the table: every line is inside the window, uncovered and not cut off."""

from __future__ import annotations

import copy
import random
from functools import cache
from typing import Any

from playwright.sync_api import Page

from tests.havilering.self_play import SelfPlayingTable, season_of

TEXTS = (
    ".lines > *, .acts > *, .panel h2, .panel p, .panel button, .panel .button, .games-list li, h1, .total, .undo, "
    ".season, .bar summary"
)
HIDDEN = """(texts) => {
  const isIn = ({ left, right, top, bottom }) =>
    left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  const linesOf = (each) => {
    const [walker, found] = [document.createTreeWalker(each, NodeFilter.SHOW_TEXT), []];
    while (walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      if (!walker.currentNode.parentElement.closest(".unseen")) found.push(...range.getClientRects());
    }
    return found;
  };
  const more = document.querySelector(".more");
  const told = document.querySelector(".told > *");
  const hasMore = Boolean(more?.checkVisibility());
  const found = [];
  for (const each of document.querySelectorAll(texts)) {
    const text = each.textContent.replace(/\\s+/g, " ").trim();
    if (!text || each.closest(".unseen") || !each.checkVisibility({ visibilityProperty: true })) continue;
    const say = (what) => found.push(`${what}: ${each.tagName}.${each.className} ${text.slice(0, 50)}`);
    const box = each.getBoundingClientRect();
    if (each.matches(".cut")) box.height -= parseFloat(each.style.getPropertyValue("--cut"));
    // What does not fit is a tap away; and what is told of the last tap lies over the result until the next one.
    const room = each.closest(".lines")?.getBoundingClientRect().bottom ?? Infinity;
    if ((hasMore && box.top > room - 8) || (told && each.closest(".result"))) continue;
    const style = getComputedStyle(each);
    if (!isIn(box)) say("outside the window");
    if (box.height < parseFloat(style.fontSize) - 0.5) say("no room for its line");
    if (Number(style.opacity) < 1) say("faded");
    const cut = each.scrollHeight > each.clientHeight + 2 && style.overflow !== "visible";
    if (cut && !(hasMore && each.closest(".lines"))) say("cut off");
    for (const line of linesOf(each)) {
      const [x, y] = [line.left + line.width / 2, line.top + line.height / 2];
      if (line.width < 2 || line.height < 2 || y > box.bottom || y < box.top) continue;
      if (hasMore && line.bottom > room + 3) {
        // Only whole lines are shown.
        if (line.top < room - 2 && each.contains(document.elementFromPoint(x, line.top + 2))) say("cut through");
        continue;
      }
      const over = document.elementFromPoint(x, y);
      if (over && !each.contains(over) && !over.contains(each)) say(`covered by ${over.tagName}.${over.className}`);
    }
  }
  const beyond = [...document.querySelectorAll(".lines > .beyond")];
  if (beyond.length && !hasMore) found.push(`no way to ${beyond.map((each) => each.textContent)}`);
  return found;
}"""


def hidden(page: Page, texts: str = TEXTS) -> list[str]:
    """The texts of the table that cannot be read, and why; `texts` are their selectors."""
    page.wait_for_function("() => !document.querySelector('[data-settling], #form:not([data-ready])')")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: list[str] = page.evaluate(HIDDEN, texts)
    return found


@cache
def moments() -> dict[str, dict[str, Any]]:
    """Matches at every kind of moment, named by how each was reached: phase, last action, and what has ended."""
    found: dict[str, dict[str, Any]] = {}
    for seed in range(12):
        muggins = seed % 2 == 0
        chance = random.Random(seed)
        table = SelfPlayingTable(
            chance, season_of, accidents=0.06, revokes=0.05, best_of=3, target=61, muggins=muggins, season="winter"
        )
        before = 0
        while table.oracle.phase != "match-over":
            action = table.next_action()
            table.do(action)
            table.time = table.oracle.time
            oracle = table.oracle
            ended = "after a hand" if not oracle.current and oracle.hand > 1 else "in a hand"
            won = ", a game won" if len(oracle.games) > before else ""
            before = len(oracle.games)
            name = f"{'Muggins: ' if muggins else ''}{oracle.phase} by {action['type']}, {ended}{won}"
            record = copy.deepcopy(table.record)
            # Of several the one with most to say.
            kept = found.get(name)
            if kept is None or talk(record) > talk(kept):
                found[name] = record
    return found


def talk(record: dict[str, Any]) -> int:
    """The number of rulings and calls in a row among the last entries."""
    said = 0
    for action in reversed(record["actions"]):
        if action["type"] not in ("adjust", "muggins"):
            break
        said += 1
    return said
