"""Accessible names of controls are clear without the text beside them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.evenings import add_evenings
from tests.browser.pages import MATCH, add_matches
from tests.servers import Server

pytestmark = pytest.mark.quick(1)

# Names that several controls have, each of which does something else.
SHARED = r"""() => {
  const textOf = (each) => each.ariaLabel || each.textContent.replace(/\s+/g, " ").trim();
  const nameOf = (each) => (each.labels?.length ? [...each.labels].map(textOf).join(" ") : textOf(each));
  const doingOf = (each, at) => each.href ?? (each.matches("button[name]") ? `${each.name} ${each.value}` : at);
  const [found, doings] = [new Set(), new Map()];
  const all = "main :is(a, button, summary, .code, .search input, [name=unit])";
  [...document.querySelectorAll(all)].forEach((each, at) => {
    if (each.closest("th, .match, [aria-hidden=true]")) return;
    const [name, doing] = [nameOf(each), doingOf(each, at)];
    if ((doings.get(name) ?? doing) !== doing) found.add(name);
    doings.set(name, doing);
  });
  return [...found];
}"""


@pytest.mark.quick(1, 4)
@pytest.mark.parametrize(
    "path",
    [
        f"matches/{MATCH['played']}/share",
        "books/1/share",
        "evenings/2/",
        "evenings/3/",
        "evenings/2/links",
        f"matches/{MATCH['many']}/sheet",
        f"cribbage/matches/{MATCH['cribbage over']}/deals/2",
    ],
)
def test_no_two_controls_have_the_same_name(server: Server, phones: Any, path: str) -> None:
    add_matches(server)
    add_evenings(server)
    phone = phones()
    phone.goto(path)
    phone.page.evaluate("() => document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
    assert phone.page.evaluate(SHARED) == []
