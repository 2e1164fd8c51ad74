"""The time the app takes in a browser without a server; on this machine, and with the browser slowed four times.

python -m tests.site.bench
python -m tests.site.bench FOLDER…

The second form measures a phone of each site in these folders, in turns, with the browser slowed six times, on a
line of 1.6 Mbit/s with 150 ms of latency.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Playwright, sync_playwright

from tests.browser.find import QUIET
from tests.site.conftest import PATH, SITE
from tests.site.host import Host, Line, host
from tests.site.phone import IS_QUICK, SitePhone

TIMES = 5
ROUND, SLOWER, SLOWEST = 0.040, 4, 6
"""Seconds of a round, of which slowed processes have this part."""
LONGEST = 400
"""Seconds that a first visit may take."""
LATENCY, PACE = 0.150, 1.6e6 / 8
TRICKS = ("7S AS 9S 8S", "3C 2H KH AH", "5S 5D 5C 5H", "2D 3D 4D 6D", "7H 8H 9H QH", "2S 3S 4S 6S", "7C 8C 9C QC")
POSTS = """() => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/enter"))
  .map(({ duration }) => duration)"""


@contextmanager
def slowed(phone: SitePhone, slower: int = SLOWER) -> Iterator[None]:
    """All processes of the browser stand still for most of the time."""
    done = threading.Event()

    def send(processes: list[int], number: int) -> None:
        for process in processes:
            with suppress(OSError):  # It has ended meanwhile.
                os.kill(process, number)

    def run() -> None:
        rounds = 0
        while not done.is_set():
            if rounds % 10 == 0:  # A look for new ones takes a while, which the browser has.
                processes = phone.processes()
            rounds += 1
            send(processes, signal.SIGSTOP)
            time.sleep(ROUND * (1 - 1 / slower))
            send(processes, signal.SIGCONT)
            time.sleep(ROUND / slower)
        send(phone.processes(), signal.SIGCONT)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    yield
    done.set()
    thread.join()


def timed(do: Callable[[], Any]) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    do()
    return (time.perf_counter() - began) * 1000


def opened(phone: SitePhone, is_slow: bool, path: str = "") -> float:
    """The time from the address to the first page of the app."""
    if not is_slow:
        return timed(lambda: phone.open(path))
    with slowed(phone):
        return timed(lambda: phone.open(path))


@dataclass(frozen=True)
class Found:
    """Of one phone, in milliseconds."""

    cold: float
    """Its first visit."""
    warm: float
    """The next start, with a match on the table."""
    runs: float
    """Likewise, until the app itself runs."""
    posts: list[float]


def of_a_phone(playwright: Playwright, running: Host, is_slow: bool) -> Found:
    """The figures of a new phone."""
    with tempfile.TemporaryDirectory() as folder:
        phone = SitePhone(playwright, Path(folder) / "profile", running, args=list(QUIET))
        cold = opened(phone, is_slow)
        phone.until(lambda: phone.window.evaluate(IS_QUICK))
        phone.new_match()
        for trick in TRICKS[:2]:
            phone.trick(trick)
        phone.window.wait_for_timeout(500)
        phone.close()
        phone.start()
        began = time.perf_counter()
        warm = opened(phone, is_slow)
        phone.until(phone.is_current)
        runs = (time.perf_counter() - began) * 1000
        phone.page.evaluate("performance.clearResourceTimings()")
        for trick in TRICKS[2:]:
            if is_slow:
                with slowed(phone):
                    phone.trick(trick)
            else:
                phone.trick(trick)
        posts = phone.page.evaluate(POSTS)
        phone.close()
    return Found(cold, warm, runs, posts)


def felt(playwright: Playwright, folder: Path) -> None:
    """Print a new phone’s first visit on the slow line, and its next start, with a match on the table."""
    line = Line(LATENCY, PACE)
    with host(folder, PATH, line) as running, tempfile.TemporaryDirectory() as name:
        phone = SitePhone(playwright, Path(name) / "profile", running, args=list(QUIET))
        phone.window.set_default_timeout(LONGEST * 1000)
        with slowed(phone, SLOWEST):
            first, sent = timed(lambda: phone.open()), line.sent
        phone.until(lambda: phone.window.evaluate(IS_QUICK))
        phone.new_match()
        phone.trick(TRICKS[0])
        phone.window.wait_for_timeout(500)
        phone.close()
        phone.start()
        with slowed(phone, SLOWEST):
            later = timed(lambda: phone.open())
        phone.close()
    print(
        f"{folder}: first visit {first / 1000:.1f} s, {sent / 1e6:.2f} MB; later start {later / 1000:.1f} s",
        flush=True,
    )


def main() -> None:
    """Measure in turns, and print the medians."""
    if sys.argv[1:]:
        with sync_playwright() as playwright:
            for folder in sys.argv[1:]:
                felt(playwright, Path(folder))
        return
    packed = sum(file.stat().st_size for file in SITE.rglob("*.lzma"))
    print(f"| downloaded once | {packed / 1e6:.1f} MB | 5.5 MB |")
    with host(SITE, PATH) as running, sync_playwright() as playwright:
        each = [[of_a_phone(playwright, running, is_slow) for is_slow in (False, True)] for _ in range(TIMES)]
    usual, slow = zip(*each, strict=True)
    for name, found, aim, post_aim in (("", usual, "3 s", "20 ms"), (", slowed four times", slow, "8 s", "60 ms")):
        cold, warm, runs = (median(getattr(one, what) for one in found) / 1000 for what in ("cold", "warm", "runs"))
        posts = [post for one in found for post in one.posts]
        print(f"| from the address to the first page, at the first visit{name} | {cold:.2f} s |  |")
        print(f"| at any later start, with a match on the table{name} | {warm:.2f} s | {aim} |")
        print(f"| until the app itself runs{name} | {runs:.2f} s |  |")
        print(f"| from a trick’s post to its answer{name} | {median(posts):.0f} ms | {post_aim} |")


if __name__ == "__main__":
    main()
