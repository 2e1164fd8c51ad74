"""Matches of every game as a screen reader announces them: each key's effect, whose turn it is, and the focus."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from referee.cards import PACK
from referee.games import GAMES
from tests.browser import scripted
from tests.browser.hearing import Heard, Hearing, unspeakable
from tests.browser.windows import address

pytestmark = pytest.mark.timeout(180)

NAMES = r"\b(?:{})\b"
NAMELESS = ("BODY", "FORM", "MAIN", "SECTION", "DIV")


SIDE = re.compile("N–S|E–W|North-South|East-West")
CARD_NAMES = [card.name for card in PACK]
IS_ASKED = re.compile(r"\?|^.*(Claim \w+| so far|\d of 4)\.$")
"""An announcement that asks for more of the same, so that nobody else comes next."""


def told_wrongly(heard: list[Heard], names: str) -> list[str]:
    """Describe faults of a key's announcement: silence, signs, or nobody whose turn it is."""
    texts = said(heard)
    if not texts:
        return ["nothing was said"]
    wrong = [f"{text}: {found}" for text in texts for found in unspeakable(text)]
    wrong += [f"{text}: a side without its players" for text in texts if SIDE.search(text)]
    if not any(re.search(names, text) or IS_ASKED.search(text) for text in texts):
        wrong.append(f"nobody comes next: {texts}")
    wrong += [f"{text}: the trick after its deal" for text in texts if re.search(rf" deals\. {names}: ", text)]
    return wrong


def told_twice(heard: list[Heard]) -> list[str]:
    """Describe cards that a key announces more than once."""
    text = " ".join(said(heard)).lower()
    return [f"{name} twice: {text}" for name in CARD_NAMES if text.count(name) > 1]


def pressed(hearing: Hearing, table: scripted.AtTable, key: str) -> list[Heard]:
    """Return the announcements of a key until everything is entered."""
    hearing.take()
    table.press(key)
    heard = hearing.news()
    table.rest()
    return [*heard, *hearing.take()]


def said(heard: list[Heard]) -> list[str]:
    """The announcements."""
    return [each.text for each in heard if each.what == "said"]


CHANGES = """() => {
  const elementOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement ?? document.body);
  const isHeard = (node) => !elementOf(node).closest("[aria-hidden=true], [type=hidden]");
  const isText = (node) => node.textContent.trim() && isHeard(node);
  const NAMES = ["aria-label", "disabled", "hidden"];
  let found = 0;
  const count = ({ type, target, attributeName, oldValue, addedNodes, removedNodes }) => {
    if (!elementOf(target).checkVisibility() || !isHeard(target)) return 0;
    const isOther = () => NAMES.includes(attributeName) && target.getAttribute(attributeName) !== oldValue;
    if (type === "attributes") return Number(isOther());
    const nodes = type === "characterData" ? 1 : [...addedNodes, ...removedNodes].filter(isText).length;
    return nodes * (elementOf(target).closest("button") ? 3 : 2); // Its name is another, too.
  };
  const all = { subtree: true, childList: true, characterData: true, attributes: true, attributeOldValue: true };
  new MutationObserver((changes) => changes.forEach((each) => (found += count(each)))).observe(document, all);
  window.changes = () => [found, (found = 0)][0];
}"""
MOST_CHANGES = 105
"""Events of a key and its answer that reach a screen reader: if many come at once, Orca skips what is announced."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.quick(0, 3)
def test_a_whole_match_by_keyboard_is_heard(hearing: Any, game: str) -> None:
    """Every key says what it did, every entry what it brought and who is next, and the focus is always somewhere.

    Neither changes so much that a screen reader loses some of it.
    """
    record, wrong = scripted.script_of(game), list[str]()
    names = NAMES.format("|".join(map(re.escape, record["players"].values())))
    table = scripted.begin(hearing.phone, record)
    hearing.page.evaluate(CHANGES)
    for at, action in enumerate(record["actions"]):
        if action["type"] == "finish":  # On pages of its own.
            break
        for key in scripted.taps(table, record, at):
            heard = pressed(hearing, table, key)
            wrong += [f"{at} {key}: {each}" for each in told_wrongly(heard, names) + told_twice(heard)]
            tag, name = hearing.focused()
            if tag in NAMELESS and not name:
                wrong.append(f"{at} {key}: the focus is on {tag}")
            if (changes := hearing.page.evaluate("() => changes()")) > MOST_CHANGES:
                wrong.append(f"{at} {key}: {changes} changes")
    assert wrong == []
    expect(hearing.page.locator(".menu > summary")).to_be_visible()


@pytest.mark.quick(1, 3)
@pytest.mark.parametrize("game", GAMES)
def test_without_a_signal_every_key_says_who_is_next(hearing: Any, game: str) -> None:
    """At cribbage only the referee knows."""
    record = scripted.script_of(game)
    names = NAMES.format("|".join(map(re.escape, record["players"].values())))
    names += "|carry on" if game == "cribbage" else ""
    table = scripted.begin(hearing.phone, record)
    ways, keys = split_ways(scripted.taps(table, record, 0))
    for way in ways:
        pressed(hearing, table, way)
    hearing.page.context.set_offline(True)
    if hearing.page.locator(OTHER_WAY).count():
        usual, told = (hearing.page.locator(each).first for each in ("#table", ".waits"))
        for key in (OTHER_WAY, f'#ways [data-way="{usual.get_attribute("data-way")}"]'):
            assert said(pressed(hearing, table, key)) == [told.inner_text()]
    wrong = list[str]()
    for key in [*keys, *split_ways(scripted.taps(table, record, 1))[1]]:
        hearing.take()
        table.press(key)
        heard = hearing.news()
        if told_wrongly(heard, names):  # On a busy machine, what was tapped and what comes next are heard one by one.
            heard += hearing.news()
        wrong += [f"{key}: {each}" for each in told_wrongly(heard, names)]
    assert wrong == []


OTHER_WAY = "#ways [data-way]:not([hidden])"


def split_ways(keys: list[str]) -> tuple[list[str], list[str]]:
    """The keys that bring up others, and the others."""
    return [key for key in keys if key.startswith("#ways")], [key for key in keys if not key.startswith("#ways")]


ENTRIES = 5
"""The number of entries before the last of them is undone."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.quick(1, 3)
def test_undo_says_what_was_undone_and_redo_what_is_done_again(hearing: Any, game: str) -> None:
    record = scripted.script_of(game)
    table = scripted.begin(hearing.phone, record)
    for at in range(ENTRIES):
        for key in scripted.taps(table, record, at):
            last = said(pressed(hearing, table, key))
    undone = sorted(said(pressed(hearing, table, ".undo")), key=lambda text: "Undone: " in text)
    assert "Undone: " in undone[-1]
    assert not set(last) & set(undone)
    assert unspeakable(" ".join(undone)) == []
    table.press(".menu > summary")
    assert said(pressed(hearing, table, ".menu [value=redo]"))[-1].startswith("Redone. ")
    assert hearing.focused() == ("SUMMARY", "Menu")


def test_a_deal_that_is_won_is_announced(hearing: Any) -> None:
    """With the players of the side, as the table knows no others."""
    record = scripted.script_of("karnoffel")
    table = scripted.begin(hearing.phone, record)
    last = [said(pressed(hearing, table, key)) for key in scripted.taps(table, record, 0)][-1]
    assert "Bob and Dan win the deal and lead 1 to 0. Bob deals." in last[-1]


@pytest.mark.quick(0)
def test_what_was_taken_back_is_given_back_or_read_without_losing_the_focus(hearing: Any) -> None:
    record = scripted.script_of("havilering")
    table = scripted.begin(hearing.phone, record)
    for leave in (lambda: table.press(".told .redo"), lambda: hearing.page.keyboard.press("Escape")):
        table.press(scripted.taps(table, record, 0)[0])
        table.press(".undo")
        hearing.page.locator(".told .redo").focus()
        leave()
        expect(hearing.page.locator(".told .redo")).to_have_count(0)
        assert hearing.focused()[0] not in ("BODY", "BUTTON")
        table.press(".undo")


@pytest.mark.quick(0)
def test_a_ruling_is_announced_at_the_table(hearing: Any) -> None:
    record = scripted.script_of("karnoffel")
    scripted.begin(hearing.phone, record)
    hearing.phone.goto(address(record, 1) + "wrong?what=adjust")
    hearing.page.get_by_label("How many deals").fill("2")
    hearing.page.get_by_label("Reason").fill("chalk")
    hearing.page.get_by_role("button", name="Record it").press("Enter")
    hearing.page.wait_for_function("() => document.getElementById('status')?.textContent")
    assert said(hearing.news()) == [
        "Ann and Cat +2 deals: chalk. Ann and Cat 2 deals, 0 tricks. Which suit is chosen?"
    ]  # fmt: skip
    assert "seen" not in hearing.page.url


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.quick(1, 3)
def test_the_accessibility_tree_names_everything(hearing: Any, game: str) -> None:
    """As a screen reader gets it: every key and region with a name, in words, and the focus among them."""
    record = scripted.script_of(game)
    table = scripted.begin(hearing.phone, record)
    for key in scripted.taps(table, record, 0):
        pressed(hearing, table, key)
    session = hearing.page.context.new_cdp_session(hearing.page)
    nodes = [node for node in session.send("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
    named = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes]
    assert [each for each in named if each[0] in ("button", "link", "heading", "textbox") and not each[1]] == []
    assert [each for each in named if unspeakable(each[1]) and each[0] not in ("StaticText", "InlineTextBox")] == []
    focused = [
        node["name"]["value"]
        for node in nodes
        for each in node.get("properties", [])
        if each["name"] == "focused" and each["value"]["value"] and node["role"]["value"] != "RootWebArea"
    ]
    assert focused
    assert all(focused)
    assert {role for role, _ in named} >= {"status", "heading", "button", "group"}


@pytest.mark.quick(0)
def test_keys_of_karnoffel_are_named_by_their_powers(phones: Any) -> None:
    """In the chosen suit alone: with scripts, as soon as it is chosen, and without."""
    record = scripted.script_of("karnoffel")
    phone = phones()
    table = scripted.begin(phone, record)
    at = 0
    while not (suit := phone.page.locator(".entry").get_attribute("data-chosen")):
        for key in scripted.taps(table, record, at):
            table.press(key)
            table.rest()
        at += 1
    other = next(each for each in "HDSC" if each != suit)
    without = phones(java_script_enabled=False)
    without.goto(address(record, 1))
    for each in (phone, without):
        expect(each.page.locator(f'.key[value="7{suit}"]')).to_have_accessible_name(re.compile(r"^7 of \w+, Devil$"))
        expect(each.page.locator(f'.key[value="7{other}"]')).to_have_accessible_name(re.compile(r"^7 of \w+$"))
