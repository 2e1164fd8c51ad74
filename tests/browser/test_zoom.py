"""At 400% zoom, with custom colours, dark, without scripts: keys in reach, headings larger, nothing covered."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.pages import FIRST_VISITS, MATCH, add_matches

pytestmark = [pytest.mark.fonts, pytest.mark.quick(0)]

PAGES = {
    **FIRST_VISITS,
    "claim": f"matches/{MATCH['claim']}/",
    "replay": f"matches/{MATCH['finished']}/replay?at=9",
    "numbers": f"hearts/matches/{MATCH['hearts tricks']}/?way=count",
    "pegs": f"cribbage/matches/{MATCH['cribbage played']}/?way=points",
    "meld": f"grevjass/matches/{MATCH['grevjass strokes']}/meld?player=N",
    "practice": "practice?next=1",
}
# Keys too small or under something else, and the sizes of headings.
LOOK = """() => {
  const isSeen = (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".unseen, .menu nav");
  const small = [];
  for (const key of [...document.querySelectorAll("button, a.button, summary")].filter(isSeen)) {
    key.scrollIntoView({ block: "center" });
    const { left, top, width, height } = key.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    if (width < 24 || height < 24) small.push(`${key.textContent.trim()}: ${width} by ${height}`);
    if (key.closest(".foot") && over && !key.contains(over)) small.push(`${key.textContent.trim()} is covered`);
  }
  const headings = [...document.querySelectorAll("h1:not(.unseen), h2:not(.unseen)")].filter(isSeen);
  return [small, headings.map((each) => parseFloat(getComputedStyle(each).fontSize)), document.body.scrollWidth];
}"""


def test_at_four_hundred_percent_keys_can_be_hit_and_headings_have_grown(phones: Any, server: Any) -> None:
    add_matches(server)
    large, small = phones(1280, 1024), phones(320, 256)
    wrong = []
    for name, path in PAGES.items():
        for phone in (large, small):
            phone.goto(path)
        (_, before, _), (found, now, width) = large.page.evaluate(LOOK), small.page.evaluate(LOOK)
        wrong += [f"{name}: {each}" for each in found]
        wrong += [f"{name}: {size} px" for size, was in zip(now, before, strict=False) if size < max(12, was / 2)]
        if width > 320:
            wrong.append(f"{name} is {width} px wide")
    assert wrong == []


def test_with_own_colours_every_key_has_an_edge(phones: Any, server: Any) -> None:
    add_matches(server)
    phone = phones(forced_colors="active")
    for path in PAGES.values():
        phone.goto(path)
        bare = phone.page.eval_on_selector_all(
            "button, .button",
            """all => all.filter((each) => {
              const { outlineStyle, borderTopStyle } = getComputedStyle(each);
              return each.checkVisibility() && !each.closest(".unseen") && outlineStyle === "none"
                && borderTopStyle === "none";
            }).map((each) => each.outerHTML)""",
        )
        assert bare == [], path


def test_placeholders_can_be_read_in_the_dark(phones: Any) -> None:
    phone = phones(color_scheme="dark")
    phone.goto("books/1/new")
    colours = "each => [getComputedStyle(each, '::placeholder').color, getComputedStyle(each).backgroundColor]"
    front, back = phone.page.locator("[placeholder]").first.evaluate(colours)
    assert contrast(front, back) >= 4.5


def contrast(*colours: str) -> float:
    """The contrast of two colours as WCAG has it."""
    dark, light = sorted(map(luminance, colours))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_without_scripts_signs_are_known_and_the_page_is_turned(phones: Any, server: Any) -> None:
    add_matches(server)
    phone = phones(java_script_enabled=False)
    phone.goto(f"matches/{MATCH['begun']}/")
    phone.page.locator(".first-run").click()
    expect(phone.page.locator("#table")).to_be_visible()
    expect(phone.page.locator(".first-run")).to_have_count(0)
    phone.page.locator(".menu > summary").click()
    phone.page.get_by_role("button", name="Face the player opposite").click()
    expect(phone.page.locator("body.turned #table")).to_be_visible()


def test_the_clock_of_practice_can_be_left_out_and_gives_more_time(phones: Any) -> None:
    phone = phones()
    phone.goto("practice")
    phone.page.get_by_role("button", name="10 s").click()
    expect(phone.page.get_by_role("button", name="10 s")).to_have_attribute("aria-pressed", "true")
    phone.page.get_by_role("button", name="Start").click()
    expect(phone.page.locator("h1")).to_be_focused()
    phone.page.keyboard.press("+")
    phone.page.wait_for_function("() => Number(document.getElementById('practice')?.dataset.left) > 12")
    phone.goto("hearts/practice")
    phone.page.get_by_role("button", name="No clock").click()
    phone.page.get_by_role("button", name="Start").click()
    expect(phone.page.locator("#practice meter")).to_have_count(0)
