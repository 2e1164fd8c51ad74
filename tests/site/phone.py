"""A phone that has only the static files: the app's pages are in a frame of the page that runs it."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar
from weakref import WeakSet

from playwright.sync_api import BrowserContext, Frame, Page, Playwright, expect
from playwright.sync_api import Error as PlaywrightError

from tests.browser.conftest import AT_ONCE, TablePage
from tests.browser.find import QUIET, unwanted
from tests.browser.find import browser as find_browser
from tests.site.host import Host

LONGEST = 90
"""Seconds that anything may take. The first start takes some, and several times as many where others work as well."""
expect.set_options(timeout=LONGEST * 1000)
PAUSE = 60
"""Milliseconds between two looks at a page, each of which takes some five of processor time."""
FLAGS = (*QUIET, "--js-flags=--liftoff-only")
"""WebAssembly is compiled once, as optimised code would not earn back its cost within a test."""

_GET = "async (address) => { const got = await fetch(address); return [got.url, await got.text()]; }"
_POST = """async ([address, form]) => {
  const got = await fetch(address, { method: "POST", body: new URLSearchParams(form) });
  return [got.url, await got.text()];
}"""


class Answer:
    """The answer to a request of the frame's page."""

    def __init__(self, given: list[str]) -> None:
        self.url, self._text = given

    def text(self) -> str:
        return self._text


class Requests:
    """Requests of the frame's page, as Playwright has them for a server."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame

    def get(self, address: str) -> Answer:
        return Answer(self._frame.evaluate(_GET, address))

    def post(self, address: str, form: dict[str, Any]) -> Answer:
        return Answer(self._frame.evaluate(_POST, [address, form]))


class Framed:
    """The page in the frame; attributes a frame lacks, such as a touchscreen, come from the window."""

    def __init__(self, window: Page) -> None:
        self.window = window

    @property
    def frame(self) -> Frame:
        return next(frame for frame in self.window.frames if frame.parent_frame)

    @property
    def request(self) -> Requests:
        return Requests(self.frame)

    def reload(self) -> None:
        self.window.reload()
        self.window.locator("#page:not([hidden])").wait_for()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.frame if hasattr(Frame, name) else self.window, name)


class SitePhone(TablePage):
    """A browser with a profile of its own, which can be killed and opened again."""

    opened: ClassVar[WeakSet[SitePhone]] = WeakSet()
    """Every phone of the tests that has not been closed."""

    def __init__(
        self, playwright: Playwright, profile: Path, host: Host, context: BrowserContext | None = None, **more: Any
    ) -> None:
        self.playwright, self.profile, self.host, self.more = playwright, profile, host, more
        self.opened.add(self)
        self.context: BrowserContext
        if context:
            self.context = context
            self._show(context.new_page())
        else:
            self.start()

    def start(self) -> None:
        """Open the browser."""
        usual: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "args": list(FLAGS)}
        launch: Any = self.playwright.chromium.launch_persistent_context
        self.context = launch(
            self.profile, executable_path=find_browser(), ignore_default_args=unwanted(), **usual | self.more
        )
        self.context.add_init_script(AT_ONCE)
        self.context.set_default_timeout(LONGEST * 1000)
        self._show(self.context.pages[0])

    def _show(self, window: Page) -> None:
        super().__init__(window, self.host)  # type: ignore[arg-type]
        self.window, self.page = window, Framed(window)  # type: ignore[assignment]

    def open(self, path: str = "") -> SitePhone:
        """Open the site, and wait until a page of the app is there."""
        self.window.goto(self.host.address + path)
        self.wait()
        return self

    def wait(self) -> None:
        """Until a page of the app is there."""
        self.window.locator("#page:not([hidden])").wait_for()
        self.page.locator("h1").first.wait_for()

    def goto(self, path: str) -> None:
        self.page.goto(self.host.address + path.lstrip("/"))

    def until(self, is_so: Callable[[], Any], seconds: float = LONGEST) -> None:
        """Wait until something is so, while the browser tells its news."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with suppress(PlaywrightError):  # The page may be on its way to another.
                if is_so():
                    return
            self.window.wait_for_timeout(PAUSE)
        raise AssertionError("it did not come to be so")

    def entries(self, number: int = 1) -> list[str]:
        """The kinds of the entries in the log of a match."""
        book = json.loads(self.page.request.get(f"{self.host.address}books/1/logs.json").text())
        return [entry[1] for match in book["matches"] if match["number"] == number for entry in match["entries"]]

    def record(self, number: int = 1) -> str:
        """The record of a match, as the app gives it away."""
        return self.page.request.get(f"{self.host.address}matches/{number}/record.json").text()

    def processes(self) -> list[int]:
        """The numbers of the browser's processes: the one with its profile, and those that it started."""
        mine, parents, found = f"--user-data-dir={self.profile}".encode(), dict[int, int](), set[int]()
        for process in Path("/proc").iterdir():
            if not process.name.isdecimal():
                continue
            with suppress(OSError):  # It has ended meanwhile.
                status = (process / "stat").read_text()
                parents[int(process.name)] = int(status.rpartition(")")[2].split()[1])
                if mine in (process / "cmdline").read_bytes():
                    found.add(int(process.name))
        while new := {child for child, parent in parents.items() if parent in found} - found:
            found |= new
        return sorted(found)

    def end_processes(self) -> None:
        """End the browser with all its processes at once."""
        for process in self.processes():
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)

    def close(self) -> None:
        """Close the browser, if it has not been killed."""
        self.opened.discard(self)
        with suppress(PlaywrightError):
            self.context.close()

    def again(self, path: str = "") -> SitePhone:
        """Open the browser again after its end."""
        (self.profile / "SingletonLock").unlink(missing_ok=True)
        self.start()
        self.open(path)
        self.until(self.is_current)
        return self

    def is_current(self) -> bool:
        """True if the app runs, and the page shows its data: at first it may be the page that was kept last."""
        found = re.search(r'name="version" value="(\d+)"', self.page.request.get(self.page.url).text())
        return not found or self.version == found[1]


IS_QUICK = """async () => {
  const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().some(({ url }) => url.endsWith("/memory"));
}"""
"""True if the next start of the app is a quick one."""
