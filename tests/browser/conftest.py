"""A real browser on a real server, as a phone: 360 by 640, touch, loopback only."""

from __future__ import annotations

import math
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect
from playwright.sync_api import Error as PlaywrightError

from referee.web import _fingerprint
from tests.browser.find import QUICK, unwanted
from tests.browser.find import browser as find_browser
from tests.browser.hearing import Hearing
from tests.browser.patience import PATIENCE, last_look
from tests.servers import NEW, Server, hidden

HOME = Path(__file__).parent.parent.parent
SECONDS = 15
"""The timeout of every wait on a page."""
expect.set_options(timeout=SECONDS * 1000)


class Chromium:
    """The worker's browser, replaced after it stopped responding."""

    def __init__(self, playwright: Playwright, path: str | None) -> None:
        self._launch = partial(
            playwright.chromium.launch, executable_path=path, args=QUICK, ignore_default_args=unwanted()
        )
        self.is_well = False
        self._browser: Browser

    @property
    def browser(self) -> Browser:
        if not self.is_well:
            self._browser, self.is_well = self._launch(), True
        return self._browser


@pytest.fixture(scope="session")
def chromium(request: pytest.FixtureRequest) -> Chromium:
    try:
        path = find_browser()
    except FileNotFoundError:
        if os.environ.get("CI") == "true":
            pytest.fail("there is no browser for the tests")
        pytest.skip("there is no browser here; `make test` installs one")
    return Chromium(request.getfixturevalue("playwright"), path)


@pytest.fixture
def browser(chromium: Chromium) -> Browser:
    return chromium.browser


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    PATIENCE.begin(item, SECONDS)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Function, call: pytest.CallInfo[None]) -> Any:
    report = yield
    PATIENCE.end = math.inf if call.when == "call" else PATIENCE.end
    chromium = item.funcargs.get("chromium")
    if report.failed and isinstance(chromium, Chromium):
        last_look(report, [page for context in chromium.browser.contexts for page in context.pages])
        if call.excinfo and call.excinfo.errisinstance(TimeoutError):
            chromium.is_well = False
    return report


# New keys ignore taps for a moment. In tests of something else that moment ends at once.
AT_ONCE = """
const timeout = window.setTimeout;
window.setTimeout = (work, time, ...more) => timeout(work, [350, 450].includes(time) ? 0 : time, ...more);
"""


# Pretend to keep the screen on, as over https, because headless browsers refuse it. Tests may set `refuses`.
LOCK = """
window.locks = 0;
const request = async () => {
  if (window.refuses?.()) throw new DOMException("", "NotAllowedError");
  locks += 1;
  return (window.lock = new EventTarget());
};
Object.defineProperty(Navigator.prototype, "wakeLock", { value: { request }, configurable: true });
"""


# A key tapped before the scripts have run submits its form, and the next page misses further taps.
REACHED = """selector => {
  if (document.readyState !== "complete") return false;
  if (document.querySelector("#form:is(:not([data-ready]), [data-settling])")) return false;
  const key = document.querySelector(selector);
  key?.scrollIntoView({ block: "nearest" });
  const { left, top, width, height } = key?.getBoundingClientRect() ?? {};
  const [x, y] = [left + width / 2, top + height / 2];
  return key?.contains(document.elementFromPoint(x, y)) && [x, y];
}"""


# Show the page's fonts at once, as on every page but the first; with the mark `fonts`, on the first one too.
STATIC = f"static/{_fingerprint(HOME / 'static')}"
FONTS = sorted((HOME / "static" / "vendor").glob("*.woff2"))
LOAD = """files => Promise.all(files.map((file) => new FontFace("font", `url(${file})`).load()))"""


class TablePage:
    """A phone at a table."""

    def __init__(self, page: Page, server: Server, scripts: bool = True) -> None:
        self.page, self.server, self.scripts = page, server, scripts
        self.troubles: list[str] = []
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda message: self.troubles.append(message.text) if message.type == "error" else None)

    def goto(self, path: str) -> None:
        self.page.goto(self.server.address + path.lstrip("/"))

    def new_match(self, season: str = "winter", dealer: str = "N", muggins: bool = False, **rules: int) -> None:
        """Open a match by its form, but without taps, which other tests cover."""
        form = NEW | {"target": "121", "best_of": "3", "season": season, "dealer": dealer}
        form |= {name: str(value) for name, value in rules.items()} | ({"muggins": "y"} if muggins else {})
        address = self.server.address + "books/1/new"
        page = self.page.request.get(address).text()
        form |= {name: hidden(page, name) for name in ("csrf_token", "key")}
        self.page.goto(self.page.request.post(address, form=dict[str, str | float | bool](form)).url)
        self.page.locator("#table").wait_for()

    def join(self, other: TablePage) -> None:
        """Join the table of another phone."""
        self.goto(other.page.url.removeprefix(other.server.address))
        self.page.locator("#table").wait_for()

    @property
    def version(self) -> str:
        return self.page.locator("[name=version]").input_value()

    def comes_to(self, script: str, value: Any) -> None:
        """Wait until a script returns a value: a click follows its tap after a moment, or later on a busy machine."""
        is_so = f"value => JSON.stringify({script}) === JSON.stringify(value)"
        self.page.wait_for_function(is_so, arg=value)

    def after(self, tap: Any) -> None:
        """Tap, and wait until the referee has answered."""
        before = self.version
        tap()
        self.page.wait_for_function("before => document.querySelector('[name=version]').value !== before", arg=before)

    def loads(self, tap: Any) -> None:
        """Tap a key that loads a page if there are no scripts, and wait until it has loaded."""
        with nullcontext() if self.scripts else self.page.expect_event("load"):
            tap()

    def touch(self, selector: str) -> None:
        """Tap the topmost element once scripts have run; a locator would wait two frames longer."""
        if not self.scripts:
            self.loads(self.page.locator(selector).tap)
            return
        if selector.startswith(".acts"):  # It moves a frame later if *More* appears beside it.
            self.page.locator(selector).tap()
            return
        reached = None
        with suppress(PlaywrightError):  # It is there already, unless the page is navigating.
            reached = self.page.evaluate(REACHED, selector)
        x, y = reached or self.page.wait_for_function(REACHED, arg=selector).json_value()
        self.page.touchscreen.tap(x, y)

    def touch_twice(self, selector: str) -> None:
        """Tap a key twice in the same moment, even on a busy machine."""
        self.page.wait_for_function(REACHED, arg=selector)
        self.page.locator(selector).evaluate("key => [key.click(), key.click()]")

    def tap(self, *cards: str) -> None:
        """Tap cards on the pad."""
        for card in cards:
            self.touch(f'.key[value="{card}"]')

    def trick(self, cards: list[str] | str) -> None:
        four = cards.split() if isinstance(cards, str) else cards
        self.tap(*four[:3])
        self.after(lambda: self.tap(four[3]))

    def button(self, name: str, exact: bool = True) -> Any:
        return self.page.get_by_role("button", name=name, exact=exact)

    def undo(self) -> None:
        self.after(lambda: self.touch(".undo"))

    def wait_for_totals(self, ns: int, ew: int) -> None:
        """Wait for the totals: if each tap loads a page, it may still be loading."""
        for side, total in (("NS", ns), ("EW", ew)):
            expect(self.page.locator(f".{side} .total")).to_have_text(re.compile(rf"(?<!\d){total}$"))

    @property
    def totals(self) -> tuple[int, int]:
        ns, ew = (int(re.sub(r"\D", "", text)) for text in self.page.locator(".total").all_text_contents())
        return ns, ew


@pytest.fixture
def server(tmp_path: Path, empty_book: Path) -> Iterator[Server]:
    shutil.copy(empty_book, tmp_path / "book.db")
    server = Server(tmp_path)
    yield server
    server.kill()  # Its work is done, and other tests cover its end.


@pytest.fixture
def phones(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Any]:
    """Make phones; at the end none of them may have had an error."""
    made: list[TablePage] = []
    has_fonts = request.node.get_closest_marker("fonts")

    def phone(
        width: int = 360, height: int = 640, link: str | None = "", at_once: bool = True, **more: Any
    ) -> TablePage:
        """Has opened the owner's link, without the page that it leads to; or comes in by another link, or by none.

        The service worker is blocked unless a test is about it: it loads every file once more.
        """
        more = {"service_workers": "block"} | more
        context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True, **more)
        if at_once:
            context.add_init_script(AT_ONCE)
        context.add_init_script(LOCK)
        context.set_default_timeout(SECONDS * 1000)
        made.append(TablePage(context.new_page(), server, more.get("java_script_enabled", True)))
        if link:
            made[-1].goto(link)
        elif link is not None:
            # The cookie is the same without loading the page behind the link.
            context.request.get(server.address + server.link.lstrip("/"), max_redirects=0)
        if link == "" and has_fonts and made[-1].scripts:
            made[-1].goto(f"{STATIC}/vendor/figtree-LICENSE.txt")
            made[-1].page.evaluate(LOAD, [f"/{STATIC}/vendor/{file.name}" for file in FONTS])
        return made[-1]

    yield phone
    for each in made:
        each.page.context.close()
        expected = ("Failed to load resource", "net::ERR")  # Network failures caused by the test itself.
        assert [trouble for trouble in each.troubles if not trouble.startswith(expected)] == []


@pytest.fixture
def hearing(phones: Any) -> Hearing:
    """Record a phone's announcements."""
    phone = phones()
    hearing = Hearing(phone.page)
    hearing.phone = phone  # type: ignore[attr-defined]
    return hearing
