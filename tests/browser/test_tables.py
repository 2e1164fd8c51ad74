"""Keys of a table keep their place and are large; `test_windows.py` tests their layout in every window."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import STATIC
from tests.browser.tables import table_moments
from tests.servers import Server

pytestmark = [pytest.mark.fonts, pytest.mark.quick(0)]


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
    "karnoffel": ({"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}, "N", [{"type": "chosen", "suit": "H"}]),
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
    assert len(before["keys"]) == {"grevjass": 32, "karnoffel": 48}.get(game, 52)
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
    page.add_style_tag(url=f"/{STATIC}/core/left.css")
    for width, height in ((1024, 768), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate(MEASURED)
        assert wide["pad"]["right"] - 1 <= wide["table"]["left"], width
