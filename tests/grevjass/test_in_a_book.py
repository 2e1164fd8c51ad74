"""Grevjass in a book: figures, rows and views match a second count from outcomes."""

import csv
import io
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from referee.books.export import rows_as_csv
from referee.games.grevjass.game import GREVJASS
from tests.conftest import BOOK
from tests.core.samples import SAMPLES
from tests.grevjass import oracle

SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
OTHER = {"NS": "EW", "EW": "NS"}
PLAY = SAMPLES["grevjass"].play


def counts(outcome: dict[str, Any], seat: str) -> dict[str, int]:
    """The figures of a player, counted from an outcome."""
    side, games, deals = SIDES[seat], outcome["games"], outcome["deals"]
    won, lost = ([game for game in games if game["winner"] == each] for each in (side, OTHER[side]))
    melds = [(deal, meld) for deal in deals for meld in deal["melds"] if meld["player"] == seat]
    good = [(deal, meld) for deal, meld in melds if meld["counts"]]
    by_number = {deal["deal"]: deal for deal in deals}
    # A game by melds ends in the last deal of that game.
    taken = {max(deal["deal"] for deal in deals if deal["game"] == number)
             for number, game in enumerate(games, 1) if game["how"] == "melds"}  # fmt: skip
    own = [trick for trick in outcome["tricks"] if trick["winner"] == seat]
    jass = [deal["jass"] for deal in deals if deal["jass"] and deal["jass"]["seat"] == seat]
    bid = [deal for deal in deals if deal["vol"] == seat]
    return {
        "matches": 1,
        "matches_won": int(outcome["strokes"][side] > outcome["strokes"][OTHER[side]]),
        "games": len(games),
        "games_won": len(won),
        "hands": len(by_number),
        "points": sum(game["strokes"] for game in won),
        "points_against": sum(game["strokes"] for game in lost),
        "claims_right": sum(claim["right"] for claim in outcome["claims"] if claim["side"] == side),
        "claims_false": sum(not claim["right"] for claim in outcome["claims"] if claim["side"] == side),
        "jans_given": sum(game["jan"] for game in won),
        "jans_taken": sum(game["jan"] for game in lost),
        "vols": sum(game["how"] == "vol" for game in won),
        "vols_bid": len(bid),
        "vols_made": sum(deal["tricks"][side] == 8 for deal in bid),
        "melds": len(melds),
        "melds_good": len(good),
        "meld_points": sum(meld["points"] for _, meld in good),
        "meld_strokes": sum(meld["strokes"] for deal, meld in good if deal["deal"] in taken),
        "stikk": sum(trick["stikk"] == seat for trick in outcome["tricks"]),
        "jass": len(jass),
        "socks": sum(each["socks"] for each in jass),
        "tricks": len(outcome["tricks"]),
        "tricks_won": len(own),
        "card_points": sum(trick["items"]["cards"] for trick in own),
        "revokes": sum(revoke["seat"] == seat for revoke in outcome["revokes"]),
    }


@pytest.mark.quick(15)
@pytest.mark.parametrize("seed", range(40))
def test_the_figures_are_those_of_the_second_count(seed: int) -> None:
    record = PLAY(seed)
    outcome = oracle.outcome(record)
    match = GREVJASS.replay(GREVJASS.read(record))
    assert GREVJASS.results(match) == {seat: counts(outcome, seat) for seat in "NESW"}


def test_the_views_and_totals_say_what_the_records_say(service: Any, tmp_path: Path) -> None:
    """By player and by partner; and none of it is among Havilering's."""
    records = [PLAY(seed) for seed in range(6)]
    for number, record in enumerate(records):
        names = ("Ann", "Bob", "Cat", "Dan") if number % 2 else ("Ann", "Cat", "Bob", "Dan")
        record["players"] = dict(zip("NESW", names, strict=True))
        record["started"] = f"2026-06-{10 + number}T20:00:00+00:00"
    service.import_records(BOOK, [GREVJASS.read(record) for record in records])
    due: dict[tuple[str, str], Counter[str]] = {}
    for record in records:
        outcome, names = oracle.outcome(record), record["players"]
        for seat, partner in zip("NESW", "SWNE", strict=True):
            due.setdefault((names[seat], names[partner]), Counter()).update(counts(outcome, seat))
    columns = list(next(iter(due.values())))
    with closing(sqlite3.connect(tmp_path / "book.db")) as connection:
        sums = ", ".join(f"sum({name})" for name in columns)
        select = f"SELECT name, partner, {sums} FROM grevjass_player_list GROUP BY name, partner"
        found = {row[:2]: dict(zip(columns, row[2:], strict=True)) for row in connection.execute(select)}
        assert found == {who: dict(each) for who, each in due.items()}
        listed = connection.execute(
            "SELECT strokes_ns, strokes_ew FROM grevjass_match_list ORDER BY match"
        ).fetchall()
        assert connection.execute("SELECT count(*) FROM match_list").fetchone() == (0,)
    assert listed == [tuple(oracle.outcome(record)["strokes"].values()) for record in records]
    pairs = service.projections.player_stores["grevjass"].pairs(BOOK)
    assert {frozenset(player.name for player in pair.players) for pair in pairs} == {
        frozenset(names) for names in (("Ann", "Cat"), ("Bob", "Dan"), ("Ann", "Bob"), ("Cat", "Dan"))
    }


def test_the_csv_has_a_row_for_every_deal_that_is_over(service: Any) -> None:
    record = PLAY(3)
    service.import_records(BOOK, [GREVJASS.read(record)])
    outcome = oracle.outcome(record)
    rows = list(csv.DictReader(io.StringIO("".join(rows_as_csv(service, [1], GREVJASS)))))
    assert len(rows) == len(outcome["deals"])
    for row, deal in zip(rows, outcome["deals"], strict=True):
        for side in ("NS", "EW"):
            own = {name: int(row[f"{name}_{side.lower()}"]) for name in deal["items"][side]}
            assert own == deal["items"][side]
            assert int(row[f"tricks_{side.lower()}"]) == deal["tricks"][side]


def test_the_row_of_a_match_in_play_has_no_points(service: Any) -> None:
    """The source of lists and search: only the slate."""
    record = PLAY(3)
    closed = record | {"rules": {"claims": "blind"}, "actions": []}
    number = service.open(BOOK, GREVJASS.read(closed).setup).id
    for place, cards in enumerate(["", "7S AS TS KS", "7C AC TC KC"]):
        entry = {"type": "trick", "cards": cards.split()} if cards else {"type": "trump", "card": "9H"}
        service.post(number, place, f"a{place}", [GREVJASS.read_action(entry)])
    (row,) = service.database.rows("SELECT seat_scores, score_ns, score_ew, words FROM matches", [])
    assert row["seat_scores"] == '{"N": [0, 0], "E": [0, 0], "S": [0, 0], "W": [0, 0]}'
    assert (row["score_ns"], row["score_ew"]) == (None, None)
