"""A phone that has only the static files: the app's pages are in a frame of the page that runs it."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Frame, Page, Playwright, expect

from tests.browser.conftest import AT_ONCE, TablePage
from tests.browser.find import QUIET
from tests.browser.find import browser as find_browser
from tests.site.host import Host

_GET = "async (address) => { const got = await fetch(address); return [got.url, await got.text()]; }"
_POST = """async ([address, form]) => {
  const got = await fetch(address, { method: "POST", body: new URLSearchParams(form) });
  return [got.url, await got.text()];
}"""


class Answer:
    """What a request of the frame's page was answered with."""

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
    """The page in the frame; what a frame does not have, such as a touchscreen, is that of the window."""

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

    def __init__(self, playwright: Playwright, profile: Path, host: Host, **more: Any) -> None:
        self.playwright, self.profile, self.host, self.more = playwright, profile, host, more
        self.context: BrowserContext
        self.start()

    def start(self) -> None:
        """Open the browser."""
        usual = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "args": list(QUIET)}
        self.context = self.playwright.chromium.launch_persistent_context(
            self.profile, executable_path=find_browser(), **usual | self.more
        )
        self.context.add_init_script(AT_ONCE)
        self.context.set_default_timeout(20_000)
        super().__init__(self.context.pages[0], self.host)  # type: ignore[arg-type]
        self.window, self.page = self.page, Framed(self.page)  # type: ignore[assignment]

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

    def record(self, number: int = 1) -> str:
        """The record of a match, as the app gives it away."""
        return self.page.request.get(f"{self.host.address}matches/{number}/record.json").text()

    def kill(self) -> None:
        """End the browser with all its processes at once."""
        mine = f"--user-data-dir={self.profile}".encode()
        for process in Path("/proc").iterdir():
            try:
                if process.name.isdecimal() and mine in (process / "cmdline").read_bytes():
                    os.kill(int(process.name), signal.SIGKILL)
            except OSError:
                pass  # It has ended meanwhile.
        self.context.close()

    def again(self, path: str = "") -> SitePhone:
        """Open the browser again after its end."""
        (self.profile / "SingletonLock").unlink(missing_ok=True)
        self.start()
        return self.open(path)


def until(is_so: Any, seconds: float = 20) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it did not come to be so"
        time.sleep(0.02)


__all__ = ["SitePhone", "expect", "until"]
