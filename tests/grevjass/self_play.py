"""Random matches of Grevjass at a table with real hands: legal records of every kind, and spoilt ones.

Written from the published rules alone, and shares no code with the package.
"""

from datetime import datetime, timedelta
from random import Random
from typing import Any

from tests.grevjass.dealing import Hands, runs
from tests.grevjass.oracle import OTHER, SEATS, SIDES, Book, book_of, left, plain, spellings
from tests.grevjass.oracle_cards import FOURS, four
from tests.grevjass.oracle_deals import side_of_best, vol_can_be_won
from tests.grevjass.oracle_record import CLAIMS, STIKK
from tests.grevjass.spoiling import spoilt, spoilt_setup

__all__ = ["Table", "random_setup", "random_time", "spoilt", "spoilt_setup"]

Action = dict[str, Any]
NAMES = ("Ann", "Bob", "Cat", "Dan", " Eve ", "Åse", "李雷", "O'Hara", "x", "N" * 40, "ann lee", "<b>", "7", "&amp;")
REASONS = ("x", "the slate was wrong", " a debt ", "♥ for Ann", "r" * 200, 'said "no"', "<i>")
OFFSETS = ("+00:00", "+01:00", "-05:00", "+05:30")


def random_time(chance: Random) -> str:
    """A time with its offset."""
    moment = datetime(2026, 12, 21, 20) + timedelta(seconds=chance.randrange(10**6))
    return moment.isoformat() + chance.choice(OFFSETS)


def random_setup(chance: Random) -> dict[str, Any]:
    """A record without actions: random names and dealer, and rules, all or some of them or none."""
    record: dict[str, Any] = {
        "format": "grevjass-match",
        "version": 1,
        "players": dict(zip(SEATS, chance.sample(NAMES, 4), strict=True)),
        "dealer": chance.choice(SEATS),
        "started": random_time(chance),
    }
    rules = {
        "strokes": chance.choice((1, 2, 4, 6, 6, 9, 15, 100)),
        "claims": chance.choice(CLAIMS),
        "stikk": chance.choice(STIKK),
    }
    if chance.random() < 0.85:
        record["rules"] = {key: value for key, value in rules.items() if chance.random() < 0.8}
    return {**record, "actions": []}


class Table:
    """Players at a table, who play by the rules but for accidents; `play` makes the record grow.

    `accidents` is how often something unusual happens, from 0.
    """

    def __init__(self, chance: Random, record: dict[str, Any], accidents: float = 0.1) -> None:
        self.chance = chance
        self.record = record
        self.accidents = accidents
        self.book: Book = book_of(record)
        self.timed = chance.choice((0.0, 0.0, 0.3, 1.0))
        self.oddly_spelt = chance.choice((0.0, 0.0, 0.2, 1.0))
        self.alert = chance.choice((0.0, 0.3, 0.8))
        self.hands = Hands(chance, self.book.dealer, accidents)
        self.planned: list[Action] = []

    def play(self, most: int) -> dict[str, Any]:
        """Play on for at most `most` actions, or to the end of the match, and return the record."""
        entered = 0
        while entered < most and self.book.phase() != "match-over":
            action = self._next()
            if action is not None and self.book.refusal(plain(action)) is None:
                self._enter(action)
                entered += 1
        return self.record

    # ---- entering

    def _enter(self, action: Action) -> None:
        self.book.enter(plain(action))
        written = {key: self._spelt(key, value) for key, value in action.items()}
        if self.chance.random() < self.timed:
            written["at"] = random_time(self.chance)
        self.record["actions"].append(written)

    def _spelt(self, key: str, value: Any) -> Any:
        """The value, its cards written as somebody might."""
        if key == "cards":
            return [self._spelt("card", card) for card in value]
        odd = key in ("card", "sequence") and self.chance.random() < self.oddly_spelt
        return self.chance.choice(spellings(value)) if odd else value

    def _happens(self, rate: float) -> bool:
        return self.chance.random() < rate * self.accidents

    # ---- what comes next; None where nothing does this time

    def _next(self) -> Action | None:
        phase, deal = self.book.phase(), self.book.deal
        if self._happens(0.6):
            return self._accident(phase)
        if deal is None:
            return self._trump()
        if self.planned and not deal.of_type("trick") and self.chance.random() < 0.95:
            return self.planned.pop(0)
        if phase == "strokes":
            return self._take_or_vol(str(side_of_best(deal)))
        return self._claim() or self._trick()

    def _trump(self) -> Action:
        """Deals, and names trump."""
        self.hands = Hands(self.chance, self.book.dealer, self.accidents)
        self.planned = self._melds()
        if self.hands.shown and self.chance.random() < 0.8:
            return {"type": "trump", "card": self.hands.shown}
        return {"type": "trump", "suit": self.hands.trump}

    def _melds(self) -> list[Action]:
        """Melds the players hold and mean to declare, mostly in turn."""
        melds = [meld for steps in range(1, 5) for meld in self._melds_of(left(self.book.dealer, steps))]
        if self.chance.random() < 0.3:
            self.chance.shuffle(melds)
        return [meld for meld in melds if self.chance.random() < 0.85]

    def _melds_of(self, seat: str) -> list[Action]:
        hand = self.hands.owned[seat]
        melds: list[Action] = []
        for run in runs(hand):
            length, start = len(run), 0
            if length > 3 and self.chance.random() < 0.3:
                length = self.chance.randint(3, len(run))
                start = self.chance.randint(0, len(run) - length)
            melds.append({"type": "meld", "player": seat, "sequence": run[start], "length": length})
        held = [rank for rank in FOURS if set(four(rank)) <= set(hand)]
        melds += [{"type": "meld", "player": seat, "four": rank} for rank in held]
        self.chance.shuffle(melds)
        return melds

    def _take_or_vol(self, side: str) -> Action:
        if self.chance.random() < 0.5:
            return {"type": "vol", "player": self.chance.choice(side)}
        return {"type": "take"}

    def _trick(self) -> Action | None:
        deal = self.book.deal
        assert deal
        if self._happens(0.5):
            known = [card for action in deal.of_type("meld") for card in self._cards(action)]
            self.hands.swap(known + ([deal.card] if deal.card else []))
        before = {seat: list(hand) for seat, hand in self.hands.hands.items()}, self.hands.leader
        action = {"type": "trick", "cards": self.hands.trick()}
        if self.book.refusal(action) is not None:
            self.hands.hands, self.hands.leader = before
            return None
        return action

    def _cards(self, action: Action) -> list[str]:
        """The cards of a meld that its player holds by right."""
        if "four" in action:
            return four(action["four"])
        owned = self.hands.owned[action["player"]]
        return [card for card in owned if card[1] == action["sequence"][1]]

    def _claim(self) -> Action | None:
        """A claim by a side that has 100, where somebody notices; seldom one that is false."""
        deal, score = self.book.deal, self.book.score()
        if deal is None or vol_can_be_won(deal):
            return None
        for side in SIDES:
            if score[side] >= 100 and self.chance.random() < self.alert:
                return {"type": "claim", "side": side}
        return {"type": "claim", "side": self.chance.choice(SIDES)} if self._happens(0.3) else None

    # ---- accidents

    def _accident(self, phase: str) -> Action:
        """Something unusual, which may be refused."""
        side, seat = self.chance.choice(SIDES), self.chance.choice(SEATS)
        kinds = {"trump": ("dealer", "chalk", "points", "strokes"), "strokes": ("chalk", "points", "strokes")}
        often = ("misdeal", "misdeal", "chalk", "points", "points", "points", "strokes", "claim")
        kind = self.chance.choice((*kinds.get(phase, ()), *(often if phase != "trump" else ("points",))))
        if kind == "dealer":
            return {"type": "dealer", "player": seat}
        if kind == "chalk":
            return {"type": "chalk", "side": side, "strokes": self.chance.choice((1, 1, 2, 2, 4, 10))}
        if kind == "misdeal":
            return {"type": "misdeal"}
        if kind == "claim":
            return {"type": "claim", "side": self.chance.choice((side, OTHER[side]))}
        return self._adjustment(side, kind)

    def _adjustment(self, side: str, kind: str) -> Action:
        if kind == "strokes":
            amount = self.chance.choice((-6, -1, -1, 0, 1, 1, 2, 3))
        else:
            amount = self.chance.choice((-100, -30, -5, -1, 0, 5, 20, 40, 60, 80, 99, self.chance.randint(-120, 150)))
            if self.chance.random() < 0.15:
                amount = -self.book.score()[side]
        return {"type": "adjust", "side": side, kind: amount, "reason": self.chance.choice(REASONS)}
