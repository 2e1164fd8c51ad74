"""Books of every game, and a second count of who met whom in them."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from datetime import datetime
from functools import cache
from typing import Any

from referee.games import game_of_record
from referee.season import local_day, span_of
from tests.core.samples import SAMPLES
from tests.core.test_sittings import COUNTS, ORACLES
from tests.cribbage.figures import counts_of as cribbage_counts
from tests.grevjass import oracle as grevjass
from tests.grevjass.test_in_a_book import counts as grevjass_counts
from tests.havilering.counting import ACROSS
from tests.havilering.counting import counts_of as havilering_counts
from tests.havilering.self_play import season_of
from tests.karnoffel import oracle as karnoffel
from tests.karnoffel.test_in_a_book import counts as karnoffel_counts

CLUB = "Ann Bob Cat Dan Eve Zoë".split()
RANKED = ("matches", "matches_won", "games", "games_won", "hands", "points", "points_against")
OF_PARTNERS = ("havilering", "grevjass", "karnoffel")
Side = tuple[str, ...]


@cache
def records_of(key: str, count: int = 14) -> list[dict[str, Any]]:
    """Matches of a game among a few people, over more than a year; the last one is not over."""
    found = []
    for seed in range(count):
        record = SAMPLES[key].play(seed)
        names = random.Random(seed).sample(CLUB, len(record["players"]))
        record["players"] = dict(zip(record["players"], names, strict=True))
        record["started"] = f"{2025 + seed // 12}-{seed % 12 + 1:02}-10T19:00:00+00:00"
        found.append(record)
    found[-1]["actions"] = found[-1]["actions"][:2]
    return found


def by_seat(key: str, record: dict[str, Any]) -> dict[str, Counter[str]]:
    """The figures of each seat by the second count of its game."""
    return _by_seat(key, json.dumps(record))


@cache
def _by_seat(key: str, text: str) -> dict[str, Counter[str]]:
    record = json.loads(text)
    seats = record["players"]
    if key == "havilering":
        counts = havilering_counts([record], season_of)
        return {seat: counts[seats[seat], seats[ACROSS[seat]]] for seat in seats}
    if key == "cribbage":
        told = game_of_record(record).outcome(game_of_record(record).replay(game_of_record(record).read(record)))
        return cribbage_counts(told, record["rules"])
    if key == "grevjass":
        return {seat: Counter(grevjass_counts(grevjass.outcome(record), seat)) for seat in seats}
    if key == "karnoffel":
        return {seat: Counter(karnoffel_counts(karnoffel.outcome(record), seat)) for seat in seats}
    return {seat: Counter(COUNTS[key](ORACLES[key].outcome(record), seat)) for seat in seats}


def league_of(record: dict[str, Any]) -> str:
    return span_of(local_day(datetime.fromisoformat(record["started"]))).first.isoformat()


def met(key: str, records: list[dict[str, Any]], size: int = 1) -> dict[tuple[Side, Side, str], Counter[str]]:
    """Count each player's, or pair's, results against each other, by season and in all, which is the season ''.

    The sides of two are told in the order of seats, both ways round.
    """
    found: dict[tuple[Side, Side, str], Counter[str]] = defaultdict(Counter)
    for record in records[:-1]:
        names, counts = record["players"], by_seat(key, record)
        for own in names:
            for other in names:
                if own == other or (key in OF_PARTNERS and ACROSS[own] == other):
                    continue
                one, two = ((seat,) if size == 1 else (seat, ACROSS[seat]) for seat in (own, other))
                mine, theirs = counts[own], counts[other]
                won = mine["points"] >= theirs["points"] if key == "hearts" else bool(mine["matches_won"])
                done = {name: mine[name] for name in RANKED}
                done |= {"matches_won": int(won), "points_against": theirs["points"]}
                for league in ("", league_of(record)):
                    found[tuple(names[s] for s in one), tuple(names[s] for s in two), league].update(done)
    return found
