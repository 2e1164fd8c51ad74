"""Benchmarks, as ratios measured in one run: `make bench`. Every figure is a median; the two of a pair take turns."""

from __future__ import annotations

import io
import platform
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread

import uvicorn
from flask import Flask

from referee.book import Book
from referee.cards import PACK, codes
from referee.gateway import Gateway
from referee.havilering.actions import Play, Setup
from referee.havilering.seasons import Season
from referee.outcome import replay
from referee.record import Record, read, read_setup
from referee.serve import listen
from referee.shelf import Shelf
from referee.stream import answer_lines
from referee.table import Tables
from referee.verdict import Question
from referee.web import create_app, largest_post
from referee.web.sharing import address
from tests.conftest import BOOK
from tests.servers import Phone, hidden
from tests.tables import SelfPlayingTable

PLAYERS = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}
LONG = {"target": 1000, "best_of": 99, "season": "winter"}


def setup() -> Setup:
    return read_setup({"players": PLAYERS, "dealer": "N", "started": "2026-11-21T20:00:00+00:00", "rules": LONG})


def record_of_tricks(count: int) -> Record:
    """At least so many tricks, up to the end of a hand."""
    table = SelfPlayingTable(random.Random(1), lambda moment: "winter", accidents=0, revokes=0, **LONG)
    while len(table.oracle.tricks) < count or table.oracle.current:
        table.do(table.next_action())
    return read(table.record)


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def serve(app: Flask) -> int:
    """Serve an app as `referee` does, from a thread; the port."""
    listener = listen("127.0.0.1", 0)
    gateway = Gateway(app.wsgi_app, lambda mark: (0, set()), largest_post)
    config = uvicorn.Config(gateway, http="h11", ws="none", log_config=None, access_log=False)
    Thread(target=uvicorn.Server(config).run, args=[[listener]], daemon=True).start()
    return int(listener.getsockname()[1])


class Table:
    """A phone that enters one hand after another."""

    def __init__(self, port: int, link: str, tables: Tables, played: Record | None = None) -> None:
        self.phone = Phone(port, link)
        record = played or Record(setup(), ())
        ((number, _),) = tables.bring_in(BOOK, [record])
        self.path = f"/matches/{number}/"
        self.page = self.phone.get(self.path)
        self.token = hidden(self.page, "csrf_token")
        self.pack: list[str] = []
        self.bytes = 0

    def trick(self) -> None:
        if len(self.pack) < 4:
            self.pack = codes(PACK)
        cards, self.pack = self.pack[:4], self.pack[4:]
        form = {name: hidden(self.page, name) for name in ("version", "key", "turn")} | {"csrf_token": self.token}
        status, self.page = self.phone.post(self.path + "trick", form | {"cards": ".".join(cards)}, fragments=True)
        self.bytes = len(self.page.encode())
        assert status == 200, self.page


def pair(one: Callable[[], object], other: Callable[[], object], times: int) -> tuple[float, float]:
    """The medians of two pieces of work that take turns."""
    rounds = [(timed(one), timed(other)) for _ in range(times)]
    return statistics.median(a for a, _ in rounds), statistics.median(b for _, b in rounds)


def row(name: str, figure: str, note: str = "") -> None:
    print(f"{name:<58}{figure:>12}  {note}")


def web(folder: Path) -> None:
    bare = Flask("bare")
    bare.add_url_rule("/", "hello", lambda: "hello")
    line = HTTPConnection("127.0.0.1", serve(bare))

    def hello() -> None:
        line.request("GET", "/")
        line.getresponse().read()

    tables = Tables(Book(folder / "book.db"))
    shelf = Shelf(tables.book, tables.clock)
    shelf.first()
    app = create_app(folder, tables)
    port, link = serve(app), address(shelf.door_of_book(BOOK), app.config["SECRET_KEY"])
    first = Table(port, link, tables)
    for _ in range(12):  # Before the points are run, which would ask for answers.
        hello()
    trick, plain = pair(first.trick, hello, 100)
    row(
        "a trick's POST against a bare hello",
        f"{trick / plain:.2f}×",
        f"{trick * 1e3:.2f} ms against {plain * 1e3:.2f} ms",
    )
    row("bytes of a trick's answer, not compressed", f"{first.bytes}")
    long = Table(port, link, tables, record_of_tricks(1000))
    early: list[float] = []
    late: list[float] = []
    for _ in range(30):
        fresh = Table(port, link, tables)
        early.append(timed(fresh.trick))
        late.append(timed(long.trick) if 'data-phase="play"' in long.page else late[-1])
    growth = statistics.median(late) / statistics.median(early)
    row("a trick's POST, at trick 1,000 against trick 1", f"{growth:.2f}×")
    before = statistics.median(timed(first.trick) for _ in range(26))
    match = Record(setup(), tuple(Play(tuple(PACK[place : place + 4])) for place in range(0, 52, 4)))
    for _ in range(10_000):
        tables.open(BOOK, match.setup)
    for number in range(1, 500):
        tables.bring_in(
            BOOK, [Record(replace(match.setup, started=match.setup.started + timedelta(number)), match.actions)]
        )
    after = statistics.median(timed(first.trick) for _ in range(26))
    row("a trick's POST, with 10,000 matches more in the book", f"{after / before:.2f}×")
    tables.close()


def rules() -> None:
    record = record_of_tricks(1000)
    row(
        "a replay of 1,000 tricks",
        f"{statistics.median(timed(lambda: replay(record)) for _ in range(9)) * 1e3:.0f} ms",
    )
    chance = random.Random(1)
    lines = "".join(
        '{"cards": ' + str(codes(chance.sample(PACK, 4))).replace("'", '"') + "}\n" for _ in range(20_000)
    )

    def stream() -> None:
        answer_lines(io.BufferedReader(io.BytesIO(lines.encode())), io.StringIO(), Question((), Season.WINTER))

    rate = 20_000 / statistics.median(timed(stream) for _ in range(5))
    row("tricks ruled on by the line, a second", f"{rate:,.0f}")


def main() -> None:
    print(f"{platform.machine()}, Python {platform.python_version()}; medians, the two of a pair in turns\n")
    rules()
    with tempfile.TemporaryDirectory() as folder:
        web(Path(folder))


if __name__ == "__main__":
    main()
