"""Hearts and Humbug Whist by taps on a phone of 360 by 640: sittings give the same result as their records."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from referee.cards import read_card
from referee.cli import main
from referee.games import game_of_record
from tests.browser.conftest import TablePage
from tests.browser.pace import watch
from tests.browser.weight import Weight
from tests.hearts import self_play as hearts
from tests.humbug_whist import self_play as humbug_whist
from tests.limits import at_most
from tests.servers import hidden

pytestmark = [pytest.mark.quick(0), pytest.mark.timeout(180)]

NAMES = {"1": "Ann", "2": "Bob", "3": "Cat", "4": "Dan", "5": "Eve", "6": "Fay", "N": "Ann", "S": "Bob"}
FORMS = {"hearts": {"settling": "sweepstake"}, "humbug-whist": {"stake": "1", "deals": "0"}}


def sit_down(phone: TablePage, key: str, players: dict[str, str], dealer: str, **rules: str) -> None:
    """Open a sitting by its form, but without the taps."""
    address = f"{phone.server.address}{key}/books/1/new"
    page = phone.page.request.get(address).text()
    form = {name: hidden(page, name) for name in ("csrf_token", "key")} | FORMS[key] | rules | {"dealer": dealer}
    form |= {f"seat_{seat}" if key == "hearts" else seat: name for seat, name in players.items()}
    phone.page.goto(phone.page.request.post(address, form=dict[str, str | float | bool](form)).url)
    phone.page.locator("#table").wait_for()


def entered(phone: TablePage, do: Callable[[], None]) -> None:
    """Do something, and wait until it has come to another version."""
    before = phone.page.locator("[name=version]").input_value()
    do()
    expect(phone.page.locator("[name=version]")).not_to_have_value(before)
    expect(phone.page.locator("#form[data-settling]")).to_have_count(0)


def way(phone: TablePage, words: str) -> None:
    link = phone.page.get_by_role("link", name=words, exact=True)
    if link.is_visible():
        phone.loads(link.tap)
        expect(link).to_be_hidden()
        expect(phone.page.locator("#form[data-settling]")).to_have_count(0)


def count(phone: TablePage, taken: dict[str, int]) -> None:
    """The taps of a count, until the others follow by themselves."""
    way(phone, "Count instead")
    order = phone.page.locator("#table").get_attribute("data-order") or ""
    left = sum(taken.values())

    def taps() -> None:
        rest, seats = left, order.split(".")
        for place, seat in enumerate(seats[:-1]):
            drafted = phone.page.locator("#table [name=draft]").input_value()
            phone.touch(f'[name=tap][value="{taken[seat]}"]')
            rest -= taken[seat]
            if rest == 0 or place == len(seats) - 2:
                return
            expect(phone.page.locator("#table [name=draft]")).not_to_have_value(drafted)
            if phone.scripts:  # Until the guard against double taps is over, which `AT_ONCE` makes short.
                phone.page.evaluate("() => new Promise((done) => setTimeout(done, 450))")

    entered(phone, taps)


def trick(phone: TablePage, cards: list[str], leader: str = "") -> None:
    way(phone, "By tricks")
    expected = (phone.page.locator("#table").get_attribute("data-leads") or "").split(".")[0]
    if leader not in ("", expected):
        phone.page.locator("[name=leader]").select_option(leader)

    def taps() -> None:
        for card in cards:
            drafted = phone.page.locator("#table [name=draft]").input_value()
            phone.touch(f'.key[value="{card}"]')
            if card != cards[-1]:
                expect(phone.page.locator("#table [name=draft]")).not_to_have_value(drafted)

    entered(phone, taps)


def wrong(phone: TablePage, *words: str) -> None:
    """The taps of "Something wrong?"."""
    phone.page.get_by_role("link", name="Something wrong?").tap()
    for each in words:
        key = phone.page.locator(f'.steps >> text="{each}"')
        key.tap()
        phone.page.wait_for_load_state()
    phone.page.locator("#table").wait_for()
    expect(phone.page.locator("#form[data-settling]")).to_have_count(0)


def enter(phone: TablePage, action: dict[str, Any]) -> None:
    """The taps of one action."""
    match action["type"]:
        case "count":
            count(phone, action["taken"])
        case "trick":
            trick(phone, action["cards"], action.get("leader", ""))
        case "trump":
            way(phone, "By tricks")
            entered(phone, lambda: phone.touch(f'.key[value="{action["card"]}"]'))
        case "settle":
            entered(phone, lambda: phone.touch('[value="settle"]'))
        case "revoke":
            wrong(phone, "Revoke", NAMES[action["player"]])
        case "finish":
            phone.page.locator(".menu > summary").tap()
            phone.page.locator(".menu").get_by_role("link", name="Something wrong?").tap()
            phone.page.get_by_role("link", name="Finish the sitting").tap()
            phone.page.get_by_role("button", name="Yes, we stop here").tap()
            phone.page.locator("#table").wait_for()


def replayed(phone: TablePage, capsys: Any, tmp_path: Any) -> Any:
    """The output of `referee replay` for the record that the app exports."""
    file = tmp_path / "record.json"
    file.write_text(phone.page.request.get(phone.server.address + "matches/1/record.json").text())
    assert main(["replay", str(file), "--json"]) in (0, None)
    return json.loads(capsys.readouterr().out)


def outcome(record: dict[str, Any]) -> Any:
    records = game_of_record(record)
    return json.loads(json.dumps(records.outcome(records.replay(records.read(record)))))


def undo_and_redo(phone: TablePage) -> None:
    version = int(phone.page.locator("[name=version]").input_value())
    entered(phone, lambda: phone.touch(".undo"))
    phone.page.locator(".menu > summary").tap()
    phone.loads(phone.page.locator(".menu [value=redo]").tap)
    expect(phone.page.locator("[name=version]")).to_have_value(str(version + 2))
    expect(phone.page.locator("#form[data-settling]")).to_have_count(0)


def sitting(game: Any, seed: int, deals: int, by_tricks: int, accidents: float = 0.0, **more: Any) -> dict[str, Any]:
    """A finished sitting of `deals` deals, some of them trick by trick, from the first suitable seed."""
    while True:
        chance = random.Random(seed)
        record: dict[str, Any] = game.random_setup(chance, **more)
        record |= {"players": {seat: NAMES[seat] for seat in record["players"]}, "rules": {}}
        table = game.Table(chance, record, accidents=accidents, entries=("tricks",))
        settled = 0
        for action in table.play(2000):
            for name in ("at", "by"):
                action.pop(name, None)
            action |= {name: [read_card(card).code for card in action[name]] for name in ("cards",) if name in action}
            action |= {name: read_card(action[name]).code for name in ("card",) if name in action}
            settled += action["type"] == "settle"
            if settled == by_tricks:
                table.entries = ("count",)
            if settled == deals:
                record["actions"].append({"type": "finish"})
                return record
        seed += 1000  # The players stopped before.


def test_what_is_typed_stays_until_it_is_entered(phones: Any) -> None:
    phone = phones()
    sit_down(phone, "hearts", {seat: NAMES[seat] for seat in "1234"}, "4")
    typed = phone.page.locator("[name=typed]")
    phone.page.context.set_offline(True)
    way(phone, "By tricks")
    typed.fill("2s 3s 4s 5s")
    typed.press("Enter")
    expect(typed).to_have_value("")
    expect(phone.page.locator("#unsaved-words")).to_contain_text("trick 1")
    assert "2S.3S" not in phone.page.locator("#unsaved").evaluate("bar => bar.outerHTML")
    assert phone.page.locator(".tapped .face, .took").count() == 0  # At Hearts nobody looks at a trick again.
    typed.fill("2s 3h zz")
    typed.press("Enter")
    expect(phone.page.locator(".told")).to_contain_text("“zz” is not a card")
    expect(typed).to_have_value("2s 3h zz")
    entered(phone, lambda: phone.page.context.set_offline(False))
    expect(typed).to_have_value("2s 3h zz")


@pytest.mark.timeout(180)
@pytest.mark.quick(1)
@pytest.mark.parametrize(("players", "scripts", "seed"), [(5, True, 2), (4, False, 3)])
def test_a_sitting_of_hearts_by_taps_equals_its_record(
    phones: Any, capsys: Any, tmp_path: Any, players: int, scripts: bool, seed: int
) -> None:
    """The first by tricks, the others by count; with a reload, an undo, and a number that is taken back."""
    record = sitting(hearts, seed, 10 if scripts else 4, 1, players=players)
    phone = phones(java_script_enabled=scripts)
    sit_down(phone, "hearts", record["players"], record["dealer"])
    for place, action in enumerate(record["actions"]):
        enter(phone, action)
        if place == 5:
            phone.page.reload()
        if place in (7, 30) and scripts:
            undo_and_redo(phone)
    assert replayed(phone, capsys, tmp_path) == outcome(record)


@pytest.mark.quick(1)
def test_a_sitting_of_humbug_whist_by_taps_equals_its_record(phones: Any, capsys: Any, tmp_path: Any) -> None:
    record = sitting(humbug_whist, 4, 3, 1)
    phone = phones()
    sit_down(phone, "humbug-whist", record["players"], record["dealer"])
    for place, action in enumerate(record["actions"]):
        enter(phone, action)
        if place == 5:
            phone.page.reload()
        if place in (9, 30):
            undo_and_redo(phone)
    assert replayed(phone, capsys, tmp_path) == outcome(record)


def begin(phone: TablePage) -> None:
    """Four at a table of Hearts; Dan deals, and Ann leads."""
    sit_down(phone, "hearts", {seat: NAMES[seat] for seat in "1234"}, "4")


def test_a_name_is_tapped_to_mend_a_number(phones: Any) -> None:
    """Before the count is entered, and after it."""
    phone = phones()
    begin(phone)
    for number in ("1", "3"):
        phone.touch(f'[name=tap][value="{number}"]')
    expect(phone.page.locator(".waits")).to_have_text("Cat’s hearts?")
    expect(phone.page.locator('[name=tap][value="10"]')).to_be_disabled()
    phone.touch('.player[data-seat="1"] .plate')
    expect(phone.page.locator(".waits")).to_have_text("Ann’s hearts?")
    phone.touch('[name=tap][value="2"]')
    entered(phone, lambda: phone.touch('[name=tap][value="4"]'))
    expect(phone.page.locator(".headline")).to_have_text("Hearts: Ann 2, Bob 3, Cat 4, Dan 4.")
    entered(phone, lambda: phone.touch('.player[data-seat="2"] .plate'))
    expect(phone.page.locator(".waits")).to_have_text("Bob’s hearts?")
    phone.touch('.player[data-seat="3"] .plate')
    entered(phone, lambda: phone.touch('[name=tap][value="0"]'))  # Cat’s follows by itself.
    expect(phone.page.locator(".headline")).to_have_text("Hearts: Ann 2, Bob 0, Cat 7, Dan 4.")


def test_a_draft_survives_a_reload_and_news_of_another_phone(phones: Any) -> None:
    phone, other = phones(), phones()
    begin(phone)
    other.join(phone)
    for number in ("1", "3"):
        phone.touch(f'[name=tap][value="{number}"]')
    phone.page.reload()
    expect(phone.page.locator('.player[data-seat="2"] .tapped')).to_have_text("3")
    wrong(other, "Led out of turn", "Bob")
    expect(phone.page.locator(".demands summary")).to_contain_text("Ann may demand a heart when next on lead")
    expect(phone.page.locator('.player[data-seat="2"] .tapped')).to_have_text("3")
    entered(phone, lambda: phone.touch('[name=tap][value="4"]'))
    expect(other.page.locator(".headline")).to_have_text("Hearts: Ann 1, Bob 3, Cat 4, Dan 5.")
    other.page.context.set_offline(True)
    other.touch('[value="settle"]')
    entered(phone, lambda: phone.touch('[value="settle"]'))
    other.page.context.set_offline(False)
    for each in (phone, other):
        expect(each.page.locator(".pool")).to_have_text("13 pool · Jack")
    expect(phone.page.locator("h1")).to_have_text("Deal 2")


def test_what_is_entered_while_news_comes_in_is_not_told_as_dropped(phones: Any) -> None:
    phone, other = phones(), phones()
    begin(phone)
    other.join(phone)
    held: list[Any] = []
    phone.page.route("**/?way=count*", lambda route: held.append(route))
    for number in ("1", "3"):
        phone.touch(f'[name=tap][value="{number}"]')
    with phone.page.expect_request("**/?way=count*"):
        wrong(other, "Led out of turn", "Bob")
    phone.touch('[name=tap][value="4"]')
    expect(other.page.locator(".headline")).to_have_text("Hearts: Ann 1, Bob 3, Cat 4, Dan 5.")
    with phone.page.expect_response("**/?way=count*"):
        held[0].continue_()
    expect(phone.page.locator(".headline")).to_have_text("Hearts: Ann 1, Bob 3, Cat 4, Dan 5.")
    expect(phone.page.locator(".told")).to_have_text("")


def test_taps_that_another_phone_has_overtaken_are_told_as_dropped(phones: Any) -> None:
    phone, other = phones(), phones()
    begin(phone)
    other.join(phone)
    phone.touch('[name=tap][value="1"]')
    entered(other, lambda: count(other, {"1": 2, "2": 2, "3": 4, "4": 5}))
    expect(phone.page.locator(".told")).to_contain_text(
        "Another phone entered something first. These taps were dropped:"
    )
    assert phone.page.locator("#table [name=draft]").input_value().strip(".-") == ""


def test_taps_that_begin_another_phones_entry_are_not_told_as_dropped(phones: Any) -> None:
    """Two people tap the same count, or the same trick, and one of them is slower."""
    phone, other = phones(), phones()
    begin(phone)
    other.join(phone)
    notice = phone.page.locator(".told p")
    for value in ("2", "3"):
        phone.touch(f'[name=tap][value="{value}"]')
    entered(other, lambda: count(other, {"1": 2, "2": 3, "3": 4, "4": 4}))
    expect(notice).to_have_text("It was already entered on another phone.")
    entered(phone, lambda: phone.touch('[value="settle"]'))
    way(phone, "By tricks")
    for card in ("2S", "3S"):
        phone.touch(f'.key[value="{card}"]')
    trick(other, ["2S", "3S", "4S", "5S"])
    expect(notice).to_have_text("It was already entered on another phone.")
    phone.touch('.key[value="6S"]')
    expect(notice).to_have_count(0)
    trick(other, ["7S", "8S", "9S", "TS"])
    expect(notice).to_have_text("Another phone entered something first. These taps were dropped: 6 of spades.")


def test_a_demand_leaves_the_cards_that_are_tapped(phones: Any) -> None:
    phone = phones()
    begin(phone)
    way(phone, "By tricks")
    wrong(phone, "Led out of turn", "Bob")
    way(phone, "By tricks")
    for card in ("9D", "KD"):
        phone.touch(f'.key[value="{card}"]')
    phone.page.locator(".demands summary").tap()
    entered(phone, lambda: phone.page.locator(".demands button").first.tap())
    for seat, card in (("1", "9♦"), ("2", "K♦")):
        expect(phone.page.locator(f'.player[data-seat="{seat}"] .tapped')).to_have_text(f"{card}\ufe0e")
    phone.page.reload()
    expect(phone.page.locator('.player[data-seat="2"] .tapped')).to_have_text("K♦\ufe0e")


KEYS = "all => all.map(key => Object.values(key.getBoundingClientRect().toJSON()))"


def test_an_open_fault_is_one_line_over_unchanged_keys_until_it_is_put_away(phones: Any) -> None:
    """However many are open, at every size and also in larger type: the keys are where they are without."""
    phone = phones()
    tapped: list[dict[str, Any]] = [{"type": "trick", "cards": ["7S", "AS", "9S", "8S"]}]
    exposed = [{"type": "fault", "kind": "exposed", "player": "2", "card": card} for card in ("QH", "KH")]
    lead: dict[str, Any] = {"type": "fault", "kind": "lead", "player": "1"}
    start = {"format": "hearts-match", "version": 1, "players": {seat: NAMES[seat] for seat in "1234"},
             "dealer": "4", "started": "2026-11-21T20:00:00+00:00"}  # fmt: skip
    phone.server.import_records([start | {"actions": tapped + more} for more in ([], [lead], [*exposed, lead])])
    for larger in (False, True):
        if larger:
            phone.goto("settings")
            with phone.page.expect_response("**/settings"):
                phone.page.get_by_label("Larger").check()
        keys: dict[tuple[int, int], list[Any]] = {}
        for number in (1, 2, 3):
            phone.goto(f"hearts/matches/{number}/")
            for size in ((320, 568), (360, 640), (390, 844), (640, 360), (1024, 768)):
                phone.page.set_viewport_size({"width": size[0], "height": size[1]})
                found = phone.page.eval_on_selector_all(".pad .key, #ways .button, .undo", KEYS)
                assert found == keys.setdefault(size, found), (larger, number, size)
    phone.goto("hearts/matches/2/wrong")  # Still in larger type: all that may go wrong is within the first screen.
    for width, height in ((320, 568), (360, 640), (640, 360)):
        phone.page.set_viewport_size({"width": width, "height": height})
        bottoms = phone.page.eval_on_selector_all(
            ".steps li", "all => all.map(each => each.getBoundingClientRect().bottom)"
        )
        assert len(bottoms) == 11
        assert max(bottoms) <= height
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.goto("hearts/matches/3/")
    line, sections = phone.page.locator(".demands summary"), phone.page.locator(".demands section:visible")
    line.tap()
    expect(sections).to_have_count(3)
    phone.page.get_by_role("button", name="Dismiss", exact=True).nth(1).tap()
    expect(line).to_contain_text("Bob exposed the Q♥")
    assert [each.is_visible() for each in phone.page.locator(".demands summary > span").all()] == [True, False, True]
    phone.page.reload()
    for left in (1, 0):
        line.tap()
        phone.page.get_by_role("button", name="Dismiss", exact=True).first.tap()
        expect(sections).to_have_count(0)
        expect(phone.page.locator(".demands")).to_be_visible(visible=bool(left))


def test_deals_go_on_without_signal_and_count_once(phones: Any) -> None:
    """Counts and settlings wait on the phone, in order, and arrive when the signal is back."""
    phone = phones()
    begin(phone)
    phone.page.context.set_offline(True)
    for numbers in ("134", "055"):
        for number in numbers:
            phone.touch(f'[name=tap][value="{number}"]')
        expect(phone.page.locator('[value="settle"]')).to_be_visible()
        phone.touch('[value="settle"]')
        expect(phone.page.locator('[name=tap][value="13"]')).to_be_visible()
    expect(phone.page.locator("#unsaved")).to_contain_text(
        "Not yet saved: 1–3–4, the settlement, 0–5–5, the settlement."
    )
    phone.page.context.set_offline(False)
    expect(phone.page.locator("h1")).to_have_text("Deal 3")
    expect(phone.page.locator("#unsaved")).to_be_hidden()
    # In the second deal Bob was asked first: he is clear, and takes the Jack.
    totals = phone.page.locator(".figure .total")
    expect(totals).to_have_text(["−4", "+23", "−9", "−10"])


def test_keys_take_taps_at_the_moment_when_the_signal_is_lost(phones: Any) -> None:
    """A line about the signal changes neither what they mean nor whose they are."""
    phone = phones()
    begin(phone)
    held: list[Route] = []
    phone.page.route("**/enter", lambda route: held.append(route))
    for number in "134":
        phone.touch(f'[name=tap][value="{number}"]')
    expect(phone.page.locator('[value="settle"]')).to_be_visible()
    expect(phone.page.locator("#form[aria-busy]:not([data-settling])")).to_have_count(1)
    phone.page.evaluate(
        "() => new MutationObserver(() => (window.hasSettled = true))"
        ".observe(form, { attributeFilter: ['data-settling'] })"
    )
    held[0].abort()
    expect(phone.page.locator(".waits")).to_contain_text("No signal")
    assert not phone.page.evaluate("window.hasSettled")


def test_a_number_tapped_twice_is_counted_once_and_says_so(phones: Any) -> None:
    """Two players often have none, so that the second tap may have been meant."""
    phone = phones()
    begin(phone)
    way(phone, "Count instead")
    phone.touch_twice('[name=tap][value="0"]')
    expect(phone.page.locator(".player.filled")).to_have_count(1)
    expect(phone.page.locator(".told .notice")).to_contain_text("Tapped twice, counted once.")
    phone.touch('[name=tap][value="4"]')
    expect(phone.page.locator(".told")).to_be_empty()


def test_tricks_that_wait_on_the_phone_stay_closed(phones: Any) -> None:
    """The bar names them by their numbers, as the pad does not show which cards are gone."""
    phone = phones()
    sit_down(phone, "humbug-whist", {"N": "Ann", "S": "Bob"}, "S")
    way(phone, "By tricks")
    phone.page.context.set_offline(True)
    for cards, words in (
        ("TH", "Not yet saved: 10♥\ufe0e."),
        ("7S 9D", "Not yet saved: 10♥\ufe0e, trick 1. Ann takes the trick."),
        ("KD 2D AH 3C", "Not yet saved: 10♥\ufe0e, tricks 1 to 3. Ann takes the trick."),
    ):
        for card in cards.split():
            phone.touch(f'.key[value="{card}"]')
        expect(phone.page.locator("#unsaved-words")).to_have_text(words)
    phone.touch(".undo")
    expect(phone.page.locator(".told .notice")).to_contain_text("Undone: trick 3.")
    phone.page.context.set_offline(False)
    expect(phone.page.locator("[name=version]")).to_have_value("3")
    trick(phone, ["AH", "3C"])
    phone.undo()
    expect(phone.page.locator(".told .notice")).to_contain_text("Undone: trick 3.")


def test_two_scorers_are_told_whether_they_agree(phones: Any) -> None:
    """One of them without signal, one deal behind or several tricks."""
    phone, other = phones(), phones()
    sit_down(phone, "humbug-whist", {"N": "Ann", "S": "Bob"}, "S")
    other.join(phone)
    for mine, theirs in ((15, 15), (15, 11)):
        other.page.context.set_offline(True)
        other.touch(f'[name=tap][value="{theirs}"]')
        other.touch('[value="settle"]')
        expect(other.page.locator("#unsaved")).to_contain_text(f"Not yet saved: {theirs}, the settlement")
        entered(phone, lambda: phone.touch(f'[name=tap][value="{mine}"]'))  # noqa: B023
        entered(phone, lambda: phone.touch('[value="settle"]'))
        other.page.context.set_offline(False)
        expect(other.page.locator("#unsaved")).to_be_hidden()
        expect(other.page.locator("[name=version]")).to_have_value(phone.version)
        expect(other.page.locator("#parked")).to_be_visible(visible=mine != theirs)
    expect(other.page.locator("#parked")).to_contain_text(
        "Not entered: 11, the settlement. Another phone entered something"
    )
    other.page.get_by_role("button", name="Delete").tap()
    for each in (phone, other):
        way(each, "By tricks")
    other.page.context.set_offline(True)
    tricks = ["TH", "7S", "9D", "KD", "2D", "AH", "3C"]
    for card in tricks:
        other.touch(f'.key[value="{card}"]')
    entered(phone, lambda: phone.touch('.key[value="TH"]'))
    for cards in (tricks[1:3], tricks[3:5]):
        trick(phone, cards)
    other.page.context.set_offline(False)
    for each in (phone, other):
        expect(each.page.locator("[name=version]")).to_have_value("8")
    expect(other.page.locator("#parked")).to_be_hidden()


def test_a_noticed_revoke_is_claimed_by_one_tap(phones: Any) -> None:
    phone = phones()
    begin(phone)
    for cards in ("7S AS 9H 8S", "4D KD 9S 2D", "3S 2S JS TS"):
        trick(phone, cards.split())
    expect(phone.page.locator("body")).not_to_contain_text("had a spade")
    count(phone, {"1": 4, "2": 5, "3": 1, "4": 3})
    expect(phone.page.locator(".claim span")).to_have_text("Cat had a spade in trick 1. Claim the revoke?")
    entered(phone, lambda: phone.touch(".claim button"))
    expect(phone.page.locator(".claim")).to_have_count(0)
    entered(phone, lambda: phone.touch('[value="settle"]'))
    expect(phone.page.locator(".headline").first).to_contain_text("Cat revoked, and pays thirteen.")


def test_a_card_that_has_gone_is_told_at_the_tap(phones: Any) -> None:
    """With the way to its trick, which stays when the trick before is answered; if that waits here, with its number.

    The suit led is marked.
    """
    phone = phones()
    begin(phone)
    trick(phone, ["7S", "AS", "9S", "8S"])
    told, led = phone.page.locator(".told"), phone.page.locator(".suit-rows.led")
    phone.touch('.key[value="KD"]')
    expect(led).to_have_attribute("data-suit", "D")
    phone.touch('.key[value="7S"]')
    expect(told).to_have_text("The 7 of spades has already been played. Fix that trick")
    expect(phone.page.locator("#table [name=draft]")).to_have_value("KD")
    phone.page.context.set_offline(True)
    for card in ("7D", "2D", "3D", "KD"):
        phone.touch(f'.key[value="{card}"]')
    expect(told).to_have_text("The king of diamonds was played in trick 2.")
    expect(led).to_have_count(0)
    held: list[Any] = []
    phone.page.route("**/enter", lambda route: held.append(route), times=1)
    with phone.page.expect_request("**/enter"):
        phone.page.context.set_offline(False)
    phone.touch('.key[value="7S"]')
    expect(told).to_have_text("The 7 of spades has already been played. Fix that trick")
    entered(phone, held[0].continue_)
    told.get_by_role("link").tap()
    expect(phone.page.locator("h1")).to_have_text("Correct this entry")
    expect(phone.page.locator(".lead")).to_contain_text("Trick 1")


def test_the_answer_is_light_and_nothing_shifts_while_a_deal_is_tapped(phones: Any) -> None:
    phone = phones()
    begin(phone)
    weight = Weight(phone.page)
    watch(phone.page)
    count(phone, {"1": 1, "2": 3, "3": 4, "4": 5})
    answer = weight.of(lambda: entered(phone, lambda: phone.touch('[value="settle"]')))
    assert answer.body > 500
    at_most(3_000, answer.body, "the answer to a trick")
    way(phone, "By tricks")
    before = phone.page.evaluate("window.shifts.length")
    for cards in ("7S AS 9H 8S", "4D KD 9S 2D"):
        trick(phone, cards.split())
    assert phone.page.evaluate("window.shifts.length") == before


def test_who_led_and_the_way_survive_news_and_a_reload(phones: Any) -> None:
    phone, other = phones(), phones()
    begin(phone)
    other.join(phone)
    way(phone, "By tricks")
    phone.page.locator("[name=leader]").select_option("3")
    for card in ("7S", "AS"):
        phone.touch(f'.key[value="{card}"]')
    wrong(other, "Led out of turn", "Bob")
    expect(phone.page.locator(".demands")).to_be_visible()
    for _ in range(2):
        expect(phone.page.locator('.player[data-seat="3"] .tapped')).to_have_text("7♠\ufe0e")
        expect(phone.page.locator('.player[data-seat="4"] .tapped')).to_have_text("A♠\ufe0e")
        phone.page.reload()
    expect(phone.page.locator('.player[data-seat="4"] .tapped')).to_have_text("A♠\ufe0e")
    phone.touch('.key[value="9S"]')
    entered(phone, lambda: phone.touch('.key[value="8S"]'))
    expect(phone.page.locator(".headline").first).to_have_text("Dan takes it, with no hearts.")


def test_a_lost_link_is_told_beside_what_waits(phones: Any) -> None:
    phone = phones()
    begin(phone)
    way(phone, "By tricks")
    phone.page.context.set_offline(True)
    for card in ("7S", "AS", "9S", "8S"):
        phone.touch(f'.key[value="{card}"]')
    unsaved, stale = phone.page.locator("#unsaved"), phone.page.locator("#stale")
    expect(unsaved).to_contain_text("Not yet saved")
    expect(stale).to_contain_text("Not up to date since")
    expect(stale).to_be_hidden()
    phone.page.context.clear_cookies()
    phone.page.context.set_offline(False)
    expect(phone.page.get_by_text("This match is no longer shared with this phone.")).to_be_visible()
    expect(unsaved).to_be_visible()
    phone.troubles.clear()  # The refusal is in the browser's log.


def test_a_draft_is_dropped_when_its_deal_is_over(phones: Any) -> None:
    phone, other = phones(), phones()
    begin(phone)
    other.join(phone)
    for number in ("1", "3"):
        phone.touch(f'[name=tap][value="{number}"]')
    count(other, {"1": 1, "2": 3, "3": 4, "4": 5})
    entered(other, lambda: other.touch('[value="settle"]'))
    expect(phone.page.locator("h1")).to_have_text("Deal 2")
    phone.page.reload()
    expect(phone.page.locator(".waits")).to_have_text("Bob’s hearts?")
    expect(phone.page.locator(".tapped:not(:empty)")).to_have_count(0)


def test_what_is_tapped_for_the_next_trick_survives_the_answer_to_this_one(phones: Any) -> None:
    phone = phones()
    begin(phone)
    way(phone, "By tricks")
    phone.page.context.set_offline(True)
    for card in ("7S", "AS", "9S", "8S", "4D", "KD"):
        phone.touch(f'.key[value="{card}"]')
    phone.page.context.set_offline(False)
    expect(phone.page.locator("[name=version]")).to_have_value("1")
    expect(phone.page.locator('.player[data-seat="2"] .tapped')).to_have_text("4♦\ufe0e")
    phone.touch('.key[value="9D"]')
    entered(phone, lambda: phone.touch('.key[value="2D"]'))
    expect(phone.page.locator(".headline").first).to_have_text("Cat takes it, with no hearts.")


@pytest.mark.parametrize("larger", [False, True])
def test_rulings_with_long_reasons_leave_every_key_in_the_window(phones: Any, larger: bool) -> None:
    phone = phones()
    if larger:
        phone.goto("settings")
        with phone.page.expect_response("**/settings"):
            phone.page.get_by_label("Larger").check()
    begin(phone)
    way(phone, "By tricks")
    trick(phone, ["7S", "AS", "9S", "8S"])
    table = phone.page.url.split("?")[0]
    for points, reason in (("-2", "a pity " * 28), ("1", "r" * 200)):
        phone.page.goto(f"{table}wrong?what=adjust")
        phone.page.locator("[name=player]").select_option("1")
        phone.page.locator("[name=points]").fill(points)
        phone.page.locator("[name=reason]").fill(reason)
        phone.page.get_by_role("button", name="Record it").tap()
        phone.page.locator("#table").wait_for()
    way(phone, "By tricks")
    expect(phone.page.locator(".lines > p")).to_have_count(3)
    bottoms = phone.page.eval_on_selector_all(
        ".pad .key", "all => all.map(key => key.getBoundingClientRect().bottom)"
    )
    assert len(bottoms) == 52
    assert max(bottoms) <= 640


IN_REACH = """() => [...document.querySelectorAll(".demands > div button")].map((each) => {
  const { left, top, width, height } = each.getBoundingClientRect();
  return each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})"""


def test_demands_open_within_reach_in_every_window(phones: Any, server: Any) -> None:
    """Without scrolling: what lies in the way of a finger counts, and what is clipped."""
    players = {seat: NAMES[seat] for seat in "1234"}
    trick = {"type": "trick", "cards": ["2S", "3S", "4S", "5S"]}
    fault = {"type": "fault", "kind": "exposed", "player": "2", "card": "QH"}
    match = {"format": "hearts-match", "version": 1, "players": players, "dealer": "1", "actions": [trick, fault]}
    server.import_records([match | {"started": "2026-01-01T20:00:00+00:00"}])
    phone = phones()
    phone.goto("hearts/matches/1/")
    phone.touch(".demands > summary")
    colours = "keys => keys.map((each) => getComputedStyle(each).color)"
    paints = [phone.page.locator(keys).evaluate_all(colours)[0] for keys in (".demands button", "#ways .button")]
    assert paints[0] == paints[1]  # Not as pale as a hint.
    windows = [(320, 568), (360, 640), (390, 664), (430, 739), (768, 1024), (640, 360), (844, 390), (1280, 800)]
    for width, height in windows:
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.evaluate(IN_REACH) == [True] * 4, (width, height)
        assert phone.page.locator(".demands > summary").evaluate("each => each.scrollWidth <= each.clientWidth")
