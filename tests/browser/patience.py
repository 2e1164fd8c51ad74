"""Time limits for Playwright calls, and a report of the open pages when a test fails.

Playwright's `evaluate` and `close` have no timeout, and a busy browser may never answer them.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections.abc import Awaitable, Iterable
from pathlib import Path
from typing import Any

import pytest
from playwright._impl._sync_base import SyncBase
from playwright.sync_api import Error, Page, expect

FAILURES = Path(__file__).parents[2] / "build" / "failures"
_call = SyncBase._sync


class Patience:
    """Limits for the calls of tests: `seconds` for each, and none beyond `end`, a time of the monotonic clock."""

    seconds = math.inf
    end = math.inf

    def begin(self, item: pytest.Item, wait: float) -> None:
        """Start a test's limit, and how long it waits for what is to appear, in seconds.

        The last ten seconds are for the report and the fixtures.
        """
        self.seconds = wait + 15
        expect.set_options(timeout=wait * 1000)
        marker = item.get_closest_marker("timeout")
        limit = marker.args[0] if marker else item.config.getini("timeout")
        self.end = time.monotonic() + float(limit) - 10

    @property
    def left(self) -> float:
        """Seconds for the next call."""
        return max(min(self.seconds, self.end - time.monotonic()), 0)


PATIENCE = Patience()


def _limited(self: SyncBase, awaitable: Awaitable[Any]) -> Any:
    """Make a call. Raises TimeoutError if there is no answer in time."""

    async def in_time() -> Any:
        async with asyncio.timeout(PATIENCE.left):
            return await awaitable

    return _call(self, in_time())


SyncBase._sync = _limited  # type: ignore[method-assign]


def last_look(report: pytest.TestReport, pages: Iterable[Page]) -> None:
    """Add each page's address, console messages and screenshot to a failed test's report."""
    for number, page in enumerate(pages, 1):
        told, file = [page.url], FAILURES / f"{re.sub(r'[^a-zA-Z0-9]+', '-', report.nodeid)}{number}.png"
        try:
            told += [f"console: {message.text}" for message in page.console_messages()]
            page.screenshot(path=file, timeout=5000)
            told.append(f"picture: {file}")
        except (Error, TimeoutError) as error:
            told.append(f"no more of it: {error!r}")
        report.sections.append((f"page {number}", "\n".join(told)))
