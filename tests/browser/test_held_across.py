"""Pages on a phone held across, cards in replays at every size, and pages on paper."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import TablePage
from tests.browser.evenings import add_evenings
from tests.browser.pages import MATCH, add_matches
from tests.browser.test_pages import seen
from tests.servers import Server

# Answers of practice, and the last suit of a pad, that have to be scrolled to.
BELOW = """() => [
  ...[...document.querySelectorAll("#practice [name=points]")].filter((each) => each.checkVisibility()
    && each.getBoundingClientRect().bottom > innerHeight),
  ...[...document.querySelectorAll(".picking .suit-rows")].filter((each) =>
    each.getBoundingClientRect().top > innerHeight - 16),
].map((each) => `below the window: ${each.textContent.trim().slice(0, 20)}`)"""
# Signs of suits that reach out of their cards.
OUTSIDE = """() => [...document.querySelectorAll("main .felt :is(.tapped, .laid, .starter, .card, li) > .face > i")]
  .filter((each) => {
    const card = each.closest(".tapped, .laid, .card, li > .face, .starter > .face").getBoundingClientRect();
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return each.checkVisibility() && (right > card.right + 1 || bottom > card.bottom + 1 || left < card.left - 1
      || top < card.top - 1);
  }).map((each) => `outside its card: ${each.parentElement.textContent}`)"""
# A name at the rim of the cloth, and names of one round in several sizes.
UNEVEN = """() => [...document.querySelectorAll(".felt")].flatMap((felt) => {
  const names = [...felt.querySelectorAll(".who")];
  const isAtRim = (who) => who.getBoundingClientRect().top < felt.getBoundingClientRect().top + 5;
  const sizes = names.filter((who) => !who.matches(".long")).map((who) => parseFloat(getComputedStyle(who).fontSize));
  return [...names.filter(isAtRim).map((who) => `at the rim: ${who.textContent}`),
    Math.max(...sizes) > Math.min(...sizes) + 1 && `names of several sizes: ${sizes}`].filter(Boolean);
})"""
GAMES = ("", "cribbage/", "hearts/", "humbug-whist/", "grevjass/", "karnoffel/")
PADS = ("dispute?cards=7S.TD", "cribbage/dispute?cards=7S", "grevjass/dispute", "karnoffel/dispute?cards=KH",
        "humbug-whist/trick")  # fmt: skip
REPLAYS = (
    f"matches/{MATCH['finished']}/replay?at=9",
    f"cribbage/matches/{MATCH['cribbage over']}/replay?at=9",
    f"hearts/matches/{MATCH['hearts settle']}/replay?at=3",
    f"humbug-whist/matches/{MATCH['whist']}/replay?at=3",
    f"grevjass/matches/{MATCH['grevjass over']}/replay?at=3",
    f"karnoffel/matches/{MATCH['karnoffel over']}/replay?at=3",
)


@pytest.fixture
def phone(server: Server, phones: Any) -> TablePage:
    add_matches(server)
    made: TablePage = phones(844, 390)
    return made


@pytest.mark.parametrize("size", [(844, 390), (932, 430)])
def test_answers_and_pads_are_beside_the_cards(phone: TablePage, size: tuple[int, int]) -> None:
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    found = {}
    for path in (*(f"{game}practice?next=1" for game in GAMES), *PADS):
        phone.goto(path)
        assert phone.page.locator("#practice, .picking .suit-rows").count(), path
        found[path] = seen(phone.page, BELOW, OUTSIDE)
    assert {path: each for path, each in found.items() if each} == {}


@pytest.mark.quick(0)
def test_cards_of_replays_are_whole(phone: TablePage) -> None:
    phone.page.emulate_media(reduced_motion="reduce")
    found = {}
    for path in REPLAYS:
        phone.goto(path)
        assert phone.page.locator(".felt .face").count(), path
        for width, height in ((390, 664), (844, 390), (768, 1024), (1280, 800), (1920, 1080)):
            phone.page.set_viewport_size({"width": width, "height": height})
            found[f"{path} {width}"] = seen(phone.page, OUTSIDE, UNEVEN)
    assert {path: each for path, each in found.items() if each} == {}


# Pale letters, letters on a dark ground, and keys.
UNPRINTABLE = """() => [...document.querySelectorAll("body *:not(svg *, script, style, .unseen)")].filter((each) => {
  if (!each.checkVisibility() || !each.offsetHeight || each.closest(".unseen")) return false;
  const { color, backgroundColor } = getComputedStyle(each);
  const sum = (of) => of.match(/[\\d.]+/g).slice(0, 3).reduce((one, other) => one + +other, 0);
  const isLettered = [...each.childNodes].some((part) => part.nodeType === 3 && part.data.trim());
  const isDark = !/, 0\\)$/.test(backgroundColor) && sum(backgroundColor) < 450;
  return each.matches("button, .button, .top-bar") || isLettered && (sum(color) > 400 || isDark);
}).map((each) => `not for paper: ${each.textContent.trim().slice(0, 30)}`)"""


@pytest.mark.parametrize(
    "path", ["rules", "books/1/share", f"matches/{MATCH['played']}/log", "books/1/", "evenings/4/"]
)
def test_the_dark_theme_is_printed_in_dark_letters_without_keys(phone: TablePage, path: str) -> None:
    if path.startswith("evenings"):
        add_evenings(phone.server)
    phone.goto(path)
    phone.page.emulate_media(media="print", color_scheme="dark")
    assert seen(phone.page, UNPRINTABLE) == []
