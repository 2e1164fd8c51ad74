"""Tap the same keys at random at two tables, one with JavaScript and one without, and compare what they record.

    python -m tests.browser.taps GAME FROM TO

walks with these seeds and prints the first difference of each.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from referee.cards import PACK, codes
from referee.match.service import MatchService
from referee.store.database import Database
from tests.browser.conftest import AT_ONCE
from tests.browser.find import QUIET
from tests.browser.find import browser as find_browser
from tests.core.two_phones import written
from tests.servers import Server

NAMES = ("Ann", "Bob", "Cat", "Dan")
HAVILERING = {"target": 121, "best_of": 3, "season": "winter"}
STARTS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "havilering": ("havilering", "NESW", HAVILERING),
    "havilering, Muggins": ("havilering", "NESW", HAVILERING | {"muggins": True}),
    "cribbage": ("cribbage", "NS", {"target": 61, "best_of": 3}),
    "cribbage, Muggins": ("cribbage", "NS", {"target": 61, "best_of": 3, "muggins": True}),
    "hearts": ("hearts", "1234", {}),
    "humbug-whist": ("humbug-whist", "NS", {}),
    "grevjass": ("grevjass", "NESW", {"strokes": 12}),
    "karnoffel": ("karnoffel", "NESW", {"target": 20}),
    "grevjass, open": ("grevjass", "NESW", {"strokes": 12, "claims": "open"}),
}
"""A game, its seats and its rules, by the name of a start."""

# Answers can be lost on their way, and it is known when nothing is under way any more.
INIT = """
const real = window.fetch, state = { pending: 0, lose: 0, isLeaving: false };
window.walk = state;
navigation.addEventListener("navigate", ({ destination }) => (state.isLeaving ||= !destination.sameDocument));
navigation.addEventListener("navigateerror", () => (state.isLeaving = false));
window.fetch = async (...what) => {
  state.pending += 1;
  try {
    const isPost = what[1]?.method === "POST";
    const answer = await real(...what);
    const body = await answer.clone().text();
    if (isPost && state.lose > 0) {
      state.lose -= 1;
      throw new TypeError("lost");
    }
    return answer;
  } finally {
    setTimeout(() => (state.pending -= 1));
  }
};
state.quiet = async () => {
  for (let calm = 0, asked = 0; calm < 3; ) {
    await new Promise((resolve) => setTimeout(resolve));
    const isThere = document.readyState === "complete" && !state.isLeaving;
    if (isThere && !document.getElementById("form")) return; // Another page has come.
    const isReady = document.querySelector("#form[data-ready]") && !document.querySelector("[data-settling]");
    const isBusy = state.pending || !isReady || !isThere;
    calm = isBusy ? 0 : calm + 1;
    if ((asked += 1) > 5000) throw new Error("the page never comes to rest");
  }
};
const LINKS = "a.way, #ways a.meld, .melding a";
const named = (each) => {
  if (each.matches("p .redo")) return ["do", "redo a tap"]; // Without JavaScript only entries can be done again.
  if (!each.matches("a")) return [each.name, each.value];
  const [path, query = ""] = each.getAttribute("href").split("?");
  return ["link", each.matches(".never-mind, .close") ? "never mind" : `${path.split("/").pop()}?${query}`];
};
state.form = (page) => page.getElementById("form") ?? page.querySelector("form:has(#melding)");
const all = (page) => [...(state.form(page)?.querySelectorAll(`button[name], ${LINKS}`) ?? [])]
  .filter((each) => !each.disabled && !each.matches("[formaction], .menu *, .bars *, [hidden], [hidden] *"));
const typed = (page) => page.querySelector(".typed-cards:not([hidden]) > input");
state.keys = (page, isShown) => [...all(page).filter(isShown).map(named), ...(typed(page) ? [["typed", ""]] : [])];
state.tap = (page, [name, value]) => {
  if (name !== "typed") return state.find(page, [name, value])?.click(); // News may have taken it away.
  typed(page).value = value;
  state.form(page).requestSubmit(state.form(page).querySelector("button"));
};
state.find = (page, key) => all(page).find((each) => String(named(each)) === String(key));
state.stands = (page) => {
  const table = page.getElementById("table");
  if (!table) return { version: "" };
  const { version, phase, turn, totals } = table.dataset;
  const draft = table.querySelector("[name=draft]")?.value ?? "";
  return { version, phase, turn, totals, draft, told: table.querySelector(".told p")?.textContent ?? "" };
};
"""
TAP = "key => walk.tap(document, key)"
SEEN = """walk.seen = () => ({ ...walk.stands(document), keys: walk.keys(document, (each) => {
  const { width } = each.closest("details:not([open])") ? { width: 9 } : each.getBoundingClientRect();
  return width > 2 && getComputedStyle(each).visibility !== "hidden";
}) });"""
# Tap again, if the table still says so.
AGAIN = """async (key) => {
  const told = document.querySelector(".told p")?.textContent ?? "";
  if (told.startsWith("No connection")) walk.tap(document, key);
  await walk.quiet();
}"""
WAY = "document.getElementById('table')?.dataset.way"
# Put away what was refused; whether there was something.
PARKED = """() => {
  const keys = [...document.querySelectorAll("#parked button")].filter((each) => each.textContent === "Delete");
  keys.forEach((each) => each.click());
  return keys.length > 0;
}"""
# The other table, whose pages are read without running their scripts.
PLAIN = """
walk.read = async (answer) => {
  walk.page = new DOMParser().parseFromString(await answer.text(), "text/html");
  walk.address = answer.url;
  return { ...walk.stands(walk.page), keys: walk.keys(walk.page, () => true) };
};
// A connection that the server has just closed: an entry that is sent again counts once.
const asked = (...what) => fetch(...what).catch(() => fetch(...what));
walk.load = async (address) => walk.read(await asked(address));
walk.press = async (key) => {
  const form = walk.form(walk.page);
  const found = key[0] === "typed" ? { name: "typed", value: key[1] } : walk.find(walk.page, key);
  if (found.matches?.("a")) return walk.load(new URL(found.getAttribute("href"), walk.address));
  const body = new URLSearchParams(new FormData(form));
  body.delete(key[0] === "typed" ? "typed" : "");
  body.append(found.name, found.value);
  return walk.read(await asked(new URL(form.getAttribute("action"), walk.address), { method: "POST", body }));
};
"""
Key = tuple[str, str]


@dataclass
class Table:
    """The visible state of a table."""

    version: str
    """Empty on a page of its own, such as the questions of a meld without JavaScript."""
    phase: str = ""
    turn: str = ""
    totals: str = ""
    draft: str = ""
    told: str = field(default="", compare=False)
    keys: set[Key] = field(default_factory=set, compare=False)

    @classmethod
    def read(cls, seen: dict[str, Any]) -> Table:
        return cls(**seen | {"keys": {(name, value) for name, value in seen["keys"]}})


def sort_of(key: Key) -> str:
    name, value = key
    return value if value in ("undo", "redo") else name


WEIGHTS = {"card": 12, "tap": 6, "do": 4, "link": 1.2, "untap": 0.5, "undo": 0.8, "redo": 0.8, "typed": 0.8}


class Walk:
    """Two tables of one start, at which the same is tapped."""

    def __init__(self, context: BrowserContext, server: Server, folder: Path, start: str, seed: int) -> None:
        self.chance, self.folder, self.history = random.Random(seed), folder, list[object]()
        self.game, seats, rules = STARTS[start]
        record = {
            "format": f"{self.game}-match", "version": 1, "players": dict(zip(seats, NAMES, strict=False)),
            "dealer": seats[0], "rules": rules, "actions": [],
        }  # fmt: skip
        with closing(Database(folder / "book.db", read_only=True)) as database:
            before = max(database.numbers(), default=0)
        self.ids = (before + 1, before + 2)
        server.import_records([record | {"started": f"2026-01-01T00:00:00.{each:06}+00:00"} for each in self.ids])
        prefix = "" if self.game == "havilering" else f"{self.game}/"
        self.addresses = [f"{server.address}{prefix}matches/{each}/" for each in self.ids]
        self.page, self.plain = context.new_page(), context.new_page()
        self.page.add_init_script(AT_ONCE + INIT + SEEN)
        self.plain.add_init_script(INIT + PLAIN)
        self.plain.goto(server.address + "static/vendor/htmx-LICENSE.txt")
        self.open()

    def open(self) -> None:
        """Open both tables."""
        self.page.goto(self.addresses[0])
        self.look()
        self.there = self.loaded()

    def loaded(self, way: str = "") -> Table:
        """The table without JavaScript, loaded anew, perhaps in another way to enter than the usual one."""
        address = f"{self.addresses[1]}?way={way}" if way else self.addresses[1]
        return Table.read(self.plain.evaluate("address => walk.load(address)", address))

    def look(self) -> None:
        """Read the table with JavaScript once no request and no other page is under way."""
        while True:
            try:
                self.here = Table.read(self.page.evaluate("walk.quiet().then(walk.seen)"))
            except PlaywrightError as error:
                if "destroyed" not in error.message:
                    raise
                self.page.wait_for_load_state()  # Another page comes.
            else:
                return

    def go(self, steps: int) -> str:
        """Tap so often; the first difference, or nothing."""
        for step in range(steps):
            found = self.step()
            if not found and step % 50 == 49:
                found = self.records_differ()
            if found:
                return f"step {step}: {found}; taps {self.history[-12:]}"
        return self.records_differ()

    def step(self) -> str:
        chance = self.chance
        both = sorted(self.here.keys & self.there.keys)
        if not both:
            return f"nothing to tap: {self.here} or {self.there}"
        sorts = sorted({sort_of(key) for key in both})
        sort = chance.choices(sorts, [WEIGHTS[each] for each in sorts])[0]
        key = chance.choice([key for key in both if sort_of(key) == sort])
        if sort == "typed":
            key = (
                "typed",
                chance.choice((" ".join(codes(chance.sample(PACK, chance.choice((1, 1, 2, 4))))), "zz", "7")),
            )
        self.history.append(key)
        if chance.random() < 0.05:
            self.history.append("lost")
            self.page.evaluate("walk.lose = 1")
        self.page.evaluate(TAP, key)
        self.there = Table.read(self.plain.evaluate("key => walk.press(key)", key))
        self.look()
        if self.history[-1] == "lost":
            self.recover(key)
        if not self.here.version:  # As after an undo when there is nothing to undo.
            ends = [each.split("/")[-1] for each in (self.page.url, self.plain.evaluate("walk.address"))]
            self.open()
            return "" if ends[0] == ends[1] else f"{ends[0]} with JavaScript, {ends[1]} without"
        if chance.random() < 0.04:
            self.history.append("reload")
            self.page.reload()
            self.look()
            if not self.here.draft and self.page.evaluate(WAY) != "call":  # The way to enter is the usual one again.
                self.there = self.loaded()
        if self.here == self.there or not self.there.version:
            return ""
        told = asdict(self.here), asdict(self.there)
        names = [name for name in told[0] if name != "keys" and told[0][name] != told[1][name]]
        one, two = ({name: each[name] for name in names} for each in told)
        return f"{one} with JavaScript, {two} without"

    def recover(self, key: Key) -> None:
        """After a lost answer: it is asked for again, and what is no entry is tapped again, as the table says."""
        if self.page.evaluate("walk.lose"):
            self.page.evaluate("walk.lose = 0")
            return
        self.page.evaluate("window.dispatchEvent(new Event('online'))")
        for _ in range(60):
            self.look()
            is_lost = self.here.told.startswith("No connection")
            if self.here.version == self.there.version and not is_lost:
                break
            if is_lost:
                with suppress(PlaywrightError):
                    self.page.evaluate(AGAIN, key)
            self.page.wait_for_timeout(50)
        # News has brought the table in the way it had, and not what is left of the entry that was taken back.
        if ("untap" in key or "undo" in key) and self.here.version and not self.here.draft:
            self.there = self.loaded(self.page.evaluate(WAY) or "")
        cards = self.here.draft.split(".")
        if (
            key[1] in cards and key[1] not in self.there.draft
        ):  # The question whether it has gone was lost: it is put back.
            self.page.evaluate(TAP, ["untap", str(cards.index(key[1]))])
            self.look()
        if self.page.evaluate(PARKED):  # What was refused meanwhile is kept in a bar, not on the table.
            assert self.there.told, self.history
            self.open()

    def records_differ(self) -> str:
        with closing(Database(self.folder / "book.db", read_only=True)) as database:
            service = MatchService(database)
            one, two = ([written(self.game, each) for each in service.record(number).actions] for number in self.ids)
        if one == two:
            return ""
        at = next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
        return f"action {at + 1} is {one[at : at + 2]} with JavaScript, {two[at : at + 2]} without"


def main(start: str, first: int, last: int, steps: int = 250) -> None:
    """Walk with these seeds."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=find_browser(), args=QUIET)
        for seed in range(first, last):
            context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
            context.request.get(server.address + server.link.lstrip("/"), max_redirects=0)
            begun = time.monotonic()
            walk = Walk(context, server, Path(folder), start, seed)
            found = walk.go(steps)
            print(f"{start} {seed}: {found or 'the same'} ({time.monotonic() - begun:.0f} s)", flush=True)
            context.close()
        browser.close()
        server.kill()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *map(int, sys.argv[4:]))
