"""Record what a screen reader announces on a page: live regions, names of focused elements, titles."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from referee.cards import PACK

# The text of an element as it is spoken, and a record of everything that a screen reader would say by itself.
RECORD = r"""
(() => {
  const LIVE = "[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]";
  const said = [], texts = new WeakMap();
  const isSeen = (each) => each.checkVisibility({ visibilityProperty: true });
  const textOf = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches("[aria-hidden=true]") || !isSeen(node)) return "";
    if (node.hasAttribute("aria-label")) return ` ${node.getAttribute("aria-label")} `;
    const text = [...node.childNodes].map(textOf).join("");
    return getComputedStyle(node).display.startsWith("inline") ? text : ` ${text} `;
  };
  const tidied = (text) => text.replace(/[\u2066-\u2069\ufe0e]/g, "").replace(/\s+/g, " ").trim();
  const labelsOf = (each) => [...(each.labels ?? [])].map(textOf).join(" ");
  const idsOf = (each) => (each.getAttribute("aria-labelledby") ?? "").split(" ").filter(Boolean);
  const nameOf = (each) => tidied(
    each.getAttribute("aria-label") || idsOf(each).map((id) => textOf(document.getElementById(id))).join(" ") ||
    labelsOf(each) || (each.matches("body, div, section:not([tabindex]), form") ? "" : textOf(each)));
  const write = (what, text) => {
    const last = said.at(-1);
    if (what !== "title" || last?.what !== "title" || last.text !== text) said.push({ what, text });
  };
  const listen = (region) => {
    const text = textOf(region); // As it is: a space makes it another.
    const was = texts.get(region);
    texts.set(region, text);
    // An alert that comes with its text is announced; a status must have been there before.
    const isNew = text !== was && (was !== undefined || region.matches("[role=alert]"));
    if (isNew && tidied(text)) write("said", tidied(text));
  };
  const within = (node) => (node.nodeType === Node.ELEMENT_NODE ? [node, ...node.querySelectorAll("*")] : []);
  const note = (changes) => {
    const touched = new Set();
    for (const { target, addedNodes } of changes) {
      const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
      if (element?.closest(LIVE)) touched.add(element.closest(LIVE));
      for (const each of element?.querySelectorAll(LIVE) ?? []) touched.add(each);
      for (const each of [...addedNodes].flatMap(within)) if (each.matches(LIVE)) touched.add(each);
    }
    for (const region of touched) if (region.isConnected) listen(region);
    write("title", document.title);
  };
  const observer = new MutationObserver(note);
  addEventListener("DOMContentLoaded", () => {
    write("title", document.title);
    for (const region of document.querySelectorAll(LIVE)) texts.set(region, textOf(region));
    const content = { subtree: true, childList: true, characterData: true };
    observer.observe(document, { ...content, attributes: true, attributeFilter: ["hidden"] });
  });
  addEventListener("focusin", ({ target }) => write("focus", nameOf(target)));
  window.hearing = {
    hasNews: () => said.some(({ what }, at) => what === "said" || (what === "focus" && at > 0)),
    take: () => (note(observer.takeRecords()), said.splice(0)),
    focused: () => {
      const each = document.activeElement;
      return [each.tagName, isSeen(each) ? nameOf(each) : ""];
    },
    textOf: (each) => tidied(textOf(each)), nameOf,
  };
})();
"""
SIGNS = re.compile("[♦♥♠♣]")
CODES = re.compile(rf"\b({'|'.join({card.code for card in PACK})})\b")
SIDES = re.compile(r"\b(?:NS|EW)\b")
# Texts that a voice reads, but for what somebody typed or is to type, with signs or codes of cards.
SPOKEN = r"""([signs, codes]) => {
  const [isSign, isCode] = [new RegExp(signs), new RegExp(codes)];
  const isKept = "[role=img], [aria-hidden=true], code, kbd, pre, textarea, input";
  const found = [["title", document.title]];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const [{ data }, within] = [walker.currentNode, walker.currentNode.parentElement];
    const isSpoken = within.checkVisibility() || within.matches("option");
    if (isSpoken && !within.closest(isKept)) found.push([within.className || within.tagName, data]);
  }
  for (const each of document.querySelectorAll("[aria-label], [title], [alt], option")) {
    for (const name of ["aria-label", "title", "alt"]) found.push([name, each.getAttribute(name) ?? ""]);
  }
  // How cards are typed.
  const told = found.map(([what, text]) => [what, text.replace(/as in 7S, 10D or QH/, "")]);
  return told.filter(([, text]) => isSign.test(text) || isCode.test(text)).map((each) => each.join(": "));
}"""


def spoken_signs(page: Page) -> list[str]:
    """Return the texts of a page that a voice would read as signs or codes of cards."""
    found: list[str] = page.evaluate(SPOKEN, [SIGNS.pattern, CODES.pattern])
    return found


@dataclass(frozen=True)
class Heard:
    """Something that is spoken."""

    what: str
    """`said` by a live region, the name that gets the `focus`, or the page's `title`."""
    text: str


class Hearing:
    """Somebody who hears a page, and does not see it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(RECORD)

    def take(self) -> list[Heard]:
        """Return the announcements since the last call."""
        return [Heard(**each) for each in self.page.evaluate("() => hearing.take()")]

    def news(self) -> list[Heard]:
        """The same, once an announcement or another focus has come; what has been heard, if neither comes."""
        with suppress(PlaywrightTimeoutError):
            self.page.wait_for_function("() => hearing.hasNews()", timeout=5_000)
        return self.take()

    def said(self) -> list[str]:
        """The announcements among it."""
        return [each.text for each in self.take() if each.what == "said"]

    def focused(self) -> tuple[str, str]:
        """The tag of what has the focus, and its name; BODY if nothing has."""
        tag, name = self.page.evaluate("() => hearing.focused()")
        return tag, name


def unspeakable(text: str) -> list[str]:
    """Find the parts of a text that no voice can say: signs of suits, and codes of cards and sides."""
    return [*SIGNS.findall(text), *CODES.findall(text), *SIDES.findall(text)]


def said_after(hearing: Hearing, act: Any) -> list[str]:
    """Return the announcements of an act."""
    hearing.take()
    act()
    return hearing.said()
