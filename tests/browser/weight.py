"""Bytes that a browser downloads.

`python -m tests.browser.weight` records the size of each file, so that a failing test can name the file that grew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, sync_playwright

from tests.browser.find import QUIET
from tests.browser.find import browser as find_browser
from tests.browser.pages import FIRST_VISITS, add_matches
from tests.servers import Server

NOTED = Path(__file__).with_name("weights.json")


@dataclass(frozen=True)
class Load:
    """Bytes as they went over the wire: bodies alone, and with the heads of the answers."""

    body: int
    wire: int
    files: dict[str, int]
    """The bytes of each body, by its path without the fingerprint."""

    @property
    def answers(self) -> int:
        """The number of answers."""
        return len(self.files)


class Weight:
    """Listens to what a page loads, with an empty cache."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._heads: dict[str, float] = {}
        self._paths: dict[str, str] = {}
        self._whole: dict[str, float] = {}
        self._session = page.context.new_cdp_session(page)
        self._session.send("Network.enable")
        self._session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        self._session.on("Network.responseReceived", self._received)
        self._session.on("Network.loadingFinished", self._finished)

    def _received(self, event: Any) -> None:
        if event["type"] != "EventSource":
            self._heads[event["requestId"]] = event["response"]["encodedDataLength"]
            path = urlsplit(event["response"]["url"]).path
            self._paths[event["requestId"]] = re.sub("^/static/[^/]*/", "", path)

    def _finished(self, event: Any) -> None:
        self._whole[event["requestId"]] = event["encodedDataLength"]

    def of(self, work: Callable[[], object]) -> Load:
        """The files loaded while something is done."""
        self._heads.clear()
        self._whole.clear()
        work()
        self._page.wait_for_load_state("networkidle")
        whole = {request: size for request, size in self._whole.items() if request in self._heads}
        files = {self._paths[request]: int(size - self._heads[request]) for request, size in whole.items()}
        return Load(sum(files.values()), int(sum(whole.values())), files)


def first_visits(server: Server, page: Page) -> dict[str, Load]:
    """Visit the pages that links lead newcomers to; return each page's load."""
    add_matches(server)
    weight = Weight(page)
    return {name: weight.of(partial(page.goto, server.address + path)) for name, path in FIRST_VISITS.items()}


def sizes(loads: Iterable[Load]) -> dict[str, int]:
    """The bytes of each file that some pages load."""
    return {path: size for load in loads for path, size in sorted(load.files.items())}


def grown(load: Load) -> str:
    """Name the files that have grown since they were noted."""
    noted = json.loads(NOTED.read_text())
    more = {path: size - noted.get(path, 0) for path, size in load.files.items()}
    return ", ".join(f"{path} +{size}" for path, size in more.items() if size > 0) or "no file has grown"


def main() -> None:
    """Record the size of each file."""
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=find_browser(), args=QUIET)
        context = browser.new_context(viewport={"width": 360, "height": 640}, service_workers="block")
        context.request.get(server.address + server.link.lstrip("/"), max_redirects=0)
        found = sizes(first_visits(server, context.new_page()).values())
        NOTED.write_text(json.dumps(dict(sorted(found.items())), indent=1) + "\n")
        browser.close()
        server.kill()


if __name__ == "__main__":
    main()
