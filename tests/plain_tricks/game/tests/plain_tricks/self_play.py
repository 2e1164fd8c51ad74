"""Matches of Plain Tricks that play themselves, written from the rules alone."""

import random
from collections.abc import Iterator
from typing import Any

SEATS, RANKS = "NESW", "23456789TJQKA"
PACK = [rank + suit for rank in RANKS for suit in "DHSC"]


def random_setup(chance: random.Random) -> dict[str, Any]:
    """A record without actions."""
    players = dict(zip(SEATS, ("Ann", "Bob", "Cat", "Dan"), strict=True))
    head = {"format": "plain-tricks-match", "version": 1, "started": "2026-11-21T19:30:00+00:00"}
    return {**head, "players": players, "dealer": chance.choice(SEATS), "actions": []}


class Table:
    """A table where every other deal is counted, and the others are tapped; `record` grows by what is recorded."""

    def __init__(self, chance: random.Random, record: dict[str, Any], accidents: float) -> None:
        self.chance, self.record = chance, record

    def play(self, most_actions: int) -> Iterator[dict[str, Any]]:
        """Yield each action as it is recorded, until the players stop after some deals."""
        dealer = SEATS.index(self.record["dealer"])
        for deal in range(self.chance.randint(2, 4)):
            entries = self._tapped((dealer + 1) % 4) if deal % 2 else [self._counted()]
            for action in (*entries, {"type": "settle"}):
                self.record["actions"].append(action)
                yield action
            dealer = (dealer + 1) % 4
        self.record["actions"].append({"type": "finish"})
        yield self.record["actions"][-1]

    def _counted(self) -> dict[str, Any]:
        first, second, third = sorted(self.chance.randint(0, 13) for _ in range(3))
        return {"type": "count", "taken": {"N": first, "E": second - first, "S": third - second, "W": 13 - third}}

    def _tapped(self, leader: int) -> Iterator[dict[str, Any]]:
        pack = self.chance.sample(PACK, 52)
        hands = [pack[at::4] for at in range(4)]
        for _ in range(13):
            cards = [hands[(leader + turn) % 4].pop() for turn in range(4)]
            followers = [card for card in cards if card[1] == cards[0][1]]
            leader = (leader + cards.index(max(followers, key=lambda card: RANKS.index(card[0])))) % 4
            yield {"type": "trick", "cards": cards}
