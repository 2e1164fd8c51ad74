"""Every table of the four younger games at every moment: its keys are in the window, in every size of both."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.tables import GAMES_OF, table_moments
from tests.servers import Server

pytestmark = pytest.mark.quick(0)

SIZES = [(320, 568), (360, 640), (390, 844), (640, 360), (1024, 768)]
REACH = """(tells) => {
  const found = [];
  const isSeen = (each) => {
    for (let at = each; at !== document.body; at = at.parentElement) {
      const { width, height } = at.getBoundingClientRect();
      if ((width <= 2 || height <= 2) && getComputedStyle(at).overflow !== "visible") return false;
    }
    return each.checkVisibility({ visibilityProperty: true }) && !each.closest(".unseen, .menu nav, .typed-cards");
  };
  const isOver = (each, x, y) => each.contains(document.elementFromPoint(x, y));
  const wholly = ({ left, right, top, bottom }) =>
    left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  const say = (what, each) => found.push(`${what}: ${each.textContent.replace(/\\s+/g, " ").trim().slice(0, 40)}`);
  const keys = ".bar button, .bar summary, .pad .key, .numbers > button, .answers > *, #ways > *, .why summary, " +
    ".demands > summary";
  for (const key of document.querySelectorAll(keys)) {
    if (!isSeen(key) || key.closest("details:not([open]) > :not(summary)")) continue;
    const strip = key.closest(".strip"); // Where it is too long for its row, all but its first six are a swipe away.
    if (strip?.scrollWidth > strip?.clientWidth && [...strip.children].indexOf(key) >= 6) continue;
    const box = key.getBoundingClientRect();
    const { left, right, top, bottom, width, height } = box;
    const [x, y] = [left + width / 2, top + height / 2];
    const points = [[x, y], [left + 3, y], [right - 3, y], [x, top + 3], [x, bottom - 3]];
    if (!wholly(box)) say("outside", key);
    else if (!points.every((at) => isOver(key, ...at))) say("covered", key);
    if (key.matches(".key") && (height < 24 || key.scrollWidth > key.clientWidth + 1)) say("too small", key);
  }
  for (const each of document.querySelectorAll(".plate:has(.figure)")) {
    const [{ right, bottom }, card, plate] = [".figure", ".tapped", ""].map((name) =>
      (name ? each.querySelector(name) : each).getBoundingClientRect());
    const isBeside = card.width > 2 && card.top < bottom - 1;
    if (isSeen(each) && right > (isBeside ? card.left : plate.right) + 1) say("number covered", each);
  }
  for (const side of document.querySelectorAll(".sides .side")) {
    const [of, points] = [".slate small", ".points"].map((name) => {
      const words = document.createRange();
      words.selectNodeContents(side.querySelector(name));
      return words.getBoundingClientRect();
    });
    const isOn = of.right > points.left + 1 && points.right > of.left + 1 && of.bottom > points.top + 1;
    if (isOn && points.bottom > of.top + 1) say("points on strokes", side);
  }
  if (!tells) return found;
  const hasMore = document.querySelector(".more").checkVisibility();
  for (const line of document.querySelectorAll(".lines > .headline")) {
    const range = document.createRange();
    range.selectNodeContents(line);
    const room = line.closest(".lines").getBoundingClientRect();
    const rects = [...range.getClientRects()].filter(({ width }) => width > 2);
    const rows = (of) => new Set(of.map(({ bottom }) => Math.round(bottom))).size;
    const seen = rects.filter((rect) => wholly(rect) && rect.bottom <= room.bottom + 3);
    // Where two rows do not say all of it, a key shows the rest.
    if (seen.length < rects.length && !(hasMore && rows(seen) > 1)) say("cut", line);
  }
  return found;
}"""


@pytest.mark.parametrize("game", GAMES_OF)
def test_every_key_is_in_the_window_and_the_result_is_seen(server: Server, phones: Any, game: str) -> None:
    """The page is turned, and its type changed, without loading it again. Of a ruling the reason may be cut."""
    moments = {name: record for name, record in table_moments().items() if name.startswith(game)}
    assert len(moments) > 8
    server.import_records(
        [record | {"started": f"2026-06-01T20:00:{at:02}+01:00"} for at, record in enumerate(moments.values())]
    )
    phone, found, large = phones(), {}, "larger => document.documentElement.toggleAttribute('data-large', larger)"
    for number, (name, record) in enumerate(moments.items(), 1):
        phone.goto(f"{record['format'].removesuffix('-match')}/matches/{number}/")
        phone.page.wait_for_function("() => document.readyState === 'complete'")
        is_ruling = "adjust" in {action["type"] for action in record["actions"][-3:]}
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            for larger in (False, True):
                phone.page.evaluate(large, larger)
                tells = not is_ruling and (width, larger) != (320, True)
                found[f"{name} at {width} × {height}{', larger' * larger}"] = phone.page.evaluate(REACH, tells)
        phone.page.set_viewport_size({"width": 360, "height": 640})
    assert {name: each for name, each in found.items() if each} == {}


def test_the_cards_of_cribbage_lie_in_the_same_place_in_every_state(server: Server, phones: Any) -> None:
    """While the starter, a card or a hand is awaited, with what the deal before brought and without."""
    of = [name for name in table_moments() if name.startswith("cribbage") and ": cards" in name]
    moments = [table_moments()[name] for name in of]
    assert len(moments) > 12
    server.import_records(
        [record | {"started": f"2026-06-01T20:00:{at:02}+01:00"} for at, record in enumerate(moments)]
    )
    phone = phones()
    found: dict[tuple[int, int], set[str | None]] = {}
    for number in range(1, len(moments) + 1):
        phone.goto(f"cribbage/matches/{number}/")
        phone.page.wait_for_function("() => 'ready' in document.getElementById('form').dataset")
        panel = phone.page.locator(".entry").get_attribute("data-panel")
        box = phone.page.locator(".pad .key").first.bounding_box()
        assert box is not None
        found.setdefault((round(box["y"]), round(box["height"])), set()).add(panel)
    assert list(found.values()) == [{"cards", "play"}], found


FRESH = {
    "havilering": ({"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}, "N", []),
    "cribbage": ({"N": "Ann", "S": "Bob"}, "N", [{"type": "starter", "card": "5C"}]),
    "hearts": (dict(zip("1234", ("Ann", "Bob", "Cat", "Dan"), strict=True)), "1", []),
    "humbug-whist": ({"N": "Ann", "S": "Bob"}, "N", [{"type": "trump", "card": "5C"}]),
    "grevjass": ({"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}, "N", [{"type": "trump", "card": "9C"}]),
}
MEASURED = """() => {
  const boxOf = (each) => each.getBoundingClientRect().toJSON();
  const keys = [...document.querySelectorAll(".pad .key")].filter((each) => each.checkVisibility());
  const names = [...document.querySelectorAll(".player .who, .cribbage .side .names")];
  return {
    keys: keys.map(boxOf), names: names.map(boxOf), felt: boxOf(document.querySelector(".felt")),
    table: boxOf(document.getElementById("table")), pad: boxOf(document.querySelector(".pad")),
  };
}"""


@pytest.mark.parametrize("game", FRESH)
def test_keys_are_large_seats_stay_and_a_wide_window_has_two_columns(server: Server, phones: Any, game: str) -> None:
    players, dealer, actions = FRESH[game]
    record = {"format": f"{game}-match", "version": 1, "players": players, "dealer": dealer,
              "started": "2026-06-20T20:00:00+01:00", "actions": actions}  # fmt: skip
    server.import_records([record])
    phone = phones()
    phone.goto(f"{'' if game == 'havilering' else game + '/'}matches/1/?way=tricks")
    page = phone.page
    page.wait_for_function("() => 'ready' in document.getElementById('form').dataset")
    before = page.evaluate(MEASURED)
    assert len(before["keys"]) == (32 if game == "grevjass" else 52)
    assert min(min(key["width"], key["height"]) for key in before["keys"]) >= 44
    assert len(before["names"]) == len(players)
    page.locator(".pad .key:not(.gone)").nth(7).tap()
    after = page.evaluate(MEASURED)
    assert after["keys"] == before["keys"]
    assert after["names"] == before["names"]
    for width, height in ((1024, 768), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate(MEASURED)
        apart = [wide["table"]["right"] - 1 <= wide["pad"]["left"], wide["pad"]["right"] - 1 <= wide["table"]["left"]]
        assert any(apart), (width, wide["table"], wide["pad"])
        assert all(key["top"] >= 0 and key["bottom"] <= height for key in wide["keys"]), width
