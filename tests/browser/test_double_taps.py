"""A second tap that lands on something new under the finger enters nothing."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from playwright.sync_api import Locator

from tests.browser.conftest import TablePage
from tests.browser.signals import misdeal
from tests.havilering.self_play import SelfPlayingTable
from tests.servers import hidden

pytestmark = [pytest.mark.quick(0), pytest.mark.timeout(180)]

# The moment for which taps are ignored goes on until the test ends it, so that no slow machine is too late for it.
HOLD = """
const real = window.setTimeout;
const held = [];
window.setTimeout = (work, time, ...more) =>
  [350, 450].includes(time) ? held.push(work) && 0 : real(work, time, ...more);
window.letGo = () => held.splice(0).forEach((work) => work());
window.clicks = 0;
addEventListener("click", () => clicks++, true);
"""
CENTRE = """each => {
  each.scrollIntoView({ block: "nearest" });
  const { left, top, width, height } = each.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
IDLE = "() => document.getElementById('form')?.dataset.ready !== undefined && !document.querySelector('[aria-busy]')"
STANDS = """() => Object.fromEntries(["version", "draft", "kind"].map(
  (name) => [name, document.querySelector(`#table [name=${name}]`).value]).concat([["path", location.pathname]]))"""


class Hasty(TablePage):
    """Somebody who taps everything twice, and once more as soon as something has changed."""

    def settle(self) -> None:
        """The moment is over."""
        self.page.wait_for_function(IDLE)
        self.page.evaluate("() => window.letGo()")

    def stands(self) -> dict[str, Any]:
        """The cards entered and tapped."""
        self.page.wait_for_function(IDLE)
        found: dict[str, Any] = self.page.evaluate(STANDS)
        return found

    def twice(self, what: Locator, changes: bool = True) -> dict[str, Any]:
        """Tap twice, and a third time when the table has changed; how it stands then."""
        x, y = what.evaluate(CENTRE)
        before = self.stands()
        self.page.touchscreen.tap(x, y)
        self.page.touchscreen.tap(x, y)
        if changes:
            self.page.wait_for_function(
                f"before => JSON.stringify(({STANDS})()) !== before", arg=json.dumps(before, separators=(",", ":"))
            )
        after = self.stands()
        # A click comes after its tap, on a busy machine so late that it would hit what is tapped next.
        clicks = self.page.evaluate("clicks")
        self.page.touchscreen.tap(x, y)
        self.page.touchscreen.tap(x, y)
        self.page.wait_for_function("clicks => window.clicks >= clicks", arg=clicks + 2)
        assert self.stands() == after
        self.settle()
        return after

    def trick(self, cards: list[str] | str) -> Any:
        four = cards.split() if isinstance(cards, str) else cards
        for card in four:
            after = self.twice(self.page.locator(f'.key[value="{card}"]'))
        return after


@pytest.fixture
def hasty(phones: Any, server: Any) -> Any:
    """A table of a match with some rules, and somebody hasty at it."""

    def hasty(**rules: Any) -> Hasty:
        phone = phones(at_once=False)
        phone.page.add_init_script(HOLD)
        phone.new_match(**{"target": 121, "best_of": 3} | rules)
        found = Hasty(phone.page, server)
        found.settle()
        return found

    return hasty


def clean(stands: dict[str, Any], version: int) -> bool:
    return (stands["version"], stands["draft"]) == (str(version), "")


# The last card of a trick lies over every part of the panel that comes up in its place.
FOURTH = ["8C", "9H", "7D"]


@pytest.mark.parametrize("fourth", FOURTH)
def test_the_fourth_card_claims_nothing_and_names_nothing(hasty: Any, fourth: str) -> None:
    table = hasty(muggins=True)
    cards = [card for card in ("3S", "6D", "JH", "TC") if card != fourth]
    assert clean(table.trick([*cards[:3], fourth]), 1)
    assert table.page.locator("#table").get_attribute("data-phase") == "claim"


@pytest.mark.parametrize("fourth", FOURTH)
def test_the_fourth_card_answers_no_offer_and_starts_no_rematch(hasty: Any, fourth: str) -> None:
    """Whatever lies under it when it wins a game, or the match."""
    suit = fourth[1]
    three = [rank + suit for rank in "AKQJT98765432" if rank + suit != fourth]
    run = next(three[at : at + 3] for at in range(9) if not set(three[at : at + 3]) & {fourth})
    for best_of, phase in ((3, "offer-first"), (1, "match-over")):
        table = hasty(target=11, best_of=best_of, season="winter" if suit != "D" else "spring")
        path = table.stands()["path"]
        give(table, 10)
        after = table.trick([*run, fourth])
        assert clean(after, 2)
        assert after["path"] == path
        assert table.page.locator("#table").get_attribute("data-phase") == phase


def give(table: Hasty, points: int) -> None:
    """Both sides stand one trick before the target."""
    page = table.page
    match = page.url.rstrip("/").rsplit("/", 1)[1]
    form_page = page.request.get(f"{table.server.address}matches/{match}/pegs").text()
    form = {name: hidden(form_page, name) for name in ("csrf_token", "version", "key")}
    form |= {"NS": str(points), "EW": str(points), "reason": "the wooden board differs"}
    assert page.request.post(f"{table.server.address}matches/{match}/pegs", form=dict[str, Any](form)).ok
    table.page.reload()
    table.settle()


def test_a_claim_leads_no_card(hasty: Any) -> None:
    table = hasty(muggins=True)
    table.trick("7S AS 9S 8S")
    assert clean(table.twice(table.page.locator(".claim")), 2)
    table.trick("2D KD 6D 8D")
    table.page.locator("[name=tap][value=fifteen]").tap()
    table.page.locator("[name=tap][value=fifteen]").tap()
    # A second tap on the same key is meant: two fifteens.
    assert table.stands()["draft"] == "fifteen.fifteen"
    assert table.twice(table.page.locator(".undo"))["draft"] == "fifteen"
    assert clean(table.twice(table.page.locator(".undo")), 3)


def test_no_answers_for_one_player_alone(hasty: Any) -> None:
    table = hasty(target=11)
    table.trick("QH AH KH JH")
    assert clean(table.twice(table.page.locator("[value='reply answer=no']")), 2)
    assert table.page.locator("#table").get_attribute("data-phase") == "offer-second"
    assert clean(table.twice(table.page.locator("[value='reply answer=no']")), 3)
    assert table.page.locator("#table").get_attribute("data-phase") == "play"
    table.trick("QH AH KH JH")
    assert clean(table.twice(table.button("Yes", exact=False)), 5)


HAND = ["2C 3C 4C 6C", "7C 8C 9C TC", "JC QC KC AC", "2S 3S 4S 6S", "7S 8S 9S TS", "JS QS KS AS", "2H 3H 4H 6H",
        "7H 8H 9H TH", "JH QH KH AH", "2D 3D 4D 6D", "7D 8D 9D TD", "JD QD KD AD", "5C 5S 5H 5D"]  # fmt: skip


@pytest.mark.parametrize("muggins", [False, True])
def test_the_end_of_a_hand_leads_no_card(hasty: Any, muggins: bool) -> None:
    table = hasty(target=1000, muggins=muggins)
    for version, cards in enumerate(HAND, 1):
        four = cards.split()
        if version < 13:
            table.tap(*four[:3])
            table.after(lambda four=four: table.tap(four[3]))
            table.settle()
            if muggins:
                table.after(lambda: table.page.locator(".claim").tap())
                table.settle()
        else:
            assert clean(table.trick(four), 25 if muggins else 13)
    if muggins:
        assert clean(table.twice(table.page.locator(".claim")), 26)
        assert table.twice(table.page.locator(".way:visible:has-text('Muggins!')"))["kind"] == "call"
        assert table.twice(table.page.locator(".never-mind"))["kind"] == ""
        assert clean(table.twice(table.button("deals the next hand", exact=False)), 27)
    assert table.page.locator("#table").get_attribute("data-turn") == "2.0.1"


def test_undo_and_redo_go_one_step(hasty: Any) -> None:
    table = hasty()
    table.trick("7S AS 9S 8S")
    table.trick("2D KD 6D 8D")
    table.tap("3S", "4S")
    assert table.twice(table.page.locator(".undo"))["draft"] == "3S"
    assert table.twice(table.page.locator(".told .redo"))["draft"] == "3S.4S"
    table.twice(table.page.locator(".undo"))
    table.twice(table.page.locator(".undo"))
    assert clean(table.twice(table.page.locator(".undo")), 3)
    assert table.totals == (6, 0)
    assert clean(table.twice(table.page.locator(".told .redo")), 4)


def test_the_menu_does_what_was_tapped_and_nothing_under_it(hasty: Any) -> None:
    table = hasty()
    table.trick("7S AS 9S 8S")
    table.after(lambda: table.touch(".undo"))
    table.settle()
    table.page.locator(".menu > summary").tap()
    assert clean(table.twice(table.page.locator(".menu [value=redo]")), 3)


def test_a_tap_beside_the_menu_or_the_whole_result_only_closes_it(hasty: Any) -> None:
    table = hasty()
    table.trick("7S AS 9S 8S")
    before = table.stands()
    table.page.locator(".menu > summary").tap()
    assert table.page.locator(".menu").get_attribute("open") is not None
    table.twice(table.page.locator('.key[value="8D"]'), changes=False)
    assert table.page.locator(".menu").get_attribute("open") is None
    assert table.stands() == before
    table.tap("2D")
    assert table.stands()["draft"] == "2D"


def test_the_same_four_again_leads_no_card_at_the_new_table(hasty: Any) -> None:
    table = hasty(target=11, best_of=1)
    table.trick("QH AH KH JH")
    after = table.twice(table.button("Same four again"))
    assert (after["path"], after["draft"], after["version"]) == ("/matches/2/", "", "0")


def test_what_another_phone_enters_takes_no_tap_of_this_one(hasty: Any, phones: Any, server: Any) -> None:
    table, other = hasty(muggins=True), phones()
    table.tap("7S", "AS")
    other.join(table)
    key = table.page.locator('.key[value="7D"]').bounding_box()
    other.trick("7S AS 9S 8S")
    table.page.locator("#table[data-phase=claim]").wait_for(state="attached")
    table.page.touchscreen.tap(key["x"] + 20, key["y"] + 20)
    assert clean(table.stands(), 1)


def call(table: Hasty, playing: SelfPlayingTable, action: dict[str, Any]) -> str:
    """Call Muggins after the next lead; the card that is down then."""
    lead = ""
    if playing.oracle.phase == "play":
        held = copy.deepcopy(playing.hands)
        (lead, *_), playing.hands = playing.four_cards(), held
        table.twice(table.page.locator(f'.key[value="{lead}"]'))
    table.twice(table.page.locator(".way:visible:has-text('Muggins!')"))
    return lead


def name(table: Hasty, items: dict[str, int]) -> None:
    """Name items, each with a tap of its own: two taps on one key mean two of them."""
    for item, count in items.items():
        for _ in range(count):
            table.page.locator(f"[name=tap][value={item}]").tap()


def do(table: Hasty, playing: SelfPlayingTable, action: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Do an action with twice as many taps; how the table stands then, and the lead that is down."""
    page, lead = table.page, ""
    match action["type"]:
        case "trick":
            return table.trick(action["cards"]), lead
        case "claim":
            name(table, action["items"])
            return table.twice(page.locator(".claim")), lead
        case "muggins":
            lead = call(table, playing, action)
            name(table, action["items"])
            return table.twice(page.locator(f"[value='muggins by={action['by']}']")), lead
        case "reply":
            return table.twice(table.page.locator(f"[value='reply answer={action['answer']}']")), lead
        case "deal":
            return table.twice(table.button("deals the next hand", exact=False)), lead
    misdeal(table)
    table.settle()
    return table.stands(), lead


@pytest.mark.timeout(180)
@pytest.mark.parametrize(("muggins", "seed", "target"), [(True, 101, 13)])
def test_a_match_of_double_taps_enters_what_single_taps_would(
    hasty: Any, muggins: bool, seed: int, target: int
) -> None:
    """With Muggins there are calls, one of which wins a game, and a misdeal."""
    table = hasty(target=target, muggins=muggins)
    rules = {"target": target, "best_of": 3, "muggins": muggins, "season": "winter"}
    playing = SelfPlayingTable(random.Random(seed), lambda moment: "winter", accidents=0.05, **rules)
    playing.oracle.new_hand("N")
    playing.oracle.hand, version, lead = 1, 0, ""
    while playing.oracle.phase != "match-over":
        action = playing.next_action()
        if action["type"] == "adjust":
            continue
        after, down = do(table, playing, action)
        # A lead that was down when a call won the game waits while the offer is answered.
        lead = down or (lead if action["type"] == "reply" else "")
        playing.do(action)
        version += 1
        assert after["version"] == str(version), action
        assert after["draft"] in ("", lead), action
        assert table.totals == (playing.oracle.score["NS"], playing.oracle.score["EW"]), action
        if after["draft"]:
            table.twice(table.page.locator(".undo"))  # The lead goes back to the hand.
    assert version > 12
