"""Matches of five games (all but Havilering) at every kind of moment of a table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from referee.games import GAMES
from referee.games.game import game_of
from referee.match.current import CurrentMatch
from referee.web.games import PAGES
from tests.cribbage.self_play import Table as Cribbage
from tests.grevjass import self_play as grevjass
from tests.hearts import self_play as hearts
from tests.humbug_whist import self_play as humbug_whist
from tests.karnoffel import self_play as karnoffel

SEEDS = 12
NAMES = ("Charlotte", "Maximilian", "Cat", "Friederike", "Eve", "Fay")


def _named(record: dict[str, Any], **rules: Any) -> dict[str, Any]:
    """With names as long as many are, and these rules."""
    return record | {"players": dict(zip(record["players"], NAMES, strict=False)), "rules": rules}


def _sittings(seed: int) -> Iterator[tuple[str, dict[str, Any], Iterator[Any]]]:
    chance = random.Random(seed)
    for number in (4, 6):
        record = _named(hearts.random_setup(chance, players=number))
        table = hearts.Table(chance, record, 0.3, (("count",), ("tricks",))[seed % 2])
        yield f"hearts of {number}", record, table.play(300)
    record = _named(humbug_whist.random_setup(chance), stake=1 + seed % 3)
    yield (
        "humbug-whist",
        record,
        humbug_whist.Table(chance, record, 0.2, (("count",), ("tricks",))[seed % 2]).play(200),
    )


def _tables(seed: int) -> Iterator[tuple[str, dict[str, Any], Iterator[Any]]]:
    """Tables that play: a name, the record, and what makes it grow by an action."""
    yield from _sittings(seed)
    chance = random.Random(seed)
    record = _named(grevjass.random_setup(chance), strokes=9, claims=("open", "blind")[seed % 2])
    table = grevjass.Table(chance, record, 0.1)
    yield f"grevjass, {record['rules']['claims']}", record, iter(lambda: len(table.play(1)["actions"]), 150)
    record = _named(karnoffel.random_setup(chance), target=9, pack=(48, 40)[seed % 2])
    yield f"karnoffel of {record['rules']['pack']}", record, karnoffel.Table(chance, record, 0.3).play(200)
    muggins = seed % 2 == 0
    match = Cribbage(chance, 0.1, target=61, best_of=3, muggins=muggins)
    match.record["players"] = dict(zip("NS", NAMES, strict=False))
    yield f"cribbage{', Muggins' * muggins}", match.record, match.play(200)


@cache
def table_moments() -> dict[str, dict[str, Any]]:
    """For each game, phase and kind of last entry the match that has most to say then; by the name of the moment."""
    found: dict[str, tuple[int, dict[str, Any]]] = {}
    for seed in range(SEEDS):
        for name, record, course in _tables(seed):
            setup = record | {"actions": []}
            format_ = next(game for game in GAMES.values() if game.format == record["format"])
            game = game_of(GAMES, format_.read(setup).setup)
            match, done, screen_of = game.begin(format_.read(setup).setup), 0, PAGES[game.key].screen
            for _ in course:
                if len(record["actions"]) == done:
                    break
                for action in record["actions"][done:]:
                    match = game.step(match, game.read_action(action))
                done = len(record["actions"])
                screen = screen_of(CurrentMatch(game, 1, 1, done, match, False, False))
                moment = f"{name}: {screen.panel} by {record['actions'][-1]['type']}"
                said = len(" ".join(screen.recent))
                if said >= found.get(moment, (0, {}))[0]:
                    found[moment] = said, {**record, "actions": list(record["actions"])}
    return {name: record for name, (_, record) in sorted(found.items())}
