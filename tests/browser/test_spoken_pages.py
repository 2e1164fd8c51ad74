"""Every page as it is heard: cards and suits have names, keys and regions too."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.evenings import add_evenings, evening_pages
from tests.browser.hearing import CODES, SIGNS
from tests.browser.pages import PAGES, add_matches
from tests.servers import Server

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


@pytest.fixture
def book(server: Server) -> Server:
    add_matches(server)
    return server


@pytest.mark.parametrize("kind", [*PAGES, "evenings"])
@pytest.mark.timeout(180)
@pytest.mark.quick(0)
def test_no_page_speaks_in_signs_or_codes(book: Server, phones: Any, kind: str) -> None:
    if kind == "evenings":
        add_evenings(book)
    phone, found = phones(), {}
    for path in evening_pages() if kind == "evenings" else PAGES[kind]():
        phone.goto(path)
        spoken = phone.page.evaluate(SPOKEN, [SIGNS.pattern, CODES.pattern])
        if spoken:
            found[path] = spoken
    assert found == {}, "\n".join(f"{path} {each}" for path, texts in found.items() for each in texts)
