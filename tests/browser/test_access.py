"""Accessibility: touch, keyboards, screen readers, large type, custom colours, reduced motion."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import TablePage
from tests.browser.pace import blank_page, come_in
from tests.browser.pages import MATCH, add_matches

# --- keyboard and screen reader ------------------------------------------------------------------------------------

FOCUSED = (
    "() => (document.activeElement.ariaLabel || (document.activeElement !== document.body && "
    "document.activeElement.innerText) || '').replace(/\\s+/g, ' ').trim()"
)
TABS = 60


def come_to(page: Page, selector: str) -> None:
    """Come to a field by Tab alone."""
    for _ in range(TABS):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {selector} by Tab")


PAD = "() => document.activeElement.closest('.pad, .numbers, .items') !== null"


def press(page: Page, name: str, back: bool = False) -> None:
    """Come to a button or a link by Tab, forwards or back, and within a pad by its arrow keys, and press it.

    Keys of a new question do not respond at once.
    """
    page.wait_for_function("() => !document.querySelector('[data-settling]')")
    for _ in range(TABS):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        if name in page.evaluate(FOCUSED) or (page.evaluate(PAD) and within_pad(page, name)):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"no way to {name} by keys")


def within_pad(page: Page, name: str) -> bool:
    """Look for a key of a pad from its first one on."""
    page.keyboard.press("Home")
    before = ""
    while (found := page.evaluate(FOCUSED)) != before:
        if name in found:
            return True
        before = found
        page.keyboard.press("ArrowRight")
    return False


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("path", "focused"), [("matches/{over}/mend/2?at=1", ".hint"), ("matches/{over}/", ".waits")]
)
def test_a_page_that_comes_in_pieces_takes_the_focus(phones: Any, server: Any, path: str, focused: str) -> None:
    """Browsers give it to what asks for it before the page is complete, unless that is invisible."""
    add_matches(server)
    phone = phones()
    phone.goto("books/1/")
    blank, address = blank_page(phone.page), server.address + path.format(over=MATCH["karnoffel over"])
    html = phone.page.request.get(address).text()
    phone.goto(blank)
    come_in(phone.page, html, pieces=8)
    assert phone.page.evaluate("selector => document.activeElement.matches(selector)", focused)


def type_trick(phone: TablePage, cards: str) -> None:
    phone.page.keyboard.type(cards)
    phone.after(lambda: phone.page.keyboard.press("Enter"))


@pytest.mark.quick(0)
def test_a_whole_match_by_keyboard(phones: Any) -> None:
    phone = phones(1280, 800)
    page = phone.page
    phone.goto("books/1/")
    press(page, "New match")
    page.get_by_label("You", exact=True).wait_for()
    for field, typed in (("S", "Cat"), ("W", "Dan"), ("N", "Ann"), ("E", "Bob")):
        come_to(page, f"[name={field}]")
        page.keyboard.type(typed)
    come_to(page, ".options > summary")
    page.keyboard.press("Enter")
    for field, typed in (("target", "11"), ("best_of", "1")):
        come_to(page, f"[name={field}]")
        page.keyboard.type(typed)
    come_to(page, "[name=muggins]")
    page.keyboard.press("Space")
    press(page, "Start the match", back=True)
    page.wait_for_url("**/matches/**")
    type_trick(phone, "7s as 9s 8s")
    press(page, "Flush")
    phone.after(lambda: press(page, "Claim 1"))
    assert phone.totals == (1, 0)
    phone.after(lambda: press(page, "Undo", back=True))
    press(page, "Flush")
    press(page, "Fifteen")
    press(page, "Running flush of three")
    phone.after(lambda: press(page, "Claim 6"))
    page.keyboard.type("2d")  # The next lead is down; now somebody calls.
    page.keyboard.press("Enter")
    page.locator(".player.filled, .ahead > *").wait_for()
    press(page, "Muggins!", back=True)
    page.get_by_role("heading", name="what did Ann miss?").wait_for()
    press(page, "Never mind")
    page.locator("#pad").wait_for()
    press(page, "Menu", back=True)
    for name, heading in (("Something wrong?", "Something wrong?"), ("Misdeal", "Misdeal")):
        press(page, name)
        page.get_by_role("heading", name=heading).wait_for()
    press(page, "Deal this hand again")
    page.locator("#form[data-ready]").wait_for()
    page.locator(".news", has_text="dealt again").wait_for()
    for trick in ("tc td jd 9d", "3c 2h kh ah", "5s 5d 5c 5h", "qh kd jc qc", "6s 6c 4d 4h"):
        if page.locator("#table[data-phase=match-over]").count():
            break
        type_trick(phone, trick)
        for item in ("Fifteen", "Double prial", "Running flush of three"):
            if phone.page.locator(f".item:has-text('{item}')").count() and item in WORTH[trick]:
                press(page, item)
        phone.after(lambda: press(page, "Claim"))
    assert page.locator("#table").get_attribute("data-phase") == "match-over"
    press(page, "Score sheet")
    page.wait_for_url("**/sheet")


@pytest.mark.quick(0)
def test_typed_letters_are_given_up_with_escape_and_too_many_cards_are_counted(phones: Any) -> None:
    phone = phones()
    phone.new_match()
    page, typed = phone.page, phone.page.locator("#typed")
    page.keyboard.type("7")
    expect(typed).to_be_focused()
    page.keyboard.press("Escape")
    expect(typed).to_have_value("")
    expect(page.locator("#pad")).to_be_focused()
    page.keyboard.type("7s as 9s 8s 2d")
    page.keyboard.press("Enter")
    expect(page.locator(".told")).to_have_text("There are 5, but only 4 fit.")
    page.keyboard.type("7s as 9s")
    page.keyboard.press("Enter")
    expect(page.locator("[name=draft]")).to_have_value("7S.AS.9S")
    page.keyboard.type("8s 2d")
    page.keyboard.press("Enter")
    expect(page.locator(".told")).to_have_text("There are 5, but only 4 fit.")
    page.keyboard.press("Escape")
    expect(page.locator(".told > *")).to_have_count(0)


@pytest.mark.quick(1)
def test_after_undo_and_for_a_change_cards_can_be_typed(phones: Any) -> None:
    phone = phones()
    phone.new_match()
    phone.trick("7S AS 9S 8S")
    page, draft = phone.page, phone.page.locator("[name=draft]")
    phone.after(lambda: page.locator(".undo").press("Enter"))
    page.keyboard.type("2d")
    page.keyboard.press("Enter")
    expect(draft).to_have_value("2D")
    page.locator(".undo").press("Enter")
    expect(draft).to_have_value("")
    phone.trick("7S AS 9S 8S")
    phone.after(lambda: page.locator(".undo").press("Enter"))
    page.get_by_role("link", name="Change a card").press("Enter")
    expect(page.locator(".told")).to_have_text("Tap the wrong card, then the right one.")
    page.keyboard.type("7s as 9s td")
    phone.after(lambda: page.keyboard.press("Enter"))
    expect(page.locator(".headline").first).to_contain_text("Cat takes the trick")


WORTH = {"tc td jd 9d": {"Running flush of three"}, "3c 2h kh ah": {"Fifteen"}, "5s 5d 5c 5h": {"Double prial"},
         "qh kd jc qc": set(), "6s 6c 4d 4h": set()}  # fmt: skip

HEARD = """() => {
  window.heard = [];
  for (const region of document.querySelectorAll("[role=status], [role=alert]")) {
    const note = () => {
      const text = region.textContent.trim();
      if (text && region.checkVisibility()) window.heard.push(text);
    };
    new MutationObserver(note).observe(region, { childList: true, subtree: true, characterData: true });
  }
}"""


def test_one_announcement_a_trick(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    phone.page.evaluate(HEARD)
    for trick in ("7S AS 9S 8S", "2S KS 6S 8C", "3C 2H KH AH"):
        phone.trick(trick)
    heard = phone.page.evaluate("window.heard.splice(0)")
    results = [text for text in heard if re.search(" (wins|takes) ", text)]
    assert [text.split(".")[0] for text in results] == [
        "Cat wins 6 points",
        "Bob takes the trick: nothing scores",
        "Bob wins 10 points",
    ]
    assert [text.rpartition(". ")[2] for text in results] == ["Cat to lead.", "Bob to lead.", "Bob to lead."]
    assert len(heard) == 3 * (4 + 1)
    for card in ("2d", "3d"):
        phone.page.keyboard.type(card)
        phone.page.keyboard.press("Enter")
        phone.page.wait_for_function("() => document.querySelector('[name=typed]').value === ''")
    heard = phone.page.evaluate("window.heard")
    assert heard == ["Bob: 2 of diamonds. Cat to play.", "Cat: 3 of diamonds. Dan to play."]


def test_the_focus_is_kept_after_every_swap(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=11, best_of=3)
    page = phone.page

    def focused() -> str:
        name: str = page.evaluate(
            "document.activeElement.id || document.activeElement.className || document.activeElement.tagName"
        )
        return name

    phone.trick("QH AH KH JH")
    assert focused() == "entry"  # What is asked is announced.
    phone.after(lambda: phone.button("Yes", exact=False).tap())
    assert focused() == "pad"
    phone.trick("2S KS 6S 8C")
    assert focused() == "key"
    phone.undo()
    assert focused() == "undo"
    phone.after(lambda: page.locator(".redo").tap())
    assert focused() == "pad"


# --- how it may be shown -------------------------------------------------------------------------------------------


def test_own_colours_keep_everything_apart(phones: Any) -> None:
    phone = phones(forced_colors="active")
    phone.new_match(target=121, best_of=3)
    phone.tap("7S")
    look = phone.page.evaluate(
        """() => {
          const of = (selector) => getComputedStyle(document.querySelector(selector));
          return { pegs: [of("#peg-NS-front").fill, of("#peg-EW-front").fill], hole: of(".holes").stroke,
                   board: of(".board").backgroundColor, next: of(".player.next .tapped").outlineStyle,
                   led: of(".led .key").outlineStyle, key: of(".key").borderTopStyle,
                   flag: of(".flag").forcedColorAdjust, name: of(".who").color, text: of("h1").color };
        }"""
    )
    assert len({*look["pegs"], look["board"]}) >= 2
    assert look["pegs"][0] != look["pegs"][1]
    assert look["hole"] != look["board"]
    assert (look["next"], look["led"], look["key"]) == ("solid", "solid", "solid")
    assert look["flag"] == "none"  # As the pegs have the sides' colours.
    assert look["name"] == look["text"]


@pytest.mark.quick(1)
@pytest.mark.parametrize(("motion", "moves"), [("no-preference", True), ("reduce", False)])
def test_pegs_travel_unless_less_motion_is_asked_for(phones: Any, motion: str, moves: bool) -> None:
    phone = phones(reduced_motion=motion)
    phone.new_match(target=121, best_of=3)
    phone.page.evaluate(
        """() => {
          window.lifted = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...how) {
            window.lifted.push(this.id);
            return animate.apply(this, how);
          };
        }"""
    )
    phone.trick("7S AS 9S 8S")
    phone.trick("3C 2H KH AH")
    phone.undo()
    # The one behind goes in front; undone, it goes back.
    assert phone.page.evaluate("window.lifted") == (["peg-NS-front", "peg-NS-front", "peg-NS-rear"] if moves else [])
