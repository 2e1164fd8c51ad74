"""Karnöffel in a book: figures, rows and views against a second count from outcomes, and files."""

import csv
import io
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from referee.books.export import rows_as_csv
from referee.games.karnoffel.game import KARNOFFEL
from tests.conftest import BOOK
from tests.core.samples import SAMPLES
from tests.karnoffel import oracle

PLAY = SAMPLES["karnoffel"].play


def counts(outcome: dict[str, Any], seat: str) -> dict[str, int]:
    """The figures of a player, counted from an outcome."""
    deals, tricks, side = outcome["deals"], outcome["tricks"], oracle.side(seat)
    won = [deal for deal in deals if deal["winner"] == side]
    lost = [deal for deal in deals if deal["winner"] != side]
    own = [trick["title"] for trick in tricks if trick["winner"] == seat]
    # The last deal may be unfinished; its tricks count.
    suits = {deal["deal"]: deal["chosen"] for deal in deals} | {len(deals) + 1: outcome["chosen"]}
    led = [trick for trick in tricks if trick["leader"] == seat]
    return {
        "matches": 1,
        "matches_won": int(outcome["score"][side] > outcome["score"][oracle.OTHER[side]]),
        "games": len(deals),
        "games_won": len(won),
        "hands": len(deals),
        "points": len(won),
        "points_against": len(lost),
        "sweeps": sum(deal["tricks"][oracle.OTHER[side]] == 0 for deal in won),
        "swept": sum(deal["tricks"][side] == 0 for deal in lost),
        "choices": sum(chooser(deal) == seat for deal in deals if deal["cards"]),
        "tricks": len(tricks),
        "tricks_won": len(own),
        **{f"{title}s": own.count(title) for title in ("karnoffel", "devil", "pope", "kaiser")},
        "devils_led": sum(trick["cards"][0] == f"7{suits[trick['deal']]}" for trick in led),
    }


def chooser(deal: dict[str, Any]) -> str:
    """The player whose face-up card is the lowest, of equal ones the first."""
    heights = [-oracle.TOP_DOWN.index(card[0]) for card in deal["cards"]]
    return oracle.from_seat(oracle.left(deal["dealer"]))[heights.index(min(heights))]


@pytest.mark.parametrize("seed", range(40))
def test_the_figures_are_those_of_the_second_count(seed: int) -> None:
    record = PLAY(seed)
    outcome = oracle.outcome(record)
    found = KARNOFFEL.results(KARNOFFEL.replay(KARNOFFEL.read(record)))
    assert found == {seat: counts(outcome, seat) for seat in "NESW"}


def test_the_views_and_totals_say_what_the_records_say(service: Any, tmp_path: Path) -> None:
    """By player and by partner; and none of it is among Havilering's."""
    records = [PLAY(seed) for seed in range(6)]
    for number, record in enumerate(records):
        names = ("Ann", "Bob", "Cat", "Dan") if number % 2 else ("Ann", "Cat", "Bob", "Dan")
        record["players"] = dict(zip("NESW", names, strict=True))
        record["started"] = f"2026-06-{10 + number}T20:00:00+00:00"
    service.import_records(BOOK, [KARNOFFEL.read(record) for record in records])
    due: dict[tuple[str, str], Counter[str]] = {}
    for record in records:
        outcome, names = oracle.outcome(record), record["players"]
        for seat, partner in zip("NESW", "SWNE", strict=True):
            due.setdefault((names[seat], names[partner]), Counter()).update(counts(outcome, seat))
    columns = list(next(iter(due.values())))
    with closing(sqlite3.connect(tmp_path / "book.db")) as connection:
        sums = ", ".join(f"sum({name})" for name in columns)
        select = f"SELECT name, partner, {sums} FROM karnoffel_player_list GROUP BY name, partner"
        found = {row[:2]: dict(zip(columns, row[2:], strict=True)) for row in connection.execute(select)}
        assert found == {who: dict(each) for who, each in due.items()}
        listed = connection.execute("SELECT deals_ns, deals_ew FROM karnoffel_match_list ORDER BY match").fetchall()
        assert connection.execute("SELECT count(*) FROM match_list").fetchone() == (0,)
    assert listed == [tuple(oracle.outcome(record)["score"].values()) for record in records]


def test_the_csv_has_a_row_for_every_deal_that_is_over(service: Any) -> None:
    record = PLAY(3)
    service.import_records(BOOK, [KARNOFFEL.read(record)])
    outcome = oracle.outcome(record)
    rows = list(csv.DictReader(io.StringIO("".join(rows_as_csv(service, [1], KARNOFFEL)))))
    assert len(rows) == len(outcome["deals"])
    sweeps, before = 0, ""
    for row, deal in zip(rows, outcome["deals"], strict=True):
        assert (row["winner"], row["entry"], row["chosen"]) == (deal["winner"], deal["entry"], deal["chosen"] or "")
        assert {side: int(row[f"tricks_{side.lower()}"]) for side in ("NS", "EW")} == deal["tricks"]
        tricks = [trick for trick in outcome["tricks"] if trick["deal"] == deal["deal"]]
        devils = [trick["winner"] for trick in tricks if trick["title"] == "devil"]
        assert row["devil"] == "".join(devils)
        is_sweep = deal["tricks"][oracle.OTHER[deal["winner"]]] == 0
        sweeps = (sweeps * (before == deal["winner"]) + 1) * is_sweep
        before = deal["winner"]
        assert int(row["sweeps"]) == sweeps
