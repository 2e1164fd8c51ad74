"""Random sittings of Humbug Whist at a table with real hands: legal records of every kind, and spoilt ones.

Written from the published rules alone, and shares no code with the package.
"""

import random
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from typing import Any

from tests.humbug_whist.oracle import winner
from tests.humbug_whist.shapes import CARDS, RANKS, SEATS
from tests.humbug_whist.spoiling import spoilt

__all__ = ["Table", "random_setup", "spoilt"]

Action = dict[str, Any]
OTHER = {"N": "S", "S": "N"}
PACK = [rank + suit for suit in "DHSC" for rank in RANKS]
SPELLINGS = {card: [text for text, code in CARDS.items() if code == card] for card in PACK}
NAMES = ("Ann", "Bob", "Zoë", "O'Hara", "李", "Jean-Luc", "<b>x</b>", "N", "S", " Eve ", ' & "Co"', "🂡", "ß")
LETTERS = "abcdefghijklmnopqrstuvwxyz ABCÄÖÜéñ'&<>-."
REASONS = ("late", "wooden board differs", "x" * 200, " s p a c e ", "Überzahlung", "<i>&amp;</i>", "-", "♠")


def random_time(chance: random.Random) -> str:
    """A time with date, time and offset."""
    moment = datetime(2026, 1, 1, tzinfo=timezone(timedelta(minutes=chance.choice((0, 60, -300, 330, 765)))))
    moment += timedelta(seconds=chance.randrange(40_000_000))
    if chance.random() < 0.1:
        moment += timedelta(microseconds=chance.randrange(1_000_000))
    return moment.isoformat()


def random_name(chance: random.Random) -> str:
    if chance.random() < 0.5:
        return chance.choice(NAMES)
    return "x" + "".join(chance.choices(LETTERS, k=chance.choice((0, 3, 8, 39))))


def random_rules(chance: random.Random) -> dict[str, Any]:
    """House rules, with any of their keys left out."""
    every = {
        "stake": chance.choice((1, 1, 2, 5, 1000, chance.randint(1, 1000))),
        "deals": chance.choice((0, 0, 0, 1, 2, 3, 12, 999, chance.randint(0, 30))),
        "last_trick": chance.random() < 0.5,
    }
    left = chance.choice((0.0, 0.5, 1.0))
    return {key: value for key, value in every.items() if chance.random() >= left}


def random_setup(chance: random.Random) -> dict[str, Any]:
    """A record without actions: random names, dealer and rules."""
    first, second = random_name(chance), random_name(chance)
    while first.strip().casefold() == second.strip().casefold():
        second = random_name(chance)
    record: dict[str, Any] = {
        "format": "humbug-whist-match",
        "version": 1,
        "players": {"N": first, "S": second},
        "dealer": chance.choice(SEATS),
        "started": random_time(chance),
        "actions": [],
    }
    if chance.random() < 0.8:
        record["rules"] = random_rules(chance)
    return record


class Table:
    """A table where cards are dealt and played, now and then wrongly; `record` grows by what is recorded there."""

    def __init__(
        self,
        chance: random.Random,
        record: dict[str, Any],
        accidents: float = 0.1,
        entries: Sequence[str] = ("count", "tricks", "mixed"),
    ) -> None:
        self.chance = chance
        self.record = record
        self.accidents = accidents
        self.entries = tuple(entries)
        self.over = False
        self.settled = 0
        self.agreed = record.get("rules", {}).get("deals", 0)
        self.timed = chance.choice((0.0, 0.3, 1.0))
        self.respelled = chance.choice((0.0, 0.0, 0.2, 1.0))
        self.patience = chance.choice((0.0, 0.02, 0.3))
        self.deal(record["dealer"])

    def deal(self, dealer: str) -> None:
        """Deal the pack, the other player first; the last card, the dealer's, is the one to turn up."""
        pack = self.chance.sample(PACK, 52)
        self.dealer = dealer
        self.leader = OTHER[dealer]
        self.hands = {OTHER[dealer]: pack[0::2], dealer: pack[1::2]}
        self.last_card = pack[-1]
        self.turned = ""
        self.begun = False
        self.known = False
        self.taken = dict.fromkeys(SEATS, 0)
        self.trick = 0
        self.unfollowed: list[tuple[str, int, str]] = []
        self.noticed: list[tuple[str, int]] = []
        entry = self.chance.choice(self.entries)
        self.stop = {"count": 0, "tricks": 26}.get(entry, self.chance.randint(1, 25))

    def play(self, most_actions: int) -> Iterator[dict[str, Any]]:
        """Yield at most `most_actions` actions, each as it is recorded; fewer if the sitting ends."""
        for _ in range(most_actions):
            if self.over:
                return
            action = self.accident() or (self.close() if self.known else self.proceed())
            if self.chance.random() < self.timed:
                action["at"] = random_time(self.chance)
            self.record["actions"].append(action)
            yield action

    def spell(self, card: str) -> str:
        return self.chance.choice(SPELLINGS[card]) if self.chance.random() < self.respelled else card

    # ---- the way of a deal

    def proceed(self) -> Action:
        """The next ordinary action of a deal whose tricks are not known."""
        if not self.begun and self.settled and self.chance.random() < self.patience:
            self.over = True
            return {"type": "finish"}
        self.begun = True
        if not self.turned and (self.stop or self.chance.random() < 0.5):
            self.turned = self.last_card
            return {"type": "trump", "card": self.spell(self.turned)}
        return self.lay() if self.trick < self.stop else self.count()

    def lay(self) -> Action:
        """Play a trick, perhaps led out of turn, perhaps with a revoke."""
        action: Action = {"type": "trick"}
        if self.chance.random() < self.accidents / 3:
            self.leader = OTHER[self.leader]
            action["leader"] = self.leader
        elif self.chance.random() < 0.05:
            action["leader"] = self.leader
        leader, follower = self.leader, OTHER[self.leader]
        first = self.chance.choice(self.hands[leader])
        able = [card for card in self.hands[follower] if card[1] == first[1]]
        revokes = bool(able) and self.chance.random() < self.accidents
        others = [card for card in self.hands[follower] if card[1] != first[1]]
        second = self.chance.choice((others or able) if revokes else (able or others))
        self.trick += 1
        self.show(leader, first)
        self.show(follower, second)
        if second[1] != first[1]:
            self.unfollowed.append((follower, self.trick, first[1]))
        self.leader = (leader, follower)[winner(first, second, self.turned[1])]
        self.taken[self.leader] += 1
        self.known = self.trick == 26
        return {**action, "cards": [self.spell(first), self.spell(second)]}

    def show(self, seat: str, card: str) -> None:
        """A card leaves a hand, and shows every revoke of that player in its suit."""
        self.hands[seat].remove(card)
        shown = [entry for entry in self.unfollowed if entry[0] == seat and entry[2] == card[1]]
        for entry in shown:
            self.unfollowed.remove(entry)
            self.noticed.append((seat, entry[1]))

    def count(self) -> Action:
        """Count the tricks, no fewer for anyone than were tapped."""
        low, high = self.taken["N"], 26 - self.taken["S"]
        north = self.chance.choice((self.chance.randint(low, high), low, high, min(max(13, low), high)))
        self.taken = {"N": north, "S": 26 - north}
        self.known = True
        return {"type": "count", "taken": dict(self.taken)}

    def close(self) -> Action:
        """Settle the deal, and pass it on."""
        self.settled += 1
        self.over = self.settled == self.agreed
        self.deal(OTHER[self.dealer])
        return {"type": "settle"}

    # ---- what goes wrong

    def accident(self) -> Action | None:
        """Perhaps a claim, a misdeal or an adjustment: claims come up most when the tricks are known."""
        claims = 6 if self.known else 1
        if self.chance.random() < self.accidents / 3 * claims:
            return self.claim()
        if self.chance.random() < self.accidents / 6:
            return self.adjust()
        if self.chance.random() < self.accidents / 12:
            return self.misdeal()
        return None

    def claim(self) -> Action:
        """Claim a noticed revoke, or one that is only the table's word."""
        self.begun = True
        if self.noticed and self.chance.random() < 0.7:
            seat, trick = self.noticed.pop(self.chance.randrange(len(self.noticed)))
            return {"type": "revoke", "player": seat, "trick": trick}
        return {"type": "revoke", "player": self.chance.choice(SEATS)}

    def adjust(self) -> Action:
        points = self.chance.choice((-1000, -2, -1, 0, 1, 3, 1000, self.chance.randint(-1000, 1000)))
        player, reason = self.chance.choice(SEATS), self.chance.choice(REASONS)
        return {"type": "adjust", "player": player, "points": points, "reason": reason}

    def misdeal(self) -> Action:
        """Void the deal; it passes, unless the same player deals again."""
        again = self.chance.choice((None, False, True))
        self.deal(self.dealer if again else OTHER[self.dealer])
        return {"type": "misdeal"} if again is None else {"type": "misdeal", "again": again}
