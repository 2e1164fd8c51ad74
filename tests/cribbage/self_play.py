"""Random matches of cribbage with every action, phase and rule option, from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.cribbage.counting import ORDER, hand_items, pips
from tests.cribbage.oracle import Oracle, RefusedByOracleError

CARDS = [rank + suit for rank in ORDER for suit in "SHDC"]
TOTALS = [*range(19), *range(20, 25), 28, 29]


def random_rules(chance: random.Random) -> dict[str, Any]:
    """Some of the rules, each at random."""
    options = {
        "target": chance.choice([11, 31, 61, 121]),
        "best_of": chance.choice([1, 1, 3, 5]),
        "muggins": chance.random() < 0.6,
        "skunk": chance.randint(1, 3),
        "lurch": chance.randint(1, 4),
        "double_lurch": chance.randint(1, 9),
        "doubles_count": chance.random() < 0.4,
        "false_go": chance.choice([0, 1, 2, 9]),
    }
    return {name: value for name, value in options.items() if chance.random() < 0.8}


class Table:
    """Plays cards that it deals, sometimes with a false go, by points, or with a ruling."""

    def __init__(self, chance: random.Random, accidents: float = 0.05, **rules: Any) -> None:
        self.chance, self.accidents = chance, accidents
        dealer = chance.choice("NS")
        self.oracle = Oracle(dealer, **rules)
        self.record: dict[str, Any] = {
            "format": "cribbage-match", "version": 1, "players": {"N": "Ann", "S": "Bob"}, "dealer": dealer,
            "started": "2026-11-21T20:00:00+00:00", "rules": rules, "actions": [],
        }  # fmt: skip
        self.dealt: tuple[int, int] | None = None
        self.by_points = chance.random() < 0.3

    def deal(self) -> None:
        """Deal once for each deal and misdeal."""
        place = len(self.oracle.deals), self.oracle.misdeals
        if place != self.dealt:
            self.dealt = place
            pack = self.chance.sample(CARDS, 13)
            self.cards = {"N": pack[:4], "S": pack[4:8], "crib": pack[8:12]}
            self.starter = pack[12]
            self.by_points = self.chance.random() < 0.25

    def play(self, most: int = 2000) -> Iterator[dict[str, Any]]:
        """Actions until the match is over."""
        while self.oracle.phase != "match-over" and len(self.record["actions"]) < most:
            self.deal()
            action = self.accident() if self.chance.random() < self.accidents else self.due()
            if action is None:
                continue
            try:
                self.oracle.do(action)
            except RefusedByOracleError:  # A card that was dealt has turned up elsewhere by an accident.
                continue
            self.record["actions"].append(action)
            yield action

    def due(self) -> dict[str, Any]:
        """The table's next action."""
        table, chance = self.oracle, self.chance
        match table.phase:
            case "starter":
                if self.by_points and chance.random() < 0.3:
                    return {"type": "peg", "player": chance.choice("NS"), "points": chance.randint(1, 5)}
                return {"type": "starter", "card": self.starter}
            case "play":
                return self.pegs() if self.by_points or table.pegging else self.card()
            case "false-go":
                return self.said({"type": "reply", "answer": chance.choice(["yes", "no"])})
            case "hand" | "crib":
                return self.shown(table.phase)
            case "claim":
                return self.said({"type": "claim", "points": self.claimed()})
        return {"type": "deal"}

    def said(self, action: dict[str, Any]) -> dict[str, Any]:
        """Some programs name the player, some do not."""
        turn = self.oracle.outcome()["turn"]
        return action | {"player": turn} if turn and self.chance.random() < 0.3 else action

    def card(self) -> dict[str, Any]:
        table = self.oracle
        played = [card for _, card in table.played]
        left = [card for card in self.cards[table.on_turn] if card not in [*played, table.starter]]
        if len(left) < table.has(table.on_turn):
            left = [card for card in CARDS if card not in [*played, table.starter]]
        fitting = [card for card in left if table.count + pips(card) <= 31]
        is_false = table.count > 21 and self.chance.random() < 0.3
        if fitting and not is_false:
            return self.said({"type": "play", "card": self.chance.choice(fitting)})
        return self.said({"type": "go"})

    def pegs(self) -> dict[str, Any]:
        if self.oracle.pegging and self.chance.random() < 0.3:
            return self.shown("hand")
        return {"type": "peg", "player": self.chance.choice("NS"), "points": self.chance.choice([1, 2, 3, 6, 12])}

    def shown(self, kind: str) -> dict[str, Any]:
        table = self.oracle
        cards = self.cards["crib" if kind == "crib" else table.counter]
        if table.starter and self.chance.random() < 0.7:
            return {"type": kind, "cards": self.chance.sample(cards, 4)}
        return {"type": kind, "points": self.chance.choice(TOTALS)}

    def claimed(self) -> int:
        table = self.oracle
        assert table.up
        assert table.starter
        items = hand_items(table.up, table.starter, len(table.hands) == 2)
        true = sum(points for _, points in items.values())
        wished = true + self.chance.choice([0, 0, -2, -1, -4, 1, 2])
        nearest: int = min(TOTALS, key=lambda total: abs(total - wished))
        return nearest

    def accident(self) -> dict[str, Any] | None:
        """A ruling, a call or a misdeal; None if the chosen one does not fit now."""
        table, chance = self.oracle, self.chance
        who = chance.choice("NS")
        choice: dict[str, Any] = chance.choice(
            [
                {"type": "muggins", "points": chance.randint(1, 6)},
                {"type": "muggins", "points": chance.randint(1, 6)},
                {"type": "misdeal"},
                {"type": "adjust", "player": who, "points": chance.randint(-5, 5), "reason": "the board says so"},
                {"type": "penalty", "kind": "wrong-hand", "against": who},
                {"type": "penalty", "kind": "wrong-crib", "against": table.dealer},
                {"type": "penalty", "kind": "overpeg", "against": who, "points": chance.randint(0, 4)},
                {"type": "peg", "player": who, "points": chance.randint(1, 9)},
            ]
        )
        if table.phase in ("false-go", "match-over"):
            return None
        if choice["type"] == "muggins" and not table.window:
            return None
        if choice["type"] == "peg" and table.phase not in ("starter", "play"):
            return None
        taken = -choice["points"] if choice["type"] == "adjust" else choice.get("points", 0)
        if choice["type"] in ("adjust", "penalty") and table.score[who] < taken:
            return None
        return choice


def random_action(chance: random.Random) -> dict[str, Any]:
    """Any action of the right shape, whether it fits or not."""
    player = chance.choice([{}, {}, {"player": chance.choice("NS")}])
    shown = chance.choice([{"points": chance.choice(TOTALS)}, {"cards": chance.sample(CARDS, 4)}])
    who = chance.choice("NS")
    kind = chance.choice(["wrong-hand", "wrong-crib", "overpeg"])
    over = {"points": chance.randint(0, 99)} if kind == "overpeg" else {}
    return chance.choice(
        [
            {"type": "starter", "card": chance.choice(CARDS)},
            {"type": "play", "card": chance.choice(CARDS), **player},
            {"type": "play", "card": chance.choice(CARDS), **player},
            {"type": "go", **player},
            {"type": "peg", "player": who, "points": chance.randint(1, 99)},
            {"type": "hand", **shown, **player},
            {"type": "crib", **shown, **player},
            {"type": "claim", "points": chance.choice(TOTALS), **player},
            {"type": "muggins", "points": chance.randint(1, 29), **player},
            {"type": "deal"},
            {"type": "reply", "answer": chance.choice(["yes", "no"]), **player},
            {"type": "misdeal"},
            {"type": "penalty", "kind": kind, "against": who, **over},
            {"type": "adjust", "player": who, "points": chance.randint(-1000, 1000), "reason": "so it is"},
        ]
    )
