"""Sittings in a book: figures, rows and views against a second count from outcomes, and files."""

import csv
import io
import json
import random
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from referee.books.export import rows_as_csv
from referee.games import GAMES
from tests.conftest import BOOK
from tests.core.samples import SAMPLES
from tests.hearts import oracle as hearts
from tests.humbug_whist import oracle as humbug_whist

ORACLES: dict[str, Any] = {"hearts": hearts, "humbug-whist": humbug_whist}


def hearts_counts(outcome: dict[str, Any], seat: str) -> dict[str, int]:
    """The figures of a player of Hearts, counted from an outcome."""
    deals, score = outcome["deals"], outcome["score"]
    own = [item for deal in deals for item in deal["items"] if item["player"] == seat]
    sweepstake = [deal for deal in deals if deal["why"] != "howell"]
    won = [deal for deal in deals if any(i["item"] == "pool" and i["player"] == seat for i in deal["items"])]
    halves = [i for deal in sweepstake for i in deal["items"] if i["item"] == "share" and i["player"] == seat]
    return {
        "matches": 1,
        "matches_won": int(score[seat] == max(score.values())),
        "games": len(deals),
        "games_won": sum(deal["net"][seat] > 0 for deal in deals),
        "hands": len(deals),
        "points": score[seat],
        "points_against": 0,
        "hearts": sum(deal["hearts"][seat] for deal in deals),
        "clear": sum(deal["hearts"][seat] == 0 for deal in deals),
        "all_hearts": sum(deal["hearts"][seat] == sum(deal["hearts"].values()) for deal in deals),
        "pools": len(won),
        "jacks": sum(deal["jack"]["before"] for deal in won),
        "halves": len(halves),
        "won": sum(item["counters"] for item in own if item["counters"] > 0),
        "paid": -sum(item["counters"] for item in own if item["counters"] < 0),
        "revokes": sum(seat in deal["revokers"] for deal in deals),
        "fines": sum(item["item"] == "fine" for item in own),
    }


def humbug_whist_counts(outcome: dict[str, Any], seat: str) -> dict[str, int]:
    """The figures of a player of Humbug Whist, counted from an outcome."""
    deals, score = outcome["deals"], outcome["score"]
    units, moved = ([deal[name][seat] for deal in deals] for name in ("units", "moved"))
    return {
        "matches": 1,
        "matches_won": int(score[seat] == max(score.values())),
        "games": len(deals),
        "games_won": sum(deal["winner"] == seat for deal in deals),
        "hands": len(deals),
        "points": sum(each for each in units if each > 0),
        "points_against": -sum(each for each in units if each < 0),
        "level": sum(deal["winner"] is None for deal in deals),
        "tricks": sum(deal["won"][seat] for deal in deals),
        "revokes": sum(deal["revokes"][seat] for deal in deals),
        "gained": sum(each for each in moved if each > 0),
        "given": -sum(each for each in moved if each < 0),
    }


COUNTS = {"hearts": hearts_counts, "humbug-whist": humbug_whist_counts}


@pytest.fixture(params=ORACLES)
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.quick(20)
@pytest.mark.parametrize("seed", range(25))
def test_the_figures_are_those_of_the_second_count(key: str, seed: int) -> None:
    record, game = SAMPLES[key].play(seed), GAMES[key]
    outcome = ORACLES[key].outcome(record)
    match = game.replay(game.read(record))
    assert game.results(match) == {seat: COUNTS[key](outcome, seat) for seat in outcome["score"]}


def test_the_views_and_totals_say_what_the_records_say(service: Any, tmp_path: Path, key: str) -> None:
    records = [SAMPLES[key].play(seed) for seed in range(6)]
    for number, record in enumerate(records):
        for seat, name in zip(record["players"], "Ann Bob Cat Dan Eve Fay".split(), strict=False):
            record["players"][seat] = name
        record["started"] = f"2026-06-{10 + number}T20:00:00+00:00"
    service.import_records(BOOK, [GAMES[key].read(record) for record in records])
    outcomes = [ORACLES[key].outcome(record) for record in records]
    due: dict[str, Counter[str]] = {}
    for record, outcome in zip(records, outcomes, strict=True):
        for seat, name in record["players"].items():
            due.setdefault(name, Counter()).update(COUNTS[key](outcome, seat))
    table = key.replace("-", "_")
    names = list(COUNTS[key](outcomes[0], next(iter(outcomes[0]["score"]))))
    with closing(sqlite3.connect(tmp_path / "book.db")) as connection:
        sums = ", ".join(f"sum({name})" for name in names)
        for name, *found in connection.execute(f"SELECT name, {sums} FROM {table}_player_list GROUP BY player"):
            assert dict(zip(names, found, strict=True)) == {each: due[name][each] for each in names}
        listed = connection.execute(f"SELECT * FROM {table}_match_list ORDER BY opened").fetchall()
        rows = connection.execute(
            f"SELECT match, deal, dealer FROM {table}_deal_list ORDER BY match, deal"
        ).fetchall()
    assert len(listed) == len(records)
    assert rows == [(number, deal["deal"], deal["dealer"]) for number, outcome in enumerate(outcomes, 1)
                    for deal in outcome["deals"]]  # fmt: skip


def test_the_csv_has_a_column_for_every_seat_and_a_row_for_every_deal(service: Any, key: str) -> None:
    record = SAMPLES[key].play(3)
    service.import_records(BOOK, [GAMES[key].read(record)])
    outcome = ORACLES[key].outcome(record)
    rows = list(csv.DictReader(io.StringIO("".join(rows_as_csv(service, [1], GAMES[key])))))
    assert len(rows) == len(outcome["deals"])
    seats = list(GAMES[key].seats.values())
    assert [rows[0][seat] for seat in seats if rows[0][seat]] == list(record["players"].values())
    for row, deal in zip(rows, outcome["deals"], strict=True):
        for seat in record["players"]:
            brought = f"net_{seat}" if key == "hearts" else f"units_{seat.lower()}"
            assert int(row[brought]) == deal["net" if key == "hearts" else "units"][seat]


def test_totals_and_pool_always_add_up_to_nothing(key: str) -> None:
    """After every action of sittings with every accident."""
    game = GAMES[key]
    for seed in range(20):
        record = SAMPLES[key].play(seed)
        match = game.begin(game.read(record | {"actions": []}).setup)
        for action in game.read(record).actions:
            match = game.step(match, action)
            assert sum(match.score) + getattr(match, "pool", 0) == 0


def test_a_deal_of_three_players_has_no_numbers_for_seats_that_are_not_there(service: Any) -> None:
    record: dict[str, Any] = json.loads(json.dumps(SAMPLES["hearts"].play(3)))
    chance = random.Random(1)
    record |= {"players": {"1": "Ann", "2": "Bob", "3": "Cat"}, "dealer": chance.choice("123"), "rules": {}}
    record["actions"] = [{"type": "count", "taken": {"1": 0, "2": 6, "3": 7}}, {"type": "settle"}, {"type": "finish"}]
    service.import_records(BOOK, [GAMES["hearts"].read(record)])
    (row,) = service.projections.summaries.rows(1, GAMES["hearts"])
    assert [row["hearts_3"], row["hearts_4"], row["net_1"], row["total_6"]] == [7, None, 13, None]
