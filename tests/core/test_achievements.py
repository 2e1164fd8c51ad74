"""Achievements: every row that shows one is found by an index, with its players."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from referee.games import GAMES, game_of_record
from referee.match.service import MatchService
from referee.store.achievements import Achievements
from tests.conftest import BOOK
from tests.core.samples import SAMPLES

FORCED = [
    ("havilering", "double_prial = 1", "a double prial", lambda row: row["winner"]),
    ("havilering", "jack_havel = 1, points = 13", "Jack Havel in a trick of thirteen or more",
     lambda row: row["winner"]),
    ("cribbage", "pone_points = 29", "a hand of 29", lambda row: {"N": "S", "S": "N"}[row["dealer"]]),
    ("cribbage", "dealer_points = 29", "a hand of 29", lambda row: row["dealer"]),
    ("hearts", "hearts_1 = 0, hearts_2 = 13, hearts_3 = 0, hearts_4 = 0", "all thirteen hearts", lambda row: "2"),
    ("hearts", "jack_before = 1, jack_after = 0, net_1 = -4, net_2 = 12, net_3 = -4, net_4 = -4", "a Jack taken",
     lambda row: "2"),
    ("grevjass", "tricks_ns = 8, tricks_ew = 0", "a vol", lambda row: "NS"),
    ("grevjass", "tricks_ns = 0, tricks_ew = 8", "a vol", lambda row: "EW"),
    ("karnoffel", "devil = 'E'", "a Devil that was led", lambda row: "E"),
    ("karnoffel", "sweeps = 3", "3–0 three deals in a row", lambda row: row["winner"]),
]  # fmt: skip
NOTHING = {
    "havilering": "double_prial = 0, jack_havel = 0", "cribbage": "pone_points = 4, dealer_points = 4",
    "hearts": "jack_before = 0, hearts_1 = 4, hearts_2 = 9", "grevjass": "tricks_ns = 4, tricks_ew = 4",
    "karnoffel": "devil = '', sweeps = 0",
}  # fmt: skip


def rows(service: MatchService, key: str) -> list[Any]:
    tables = GAMES[key].tables
    return list(service.database.rows(f"SELECT * FROM {tables.rows} ORDER BY match_id, {', '.join(tables.order)}"))


def play(service: MatchService, key: str, count: int) -> None:
    for seed in range(count):
        record = SAMPLES[key].play(seed)
        service.import_records(BOOK, [game_of_record(record).read(record)])


@pytest.mark.parametrize(("key", "values", "words", "seats"), FORCED)
def test_a_row_that_shows_it_is_found(service: MatchService, key: str, values: str, words: str, seats: Any) -> None:
    play(service, key, 2)
    game, database = GAMES[key], service.database
    table, order = game.tables.rows, game.tables.order
    row = rows(service, key)[-1]
    this = " AND ".join(["match_id = ?", *(f"{name} = ?" for name in order)])
    with database.writing():
        database.run(f"UPDATE {table} SET {NOTHING[key]}")
        database.run(f"UPDATE {table} SET {values} WHERE {this}", [row["match_id"], *(row[name] for name in order)])
    setup = service.current(row["match_id"]).setup
    names = {str(getattr(seat, "value", seat)): name for seat, name in game.setups.players(setup).items()}
    who = tuple(names[seat] for seat in seats(row))
    place, store = tuple(row[name] for name in order), Achievements(database)
    (found,) = store.of(BOOK, game, 9)
    assert (found.match_id, found.place, found.words, found.names) == (row["match_id"], place, words, who)
    players = {player.name: player.id for player in service.projections.player_stores[key].players(BOOK)}
    for name in names.values():
        assert store.of(BOOK, game, 9, players[name]) == ([found] if name in who else [])


@pytest.mark.parametrize("key", NOTHING)
def test_none_is_left_out(service: MatchService, key: str) -> None:
    """Counted in all rows of matches of chance."""
    play(service, key, 6)
    all_rows = rows(service, key)
    shows = {
        "havilering": lambda row: (row["double_prial"] > 0) + (row["jack_havel"] > 0 and row["points"] > 12),
        "cribbage": lambda row: (row["pone_points"] == 29) + (row["dealer_points"] == 29),
        "hearts": lambda row: (
            (13 in [row[f"hearts_{seat}"] for seat in "123456"]) + (row["jack_before"] > row["jack_after"])
        ),
        "grevjass": lambda row: row["tricks_ns"] == 8 or row["tricks_ew"] == 8,
        "karnoffel": lambda row: (row["devil"] != "") + (row["sweeps"] == 3),
    }[key]
    store, count = Achievements(service.database), sum(map(int, map(shows, all_rows)))
    found = store.of(BOOK, GAMES[key], 10_000)
    assert len(found) == count
    assert found == sorted(found, key=lambda done: (done.began, done.match_id, done.place), reverse=True)
    assert store.of(BOOK, GAMES[key], 2) == found[:2]
    assert store.of(BOOK + 1, GAMES[key], 2) == []


@pytest.mark.parametrize("key", NOTHING)
def test_they_are_found_by_indexes(service: MatchService, key: str) -> None:
    game = GAMES[key]
    for each in game.achievements:
        explain = f"EXPLAIN QUERY PLAN SELECT match_id FROM {game.tables.rows} WHERE book_id = ? AND {each.when}"
        plan = " ".join(row["detail"] for row in service.database.rows(explain, [BOOK]))
        assert "USING COVERING INDEX" in plan or "USING INDEX" in plan, plan


def test_the_pages_lead_to_where_it_was(client: Any, service: MatchService) -> None:
    for key, where in (("havilering", "/sheet#trick-1-1"), ("grevjass", "/deals/1")):
        play(service, key, 1)
        number = service.database.numbers()[-1]
        table, values = GAMES[key].tables.rows, "double_prial = 1" if key == "havilering" else "tricks_ns = 8"
        with service.database.writing():
            service.database.run(f"UPDATE {table} SET {NOTHING[key]}")
            first = " AND ".join(f"{name} = 1" for name in GAMES[key].tables.order)
            service.database.run(f"UPDATE {table} SET {values} WHERE {first}")
        page = client.get(f"/books/{BOOK}/achievements?game={key}").get_data(as_text=True)
        (address,) = [part.split('"')[0] for part in page.split('href="')[1:] if part.split('"')[0].endswith(where)]
        assert f"/matches/{number}/" in address
        answer = client.get(address)
        assert answer.status_code == 200
        assert where.partition("#")[2] in answer.get_data(as_text=True)


def test_a_players_page_of_a_season_has_none_of_other_seasons(client: Any, service: MatchService) -> None:
    play(service, "karnoffel", 4)
    with service.database.writing():
        service.database.run(f"UPDATE {GAMES['karnoffel'].tables.rows} SET devil = 'N'")
    [player] = service.projections.player_stores["karnoffel"].players(BOOK)[:1]
    address = f"/books/{BOOK}/players/{player.id}?game=karnoffel"
    page = client.get(address).get_data(as_text=True)
    assert "<h2>Achievements</h2>" in page
    [league, *_] = re.findall(r"league=(\d{4}-\d\d-\d\d)", page)
    assert "<h2>Achievements</h2>" not in client.get(f"{address}&league={league}").get_data(as_text=True)


@pytest.mark.parametrize("key", NOTHING)
def test_pages_of_any_size_hold_each_once(service: MatchService, key: str) -> None:
    """Also where several are of one row, and where a page ends between them."""
    play(service, key, 2)
    game, store = GAMES[key], Achievements(service.database)
    values = {forced[1] for forced in FORCED if forced[0] == key}
    with service.database.writing():
        for each in sorted(values):
            service.database.run(f"UPDATE {game.tables.rows} SET {each}")
    everything = store.of(BOOK, game, 10_000)
    assert len(everything) > 3
    for size in (1, 2, 7):
        found, before = list[Any](), ""
        while page := store.of(BOOK, game, size, before=before):
            found += page
            before = page[-1].cursor
        assert found == everything


def test_a_book_with_many_leads_to_all_of_them(client: Any, service: MatchService) -> None:
    play(service, "havilering", 8)
    with service.database.writing():
        service.database.run("UPDATE tricks SET double_prial = 1, jack_havel = 1, points = 13")
    count = len(Achievements(service.database).of(BOOK, GAMES["havilering"], 10_000))
    assert count > 120
    address, seen = f"/books/{BOOK}/achievements", 0
    while address:
        page = client.get(address).get_data(as_text=True)
        seen += page.count("★")
        links = re.findall(r'href="([^"]*before=[^"]*)"', page)
        address = unescape(links[0]) if links else ""
    assert seen == count
    for nonsense in ("x", "a~1~0", "a~9999999999999999999999~0~1~1", "a~b~c~d~e"):
        assert client.get(f"/books/{BOOK}/achievements?before={nonsense}").status_code == 404
    player = client.get(f"/books/{BOOK}/players/1").get_data(as_text=True)
    (all_of_them,) = re.findall(r'href="([^"]*achievements[^"]*player=1[^"]*)"', player)
    assert client.get(unescape(all_of_them)).status_code == 200
