"""Records of tables that play by the rules, with the accidents of real tables, for property tests."""

import datetime
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from tests.hearts import oracle
from tests.hearts.accidents import Accidents
from tests.hearts.spoiling import spoilt

__all__ = ["Table", "random_setup", "spoilt"]

Action = dict[str, Any]
NAMES = [
    "Ann",
    "Bob",
    "Cat",
    "Dan",
    "Eve",
    "Fay",
    " Gus ",
    "Åse",
    "李雷",
    "O'Hara",
    "x",
    "N" * 40,
    "ann lee",
    "<b>",
    "7",
]
SYMBOLS = {"D": "♦♢", "H": "♥♡", "S": "♠♤", "C": "♣♧"}
OFFSETS = ("+00:00", "+01:00", "-05:00", "+05:30")


def random_time(chance: Random) -> str:
    """A time with its offset, some minutes or days after a fixed one."""
    moment = datetime.datetime(2026, 11, 21, 20) + datetime.timedelta(seconds=chance.randrange(10**6))
    return moment.isoformat() + chance.choice(OFFSETS)


def random_setup(chance: Random, players: int | None = None) -> dict[str, Any]:
    """A record without actions: some players, a dealer, and rules, all or some of them or none."""
    players = players or chance.choice((2, 3, 4, 4, 4, 5, 6))
    seats = oracle.seats(players)
    record: dict[str, Any] = {
        "format": "hearts-match",
        "version": 1,
        "players": dict(zip(seats, chance.sample(NAMES, players), strict=True)),
        "dealer": chance.choice(seats),
        "started": random_time(chance),
    }
    settlings = ["howell"] if players == 2 else ["sweepstake", "sweepstake", "howell"]
    rules = {"settling": chance.choice(settlings), "odd_jack": chance.random() < 0.5}
    if chance.random() < 0.8:
        record["rules"] = {key: value for key, value in rules.items() if chance.random() < 0.75}
    return {**record, "actions": []}


def random_spelling(chance: Random, card: str) -> str:
    """The card as somebody might write it."""
    rank, suit = card[0], card[1]
    signs = [suit, suit.lower(), *(sign + end for sign in SYMBOLS[suit] for end in ("", "\ufe0e", "\ufe0f"))]
    return chance.choice((rank, rank.lower(), "10" if rank == "T" else rank)) + chance.choice(signs)


class Table(Accidents):
    """Players at a table: `play` appends what they do to the record, and yields each action.

    `accidents` is how often something goes wrong, from 0; `entries` are the ways in which they enter a deal.
    """

    def __init__(
        self,
        chance: Random,
        record: dict[str, Any],
        accidents: float = 0.1,
        entries: tuple[str, ...] = ("count", "tricks", "mixed"),
    ) -> None:
        super().__init__(chance, record, accidents)
        self.record = record
        self.entries = entries
        self.actions: list[Action] = record["actions"]
        self.timed = chance.choice((0.0, 0.3, 1.0))
        self.oddly_spelt = chance.choice((0.0, 0.0, 0.2))
        self.course = self._sitting()

    def play(self, most_actions: int) -> Iterator[Action]:
        """Play on for at most `most_actions` actions."""
        yield from islice(self.course, most_actions)

    def put(self, **action: Any) -> Action:
        """Appends the action to the record, written as somebody might; a key that is None is left out."""
        action = {"type": action.pop("kind_of"), **{key: value for key, value in action.items() if value is not None}}
        if "card" in action:
            action["card"] = self._spelt(action["card"])
        if "cards" in action:
            action["cards"] = [self._spelt(card) for card in action["cards"]]
        if self.chance.random() < self.timed:
            action["at"] = random_time(self.chance)
        self.actions.append(action)
        return action

    def _spelt(self, card: str) -> str:
        return random_spelling(self.chance, card) if self.chance.random() < self.oddly_spelt else card

    def _sitting(self) -> Iterator[Action]:
        settled_deals = 0
        while True:
            self.fresh_deal()
            if self.chance.random() < self.accidents / 2:
                yield from self.adjust()
            if settled_deals and self.chance.random() < 0.03:
                yield self.put(kind_of="finish")
                return
            yield from self._deal(self.chance.choice(self.entries))
            if not self.void:
                self.settle()
                settled_deals += 1
                yield self.put(kind_of="settle")

    def _deal(self, entry: str) -> Iterator[Action]:
        """All of a deal but its settling."""
        most = oracle.TRICKS[self.players]
        yield from self._tricks({"count": 0, "tricks": most, "mixed": self.chance.randrange(1, most)}[entry])
        if not self.void and self.tricks < most:
            for _ in range(self.chance.randrange(3)):
                yield from self.accident("play")
            if not self.void:
                self.hearts = self._counted()
                yield self.put(kind_of="count", taken=self.hearts)
        yield from self._before_the_pool()

    def _tricks(self, how_many: int) -> Iterator[Action]:
        for _ in range(how_many):
            yield from self.accident("play")
            if self.void or self.last_to_take:
                return
            if self.hands.must_be_evened() or (self.hands.uneven and self.tricks and self.chance.random() < 0.5):
                yield from self.irregular()
            yield self._trick()

    def _trick(self) -> Action:
        usual = self.leader
        leader, cards, self.leader = self.hands.trick()
        self.hearts[self.leader] += sum(card[1] == "H" for card in cards)
        self.tricks += 1
        said = leader if leader != usual or self.chance.random() < 0.15 else None
        return self.put(kind_of="trick", cards=cards, leader=said)

    def _counted(self) -> dict[str, int]:
        """The hearts that everyone claims, no fewer than in the tricks tapped."""
        counted = dict(self.hearts)
        takers = self.chance.sample(self.seats, self.chance.randint(1, self.players))
        for _ in range(oracle.IN_PLAY[self.players] - sum(counted.values())):
            counted[self.chance.choice(takers)] += 1
        return counted

    def _before_the_pool(self) -> Iterator[Action]:
        """Events while the pool waits to be divided."""
        for seat in sorted(self.hands.revoked - self.revokers):
            if not self.void and self.chance.random() < 0.7:
                yield from self.revoke(seat)
        for _ in range(self.chance.choice((1, 1, 2, 3))):
            yield from self.accident("settle")
