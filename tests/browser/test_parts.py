"""Parts of tables in the windows with least space for them, and with most."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.browser.test_windows import FIRST, SIZES, meld
from tests.browser.windows import WINDOWS, address, every_moment, misfits
from tests.servers import Server

pytestmark = [pytest.mark.fonts, pytest.mark.quick(0), pytest.mark.timeout(180)]


def test_a_pile_of_all_tricks_fits_its_plate(server: Server, phones: Any) -> None:
    tricks = [f"{a}{suit} {b}{suit}" for suit in "CSHD" for a, b in ("AK", "QJ", "T9", "87", "65", "43")]
    tricks += ["2C 2S", "2H 2D"]
    actions = [{"type": "trump", "card": "KC"}, *({"type": "trick", "cards": each.split()} for each in tricks)]
    players = {"N": "Ann", "S": "Bob"}
    server.import_records([every_moment()[FIRST["humbug-whist"]] | {"players": players, "actions": actions}])
    phone = phones()
    phone.goto("humbug-whist/matches/1/")
    assert phone.page.locator(".at-S .pile > i").count() == 26
    assert misfits(phone.page, [*SIZES, (768, 1024)]) == {}


# Lines of a panel's title, and scores that are broken.
PANEL = """() => [...document.querySelectorAll(".moment .middle > *")].flatMap((each) => {
  const text = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  const [letters, rows, found] = [document.createRange(), (range) =>
    new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top))).size, []];
  letters.selectNodeContents(each);
  if (each.matches("b") && rows(letters) > 1) found.push(each.textContent);
  while (text.nextNode()) {
    for (const { index, 0: score } of text.currentNode.data.matchAll(/\\d+–\\d+/g)) {
      letters.setStart(text.currentNode, index);
      letters.setEnd(text.currentNode, index + score.length);
      if (rows(letters) > 1) found.push(score);
    }
  }
  return found;
})"""


@pytest.mark.parametrize(
    "moment",
    ["havilering, play by trick, after a hand, a game won", "havilering, Muggins: play by deal, after a hand",
     "grevjass, open: cards by take", "karnoffel of 48: suit by result", "cribbage: cards by crib"],
)  # fmt: skip
def test_the_end_of_a_deal_fits_beside_its_numbers(server: Server, phones: Any, moment: str) -> None:
    record = every_moment()[moment]
    players = dict(zip(record["players"], ("Ann", "Bob", "Cat", "Jan"), strict=False))
    server.import_records([record | {"players": players}])
    phone = phones()
    phone.goto(address(record, 1))
    for width, height in ((768, 1024), (820, 1180), (1024, 768), (1920, 1080)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.locator(".moment").is_visible()
        assert phone.page.evaluate(PANEL) == [], (width, height)


# What is beside the totals: broken, on something else, or names at different heights.
SMALL_PRINT = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const boxOf = (each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    return words.getBoundingClientRect();
  };
  const parts = all(".scores .games > :not(.unseen)").filter(
    (each) => each.textContent.trim() || each.children.length);
  const found = parts.filter((each) => boxOf(each).height > 1.6 * parseFloat(getComputedStyle(each).fontSize) + 4);
  const [boxes, names] = [[...parts, ...all(".scores .total")].map(boxOf), all(".scores .names").map(boxOf)];
  boxes.forEach((a, at) => {
    if (boxes.slice(at + 1).some((b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4)) found.push(parts[at]);
  });
  if (Math.abs(names[0].top - names[1].top) > 2) found.push(document.querySelector(".names"));
  return found.map((each) => each.textContent.trim());
}"""


@pytest.mark.parametrize("game", ["havilering", "cribbage"])
def test_what_is_beside_the_totals_is_whole(server: Server, phones: Any, game: str) -> None:
    """A few points to go, who deals, and the games won, at the table and on the start page."""
    who, seats = ("side", ("NS", "EW")) if game == "havilering" else ("player", "NS")
    ruling = {"type": "adjust", "reason": "a wooden board", "points": 118}
    record = every_moment()[FIRST[game]] | {"started": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"}
    record |= {"rules": {"best_of": 3, "target": 121}, "actions": [ruling | {who: seats[0]}]}
    record["players"] = dict(zip(record["players"], ("Ann", "Bob", "Cat", "Dan"), strict=False))
    second = record | {"actions": [*record["actions"], ruling | {who: seats[1]}]}
    server.import_records([record, second | {"started": record["started"].replace("Z", "+01:00")}])
    phone = phones()
    for path in (address(record, 1), address(record, 2), "books/1/"):
        phone.goto(path)
        for large in (False, True):
            phone.page.evaluate("large => document.documentElement.toggleAttribute('data-large', large)", large)
            for width, height in (*SIZES, (568, 320), (768, 1024)):
                phone.page.set_viewport_size({"width": width, "height": height})
                assert phone.page.evaluate(SMALL_PRINT) == [], (path, width, height, large)


# Keys that look as if they could be tapped.
LIVE = """() => {
  const keys = [...document.querySelectorAll(".result-keys button")];
  const look = (key) => getComputedStyle(key).backgroundColor;
  const live = new Set(keys.filter(({ disabled }) => !disabled).map(look));
  return keys.filter((key) => key.disabled && key.ariaPressed !== "true" && live.has(look(key)))
    .map((key) => key.textContent.trim());
}"""


def test_keys_for_a_result_look_dead_until_they_can_be_tapped(server: Server, phones: Any) -> None:
    record = every_moment()[FIRST["karnoffel"]]
    server.import_records([record | {"actions": []}])
    phone = phones()
    phone.goto(address(record, 1) + "?way=result")
    assert phone.page.locator(".result-keys :disabled").count() == 3
    for scheme in ("light", "dark"):
        phone.page.emulate_media(color_scheme=scheme)
        assert phone.page.evaluate(LIVE) == []
    phone.page.locator(".result-keys .NS").tap()
    phone.page.locator(".result-keys .EW:disabled").wait_for()
    assert phone.page.evaluate(LIVE) == []


# Of a message: the distance from the players, and from the result below it; and its letters beside the result's.
MESSAGE = """() => {
  const [felt, told, result] = ["felt", "told", "result"].map((each) => document.querySelector(`#table > .${each}`));
  const [a, b, c] = [felt, told, result].map((each) => each.getBoundingClientRect());
  const [own, others] = [told.querySelector("p"), result].map((each) => parseFloat(getComputedStyle(each).fontSize));
  return { above: b.top - a.bottom, below: c.top - b.bottom, letters: own / others, room: c.height / others };
}"""


@pytest.mark.parametrize("moment", [FIRST["havilering"], "hearts of 4: cards by trick", "cribbage: cards by crib"])
def test_a_message_covers_nothing_at_a_large_table(server: Server, phones: Any, moment: str) -> None:
    record = every_moment()[moment]
    server.import_records([record])
    phone = phones()
    phone.goto(address(record, 1))
    phone.undo()
    phone.page.locator(".told .redo").wait_for()
    for width, height in ((768, 1024), (820, 1180), (1024, 768), (1280, 800), (1920, 1080)):
        phone.page.set_viewport_size({"width": width, "height": height})
        found = phone.page.evaluate(MESSAGE)
        assert 0 <= found["above"] < 60, (width, height, found)
        assert found["below"] >= 0, (width, height, found)
        assert found["letters"] > 0.9, (width, height, found)
        assert found["room"] > 1.3, (width, height, found)


MELD = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const boxes = (selector) => all(selector).map((each) => each.getBoundingClientRect());
  const [keys, tops, parts] = ["#melding [name=do]", ".tops .key", "#melding > *"].map(boxes);
  const rows = Object.values(Object.groupBy(keys, ({ top }) => Math.round(top)));
  const found = rows.length > 1 && rows.some(({ length }) => length < 2) ? ["a key alone in its row"] : [];
  const gaps = parts.slice(1).map(({ top }, at) => top - parts[at].bottom);
  if (Math.max(...gaps) - Math.min(...gaps) > 1) found.push(`gaps of ${gaps}`);
  const size = ([each]) => parseFloat(getComputedStyle(each).fontSize);
  if (size(all(".tops .key")) < .99 * size(all("#melding [name=do]"))) found.push("small letters");
  if (tops[0].height < .6 * keys[0].height) found.push("low cards");
  return found;
}"""
COLUMNS = """() => ["#ways > :last-child", ".pad"].map((each) => {
  const { bottom } = document.querySelector(each).getBoundingClientRect();
  return Math.round(bottom);
})"""


def test_melds_and_the_keys_beside_the_pad_keep_in_line(server: Server, phones: Any) -> None:
    actions = [{"type": "trump", "card": "9C"}]
    server.import_records([every_moment()[FIRST["grevjass"]] | {"actions": actions}])
    phone = phones()
    phone.goto("grevjass/matches/1/")
    for width, height in ((768, 1024), (1024, 768), (1920, 1080)):
        phone.page.set_viewport_size({"width": width, "height": height})
        ways, pad = phone.page.evaluate(COLUMNS)
        assert abs(ways - pad) < 12, (width, height)
    meld(phone, 1)
    for width, height in (*SIZES, (768, 1024), (1920, 1080)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.evaluate(MELD) == [], (width, height)


QUESTION_CUT = """() => [...document.querySelectorAll(".entry .waits")].filter(
  ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((each) => each.textContent)"""


@pytest.mark.parametrize("way", ["hands", "points"])
def test_the_hands_fit_after_pegs(server: Server, phones: Any, way: str) -> None:
    """The question with the keys for other ways beside it, and the points of two players."""
    actions = [{"type": "starter", "card": "5C"}, {"type": "peg", "player": "N", "points": 2}]
    players = {"N": "Ann", "S": "Bob"}
    server.import_records([every_moment()["cribbage: cards by starter"] | {"players": players, "actions": actions}])
    phone = phones()
    phone.goto(f"cribbage/matches/1/?way={way}")
    assert misfits(phone.page, [*WINDOWS[::17], *SIZES, (568, 320), (768, 1024), (1280, 800), (1920, 1080)]) == {}
    for large in (False, True):
        phone.page.evaluate("large => document.documentElement.toggleAttribute('data-large', large)", large)
        for width, height in (*SIZES, (1920, 1080)):
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(QUESTION_CUT) == [], (width, height)


# What people at the other end of a room cannot read: letters too small for the height of the window.
FAR = """() => [...document.querySelectorAll(".near .plate :is(.who, .total), .near .waits")].filter((each) =>
  each.checkVisibility() && parseFloat(getComputedStyle(each).fontSize) < innerHeight / 44
    * (each.matches(".total") ? 2 : 1)
).map((each) => `${each.className}: ${each.textContent} in ${getComputedStyle(each).fontSize}`)"""


@pytest.mark.parametrize(
    "moment", ["hearts of 4: cards by trick", "hearts of 6: cards by trick", FIRST["humbug-whist"]]
)
def test_a_large_screen_is_read_from_afar(server: Server, phones: Any, moment: str) -> None:
    server.import_records([every_moment()[moment]])
    phone = phones(1920, 1080)
    for look in ("watch", "board"):
        phone.goto(f"matches/1/{look}")
        assert phone.page.evaluate(FAR) == [], look
