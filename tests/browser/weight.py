"""How many bytes a browser takes in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page


@dataclass(frozen=True)
class Load:
    """Bytes as they went over the wire: bodies alone, and with the heads of the answers."""

    body: int
    wire: int
    answers: int


class Weight:
    """Listens to what a page loads, with an empty cache."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._heads: dict[str, float] = {}
        self._whole: dict[str, float] = {}
        self._session = page.context.new_cdp_session(page)
        self._session.send("Network.enable")
        self._session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        self._session.on("Network.responseReceived", self._received)
        self._session.on("Network.loadingFinished", self._finished)

    def _received(self, event: Any) -> None:
        if event["type"] != "EventSource":
            self._heads[event["requestId"]] = event["response"]["encodedDataLength"]

    def _finished(self, event: Any) -> None:
        self._whole[event["requestId"]] = event["encodedDataLength"]

    def of(self, work: Callable[[], object]) -> Load:
        """What is loaded while something is done."""
        self._heads.clear()
        self._whole.clear()
        work()
        self._page.wait_for_load_state("networkidle")
        whole = {request: size for request, size in self._whole.items() if request in self._heads}
        wire = sum(whole.values())
        return Load(int(wire - sum(self._heads[request] for request in whole)), int(wire), len(whole))
