"""Speed as felt on a phone with its processor slowed six times, on a connection of 1.6 Mbit/s with 150 ms of latency.

    python -m tests.bench felt
    python -m tests.bench.felt CHECKOUT

The second form measures another checkout as well, taking turns, so that both see the same load of the machine.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from referee.cards import PACK, codes
from referee.store.instance import CHECKOUT
from tests.bench.figures import Figure
from tests.browser.conftest import LOCK, TablePage
from tests.browser.find import QUIET, browser
from tests.browser.pace import POOR, round_trip, slow
from tests.servers import NEW, Server, hidden

SLOWER = 6
VISITS, TAPS = 2, 10
"""The numbers of new phones that go from the address to the first score, and of taps of each kind."""
START = "import sys; sys.path.insert(0, {!r}); from referee.cli import main; sys.exit(main(sys.argv[1:]))"
WATCH = """() => {
  const read = {
    total: () => [...document.querySelectorAll(".total")].map((each) => each.textContent.trim()).join(),
    taker: () => document.querySelector(".result .lines").textContent.replace(/\\s+/g, " "),
    saved: () => document.querySelector("[name=version]").value,
  };
  window.expectPaint = () => {
    window.painted = {};
    window.stood = Object.fromEntries(Object.entries(read).map(([name, of]) => [name, of()]));
  };
  // The end of a frame: asked for before anything that the page does after it.
  const framed = () => new Promise((done) => requestAnimationFrame(() => {
    tapped = null;
    setTimeout(() => done(performance.now()));
  }));
  let tapped = null;
  addEventListener("click", (event) => {
    window.tapped = event.timeStamp;
    tapped = framed();
  }, { capture: true });
  new MutationObserver(() => {
    for (const [name, of] of Object.entries(read)) {
      if (!window.stood || name in window.painted || of() === window.stood[name]) continue;
      window.painted[name] = 0;
      (tapped ?? framed()).then((now) => (window.painted[name] = now - window.tapped));
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
}"""
CRIBBAGE = {"N": "Ann", "S": "Bob", "dealer": "S", "target": "1000", "best_of": "1", "skunk": "1", "lurch": "2",
            "double_lurch": "1", "false_go": "2"}  # fmt: skip
Painted = dict[str, list[float]]
"""Milliseconds from taps to the end of the frame that showed what they changed."""


@contextmanager
def phone_on(chromium: Browser, server: Server) -> Iterator[Page]:
    """A new phone that opened the server's link on a good connection, and then got a poor one."""
    context = chromium.new_context(viewport={"width": 360, "height": 640}, has_touch=True, service_workers="block")
    context.add_init_script(LOCK)
    yield context.new_page()
    context.close()


def open_match(page: Page, server: Server, path: str, form: dict[str, str]) -> None:
    """Open a match by its form."""
    address = f"{server.address}{path}books/1/new"
    opened = page.request.get(address).text()
    given = dict[str, str | float | bool](form | {name: hidden(opened, name) for name in ("csrf_token", "key")})
    page.goto(page.request.post(address, form=given).url)
    page.locator("#form[data-ready]").wait_for()


def painted(page: Page, tap: Callable[[], object]) -> dict[str, float]:
    """The milliseconds until a tap painted the totals, who took a trick, and the answer."""
    page.evaluate("window.expectPaint()")
    tap()
    page.wait_for_function("() => window.painted.saved")
    page.wait_for_timeout(400)  # Keys that have changed rest, and so does the phone.
    return {name: float(took) for name, took in page.evaluate("window.painted").items()}


def taps(chromium: Browser, server: Server) -> tuple[Painted, list[float]]:
    """Times until taps paint, and round trips on the same connection for comparison."""
    found, lines = Painted(), list[float]()
    with phone_on(chromium, server) as page:
        page.goto(server.address + server.link.lstrip("/"))
        open_match(page, server, "cribbage/", CRIBBAGE)
        slow(page, POOR, SLOWER)  # A page that comes in pieces may be slower later, too.
        page.goto(page.url + "?way=points")
        page.locator("#form[data-ready]").wait_for()
        table = TablePage(page, server)
        table.after(lambda: table.touch('[value="peg N 2"]'))
        page.evaluate(WATCH)
        for number in range(TAPS):
            seat = "NS"[number % 2]
            of = painted(page, lambda seat=seat: table.touch(f'[value="peg {seat} 3"]'))  # type: ignore[misc]
            found.setdefault("peg", []).append(of["total"])
            lines.append(round_trip(page))
    with phone_on(chromium, server) as page:
        page.goto(server.address + server.link.lstrip("/"))
        open_match(page, server, "", NEW)
        slow(page, POOR, SLOWER)
        page.reload()
        page.locator("#form[data-ready]").wait_for()
        table, pack = TablePage(page, server), codes(PACK)
        table.trick(pack[:4])
        page.evaluate(WATCH)
        for place in range(4, 48, 4):
            table.tap(*pack[place : place + 3])
            last = pack[place + 3]
            of = painted(page, lambda last=last: table.tap(last))  # type: ignore[misc]
            found.setdefault("taker", []).append(of["taker"])
            found.setdefault("points", []).append(of["saved"])
            lines.append(round_trip(page))
    return found, lines


def visit(chromium: Browser, server: Server) -> tuple[float, int, int]:
    """From the address to the first peg of cribbage: seconds, requests, taps."""
    with phone_on(chromium, server) as page:
        requests, cached = list[str](), set[str]()
        page.goto("about:blank")
        session = slow(page, POOR, SLOWER)

        session.on("Network.responseReceived", lambda event: requests.append(event["requestId"]))
        session.on("Network.requestServedFromCache", lambda event: cached.add(event["requestId"]))
        began, tapped = time.perf_counter(), 0
        page.goto(server.address + server.link.lstrip("/"), wait_until="commit")
        for selector in (
            'a[href^="/cribbage/books/"]',
            '[name="just"]',
            'a[href$="way=points"]',
            '[value="peg N 2"]',
        ):
            if "way=" in selector:
                page.locator("#form[data-ready]").wait_for()
                if page.locator('[value="peg N 2"]').is_visible():
                    continue
            page.locator(selector).first.tap(no_wait_after=True)
            tapped += 1
        page.locator(".total", has_text="2").first.wait_for()
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        return time.perf_counter() - began, len([each for each in requests if each not in cached]), tapped


def bare_page(chromium: Browser, server: Server) -> float:
    """Seconds until a picture appears, for an empty page with nothing to load."""
    with phone_on(chromium, server) as page:
        page.goto("about:blank")
        slow(page, POOR, SLOWER)
        began = time.perf_counter()
        page.goto(f"{server.address}robots.txt")
        return time.perf_counter() - began


class Measured:
    """A checkout with its measurements."""

    def __init__(self, checkout: Path, folder: Path) -> None:
        command = (sys.executable, "-P", "-c", START.format(str(checkout)))
        self.server = Server(folder, command)
        self.found, self.lines = Painted(), list[float]()
        self.visits, self.bare = list[tuple[float, int, int]](), list[float]()

    def measure(self, chromium: Browser) -> None:
        """Measure once more."""
        found, lines = taps(chromium, self.server)
        for name, times in found.items():
            self.found.setdefault(name, []).extend(times)
        self.lines += lines
        self.visits.append(visit(chromium, self.server))
        self.bare.append(bare_page(chromium, self.server))

    def figures(self) -> Iterator[Figure]:
        """The rows of the table."""
        line, bare = statistics.median(self.lines), statistics.median(self.bare)
        for name, what, aim in (
            ("peg", "from a tap to the painted total, cribbage by points", "100 ms"),
            ("taker", "from the fourth card to the winner of the trick, Havilering", "100 ms"),
            ("points", "from the fourth card to its points, Havilering", "450 ms"),
        ):
            took = statistics.median(self.found[name])
            yield Figure(what, f"{took:.0f} ms", aim, f"{took / line:.2f} × the {line:.0f} ms of an empty request")
        seconds, requests, tapped = (statistics.median(each) for each in zip(*self.visits, strict=True))
        told = f"{seconds / bare:.1f} × the {bare:.2f} s of a bare page"
        yield Figure("from the address to the first peg, on a new phone", f"{seconds:.1f} s", "5 s", told)
        yield Figure("requests until then", f"{requests:.0f}", "20")
        yield Figure("taps until then", f"{tapped:.0f}", "3")


def measured(checkouts: Sequence[Path], folder: Path) -> list[Measured]:
    """Measure checkouts alternately."""
    found = [Measured(checkout, folder / str(number)) for number, checkout in enumerate(checkouts)]
    try:
        with sync_playwright() as playwright:
            for _ in range(VISITS):
                for each in found:
                    chromium = playwright.chromium.launch(executable_path=browser(), args=QUIET)
                    each.measure(chromium)
                    chromium.close()
    finally:
        for each in found:
            each.server.close()
    return found


def felt(folder: Path) -> Iterator[Figure]:
    """The rows of this checkout."""
    (found,) = measured([CHECKOUT], folder / "felt")
    yield from found.figures()


def main() -> None:
    """Print the rows of another checkout next to this one's."""
    with tempfile.TemporaryDirectory() as name:
        both = measured([Path(sys.argv[1]).resolve(), CHECKOUT], Path(name))
        for before, after in zip(*(each.figures() for each in both), strict=True):
            print(
                f"{before.what:<60}{before.found:>9}{after.found:>9}{after.aim:>8}  {before.details}; {after.details}"
            )


if __name__ == "__main__":
    main()
