"""Random matches of Karnöffel at a table with real hands: legal records of every kind, and spoilt ones.

Written from the rules' text alone, and shares no code with the package.
"""

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from tests.humbug_whist.self_play import SPELLINGS, random_name, random_time
from tests.karnoffel import oracle
from tests.karnoffel.oracle import ACTIONS, SEATS, SIDES, left, pack

Action = dict[str, Any]
Record = dict[str, Any]
REASONS = ("late", "counted by hand", "x" * 200, " s p a c e ", "Überzahlung", "<i>&amp;</i>", "♠")


def random_rules(chance: random.Random) -> dict[str, Any]:
    """House rules, with any of their keys left out."""
    every = {
        "target": chance.choice((1, 2, 3, 6, 6, 100)),
        "pack": chance.choice((48, 40)),
        "devil_first": chance.random() < 0.4,
    }
    kept = chance.choice((0.0, 0.5, 1.0))
    return {key: value for key, value in every.items() if chance.random() < kept}


def random_setup(chance: random.Random) -> Record:
    """A record without actions: random names, dealer and rules."""
    names: list[str] = []
    while len(names) < 4:
        name = random_name(chance)
        if " ".join(name.split()).casefold() not in {" ".join(each.split()).casefold() for each in names}:
            names.append(name)
    record: Record = {
        "format": "karnoffel-match",
        "version": 1,
        "players": dict(zip(SEATS, names, strict=True)),
        "dealer": chance.choice(SEATS),
        "started": random_time(chance),
        "actions": [],
    }
    return record | ({"rules": random_rules(chance)} if chance.random() < 0.8 else {})


class Table:
    """A table where cards are dealt and played, now and then wrongly; `record` grows by what is recorded there."""

    def __init__(
        self,
        chance: random.Random,
        record: Record,
        accidents: float = 0.1,
        entries: tuple[str, ...] = ("tricks", "result"),
    ) -> None:
        self.chance, self.record, self.accidents, self.entries = chance, record, accidents, entries
        self.book = oracle.Book(record, [])
        self.timed, self.respelled = chance.choice((0.0, 0.3, 1.0)), chance.choice((0.0, 0.0, 0.2, 1.0))
        self.by_cards = chance.random() < 0.6
        self.deal()

    def deal(self) -> None:
        """Five cards each, beginning left of the dealer; the first of each lies face up."""
        cards = self.chance.sample(sorted(self.book.pack), 20)
        order = oracle.from_seat(left(self.book.dealer))
        self.hands = {seat: cards[place::4] for place, seat in enumerate(order)}
        self.shown = cards[:4]
        self.stop = 9 if self.chance.choice(self.entries) == "tricks" else self.chance.randrange(4)

    def play(self, most: int) -> Iterator[Action]:
        """Yield at most `most` actions, each as it is recorded; fewer if the match ends."""
        for _ in range(most):
            if self.book.over:
                return
            action = self.accident() or self.proceed()
            if self.chance.random() < self.timed:
                action["at"] = random_time(self.chance)
            number, dealt = self.book.number, self.book.events
            dealt_before = len(dealt)
            self.book.take(oracle.plain([action])[0])
            if self.book.number != number or (len(dealt) > dealt_before and action["type"] == "misdeal"):
                self.deal()
            if "cards" in action and self.chance.random() < self.respelled:
                action["cards"] = [self.chance.choice(SPELLINGS[card]) for card in action["cards"]]
            self.record["actions"].append(action)
            yield action

    def proceed(self) -> Action:
        """The next ordinary action of a deal."""
        if len(self.book.here) >= self.stop and (self.book.chosen or not self.stop):
            return self.result()
        if not self.book.chosen:
            is_told = self.by_cards if self.chance.random() < 0.8 else not self.by_cards
            low = min(self.shown, key=lambda card: -oracle.TOP_DOWN.index(card[0]))
            return {"type": "chosen", "cards": self.shown} if is_told else {"type": "chosen", "suit": low[1]}
        return self.lay()

    def result(self) -> Action:
        side = self.chance.choice([*SIDES])
        lost = self.chance.randint(self.book.taken[oracle.OTHER[side]], 2)
        return {"type": "result", "side": side, "lost": lost}

    def lay(self) -> Action:
        """Play a trick, perhaps led out of turn, or with a card of another player's hand."""
        action: Action = {"type": "trick"}
        leader = self.book.leader
        if self.chance.random() < self.accidents / 3:
            leader = action["leader"] = self.chance.choice(SEATS)
        cards: list[str] = []
        for seat in oracle.from_seat(leader):
            hand = self.hands[self.chance.choice(SEATS)] if self.chance.random() < self.accidents / 6 else []
            hand = hand or self.hands[seat] or next(each for each in self.hands.values() if each)
            may = [
                card
                for card in hand
                if cards or self.book.here or self.book.devil_first or card != f"7{self.book.chosen}"
            ]
            cards.append(self.chance.choice(may))
            hand.remove(cards[-1])
        return {**action, "cards": cards}

    def accident(self) -> Action | None:
        """Perhaps a misdeal or a ruling, or a result although tricks are entered."""
        if self.chance.random() < self.accidents / 8:
            return {"type": "misdeal"}
        if self.chance.random() < self.accidents / 8:
            side = self.chance.choice([*SIDES])
            deals = self.chance.choice([each for each in (-3, -1, 0, 1, 2) if self.book.score[side] + each >= 0])
            return {"type": "adjust", "side": side, "deals": deals, "reason": self.chance.choice(REASONS)}
        return self.result() if self.chance.random() < self.accidents / 10 else None


# ---- records that must be refused: legal ones with one thing spoilt

BAD: dict[str, list[Any]] = {
    "type": [None, "", "Trick", 1, ["trick"], "count"],
    "at": [None, 1, "2026-11-27", "2026-11-27T20:00:00", "soon"],
    "suit": [None, "h", "HEARTS", 1, ["H"], "", "♥"],
    "cards": [None, "9S", {}, [None], [1], ["1S"], ["SS", "HH"], [["9S"]], ["joker"]],
    "leader": [None, "n", "NS", 1, "X"],
    "side": [None, "N", "ns", 1, "", ["NS"]],
    "lost": [None, 3, -1, 1.0, "1", True],
    "deals": [None, 101, -101, 1.0, "1", True],
    "reason": [None, "", "  ", "x" * 201, 1, "a\nb", "\u202e"],
}
FORMED: dict[str, Action] = {
    "chosen": {"type": "chosen", "suit": "H"},
    "trick": {"type": "trick", "cards": ["2S", "3S", "4S", "5S"]},
    "result": {"type": "result", "side": "NS", "lost": 2},
    "misdeal": {"type": "misdeal"},
    "adjust": {"type": "adjust", "side": "EW", "deals": 0, "reason": "x"},
}
Way = Callable[[random.Random, Record], Any]


def _any(chance: random.Random, record: Record, *kinds: str) -> Action:
    fit = [action for action in record["actions"] if action["type"] in (kinds or ACTIONS)]
    return chance.choice(fit or record["actions"])


def bad_value(chance: random.Random, record: Record) -> None:
    """A key holds what it cannot hold."""
    action = _any(chance, record)
    key = chance.choice(["at", *action])
    action[key] = deepcopy(chance.choice(BAD[key]))


def wrong_keys(chance: random.Random, record: Record) -> None:
    """A key too few, one too many, or both ways to say the same."""
    action = _any(chance, record)
    if chance.random() < 0.5:
        del action[chance.choice([key for key in action if key not in ("at", "leader")])]
    else:
        needed, allowed = ACTIONS[action["type"]]
        others = {"again": False, "points": 1, "player": "N", "trick": 1, "lost": 1, "suit": "H", "cards": ["2S"]}
        both = [key for key in ("suit", "cards") if action["type"] == "chosen" and key not in action]
        key = chance.choice(both or [key for key in others if key not in {*needed, *allowed}])
        action[key] = others[key]


def no_object(chance: random.Random, record: Record) -> None:
    record["actions"].insert(chance.randint(0, len(record["actions"])), chance.choice([None, "misdeal", 1, [], {}]))


def shuffled(chance: random.Random, record: Record) -> None:
    """An action removed, repeated or moved, or any other put in."""
    actions = record["actions"]
    action = actions.pop(chance.randrange(len(actions)))
    for _ in range(chance.randint(0, 2)):
        actions.insert(chance.randint(0, len(actions)), deepcopy(chance.choice([action, *FORMED.values()])))


def wrong_cards(chance: random.Random, record: Record) -> None:
    """Too few or too many cards, one twice, one that is gone or not in the pack."""
    action = _any(chance, record, "trick", "chosen")
    cards = [*action.get("cards", ["2S", "3S", "4S", "5S"])]
    place = chance.randrange(4)
    wrong = [cards[:place], [*cards, chance.choice(sorted(pack(48)))], [*cards[:3], cards[0]]]
    wrong += [[*cards[:place], other, *cards[place + 1 :]] for other in ("AS", "9H", "8C")]
    action.pop("suit", None)
    action["cards"] = chance.choice(wrong)


WAYS: tuple[Way, ...] = (bad_value, bad_value, wrong_keys, no_object, shuffled, shuffled, wrong_cards, wrong_cards)


def spoilt(chance: random.Random, record: Record) -> tuple[Record, int]:
    """A copy of a legal record with something spoilt, and the number of the action to be refused."""
    while True:
        copy = deepcopy(record)
        chance.choice(WAYS)(chance, copy)
        try:
            oracle.outcome(copy)
        except oracle.Refused as refused:
            return copy, refused.number
