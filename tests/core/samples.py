"""Samples of each game to test the core with: matches that play themselves, and their records."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from referee.games import GAMES, game_of_record
from tests.cribbage.self_play import Table as CribbageTable
from tests.cribbage.self_play import random_rules
from tests.grevjass import oracle
from tests.grevjass import self_play as grevjass
from tests.havilering.self_play import SelfPlayingTable, season_of
from tests.hearts import self_play as hearts
from tests.humbug_whist import self_play as humbug_whist
from tests.karnoffel import self_play as karnoffel


@dataclass(frozen=True)
class Sample:
    """A game, and a way to play a match of it."""

    key: str
    play: Callable[[int], dict[str, Any]]
    """A match from a seed, played to its end, as a record."""

    def read(self, seed: int) -> Any:
        return GAMES[self.key].read(self.play(seed))


def enterable(record: dict[str, Any]) -> dict[str, Any]:
    """A record without the entries that pages refuse, since the response would reveal what is closed.

    Entries that no longer fit without them are omitted too.
    """
    game = next(game for game in GAMES.values() if game.format == record["format"])
    read, kept = game.read(record), []
    match = game.begin(read.setup)
    for action, data in zip(read.actions, record["actions"], strict=True):
        if not [*game.closed_faults(match, action), *game.faults(match, action)]:
            match = game.step(match, action)
            kept.append(data)
    return record | {"actions": kept}


def _havilering(seed: int) -> dict[str, Any]:
    rules = {"target": 31, "best_of": 3, "muggins": bool(seed % 2), "season": "winter"}
    return SelfPlayingTable(random.Random(seed), season_of, strays=0.05, **rules).play()


def _cribbage(seed: int) -> dict[str, Any]:
    chance = random.Random(seed)
    rules = random_rules(chance) | {"target": 31, "muggins": bool(seed % 2)}
    table = CribbageTable(chance, accidents=0.05, **rules)
    for _ in table.play(4000):
        pass
    return table.record


def _sitting(game: Any) -> Callable[[int], dict[str, Any]]:
    """A sitting of some deals, which the players finish."""

    def play(seed: int) -> dict[str, Any]:
        for again in range(100):
            chance = random.Random(100 * seed + again)
            record: dict[str, Any] = game.random_setup(chance)
            for _ in game.Table(chance, record, accidents=0.1).play(150):
                pass
            if (
                game_of_record(record).outcome(game_of_record(record).replay(game_of_record(record).read(record)))[
                    "phase"
                ]
                == "over"
            ):
                return record
        raise AssertionError("no sitting came to its end")

    return play


def _grevjass(seed: int) -> dict[str, Any]:
    """A match to its end, with accidents."""
    for again in range(100):
        chance = random.Random(100 * seed + again)
        record = grevjass.random_setup(chance) | {
            "rules": {"strokes": 4, "claims": ["blind", "mild", "open"][seed % 3]}
        }
        played = grevjass.Table(chance, record, accidents=0.1).play(150)
        if oracle.outcome(played)["phase"] == "match-over":
            return played
    raise AssertionError("no match came to its end")


def _karnoffel(seed: int) -> dict[str, Any]:
    """A match to its end, with accidents."""
    chance = random.Random(seed)
    record = karnoffel.random_setup(chance) | {"rules": {"target": 5, "pack": (48, 40)[seed % 2]}}
    record["players"] = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}
    for _ in karnoffel.Table(chance, record, accidents=0.1).play(1000):
        pass
    return record


SAMPLES = {
    "havilering": Sample("havilering", _havilering),
    "cribbage": Sample("cribbage", _cribbage),
    "hearts": Sample("hearts", _sitting(hearts)),
    "humbug-whist": Sample("humbug-whist", _sitting(humbug_whist)),
    "grevjass": Sample("grevjass", _grevjass),
    "karnoffel": Sample("karnoffel", _karnoffel),
}
assert SAMPLES.keys() == GAMES.keys(), "every game needs a sample"
