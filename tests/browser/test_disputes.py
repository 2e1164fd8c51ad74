"""Disputes and mistakes settled with the fingers, on a phone of 360 by 640."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.quick(0)

QUESTION = "3C 2H KH AH"


@pytest.mark.parametrize("scripts", [True, False])
def test_a_new_user_settles_why_only_ten_in_under_ten_taps_from_the_table(phones: Any, scripts: bool) -> None:
    phone = phones(java_script_enabled=scripts)
    phone.new_match(season="autumn")
    page, taps = phone.page, 0
    for tap in (
        page.locator(".menu > summary"),
        page.get_by_role("link", name="Settle a dispute"),
        *(page.locator(f'.key[value="{card}"]') for card in QUESTION.split()),
    ):
        tap.tap()
        taps += 1
        if not scripts:
            page.wait_for_load_state()
    page.wait_for_url(re.compile("cards=3C.2H.KH.AH"))
    assert taps < 10
    ruling = page.get_by_role("region", name="The ruling")
    assert "10 points" in ruling.inner_text()
    why = page.get_by_text("with a run of four no set of three scores as a run, suited or not").last
    assert why.is_visible()
    # And the rule behind it is one tap away.
    page.get_by_role("link", name="Rule 4.9").first.tap()
    page.wait_for_url(re.compile(r"/rules\?match=1#r4\.9$"))
    box = page.locator("#r4\\.9").bounding_box()
    assert 0 <= box["y"] < 600
    page.get_by_role("link", name="Back to the table").tap()
    page.wait_for_url(re.compile(r"/matches/1/$"))


def test_what_if_one_card_were_another_or_in_another_place_and_back(phones: Any) -> None:
    phone = phones()
    phone.goto("dispute?cards=3C.2H.KH.AH&season=autumn")
    page = phone.page
    pad = page.locator(".picker .pad")
    assert not pad.is_visible()
    page.get_by_role("button", name="South").tap()
    assert pad.is_visible()
    phone.tap("TH")
    page.wait_for_url(re.compile("3C.2H.TH.AH"))
    assert "4 points" in page.locator(".verdict").inner_text()
    # A card that lies in another place changes places with it.
    page.get_by_role("button", name="North").tap()
    phone.tap("AH")
    page.wait_for_url(re.compile("AH.2H.TH.3C"))
    assert "North wins" in page.locator(".verdict").inner_text()
    page.go_back()
    page.wait_for_url(re.compile("3C.2H.TH.AH"))
    assert "3♣" in "".join(page.locator(".pick").first.inner_text().split())
    page.locator("[name=dealer]").select_option("N")
    page.wait_for_url(re.compile("dealer=N"))


def test_a_card_that_is_gone_leads_to_its_trick_and_what_was_tapped_stays(phones: Any) -> None:
    phone = phones()
    phone.new_match(season="winter")
    page = phone.page
    phone.trick("7S AS 9S 8S")
    phone.tap("2D", "3D", "AS")
    assert "The ace of spades has already been played, in the last trick." in page.locator(".told").text_content()
    page.get_by_role("link", name="Fix that trick").tap()
    # The doubted card's place is chosen already: one tap puts it right.
    expect(page.locator(".pick.next")).to_have_text(re.compile(r"^\s*Cat"))
    phone.tap("QH")
    page.get_by_role("heading", name="Before and after").wait_for()
    assert "7♠ Q♥ 9♠ 8♠" in page.locator(".changes").inner_text().replace("\ufe0e", "")
    # The page is longer than the window, and the key stays at its foot.
    assert page.evaluate("document.documentElement.scrollHeight > innerHeight")
    assert page.get_by_role("button", name="Confirm").bounding_box()["y"] < 640 - 44
    page.get_by_role("button", name="Confirm").tap()
    page.wait_for_url(re.compile(r"/matches/\d+/$"))
    assert page.locator("[name=draft]").input_value() == "2D.3D"
    assert phone.totals == (0, 5)
    # The trick goes on as if nothing had been.
    phone.tap("AS")
    phone.after(lambda: phone.tap("5D"))
    phone.undo()
    phone.undo()
    assert phone.totals == (6, 0)


def test_two_phones_one_corrects_and_the_other_is_told(phones: Any) -> None:
    one, two = phones(), phones()
    one.new_match(season="winter")
    one.trick("7S AS 9S 8S")
    two.goto(one.page.url.removeprefix(one.server.address))
    one.goto("matches/1/mend/1?cards=7S.QH.9S.8S")
    one.page.get_by_role("button", name="Confirm").tap()
    one.page.wait_for_url(re.compile(r"/matches/\d+/$"))
    two.wait_for_totals(0, 5)
    assert "an earlier entry was corrected" in two.page.locator(".notice").inner_text()


def test_a_misfit_is_decided_by_taps_alone(phones: Any) -> None:
    phone = phones()
    phone.new_match(season="winter", target=11, best_of=3)
    page = phone.page
    phone.trick("7S AS 9S 8S")
    phone.trick("2S KS 6S 8C")
    page.locator(".menu > summary").tap()
    page.get_by_role("link", name="Something wrong?").tap()
    page.get_by_role("link", name="A wrong card or number").tap()
    page.get_by_role("link", name=re.compile("Trick 1")).tap()
    for place, card in (("Bob", "QH"), ("Cat", "AH"), ("Dan", "KH"), ("Ann", "JH")):
        page.get_by_role("button", name=place).tap()
        phone.tap(card)
        if place != "Ann":
            page.get_by_role("link", name="Change trick 1 again").tap()
            page.get_by_role("heading", name="Correct this entry").wait_for()
    page.get_by_role("heading", name="This no longer fits").wait_for()
    page.get_by_role("link", name="Yes").tap()
    page.get_by_role("heading", name="Before and after").wait_for()
    page.get_by_role("button", name="Confirm").tap()
    page.wait_for_url(re.compile(r"/matches/\d+/$"))
    assert phone.totals == (14, 0)
    page.goto(page.url + "log")
    assert "Corrected" in page.inner_text("main")


def test_who_led_is_chosen_beside_the_cards(phones: Any) -> None:
    """The names stand over their cards at once; what is tapped already stays."""
    phone = phones()
    phone.new_match(season="winter")
    phone.trick("7S AS 9S 8S")
    page = phone.page
    phone.goto("matches/1/mend/1?insert=1")
    names = page.locator(".pick bdi")
    assert names.all_inner_texts() == ["Bob", "Cat", "Dan", "Ann"]
    phone.tap("3C")
    phone.tap("2H")
    page.get_by_label("Who led").select_option("Ann")
    assert names.all_inner_texts() == ["Ann", "Bob", "Cat", "Dan"]
    phone.tap("KH")
    phone.tap("AH")
    page.get_by_role("heading", name="Before and after").wait_for()
    assert "3♣ 2♥ K♥ A♥, led out of turn by Ann" in page.inner_text("main").replace("\ufe0e", "")


def test_pages_of_disputes_and_corrections_cut_nothing_off(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3, season="winter")
    for trick in ("7S AS 4D 8S", "2D KD 9S 8D", "3S 5D 4S 5S"):
        phone.trick(trick)
    for path in ("dispute", "dispute?cards=3C.2H.KH.AH&season=autumn", "rules", "matches/1/mend", "matches/1/mend/3",
                 "matches/1/mend/1?cards=7S.AS.TS.8S", "matches/1/mend/1?cards=7S.AS.5D.8S", "matches/1/log",
                 "matches/1/leader?leads=N", "matches/1/revoke/1/1/W"):  # fmt: skip
        phone.goto(path)
        for width in (320, 360, 1280):
            phone.page.set_viewport_size({"width": width, "height": 640})
            assert phone.page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
            small = phone.page.locator("main :is(button, a.button):visible").evaluate_all(
                "all => all.map(e => e.getBoundingClientRect()).filter(r => r.height && r.height < 43).length"
            )
            assert small == 0, (path, width)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_cribbage_hand_is_counted_in_five_taps(phones: Any, scripts: bool) -> None:
    phone = phones(java_script_enabled=scripts)
    phone.goto("cribbage/dispute")
    page = phone.page
    for card in "5H 5S 5D JC 5C".split():
        page.locator(f'.key[value="{card}"]').tap()
        if not scripts:
            page.wait_for_load_state()
    page.wait_for_url(re.compile("cards=5H.5S.5D.JC.5C"))
    assert "29 points" in page.get_by_role("region", name="The count").inner_text()
    if scripts:
        # As a crib the same cards count as much; the box asks by itself.
        page.get_by_label("It is the crib").check()
        page.wait_for_url(re.compile("crib=1"))
        assert "29 points" in page.get_by_role("region", name="The count").inner_text()
