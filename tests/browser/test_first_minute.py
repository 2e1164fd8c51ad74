"""The first minute: from the link to the first scored trick, and the pages on the way."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.quick(0)

NAMES = {"Opposite Cat": "Ann", "On Cat’s right": "Bob", "On Cat’s left": "Dan"}


def test_a_stranger_scores_the_first_trick_with_six_taps(phones: Any) -> None:
    phone = phones()
    taps = 0

    def tap(target: Any) -> None:
        nonlocal taps
        target.tap()
        taps += 1

    phone.goto("")
    tap(phone.page.get_by_role("link", name="Havilering New match"))
    phone.page.get_by_label("You", exact=True).fill("Cat")
    for label, name in NAMES.items():
        phone.page.get_by_label(label, exact=True).fill(name)
    tap(phone.button("Start the match").last)
    phone.page.locator("#pad").wait_for()
    for card in ("7S", "AS", "9S", "8S"):
        tap(phone.page.locator(f'.key[value="{card}"]'))
    expect(phone.page.locator(".headline")).to_contain_text("wins 6 points")
    assert taps == 6


SEEN = """() => {
  const [walker, said] = [document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), []];
  const isSeen = (each) => each.checkVisibility({ visibilityProperty: true })
    && each.getBoundingClientRect().width > 2 && !each.closest(".unseen, svg, noscript, script");
  while (walker.nextNode()) if (isSeen(walker.currentNode.parentElement)) said.push(walker.currentNode.data);
  return said.join(" ");
}"""


def test_nobody_needs_names_to_begin_nor_scrolls_nor_reads_much(phones: Any) -> None:
    """Six taps to the first trick of a newcomer, on a small phone."""
    phone, words = phones(), 0

    def tap(target: Any) -> None:
        nonlocal words
        words += len(re.findall(r"\w+", phone.page.evaluate(SEEN)))
        expect(target).to_be_in_viewport(ratio=1)
        with phone.page.expect_navigation():
            target.tap()

    phone.goto("")
    tap(phone.page.get_by_role("link", name="Havilering New match"))
    tap(phone.button("Just play"))
    for card in ("7S", "AS", "9S", "8S"):
        phone.tap(card)
    expect(phone.page.locator(".headline")).to_contain_text("wins 6 points")
    assert words <= 120


def test_earlier_players_sit_down_at_a_tap_and_places_are_told_by_their_names(phones: Any) -> None:
    phone = phones()
    phone.new_match()
    phone.goto("books/1/new")
    page = phone.page
    expect(page.locator("[name=N]")).to_have_value("Ann")
    expect(page.get_by_label("Opposite Cat", exact=True)).to_be_visible()
    expect(page.get_by_role("radio", name=re.compile("^deals first ?: Opposite Cat$"))).to_be_visible()
    chip = page.locator(".known").get_by_role("button", name="Cat")
    expect(chip).to_have_attribute("aria-pressed", "true")
    chip.tap()
    expect(page.locator("[name=S]")).to_have_value("")
    expect(page.get_by_label("Opposite you", exact=True)).to_be_visible()
    chip.tap()
    expect(page.locator("[name=S]")).to_have_value("Cat")
    phone.goto("cribbage/books/1/new")
    for name in ("Dan", "Ann"):
        page.locator(".known").get_by_role("button", name=name).tap()
    expect(page.locator("[name=N]")).to_have_value("Dan")
    expect(page.locator("[name=S]")).to_have_value("Ann")


def test_other_partners_are_a_tap_away(phones: Any) -> None:
    phone = phones()
    phone.new_match()
    phone.goto("books/1/new")
    page = phone.page
    pairs = page.get_by_role("group", name="Choose partners")
    expect(pairs).to_be_hidden()
    page.locator("[name=S]").focus()
    expect(pairs.get_by_role("button", pressed=True)).to_have_text("Cat & Ann")
    pairs.get_by_role("button", name="Cat & Dan").tap()
    seated = {name: page.locator(f"[name={name}]").input_value() for name in "NESW"}
    assert seated == {"N": "Dan", "E": "Bob", "S": "Cat", "W": "Ann"}
    expect(pairs.get_by_role("button", pressed=True)).to_have_text("Cat & Dan")
    expect(page.get_by_label("On Cat’s left", exact=True)).to_be_visible()
    page.locator("[name=E]").fill("")
    expect(pairs).to_be_hidden()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_draw_is_tapped(phones: Any, scripts: bool) -> None:
    phone = phones(java_script_enabled=scripts)
    phone.goto("hearts/books/1/new")
    page = phone.page
    for label, name in (("First player", "Ann"), ("Third", "Bob"), ("Fourth", "Cat")):
        page.get_by_label(label, exact=True).first.fill(name)
    page.get_by_text("Draw for the first deal").tap()
    for card in ("7S", "2H", "2D"):
        page.locator(f'.draw .key[value="{card}"]').tap()
    expect(page.get_by_role("status").first).to_have_text("Bob and Cat drew equal cards: they draw again.")
    page.locator('.draw .key[value="9S"]').tap()
    expect(page.locator('.draw .key[value="9S"]')).to_have_accessible_name("9 of spades, drawn")
    if scripts:
        expect(page.locator("#status")).to_have_text("Bob drew the 9 of spades.")
    page.locator('.draw .key[value="8H"]').tap()
    expect(page.get_by_role("status").first).to_have_text("Cat drew lowest and deals.")
    expect(page.get_by_role("radio", checked=True).first).to_have_value("4")


def test_what_the_signs_mean_goes_for_good_when_it_is_tapped(phones: Any) -> None:
    phone = phones()
    phone.new_match()
    told = phone.page.locator(".first-run")
    expect(told).to_contain_text("scores extra")
    told.tap()
    expect(told).to_be_hidden()
    phone.page.reload()
    expect(phone.page.locator(".lines")).to_contain_text("leads")
    expect(told).to_be_hidden()


def test_the_match_on_the_table_is_on_the_first_page_and_follows(phones: Any) -> None:
    phone, other = phones(), phones()
    phone.new_match()
    other.goto("books/1/")
    card = other.page.locator("#continue")
    expect(card.locator(".NS .total")).to_have_text(re.compile("^0$"))
    other.page.wait_for_load_state("networkidle")
    phone.trick("7S AS 9S 8S")
    expect(card.locator(".NS .total")).to_have_text(re.compile("^6$"))
    card.get_by_role("link", name="Continue").tap()
    expect(other.page).to_have_url(re.compile(r"/matches/1/$"))


def test_settings_are_kept_when_they_are_chosen(phones: Any) -> None:
    phone = phones()
    phone.goto("settings")
    page = phone.page
    for name in ("Dark", "Four colours"):
        with page.expect_response("**/settings"):
            page.get_by_label(name).check()
        expect(page.get_by_role("status")).to_have_text("Saved.")
    dark = page.locator("link[href*='dark.css']")
    expect(dark).to_have_attribute("media", "all")
    page.reload()
    expect(dark).to_have_attribute("media", "all")
    expect(page.get_by_label("Four colours")).to_be_checked()
    assert page.evaluate("() => 'four' in document.documentElement.dataset")


def test_a_clock_counts_on(phones: Any) -> None:
    phone = phones()
    phone.goto("settings")
    phone.page.get_by_label("Shown").check()
    expect(phone.page.get_by_role("status")).to_have_text("Saved.")
    phone.page.clock.install()
    phone.new_match(target=121, best_of=3)
    clock = phone.page.get_by_role("timer")
    expect(clock).to_have_text(re.compile(r"^\d+:\d\d$"))
    before = clock.inner_text()
    phone.page.clock.fast_forward("01:00:00")
    expect(clock).to_have_text(f"{int(before.split(':')[0]) + 1}:{before.split(':')[1]}")
    assert phone.page.evaluate("() => document.documentElement.scrollWidth") == 360


def test_the_keys_of_the_result_lie_on_the_side_of_the_hand(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    table = phone.page.url
    phone.trick("5S 5D 5C KH")
    middle = "each => each.getBoundingClientRect().left + each.offsetWidth / 2"
    assert phone.page.locator(".acts .why").evaluate(middle) > 180
    phone.goto("settings")
    phone.page.get_by_label("The left hand").check()
    expect(phone.page.get_by_role("status")).to_have_text("Saved.")
    phone.page.goto(table)
    assert phone.page.locator(".acts .why").evaluate(middle) < 180


def test_a_name_is_replaced_by_what_is_typed(phones: Any) -> None:
    phone = phones()
    phone.new_match()
    phone.goto("books/1/new")
    field = phone.page.locator("[name=N]")
    expect(field).to_have_value("Ann")
    field.tap()
    phone.page.wait_for_function("() => getSelection().toString() === 'Ann'")
    phone.page.keyboard.type("Zoë")
    expect(field).to_have_value("Zoë")


def test_a_fast_typist_loses_no_letter(phones: Any) -> None:
    phone = phones()
    phone.goto("books/1/new")
    assert (
        phone.page.evaluate("""async () => {
      document.querySelector("[name=S]").focus();
      for (const letter of "Ann") {
        document.execCommand("insertText", false, letter);
        await new Promise((resolve) => setTimeout(resolve));
      }
      return document.querySelector("[name=S]").value;
    }""")
        == "Ann"
    )


def test_vibration_is_offered_where_there_is_some(phones: Any) -> None:
    for lack, count in (("", 1), ("delete Navigator.prototype.vibrate", 0)):
        phone = phones()
        phone.page.add_init_script(lack)
        phone.goto("settings")
        phone.page.locator("#kept[data-ready]").wait_for()
        expect(phone.page.get_by_text("Vibrate at a tap").locator("visible=true")).to_have_count(count)


def test_a_legend_lies_inside_the_rim(phones: Any) -> None:
    phone = phones()
    phone.goto("books/1/new")
    tops = [phone.page.locator(each).first.bounding_box()["y"] for each in (".seats", ".seats > .legend", ".seat")]
    assert tops == sorted(tops)
    assert phone.page.get_by_role("group", name="Partners sit opposite each other").count() == 1
