"""Of each game something to test the core with: matches that play themselves, and their records."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from referee.games import GAMES
from tests.cribbage.self_play import Table as CribbageTable
from tests.cribbage.self_play import random_rules
from tests.havilering.self_play import SelfPlayingTable, season_of


@dataclass(frozen=True)
class Sample:
    """A game, and how a match of it is played."""

    key: str
    play: Callable[[int], dict[str, Any]]
    """A match from a seed, played to its end, as a record."""

    def read(self, seed: int) -> Any:
        return GAMES[self.key].records.read(self.play(seed))


def _havilering(seed: int) -> dict[str, Any]:
    rules = {"target": 31, "best_of": 3, "muggins": bool(seed % 2), "season": "winter"}
    return SelfPlayingTable(random.Random(seed), season_of, **rules).play()


def _cribbage(seed: int) -> dict[str, Any]:
    chance = random.Random(seed)
    rules = random_rules(chance) | {"target": 31, "muggins": bool(seed % 2)}
    table = CribbageTable(chance, accidents=0.05, **rules)
    for _ in table.play(4000):
        pass
    return table.record


SAMPLES = {
    "havilering": Sample("havilering", _havilering),
    "cribbage": Sample("cribbage", _cribbage),
}
assert SAMPLES.keys() == GAMES.keys(), "every game needs a sample"
