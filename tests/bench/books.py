"""A club's book of ten thousand matches of two games compared with one of ten: the same pages and entries."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from referee.games import game_of_record
from tests.bench.figures import Figure, in_turns, ratio, timed
from tests.bench.local import LocalServer
from tests.bench.posts import EntryPosts
from tests.conftest import BOOK
from tests.cribbage.self_play import Table
from tests.havilering.self_play import evening, season_of
from tests.servers import Phone

FEW, MANY = 10, 10_000


def generated(number: int) -> dict[str, Any]:
    """Matches of both games alternately, at the same times with the same people, the last one of Havilering."""
    havilering = evening(number, MANY - number, season_of)
    if number % 2:
        return havilering
    table = Table(random.Random(number), accidents=0.01, muggins=number % 4 == 0)
    for _ in table.play():
        pass
    names = list(havilering["players"].values())
    return table.record | {"started": havilering["started"], "players": dict(zip("NS", names, strict=False))}


def club(folder: Path, records: list[dict[str, Any]]) -> LocalServer:
    """A served score book of some evenings."""
    local = LocalServer(folder)
    local.service.import_records(BOOK, (game_of_record(record).read(record) for record in records))
    return local


def books(folder: Path) -> Iterator[Figure]:
    with Pool() as pool:
        records = pool.map(generated, range(MANY), chunksize=50)
    houses = club(folder / "few", records[-FEW:]), club(folder / "many", records)
    few, many = (local.phone() for local in houses)
    size = (folder / "many" / "book.db").stat().st_size / 2**20
    few_table, many_table = (local.table() for local in houses)
    what = f"posting a trick in a book of {MANY:,} matches ({size:.0f} MB) compared with one of {FEW}"
    yield ratio(what, "1.1 ×", *in_turns(52, many_table.trick, few_table.trick))
    few_entries, many_entries = (EntryPosts(local) for local in houses)
    yield ratio("posting an entry of cribbage, likewise, in process", "1.1 ×",
                *in_turns(200, many_entries.post, few_entries.post))  # fmt: skip
    # The same evening and its players have different numbers in the two books.
    ann = {phone: player_called(phone, "Ann") for phone in (few, many)}
    pages = {
        "the list of matches": dict.fromkeys(ann, "/books/1/"),
        "a player’s page": {phone: f"/books/1/players/{number}" for phone, number in ann.items()},
        "a match’s page": {few: f"/matches/{FEW}/sheet", many: f"/matches/{MANY}/sheet"},
        "a sheet of cribbage": {
            few: f"/cribbage/matches/{FEW - 1}/sheet",
            many: f"/cribbage/matches/{MANY - 1}/sheet",
        },
        "all players of cribbage": dict.fromkeys(ann, "/books/1/players?game=cribbage"),
        "its replay": {few: f"/matches/{FEW}/replay?at=30", many: f"/matches/{MANY}/replay?at=30"},
        "all players": dict.fromkeys(ann, "/books/1/players"),
        "a search by player, partner and year": dict.fromkeys(ann, "/books/1/?player=ann&partner=bob&year=2026"),
        "a search that finds nothing": dict.fromkeys(ann, "/books/1/?q=nothing+of+the+kind"),
        "the seasons": dict.fromkeys(ann, "/books/1/seasons"),
    }
    for place, (name, paths) in enumerate(pages.items()):
        slow, fast = (partial(timed, partial(phone.get, paths[phone])) for phone in (many, few))
        yield ratio(f"{name}, likewise", "1.5 ×" if place < 3 else "", *in_turns(60, slow, fast))


def player_called(phone: Phone, name: str) -> int:
    found = re.search(rf'players/(\d+)"><bdi>{name}</bdi>', phone.get("/books/1/players"))
    assert found
    return int(found[1])
