"""Many live tables on one server: `make load`. At each a scorer enters a trick every thirty seconds, more or less,
and four phones hold a line and look at every trick, as real ones do.

Prints, for each number of tables, how long a trick took to be answered, how long until the phones that look on had
it, and whether anything failed or was lost.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import platform
import random
import re
import statistics
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from referee.access import Right
from referee.book import Book
from referee.cards import PACK, codes
from referee.instance import book_file, secret_key
from referee.setups import read_setup
from referee.shelf import Shelf
from referee.table import Tables
from referee.web.sharing import address
from tests.servers import Server

PACE = 30.0
"""Seconds from one trick to the next."""
WATCHERS = 3
"""Phones that look on, beside the scorer's own."""
PLAYERS = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}
LONG = {"target": 1000, "best_of": 99, "season": "winter"}


@dataclass
class Tally:
    """What was measured, all phones together."""

    tricks: list[float] = field(default_factory=list)
    """Seconds from sending a trick to its answer."""
    news: list[float] = field(default_factory=list)
    """Seconds from sending a trick until a phone that looks on had the new page."""
    faults: list[str] = field(default_factory=list)
    sent_at: dict[tuple[int, int], float] = field(default_factory=dict)
    """When the trick that made a version of a match was sent."""
    busy: float = 0
    """Seconds the server kept a processor busy."""
    acknowledged: dict[int, int] = field(default_factory=dict)


class Phone:
    """One phone at one table: a connection to ask on, and a line that is held."""

    def __init__(self, port: int, match: int, link: str, tally: Tally) -> None:
        self.port, self.match, self.link, self.tally = port, match, link, tally
        self.cookie, self.wires = "", list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]()
        self.seen, self.sight = 0, threading.Condition()

    async def ask(
        self, method: str, path: str, form: dict[str, str] | None = None, fragments: bool = True
    ) -> tuple[int, str]:
        """Ask on a connection of its own, as a browser that comes back after half a minute does."""
        reader, writer = await self.send(method, path, form, fragments)
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            length = re.search(r"(?i)content-length: (\d+)", head)
            body = await reader.readexactly(int(length[1]) if length else 0)
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
        cookie = re.search(r"(?i)set-cookie: ([^;]+)", head)
        self.cookie = cookie[1] if cookie else self.cookie
        return int(head.split()[1]), body.decode()

    async def send(
        self, method: str, path: str, form: dict[str, str] | None = None, fragments: bool = True
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Send a request; where its answer comes from."""
        body, more = urlencode(form or {}), "HX-Request: true\r\n" if fragments else ""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self.cookie}\r\n{more}"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        await writer.drain()
        return reader, writer

    async def enter(self) -> None:
        status, _ = await self.ask("GET", self.link)
        self.check(status == 303, f"a link was answered {status}")

    async def hold_line(self) -> None:
        """Hold the line, and look whenever there is news."""
        reader, writer = await self.send("GET", f"/matches/{self.match}/line")
        self.wires.append((reader, writer))
        while text := (await reader.readline()).decode():
            if text.startswith("data: ") and int(text[6:]) > self.seen:
                seen = await self.look()
                with self.sight:
                    self.seen = seen
                    self.sight.notify_all()

    def has_seen(self, version: int, patience: float) -> bool:
        """Wait until a version of the match has been seen; whether it was. For other threads."""
        with self.sight:
            return self.sight.wait_for(lambda: self.seen >= version, patience)

    async def hang_up(self) -> None:
        """Let go of the line."""
        for _, writer in self.wires:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def look(self) -> int:
        status, page = await self.ask("GET", f"/matches/{self.match}/watch")
        self.check(status == 200, f"the watch page was answered {status}")
        found = re.search(r'data-version="(\d+)"', page)
        version = int(found[1]) if found else 0
        sent = self.tally.sent_at.get((self.match, version))
        if sent:
            self.tally.news.append(time.perf_counter() - sent)
        return version

    def check(self, right: bool, fault: str) -> None:
        if not right:
            self.tally.faults.append(fault)


class Scorer(Phone):
    """The phone that enters the tricks."""

    async def look(self) -> int:
        return 0  # Its own answers tell it all there is.

    async def enter(self) -> None:
        await super().enter()
        _, page = await self.ask("GET", f"/matches/{self.match}/", fragments=False)
        self.token = re.findall(r'name="csrf" content="([^"]+)"', page)[0]

    async def play(self, seconds: float, chance: random.Random) -> None:
        """Enter tricks at a person's pace."""
        end, version = time.perf_counter() + seconds, 0
        pack: list[str] = []
        await asyncio.sleep(chance.uniform(0, min(PACE, seconds)))
        while time.perf_counter() < end:
            pack = pack if len(pack) >= 4 else chance.sample(codes(PACK), 52)
            form = {"csrf_token": self.token, "version": str(version), "key": f"{self.match}-{version}"}
            start = time.perf_counter()
            self.tally.sent_at[self.match, version + 1] = start
            status, _ = await self.ask("POST", f"/matches/{self.match}/trick", form | {"cards": ".".join(pack[:4])})
            self.tally.tricks.append(time.perf_counter() - start)
            self.check(status == 200, f"a trick was answered {status}")
            version, pack = version + (status == 200), pack[4:]
            self.tally.acknowledged[self.match] = version
            await asyncio.sleep(PACE * chance.uniform(0.7, 1.3))


async def run(server: Server, links: dict[int, tuple[str, str]], seconds: float) -> Tally:
    """All tables for a while; what was measured."""
    tally, chance, port = Tally(), random.Random(1), server.port
    scorers = [Scorer(port, match, score, tally) for match, (score, _) in links.items()]
    watchers = [Phone(port, match, watch, tally) for match, (_, watch) in links.items() for _ in range(WATCHERS)]
    lines = []
    for phone in [*scorers, *watchers]:  # They come one by one, as people do.
        await phone.enter()
        lines.append(asyncio.create_task(phone.hold_line()))
    tally.busy -= server.processor_seconds()
    await asyncio.gather(*(scorer.play(seconds, random.Random(chance.random())) for scorer in scorers))
    tally.busy += server.processor_seconds()
    await asyncio.sleep(2)
    for line in lines:
        if line.done():
            tally.faults.append(f"a line broke: {line.exception() or 'it was closed'}")
        line.cancel()
    for phone in [*scorers, *watchers]:
        await phone.hang_up()
    return tally


def lay(folder: Path, count: int) -> dict[int, tuple[str, str]]:
    """A book with so many open matches; for each the links to score and to watch it."""
    tables = Tables(Book(book_file(folder)))
    shelf, secret = Shelf(tables.book, tables.clock), secret_key(folder)
    setup = read_setup({"players": PLAYERS, "dealer": "N", "started": "2026-11-21T20:00:00+00:00", "rules": LONG})
    numbers = [tables.open(shelf.first().id, setup).id for _ in range(count)]
    links = {
        number: tuple(address(shelf.door(right, number), secret) for right in (Right.SCORE, Right.WATCH))
        for number in numbers
    }
    tables.close()
    return {number: (score, watch) for number, (score, watch) in links.items()}


def lost(folder: Path, tally: Tally) -> int:
    """How many tricks that were acknowledged are not in the book, or stand there twice."""
    tables = Tables(Book(book_file(folder)))
    wrong = sum(tables.version(match) != count for match, count in tally.acknowledged.items())
    tables.close()
    return wrong


def measure(count: int, seconds: float) -> Tally:
    """One server, so many tables, for a while; a line of the table of results."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        links = lay(folder, count)
        server = Server(folder)
        tally = asyncio.run(run(server, links, seconds))
        server.close()
        gone = lost(folder, tally)
    p50, p99 = percentiles(tally.tricks)
    n50, n99 = percentiles(tally.news)
    most = max(tally.tricks) * 1e3
    print(
        f"{count:>6} {count * (WATCHERS + 1):>7} {len(tally.tricks):>7} {p50:>8.1f} {p99:>8.1f} {most:>8.1f}"
        f" {n50:>8.0f} {n99:>8.0f} {tally.busy / seconds:>7.0%} {len(tally.faults):>7} {gone:>5}",
        flush=True,
    )
    for fault in sorted(set(tally.faults))[:5]:
        print("       ", fault)
    return tally


def percentiles(seconds: list[float]) -> tuple[float, float]:
    """The 50th and the 99th, in milliseconds."""
    cuts = statistics.quantiles(seconds, n=100) if len(seconds) > 1 else [0.0] * 99
    return cuts[49] * 1e3, cuts[98] * 1e3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", type=int, default=[125, 250, 500, 1000])
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    print(
        f"{platform.machine()}, Python {platform.python_version()}; a trick every {PACE:.0f} s at each; times in ms\n"
    )
    print("tables  phones  tricks  trick 50      99      max  news 50       99  server  faults  lost")
    for count in options.tables:
        measure(count, options.seconds)


if __name__ == "__main__":
    main()
