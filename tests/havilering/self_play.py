"""Random matches of Havilering: real deals, play by the rules (mostly), claims, calls, answers, accidents.

A table asks the second referee (`oracle`) what may be done next, and writes the record down.
"""

import copy
import random
from datetime import datetime, timedelta, timezone
from typing import Any

from referee.season import season_at
from tests.havilering.oracle import CYCLE, RANKS, VALUE, Oracle, items_of

PACK = [rank + suit for suit in CYCLE for rank in RANKS]
START = datetime(2026, 6, 20, 21, 0, tzinfo=timezone(timedelta(hours=1)))
ITEMS = [*VALUE, "jack-havel"]


FOUR = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}
CLUB = "Ann Bob Cat Dan Eve Finn Gwen Hal Iris Jo Kit Liam".split()
NEWEST = datetime(2026, 11, 20, 20, 0, tzinfo=timezone(timedelta(hours=0)))


def season_of(moment: datetime) -> str:
    """The season of a moment, as records name it."""
    return season_at(moment).value


def new_record(chance: random.Random, players=None, started=None, **rules) -> dict[str, Any]:
    started = started or START + timedelta(minutes=chance.randrange(0, 180))
    return {
        "format": "havilering-match", "version": 1, "players": players or FOUR,
        "dealer": chance.choice("NESW"), "started": started.isoformat(),
        "rules": {"target": 121, "best_of": 1, "muggins": False, "season": "auto", "jack_havel": 2,
                  "jack_havel_dealer": 4} | rules,
        "actions": [],
    }  # fmt: skip


class SelfPlayingTable:
    def __init__(self, chance: random.Random, season_at, accidents=0.04, revokes=0.02, strays=0.0, **given):
        self.chance, self.accidents, self.revokes, self.strays = chance, accidents, revokes, strays
        self.record = new_record(chance, **given)
        self.oracle = Oracle(self.record, season_at)
        self.time = self.oracle.time
        self.hands_of = -1
        self.hands: dict[str, list[str]] = {}

    def play(self, actions=10_000) -> dict[str, Any]:
        """Play until the match is over or `actions` are done, and return the record."""
        for _ in range(actions):
            if self.oracle.phase == "match-over":
                break
            self.do(self.next_action())
        return self.record

    def do(self, action):
        if self.chance.random() < 0.6:
            self.time += timedelta(seconds=self.chance.randrange(5, 300))
            action["at"] = self.time.isoformat()
            self.oracle.time = self.time
        getattr(self.oracle, "do_" + action["type"])(copy.deepcopy(action))
        self.record["actions"].append(action)

    def next_action(self):
        phase, chance = self.oracle.phase, self.chance
        if phase.startswith("offer"):
            answers = ["yes", "no", "maybe"] if phase == "offer-first" else ["yes", "no"]
            action = {"type": "reply", "answer": chance.choice(answers)}
            if chance.random() < 0.5:
                action["player"] = self.oracle.asked
            return action
        if chance.random() < self.accidents:
            accident = self.accident()
            if accident:
                return accident
        if phase == "claim":
            held = self.oracle.left.items()
            return {"type": "claim", "items": {item: n for item, n in held if chance.random() < 0.7}}
        if self.oracle.rules["muggins"] and self.oracle.current and chance.random() < 0.3:
            return self.call()
        return {"type": "deal"} if phase == "hand-over" else self.trick()

    def trick(self):
        """Four cards; seldom somebody leads out of turn, and it stands."""
        if not self.strays or self.chance.random() > self.strays:
            return {"type": "trick", "cards": self.four_cards()}
        leader = self.oracle.turn(self.oracle.leader, self.chance.choice([1, 2, 3]))
        return {"type": "trick", "cards": self.four_cards(leader), "leader": leader}

    def accident(self):
        phase, chance = self.oracle.phase, self.chance
        if chance.random() < 0.3 and not self.oracle.game_won:
            self.hands_of = -1
            return {"type": "misdeal"}
        side = chance.choice(["NS", "EW"])
        points = chance.choice([-5, -2, 0, 1, 3, 8])
        if phase == "claim" or self.oracle.score[side] + points < 0:
            return None
        return {"type": "adjust", "side": side, "points": points, "reason": "the wooden board differs"}

    def call(self):
        winner = self.oracle.current[-1]["winner"]
        named = {item: n for item, n in self.oracle.left.items() if n and self.chance.random() < 0.8}
        if self.chance.random() < 0.3 or not named:
            item = self.chance.choice(ITEMS)
            named[item] = named.get(item, 0) + 1
        return {"type": "muggins", "by": self.oracle.turn(winner, self.chance.choice([1, 3])), "items": named}

    def four_cards(self, leader=""):
        oracle = self.oracle
        leader = leader or oracle.leader
        if self.hands_of != oracle.hand or not oracle.current:
            pack = self.chance.sample(PACK, 52)
            self.hands = {seat: pack[place * 13 : place * 13 + 13] for place, seat in enumerate("NESW")}
            self.hands_of = oracle.hand
        cards: list[str] = []
        for place in range(4):
            hand = self.hands[oracle.turn(leader, place)]
            follow = [card for card in hand if cards and card[1] == cards[0][1]]
            choice = follow if follow and self.chance.random() > self.revokes else hand
            if self.chance.random() < 0.5:  # Make combinations a little likelier than chance would.
                choice = sorted(choice, key=lambda card: -sum(items_of([*cards, card]).values()))[:2]
            card = self.chance.choice(choice)
            hand.remove(card)
            cards.append(card)
        return cards


def evening(number: int, before: int, season_at, target=121, club=CLUB) -> dict[str, Any]:
    """Match `number` of a club, `before` matches ago: other seats each time.

    Every third is with Muggins, and in every fifth somebody may lead out of turn.
    """
    chance = random.Random(number)
    players = dict(zip("NESW", chance.sample(club, 4), strict=True))
    started = NEWEST - timedelta(hours=8 * before, minutes=chance.randrange(60))
    rules = {"muggins": number % 3 == 0, "best_of": 1 if number % 4 else 3, "target": target}
    strays = 0 if number % 5 else 0.02
    return SelfPlayingTable(
        chance, season_at, accidents=0.005, strays=strays, players=players, started=started, **rules
    ).play()
