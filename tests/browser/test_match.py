"""Whole matches by taps on a phone, compared with a replay of their records."""

import copy
import json
import random
import re
import subprocess
import sys
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.eyes import hidden
from tests.havilering.self_play import SelfPlayingTable
from tests.servers import Server


def replayed(record: str) -> Any:
    """The output of the command line for an exported record."""
    command = [sys.executable, "-m", "referee", "replay", "-", "--json"]
    return json.loads(subprocess.run(command, input=record, capture_output=True, text=True, check=True).stdout)


def do(phone: Any, action: dict[str, Any]) -> None:
    """Do one action of a record with the fingers."""
    page = phone.page
    match action["type"]:
        case "trick":
            phone.trick(action["cards"])
        case "claim":
            tap_items(phone, action["items"])
            phone.after(lambda: phone.touch(".claim"))
        case "reply":
            phone.after(lambda: phone.button(action["answer"].capitalize(), exact=False).first.tap())
        case "deal":
            phone.after(lambda: phone.button("deals the next hand", exact=False).tap())
        case "muggins":
            page.locator(".way:visible:has-text('Muggins!')").tap()
            page.locator("#panel [name=do]").first.wait_for()
            tap_items(phone, action["items"])
            phone.after(lambda: phone.touch(f"[value='muggins by={action['by']}']"))


def tap_items(phone: Any, items: dict[str, int]) -> None:
    for item, count in items.items():
        for _ in range(count):
            phone.touch(f"[name=tap][value={item}]")


SIZES = [(360, 640), (320, 568)]


def sees_what_happened(phone: Any, table: SelfPlayingTable, games: int) -> None:
    """After a hand, a game and the match all that is said is seen: what it brought, who won, who deals and leads.

    At both sizes; the next hand is played in the other one.
    """
    oracle, page = table.oracle, phone.page
    if oracle.current and oracle.phase in ("play", "claim"):
        return
    for width, height in SIZES[:: -1 if oracle.hand % 2 else 1]:
        page.set_viewport_size({"width": width, "height": height})
        assert hidden(page) == []
    name = dict(zip("NESW", ("Ann", "Bob", "Cat", "Dan"), strict=True))
    told = " ".join(page.locator(".moment, .lines > :not(.beyond)").all_text_contents())
    if oracle.phase == "match-over":
        assert "win the match" in page.locator(".waits").inner_text()
        assert page.locator(".ended li").count() == len(oracle.games)
    elif len(oracle.games) > games:
        sides = {"NS": "Ann & Cat", "EW": "Bob & Dan"}
        assert f"Game {len(oracle.games)} to {sides[oracle.games[-1]['winner']]}" in told
    if oracle.phase == "play" and not oracle.current and oracle.hand > 1:
        assert f"{name[oracle.dealer]} deals, {name[oracle.leader]} leads." in told
        assert f"Points in hand {oracle.hand - 1}" in told


@pytest.mark.quick(1)
@pytest.mark.timeout(180)
@pytest.mark.parametrize(
    ("muggins", "seed", "target", "best_of"),
    [(False, 339, 21, 3), (True, 391, 11, 3)],
)
def test_a_whole_match_by_taps(
    phones: Any, server: Server, tmp_path: Any, muggins: bool, seed: int, target: int, best_of: int
) -> None:
    """With undo, a reload in the middle of a trick, a killed server, and points run and not run on the way.

    Every other hand is played in the smallest window.
    """
    phone = phones(at_once=muggins, service_workers="allow")
    phone.new_match(target=target, best_of=best_of, muggins=muggins, season="winter")
    table = SelfPlayingTable(
        random.Random(seed),
        lambda moment: "winter",
        accidents=0,
        target=target,
        best_of=best_of,
        muggins=muggins,
        season="winter",
    )
    table.oracle.new_hand("N")
    table.oracle.hand = 1
    answers = iter(["maybe", "no"] + ["yes"] * 20)
    done = 0
    while table.oracle.phase != "match-over":
        action = table.next_action()
        called_in_play = action["type"] == "muggins" and table.oracle.phase == "play"
        if action["type"] == "reply":
            action = {"type": "reply", "answer": next(answers)}
        if called_in_play:
            # The call opens once the next lead is down; it stays down while the call is made.
            hands = copy.deepcopy(table.hands)
            following = table.four_cards()
            phone.tap(following[0])
        games = len(table.oracle.games)
        table.do(action)
        done += 1
        if done == 15 and action["type"] == "trick":
            phone.tap(*action["cards"][:2])
            phone.page.reload()
            assert phone.page.locator(".player.filled, .ahead > *").count() == 2
            phone.tap(action["cards"][2])
            phone.after(lambda card=action["cards"][3]: phone.tap(card))
        else:
            do(phone, action)
        assert phone.totals == (table.oracle.score["NS"], table.oracle.score["EW"]), action
        sees_what_happened(phone, table, games)
        if called_in_play and table.oracle.phase == "play":
            table.do({"type": "trick", "cards": following})
            phone.tap(*following[1:3])
            phone.after(lambda card=following[3]: phone.tap(card))
        elif called_in_play:
            table.hands = (
                hands  # The call won the game. The lead waits until the offer is answered, and goes back then.
            )
        elif action["type"] == "reply" and phone.page.locator("[name=draft]").input_value():
            phone.touch(".undo")
            expect(phone.page.locator("[name=draft]")).to_have_value("")
        elif done == 8:
            phone.undo()
            do(phone, action)
        if done == 22:
            server.kill()
            server.process = Server(tmp_path, port=server.port).process
    assert phone.page.get_by_role("heading", name="Match over").is_visible()
    phone.undo()
    assert phone.page.locator("h1").text_content() != "Match over"
    phone.page.get_by_role("button", name="Redo").first.tap()
    phone.page.get_by_role("heading", name="Match over").wait_for()
    with phone.page.expect_download() as download:
        phone.goto("matches/1/sheet")
        phone.page.get_by_role("link", name="Save the match record").tap()
    record = download.value.path().read_text()
    outcome = replayed(record)
    assert outcome["score"] == table.oracle.score
    assert outcome["games_won"] == table.oracle.won_games
    assert [game["ran"] for game in outcome["games"]] == [game["ran"] for game in table.oracle.games]
    assert {game["ran"] for game in outcome["games"]} >= {False}
    assert [trick["cards"] for trick in outcome["tricks"]] == [trick["cards"] for trick in table.oracle.tricks]


def test_double_taps_the_back_button_and_nonsense_change_nothing(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    phone.tap("7S", "AS", "9S")
    phone.after(lambda: phone.touch_twice('.key[value="8S"]'))
    assert (phone.version, phone.totals) == ("1", (6, 0))
    phone.tap("7S")
    phone.tap("2D")  # Who taps fast must not miss what was refused before.
    assert "The 7 of spades has already been played, in the last trick." in phone.page.locator(".told").text_content()
    phone.tap("KD", "2D")
    assert "in this trick already" in phone.page.locator(".told").text_content()
    phone.tap("6D")
    phone.page.get_by_role("link", name="Why?").tap()
    phone.page.get_by_role("heading", name="Trick 1").wait_for()
    phone.page.go_back()
    phone.page.locator(".player.filled, .ahead > *").nth(2).wait_for()
    phone.after(lambda: phone.tap("8D"))
    assert phone.version == "2"


def test_the_same_four_again_leads_to_a_table_of_its_own(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=11, best_of=1)
    phone.trick("QH AH KH JH")
    phone.button("Same four again").tap()
    # The event stream may lead there first.
    expect(phone.page).to_have_url(re.compile(r"/matches/2/$"))
    phone.trick("7S AS 9S 8S")
    assert phone.page.url.endswith("/matches/2/")
    assert sum(phone.totals) == 6


def test_cards_put_down_again_are_used_once(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    phone.trick("7S AS 9S 8S")
    phone.undo()
    phone.page.get_by_role("link", name="Change a card").tap()
    expect(phone.page.locator("#status")).to_have_text("Four cards are down.")
    phone.page.reload()
    expect(phone.page.locator("#status")).to_have_text("Four cards are down. Tap the wrong one to remove it.")
    phone.page.get_by_role("button", name=re.compile("Take back .* 9 of spades")).tap()
    phone.after(lambda: phone.tap("TS"))
    phone.page.reload()
    assert phone.page.locator(".player.filled, .ahead > *").count() == 0
    assert "10" in phone.page.locator(".felt").text_content()


def test_the_menu_closes_by_itself(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    menu = phone.page.locator(".menu")
    for leave in (lambda: phone.page.keyboard.press("Escape"), lambda: phone.page.locator(".EW .total").tap()):
        phone.page.locator(".menu > summary").tap()
        assert menu.get_attribute("open") is not None
        leave()
        assert menu.get_attribute("open") is None
    phone.trick("7S AS 9S 8S")
    phone.page.locator(".menu > summary").tap()
    phone.tap("2D")  # A tap outside has no other effect.
    assert menu.get_attribute("open") is None
    assert phone.page.locator(".player.filled, .ahead > *").count() == 0
    phone.after(phone.button("Undo").tap)
    phone.page.locator(".menu > summary").tap()
    phone.after(lambda: phone.page.locator(".menu [value=redo]").tap())
    assert menu.get_attribute("open") is None
