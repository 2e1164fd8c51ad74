"""Grevjass by taps on a phone of 360 by 640: matches give the same result as their records."""

import json
import random
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import expect

from referee.cli import main
from tests.browser.conftest import TablePage
from tests.browser.pace import watch
from tests.browser.weight import Weight
from tests.grevjass import oracle
from tests.grevjass.playing import NAMES, START, plain
from tests.grevjass.self_play import Table
from tests.limits import at_most
from tests.servers import hidden

pytestmark = [pytest.mark.quick(0), pytest.mark.timeout(180)]


def sit_down(phone: TablePage, players: dict[str, str] = NAMES, dealer: str = "N", **rules: Any) -> None:
    """Open a match by its form, but without the taps."""
    address = f"{phone.server.address}grevjass/books/1/new"
    page = phone.page.request.get(address).text()
    form = {name: hidden(page, name) for name in ("csrf_token", "key")} | players | {"dealer": dealer}
    form |= {"strokes": "6", "claims": "blind", "stikk": "played"} | {name: str(each) for name, each in rules.items()}
    phone.page.goto(phone.page.request.post(address, form=dict[str, str | float | bool](form)).url)
    phone.page.locator("#table").wait_for()


def settled(phone: TablePage) -> None:
    expect(phone.page.locator("#form[data-settling]")).to_have_count(0)


def entered(phone: TablePage, do: Callable[[], None]) -> None:
    """Do something, and wait until it has come to another version."""
    before = phone.page.locator("[name=version]").input_value()
    do()
    expect(phone.page.locator("[name=version]")).not_to_have_value(before)
    settled(phone)


def tap(phone: TablePage, cards: list[str]) -> None:
    """Cards on the pad; all but the last change only what is tapped."""
    for card in cards:
        drafted = phone.page.locator("#table [name=draft]").input_value()
        phone.touch(f'.key[value="{card}"]')
        if card != cards[-1]:
            expect(phone.page.locator("#table [name=draft]")).not_to_have_value(drafted)


def meld(phone: TablePage, action: dict[str, Any]) -> None:
    """Meld, the player, then the top card and the number of cards, or four of a rank."""
    keys = " ".join(["meld", *(f"{name}={value}" for name, value in action.items() if name != "type")])
    phone.touch("#ways .meld")
    phone.page.locator(f'.melding a[href*="player={action["player"]}"]').tap()
    if "sequence" in action:
        phone.page.locator(f'.tops a[href*="top={action["sequence"]}"]').tap()
    settled(phone)
    entered(phone, lambda: phone.page.locator(f'.melding [value="{keys}"]').tap())


def wrong(phone: TablePage, action: dict[str, Any]) -> None:
    """The pages of "Something wrong?", by their addresses and keys."""
    kind, what = action["type"], {"trump": "suit"}.get(action["type"], action["type"])
    side = f"&side={action['side']}" if kind == "chalk" else ""
    phone.page.goto(f"{phone.page.url.split('?')[0]}wrong?what={what}{side}")
    if kind == "adjust":
        unit = "points" if "points" in action else "strokes"
        phone.page.locator("[name=side]").select_option(action["side"])
        phone.page.locator("[name=what]").select_option(unit)
        phone.page.locator("[name=number]").fill(str(action[unit]))
        phone.page.locator("[name=reason]").fill(action["reason"])
        phone.page.get_by_role("button", name="Record it").tap()
    else:
        keys = " ".join([kind, *(f"{name}={value}" for name, value in action.items() if name != "type")])
        phone.page.locator(f'[value="{keys}"]').tap()
    phone.page.locator("#table").wait_for()
    settled(phone)


def enter(phone: TablePage, action: dict[str, Any]) -> None:
    """The taps of one action."""
    match action["type"]:
        case "trick":
            entered(phone, lambda: tap(phone, action["cards"]))
        case "trump" if "card" in action:
            entered(phone, lambda: tap(phone, [action["card"]]))
        case "meld":
            meld(phone, action)
        case "take" | "vol" | "claim":
            keys = " ".join(
                [action["type"], *(f"{name}={value}" for name, value in action.items() if name != "type")]
            )
            entered(phone, lambda: phone.touch(f'.entry [value="{keys}"]'))
        case _:
            wrong(phone, action)


def replayed(phone: TablePage, capsys: Any, tmp_path: Any) -> Any:
    """The output of `referee replay` for the record that the app exports."""
    file = tmp_path / "record.json"
    file.write_text(phone.page.request.get(phone.server.address + "matches/1/record.json").text())
    assert main(["replay", str(file), "--json"]) in (0, None)
    return json.loads(capsys.readouterr().out)


def to_six_strokes(seed: int, claims: str, accidents: float) -> dict[str, Any]:
    """A match that is played to its end; from a seed or one after it."""
    while True:
        chance = random.Random(seed)
        start = START | {"rules": {"claims": claims, "strokes": 6, "stikk": "side"}, "actions": []}
        record = Table(chance, start, accidents).play(110)
        tricks = sum(action["type"] == "trick" for action in record["actions"])
        if oracle.outcome(record)["phase"] == "match-over" and tricks > 8:
            return record | {"actions": [plain(action) for action in record["actions"]]}
        seed += 1000


@pytest.mark.timeout(180)
@pytest.mark.quick(1)
@pytest.mark.parametrize(("claims", "scripts", "seed"), [("blind", True, 604), ("open", False, 755)])
def test_a_match_of_six_strokes_by_taps_equals_its_record(
    phones: Any, capsys: Any, tmp_path: Any, claims: str, scripts: bool, seed: int
) -> None:
    """With a reload, an undo and a redo on the way."""
    record = to_six_strokes(seed, claims, 0.05)
    phone = phones(java_script_enabled=scripts)
    sit_down(phone, record["players"], record["dealer"], **record["rules"])
    for place, action in enumerate(record["actions"]):
        enter(phone, action)
        if place == 5:
            phone.page.reload()
        if place in (9, 20) and scripts:
            version = int(phone.page.locator("[name=version]").input_value())
            if phone.page.locator("#table [name=draft]").input_value() == "":
                entered(phone, lambda: phone.touch(".undo"))
                phone.page.locator(".menu > summary").tap()
                phone.page.locator(".menu [value=redo]").tap()
                expect(phone.page.locator("[name=version]")).to_have_value(str(version + 2))
                settled(phone)
    assert replayed(phone, capsys, tmp_path) == oracle.outcome(record)
    expect(phone.page.locator("h1")).to_have_text("Match over")


def test_a_deal_without_melds_is_33_taps(phones: Any) -> None:
    """The card shown, and four cards a trick: no question in between."""
    phone = phones()
    sit_down(phone)
    deal = "7S AS 9S 8S|QH AH 7D JH|7C AC KC 8C|TC 9C QC JC|TS KS QS JS|AD KD QD JD|TD 9D 8D 8H|9H TH KH 7H".split(
        "|"
    )
    taps = ["9H", *(card for cards in deal for card in cards.split())]
    assert len(taps) == 33
    for number, card in enumerate(taps):
        phone.touch(f'.key[value="{card}"]')
        if number % 4 == 0:
            expect(phone.page.locator("[name=version]")).to_have_value(str(1 + number // 4))
    expect(phone.page.locator(".headline")).to_contain_text("deals.")
    expect(phone.page.locator("#table")).to_have_attribute("data-phase", "trump")


def test_every_key_is_large_at_every_width(phones: Any) -> None:
    for width, height in ((360, 640), (320, 640)):
        phone = phones(width, height)
        sit_down(phone)
        phone.touch('.key[value="9H"]')
        expect(phone.page.locator(".claim-key").first).to_be_visible()
        sizes = phone.page.eval_on_selector_all(
            ".pad .key, #ways > *",
            "all => all.map(each => each.getBoundingClientRect()).map(r => [r.width, r.height])",
        )
        assert len(sizes) == 37
        assert min(min(size) for size in sizes) >= 44
        assert phone.page.evaluate("document.documentElement.scrollWidth") == width
    phone = phones()
    sit_down(phone)
    assert phone.page.evaluate("document.documentElement.scrollHeight") == 640


def test_a_draft_survives_a_reload_and_a_card_is_changed_by_its_name(phones: Any) -> None:
    phone = phones()
    sit_down(phone)
    enter(phone, {"type": "trump", "card": "9H"})
    for card in ("7S", "AS", "TS"):
        phone.touch(f'.key[value="{card}"]')
    expect(phone.page.locator("#ways .meld")).to_be_hidden()
    phone.page.reload()
    expect(phone.page.locator('.player[data-seat="W"] .tapped')).to_have_text("10♠\ufe0e")
    phone.touch('.player[data-seat="W"] .plate')
    phone.touch('.key[value="9S"]')
    entered(phone, lambda: phone.touch('.key[value="8S"]'))
    expect(phone.page.locator(".headline")).to_have_text("Cat’s trick.")


def test_a_trick_that_is_begun_is_finished_before_a_claim(phones: Any) -> None:
    phone, other = phones(), phones()
    sit_down(phone)
    other.join(phone)
    enter(phone, {"type": "trump", "card": "9H"})
    for card in ("7S", "AS"):
        phone.touch(f'.key[value="{card}"]')
    phone.touch(".claim-key.NS")
    expect(phone.page.locator(".told")).to_have_text("Finish this trick first: it counts. Tap its other cards.")
    entered(other, lambda: other.touch(".claim-key.NS"))
    # The other phone has ended the game: nothing is left of the trick.
    expect(phone.page.locator("#table")).to_have_attribute("data-phase", "trump")
    entered(phone, lambda: phone.touch('.key[value="8H"]'))
    expect(phone.page.locator("h1")).to_have_text("Game 2 · Deal 2 · Trick 1")


def test_a_deal_goes_on_without_signal_and_counts_once(phones: Any) -> None:
    """Trump, tricks and a claim wait on the phone, in order, and arrive when the signal is back."""
    phone = phones()
    sit_down(phone)
    phone.page.context.set_offline(True)
    for card in "9H 7S AS 9S 8S QH AH 7D JH".split():
        phone.touch(f'.key[value="{card}"]')
    expect(phone.page.locator("#unsaved")).to_contain_text("Not yet saved: 9♥")
    for card in "7C AC AH".split():
        phone.touch(f'.key[value="{card}"]')
    expect(phone.page.locator(".told")).to_have_text("The ace of hearts was played in trick 2.")
    expect(phone.page.locator(".suit-rows.led")).to_have_attribute("data-suit", "C")
    phone.page.context.set_offline(False)
    expect(phone.page.locator("[name=version]")).to_have_value("3")
    expect(phone.page.locator("#unsaved")).to_be_hidden()
    expect(phone.page.locator("#table [name=draft]")).to_have_value("7C.AC")
    expect(phone.page.locator(".headline")).to_have_text("Bob’s trick.")


def test_after_strokes_are_taken_without_signal_the_next_player_deals(phones: Any) -> None:
    phone = phones()
    sit_down(phone)
    enter(phone, {"type": "trump", "card": "9H"})
    meld(phone, {"type": "meld", "player": "S", "four": "K"})
    phone.page.context.set_offline(True)
    phone.touch('.entry [value="take"]')
    phone.touch('.key[value="9D"]')
    leads = phone.page.locator(".player.next")
    expect(leads).to_have_attribute("data-seat", "S")  # East deals.
    phone.page.context.set_offline(False)
    expect(phone.page.locator("[name=version]")).to_have_value("4")
    expect(leads).to_have_attribute("data-seat", "S")


def test_two_phones_that_enter_the_same_count_once_and_watchers_see_it(phones: Any) -> None:
    phone, other, watcher = phones(), phones(), phones()
    sit_down(phone)
    other.join(phone)
    watcher.goto("matches/1/watch")
    enter(phone, {"type": "trump", "card": "9H"})
    expect(other.page.locator("h1")).to_have_text("Game 1 · Deal 1 · Trick 1")
    for card in ("7S", "AS", "9S"):
        phone.touch(f'.key[value="{card}"]')
        other.touch(f'.key[value="{card}"]')
    phone.touch('.key[value="8S"]')
    other.touch('.key[value="8S"]')
    for each in (phone, other, watcher):
        expect(each.page.locator(".headline").first).to_have_text("Cat’s trick.")
    expect(phone.page.locator("[name=version]")).to_have_value("2")
    phone.touch(".claim-key.NS")
    expect(watcher.page.locator(".headline").first).to_contain_text("Not out: N–S have 11. Seven tricks were left.")


def test_the_answer_is_light_and_nothing_shifts_while_a_trick_is_tapped(phones: Any) -> None:
    phone = phones()
    sit_down(phone)
    weight = Weight(phone.page)
    enter(phone, {"type": "trump", "card": "9H"})
    watch(phone.page)
    answer = weight.of(lambda: entered(phone, lambda: tap(phone, ["7S", "AS", "9S", "8S"])))
    assert answer.body > 500
    at_most(3_000, answer.body, "the answer to a trick")
    before = phone.page.evaluate("window.shifts.length")
    entered(phone, lambda: tap(phone, ["QH", "AH", "7D", "JH"]))
    assert phone.page.evaluate("window.shifts.length") == before


PLACES = """(wanted) => Object.fromEntries([...document.querySelectorAll(wanted)].map((each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  return [each.value || each.getAttribute("href") || each.className, [left, top, right, bottom]];
}))"""
SIZES = ((320, 568), (360, 640), (390, 844), (640, 360), (1024, 768))


def places(phone: TablePage, wanted: str) -> dict[str, list[float]]:
    """The boxes of some elements: left, top, right and bottom."""
    found: dict[str, list[float]] = phone.page.evaluate(PLACES, wanted)
    return found


def test_every_key_keeps_its_place_and_a_conflict_covers_nothing(phones: Any) -> None:
    """ "Something wrong?" stays when the first trick is played; what was not entered is told over the result."""
    phone, other = phones(), phones()
    sit_down(phone)
    other.join(phone)
    enter(phone, {"type": "trump", "card": "9H"})
    before = {}
    for size in SIZES:
        phone.page.set_viewport_size({"width": size[0], "height": size[1]})
        before[size] = places(phone, "#ways > *")
        assert len(before[size]) == 5
    meld(phone, {"type": "meld", "player": "S", "sequence": "QD", "length": 3})
    expect(other.page.locator(".result")).to_contain_text("Melds: Cat Q♦\ufe0e–10♦\ufe0e 20")
    other.page.context.set_offline(True)
    for card in ("QH", "JH", "AH", "TH"):
        other.touch(f'.key[value="{card}"]')
    phone.page.set_viewport_size({"width": 360, "height": 640})
    entered(phone, lambda: tap(phone, ["7S", "AS", "TS", "KS"]))
    expect(phone.page.locator(".result")).to_contain_text("Melds: Cat Q♦\ufe0e–10♦\ufe0e 20")
    other.page.context.set_offline(False)
    expect(other.page.locator("#parked")).to_contain_text("Not entered")
    for size in SIZES:
        other.page.set_viewport_size({"width": size[0], "height": size[1]})
        rest = places(other, "#ways > *")
        assert rest == {where: before[size][where] for where in rest}, size
        assert len(rest) == 4
        assert any(where.endswith("/wrong") for where in rest)
        (bar,) = places(other, ".bars").values()
        seen = ".sides, .players, .trumps, .before, .key, #ways > *, .bar"
        for where, (left, top, right, bottom) in places(other, seen).items():
            assert right <= bar[0] or bar[2] <= left or bottom <= bar[1] + 0.5 or bar[3] <= top + 0.5, (size, where)
    other.page.get_by_role("button", name="Delete").tap()
    expect(other.page.locator("#parked")).to_be_hidden()
    expect(other.page.locator(".headline")).to_be_visible()


def test_an_entry_that_was_acknowledged_long_ago_is_followed_by_nothing(phones: Any) -> None:
    """A killed browser may forget that: it sends the entry again, and what is tapped meanwhile has its own place."""
    phone = phones()
    sit_down(phone)
    enter(phone, {"type": "trump", "card": "9H"})
    sent: list[dict[str, str]] = []
    phone.page.on("request", lambda request: sent.append(dict(parse_qsl(request.post_data or "", True))))
    for cards in ("7S AS TS KS", "QH AH 7D JH"):
        enter(phone, {"type": "trick", "cards": cards.split()})
    first = next(each for each in sent if each.get("draft") == "7S.AS.TS.KS")
    fields = {name: value for name, value in first.items() if name not in ("version", "key")}
    waiting = [{"key": first["key"], "game": "grevjass", "fields": fields, "tried": True}]
    phone.page.evaluate("each => localStorage.setItem('outbox-1', JSON.stringify(each))", waiting)
    held = list[Any]()
    phone.page.route("**/enter", lambda route: route.continue_() if held else held.append(route))
    phone.page.reload()
    expect(phone.page.locator("#form[aria-busy]")).to_have_count(1)
    expect(phone.page.locator("h1")).to_contain_text("Trick 3")
    tap(phone, ["7C", "AC", "KC", "8C"])
    held[0].continue_()
    expect(phone.page.locator("[name=version]")).to_have_value("4")
    expect(phone.page.locator("#parked")).to_be_hidden()
    expect(phone.page.locator("#form[aria-busy]")).to_have_count(0)
    assert phone.page.evaluate("localStorage.getItem('outbox-1')") is None
