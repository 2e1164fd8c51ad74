"""Many live tables on one server: `make load`. At each a scorer enters a trick every thirty seconds, more or less,
and some phones watch: they hold an event stream, and are sent the page with every trick, as real ones are.

Prints, for each number of tables and of watchers at each, how long a trick took to be answered, how long until those
who watch had it, the server's processor time for each trick, and whether anything failed or was lost.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import random
import re
import ssl
import statistics
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from referee.books.permissions import Permission
from referee.books.score_books import ScoreBooks
from referee.cards import PACK, codes
from referee.games.havilering.actions import Play
from referee.games.havilering.shapes import SETUPS
from referee.games.kit.records import Record
from referee.match.service import MatchService
from referee.store.database import Database
from referee.store.instance import book_file, secret_key
from referee.web.sharing.views import address
from tests.conftest import kind_of
from tests.servers import COMMAND, Server

PACE = 30.0
"""Seconds from one trick to the next."""
WATCHERS = (0, 3, 30, 100)
"""Phones that watch a table, beside the scorer's own, where the processor time of a trick is measured."""
PLAYERS = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}
LONG = {"target": 1000, "best_of": 99, "season": "winter"}


@dataclass
class Tally:
    """The figures measured, all phones together."""

    tricks: list[float] = field(default_factory=list)
    """Seconds from sending a trick to its answer."""
    news: list[float] = field(default_factory=list)
    """Seconds from sending a trick until a watching phone had the new page."""
    faults: list[str] = field(default_factory=list)
    sent_at: dict[tuple[int, int], float] = field(default_factory=dict)
    """The time at which the trick that made a version of a match was sent."""
    busy: float = 0
    """Seconds the server kept a processor busy."""
    held: list[float] = field(default_factory=list)
    """Seconds from asking for a line again until its first event, after a restart."""


class Phone:
    """One phone at one table: a connection to ask on, and an event stream."""

    follows = "?page=watch"
    """The page that is sent with the news."""
    name = "127.0.0.1"
    """The host name that it asks for."""
    tls: ssl.SSLContext | None = None
    """The TLS settings for https; None for http."""

    def __init__(self, port: int, match: int, link: str, tally: Tally) -> None:
        self.port, self.match, self.link, self.tally = port, match, link, tally
        self.cookie, self.connections = "", list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]()
        self.wait = 1.0
        self.seen, self.change = 0, threading.Condition()

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
        """Send a request, and return its connection."""
        body, more = urlencode(form or {}), "HX-Request: true\r\n" if fragments else ""
        more += f"Referer: https://{self.name}/\r\n" if self.tls else ""
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.port, limit=2**20, ssl=self.tls, server_hostname=self.name if self.tls else None
        )
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: {self.name}\r\nCookie: {self.cookie}\r\n{more}"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        await writer.drain()
        return reader, writer

    async def enter(self) -> None:
        status, _ = await self.ask("GET", self.link)
        self.check(status == 303, f"a link was answered {status}")

    async def keep_listening(self) -> None:
        """Keep an event stream open, and load the page when it says so; open another when it breaks, after `wait`."""
        again = False
        while True:
            with contextlib.suppress(OSError):
                await self.listen(again)
            again = True
            await asyncio.sleep(self.wait)

    async def listen(self, again: bool) -> None:
        start = time.perf_counter()
        reader, writer = await self.send("GET", f"/matches/{self.match}/line{self.follows}")
        self.connections.append((reader, writer))
        while text := (await reader.readline()).decode():
            if text.startswith("HTTP/1.1") and " 200 " not in text:
                self.check(False, f"a line was answered {text.strip()}")
            if text.startswith("retry: "):
                self.wait = int(text[7:]) / 1000
            if text.startswith("data: ") and again:
                self.tally.held.append(time.perf_counter() - start)
                again = False
            version = re.search(r' data-version="(\d+)"', text)
            if version:
                self.see(int(version[1]))
            elif re.fullmatch(r"data: \d+\n", text) and int(text[6:]) > self.seen:
                self.see(await self.look())

    def see(self, version: int) -> None:
        """Note that a version of the match has arrived."""
        sent = self.tally.sent_at.get((self.match, version))
        if sent:
            self.tally.news.append(time.perf_counter() - sent)
        with self.change:
            self.seen = version
            self.change.notify_all()

    def has_seen(self, version: int, timeout: float) -> bool:
        """Wait until a version of the match has been seen; whether it was. For other threads."""
        with self.change:
            return self.change.wait_for(lambda: self.seen >= version, timeout)

    async def close(self) -> None:
        """Close all connections."""
        for _, writer in self.connections:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def look(self) -> int:
        status, page = await self.ask("GET", f"/matches/{self.match}/watch")
        self.check(status == 200, f"the watch page was answered {status}")
        found = re.search(r'data-version="(\d+)"', page)
        return int(found[1]) if found else 0

    def check(self, right: bool, fault: str) -> None:
        if not right:
            self.tally.faults.append(fault)


class Scorer(Phone):
    """The phone that enters the tricks."""

    follows = ""
    pack: list[str]
    version = 0

    async def look(self) -> int:
        return 0  # Its own answers tell it all there is.

    async def enter(self) -> None:
        await super().enter()
        _, page = await self.ask("GET", f"/matches/{self.match}/", fragments=False)
        self.pack = []
        self.version = int(re.findall(r'name="version" value="(\d+)"', page)[0])
        self.token = re.findall(r'name="csrf" content="([^"]+)"', page)[0]

    async def play(self, seconds: float, pace: float, chance: random.Random) -> None:
        """Enter tricks, one every `pace` seconds, more or less."""
        end = time.perf_counter() + seconds
        pack, version = self.pack, self.version
        await asyncio.sleep(chance.uniform(0, min(pace, seconds)))
        while time.perf_counter() < end:
            pack = pack if len(pack) >= 4 else chance.sample(codes(PACK), 52)
            form = {"csrf_token": self.token, "version": str(version), "key": f"{self.match}-{version}"}
            start = time.perf_counter()
            self.tally.sent_at[self.match, version + 1] = start
            status, _ = await self.ask("POST", f"/matches/{self.match}/enter", form | {"draft": ".".join(pack[:4])})
            self.tally.tricks.append(time.perf_counter() - start)
            self.check(status == 200, f"a trick was answered {status}")
            version, pack = version + (status == 200), pack[4:]
            self.version, self.pack = version, pack
            await asyncio.sleep(pace * chance.uniform(0.7, 1.3))


class Tables:
    """All phones at all tables, and what is measured with them."""

    def __init__(self, port: int, links: dict[int, tuple[str, str]], watchers: int, pace: float) -> None:
        self.chance, self.tally, self.watchers, self.pace = random.Random(1), Tally(), watchers, pace
        self.scorers = [Scorer(port, match, score, self.tally) for match, (score, _) in links.items()]
        watching = [(match, watch) for match, (_, watch) in links.items() for _ in range(watchers)]
        self.phones = [*self.scorers, *(Phone(port, match, watch, self.tally) for match, watch in watching)]
        self.lines: list[asyncio.Task[None]] = []

    async def enter(self) -> None:
        """Open the links one by one, as people do."""
        for phone in self.phones:
            await phone.enter()
            self.lines.append(asyncio.create_task(phone.keep_listening()))

    async def play(self, server: Server, seconds: float) -> Tally:
        """Play at all tables for some seconds, and measure."""
        tally = self.tally = Tally()
        for phone in self.phones:
            phone.tally = tally
        tally.busy -= server.processor_seconds()
        await asyncio.gather(
            *(each.play(seconds, self.pace, random.Random(self.chance.random())) for each in self.scorers)
        )
        tally.busy += server.processor_seconds()
        await asyncio.sleep(2)
        return tally

    async def leave(self) -> None:
        for line in self.lines:
            line.cancel()
        for phone in self.phones:
            await phone.close()


def make_book(folder: Path, count: int, before: int) -> dict[int, tuple[str, str]]:
    """Make a book of `count` matches with `before` tricks each; the links to score and to watch each match."""
    service = MatchService(Database(book_file(folder)))
    score_books, secret, chance = ScoreBooks(service.database, service.clock), secret_key(folder), random.Random(2)
    book_id = score_books.first().id
    for number in range(count):
        hands = (chance.sample(PACK, 52) for _ in range(before // 13 + 1))
        tricks = [Play(tuple(hand[place : place + 4])) for hand in hands for place in range(0, 52, 4)][:before]
        started = f"2026-11-21T20:{number // 60 % 60:02}:{number % 60:02}+00:00"
        setup = SETUPS.read({"players": PLAYERS, "dealer": "N", "started": started, "rules": LONG})
        service.import_records(book_id, [Record(setup, tuple(tricks))])
    links = {
        number: tuple(
            address(score_books.grant(kind_of(right), number), secret)
            for right in (Permission.SCORE, Permission.WATCH)
        )
        for number in service.database.numbers(book_id)
    }
    service.close()
    return {number: (score, watch) for number, (score, watch) in links.items()}


def lost(folder: Path, tables: Tables) -> int:
    """The number of matches whose log is not as long as their scorer was told."""
    service = MatchService(Database(book_file(folder)))
    wrong = sum(service.version(scorer.match) != scorer.version for scorer in tables.scorers)
    service.close()
    return wrong


@dataclass(frozen=True)
class Plan:
    """The matches to play."""

    tables: int
    watchers: int
    before: int
    """Tricks that each table has already."""
    seconds: float
    pace: float = PACE
    restarts: bool = False
    """Once more after a restart, when nothing is in memory."""


async def play(folder: Path, plan: Plan) -> Tables:
    """Play one plan on a server of its own."""
    links = make_book(folder, plan.tables, plan.before)
    server = Server(folder, COMMAND)
    empty = resident(server)
    tables = Tables(server.port, links, plan.watchers, plan.pace)
    await tables.enter()
    report(plan, await tables.play(server, plan.seconds), resident(server) - empty)
    if plan.restarts:
        await asyncio.to_thread(server.close)
        server = await asyncio.to_thread(Server, folder, COMMAND, server.port)
        report(plan, await tables.play(server, plan.seconds), resident(server) - empty, "after a restart")
    await tables.leave()
    await asyncio.to_thread(server.close)
    return tables


def resident(server: Server) -> float:
    """The resident memory of a server, in MB."""
    return int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def report(plan: Plan, tally: Tally, memory: float, when: str = "") -> None:
    """A line of the table of results."""
    p50, p99 = percentiles(tally.tricks)
    n50, n99 = percentiles(tally.news)
    _, h99 = percentiles(tally.held)
    each = tally.busy / max(1, len(tally.tricks)) * 1e3
    print(
        f"{plan.tables:>6} {plan.watchers:>8} {len(tally.tricks):>7} {p50:>8.1f} {p99:>8.1f}"
        f" {max(tally.tricks) * 1e3:>8.1f} {n50:>8.0f} {n99:>8.0f} {h99:>8.0f} {each:>8.1f}"
        f" {tally.busy / plan.seconds:>7.0%} {memory:>7.0f} {len(tally.faults):>7} {when}",
        flush=True,
    )
    for fault in sorted(set(tally.faults))[:5]:
        print("       ", fault)


def percentiles(seconds: list[float]) -> tuple[float, float]:
    """The 50th and the 99th, in milliseconds."""
    cuts = statistics.quantiles(seconds, n=100) if len(seconds) > 1 else [0.0] * 99
    return cuts[49] * 1e3, cuts[98] * 1e3


def plans(options: argparse.Namespace) -> list[Plan]:
    """Measure the cost of one watcher, with tables that play faster; then many tables at a person's pace."""
    if options.tables:
        return [
            Plan(count, options.watchers, options.before, options.seconds, PACE, True) for count in options.tables
        ]
    watched = [Plan(8, watchers, options.before, options.seconds / 2, 1.0) for watchers in WATCHERS]
    return [*watched, *(Plan(count, 3, options.before, options.seconds, PACE, True) for count in (250, 500, 1000))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", type=int, help="default: few tables with watchers, then 250, 500, 1000")
    parser.add_argument("--watchers", type=int, default=3, help="phones that watch each table")
    parser.add_argument("--before", type=int, default=143, help="tricks that each table has already")
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    print(
        f"{platform.machine()}, Python {platform.python_version()}; {options.before} tricks before; times in ms, "
        "memory in MB beyond an empty start\n"
    )
    print(
        "tables watchers  tricks trick 50       99      max  news 50       99  line 99 ms/trick  server  memory",
        end="",
    )
    print("  faults")
    for plan in plans(options):
        with tempfile.TemporaryDirectory() as name:
            tables = asyncio.run(play(Path(name), plan))
            gone = lost(Path(name), tables)
        if gone:
            print(f"        {gone} matches have not the entries that were acknowledged")


if __name__ == "__main__":
    main()
