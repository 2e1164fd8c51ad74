"""Benchmarks, as ratios measured in one run: `make bench`. Every figure is a median; the two of a pair take turns."""

from __future__ import annotations

import io
import platform
import random
import re
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import datetime
from functools import partial
from http.client import HTTPConnection
from multiprocessing import Pool
from pathlib import Path
from threading import Thread
from typing import Any

import uvicorn
from flask import Flask

from referee.book import Book
from referee.cards import PACK, codes
from referee.gateway import Gateway
from referee.havilering.actions import Setup
from referee.havilering.seasons import Season
from referee.outcome import replay
from referee.record import Record, read, read_setup
from referee.season import season_at
from referee.serve import listen
from referee.shelf import Shelf
from referee.stream import answer_lines
from referee.table import Tables
from referee.verdict import Question
from referee.web import create_app, largest_post
from referee.web.sharing import address
from tests.conftest import BOOK
from tests.servers import Phone, hidden
from tests.tables import SelfPlayingTable, evening

PLAYERS = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}
FEW, MANY = 10, 10_000
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
    config = uvicorn.Config(
        gateway, http="h11", ws="none", log_config=None, access_log=False, timeout_keep_alive=3600
    )
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
    tables.close()


def club_book(folder: Path, records: list[dict[str, Any]]) -> tuple[Table, Phone]:
    """A served score book of some evenings; a table that is opened in it, and its keeper's phone."""
    folder.mkdir()
    tables = Tables(Book(folder / "book.db"))
    Shelf(tables.book, tables.clock).first()
    tables.bring_in(BOOK, map(read, records))
    app = create_app(folder, tables)
    door = app.extensions["shelf"].door_of_book(BOOK)
    port, link = serve(app), address(door, app.config["SECRET_KEY"])
    return Table(port, link, tables), Phone(port, link)


def season_of(moment: datetime) -> str:
    return season_at(moment).value


def generated(number: int) -> dict[str, Any]:
    return evening(number, MANY - number, season_of)


def books(folder: Path) -> None:
    with Pool() as pool:
        records = pool.map(generated, range(MANY), chunksize=50)
    few_table, few = club_book(folder / "few", records[-FEW:])
    many_table, many = club_book(folder / "many", records)
    print(
        f"\n{MANY:,} generated matches against {FEW}, {(folder / 'many' / 'book.db').stat().st_size / 2**20:.0f} MB:"
    )
    # The same evening, and somebody who played it, stand under other numbers in the two books.
    ann = {phone: player_called(phone, "Ann") for phone in (few, many)}
    pages = {
        "the list of matches": dict.fromkeys(ann, "/books/1/"),
        "a search by player, partner and year": dict.fromkeys(ann, "/books/1/?player=ann&partner=bob&year=2026"),
        "a search that finds nothing": dict.fromkeys(ann, "/books/1/?q=nothing+of+the+kind"),
        "everybody": dict.fromkeys(ann, "/books/1/players"),
        "a player's page": {phone: f"/books/1/players/{number}" for phone, number in ann.items()},
        "a match's page": {few: f"/matches/{FEW}/sheet", many: f"/matches/{MANY}/sheet"},
        "its replay": {few: f"/matches/{FEW}/replay?at=30", many: f"/matches/{MANY}/replay?at=30"},
        "the seasons": dict.fromkeys(ann, "/books/1/seasons"),
    }
    for name, paths in pages.items():
        slow, fast = pair(partial(many.get, paths[many]), partial(few.get, paths[few]), 60)
        row(name, f"{slow / fast:.2f}×", f"{slow * 1e3:.2f} ms against {fast * 1e3:.2f} ms")
    slow, fast = pair(many_table.trick, few_table.trick, 26)
    row("a trick's POST", f"{slow / fast:.2f}×", f"{slow * 1e3:.2f} ms against {fast * 1e3:.2f} ms")


def player_called(phone: Phone, name: str) -> int:
    found = re.search(rf'players/(\d+)"><bdi>{name}</bdi>', phone.get("/books/1/players"))
    assert found
    return int(found[1])


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
        books(Path(folder))


if __name__ == "__main__":
    main()
