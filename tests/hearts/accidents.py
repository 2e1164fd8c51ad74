"""Accidents at a table, and its knowledge of the deal in hand."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.hearts import oracle
from tests.hearts.dealing import Hands

Action = dict[str, Any]
REASONS = ["x", "the pool was miscounted", " a debt ", "♥ for Ann", "r" * 200, 'said "no"', "<i>"]


class Accidents:
    """The state of a table, and every action that is neither a trick nor a count, a settling or the finish."""

    def __init__(self, chance: Random, record: dict[str, Any], accidents: float) -> None:
        self.chance = chance
        self.accidents = accidents
        self.players = len(record["players"])
        self.seats = oracle.seats(self.players)
        rules = record.get("rules", {})
        self.settling: str = rules.get("settling", "howell" if self.players == 2 else "sweepstake")
        self.odd_jack: bool = rules.get("odd_jack", False)
        self.dealer: str = record["dealer"]
        self.pool = 0
        self.jack = False
        self.fresh_deal()

    def put(self, **action: Any) -> Action:
        """Appends an action to the record; `kind_of` is its type."""
        raise NotImplementedError

    def fresh_deal(self) -> None:
        """Real hands, nothing recorded yet; now and then the wrong player deals."""
        wrong = self.chance.random() < self.accidents / 3
        dealt_by = self.chance.choice(self.seats) if wrong else self.dealer
        self.hands = Hands(self.chance, self.players, dealt_by, self.accidents)
        self.leader = oracle.left(self.dealer, self.players)
        self.tricks = 0
        self.hearts = dict.fromkeys(self.seats, 0)
        self.revokers: set[str] = set()
        self.fined: list[tuple[str, str]] = []
        self.exposed: set[str] = set()
        self.open_faults: list[Action] = []
        self.last_to_take = ""
        self.void = False

    def settle(self) -> None:
        """Divides the pool."""
        one = oracle.settled(
            self.hearts, self.settling, self.odd_jack, self.pool, self.jack, self.revokers, self.fined
        )
        self.pool, self.jack = one["pool"]["after"], one["jack"]["after"]
        self.dealer = oracle.left(self.dealer, self.players)

    def accident(self, phase: str) -> Iterator[Action]:
        """Perhaps something happens, unless the deal is void already."""
        if self.void or self.chance.random() >= self.accidents:
            return
        kinds = [self.revoke, self.revoke, self.irregular, self.adjust, self.misdeal]
        if phase == "play":
            kinds += [self.fault, self.fault, self.fault, self.fault, self.take_last, self.demand, self.demand]
        yield from self.chance.choice(kinds)()

    def revoke(self, seat: str = "") -> Iterator[Action]:
        """Somebody, or nobody in particular, claims a revoke."""
        innocent = [each for each in self.seats if each not in self.revokers]
        if not innocent:
            return
        guilty = sorted(self.hands.revoked - self.revokers)
        player = seat or self.chance.choice(guilty or innocent)
        self.revokers.add(player)
        others = [each for each in self.seats if each != player]
        yield self.put(kind_of="revoke", player=player, by=self.chance.choice([None, *others]))

    def irregular(self) -> Iterator[Action]:
        """A short hand draws from a long one."""
        if self.hands.uneven and self.tricks:
            short, long = self.hands.even()
        else:
            short, long = self.chance.sample(self.seats, 2)
        self.fined.append((short, long))
        yield self.put(kind_of="irregular", short=short, long=long)

    def take_last(self) -> Iterator[Action]:
        if not self.last_to_take:
            self.last_to_take = self.chance.choice(self.seats)
            yield self.put(kind_of="take-last", player=self.last_to_take)

    def misdeal(self) -> Iterator[Action]:
        again = self.chance.choice((None, False, True))
        if not again:
            self.dealer = oracle.left(self.dealer, self.players)
        self.void = True
        yield self.put(kind_of="misdeal", again=again)

    def adjust(self) -> Iterator[Action]:
        """A penalty, a gift from the pool, counters from one player to another, or nothing at all."""
        points = self.chance.choice((-self.chance.randint(1, 30), self.chance.randint(1, 10), self.pool, 0, -1000))
        points = min(points, self.pool, 1000)
        if self.chance.random() < 0.3:
            moved = self.chance.randint(1, 20)
            yield self._adjusted(-moved)
            points = moved
        yield self._adjusted(points)

    def _adjusted(self, points: int) -> Action:
        self.pool -= points
        self.jack = self.jack and self.pool > 0
        player = self.chance.choice(self.seats)
        return self.put(kind_of="adjust", player=player, points=points, reason=self.chance.choice(REASONS))

    def fault(self) -> Iterator[Action]:
        """A fault, and perhaps at once the demand."""
        player = self.chance.choice(self.seats)
        kind = self.chance.choice(("lead", "turn", "exposed") if self.players > 2 else ("lead", "exposed"))
        due = card = None
        if kind == "turn":
            near = (player, oracle.left(player, self.players))
            due = self.chance.choice([None, *(seat for seat in self.seats if seat not in near)])
        if kind == "exposed":
            held = [each for each in self.hands.hands[player] if each not in self.exposed]
            unseen = [each for each in oracle.pack(self.players) if each not in self.exposed]
            if not unseen:
                return
            card = self.chance.choice(held if held and self.chance.random() < 0.8 else unseen)
            self.exposed.add(card)
        known = {"kind": kind, "player": player, "card": card, "due": due}
        self.open_faults.append({key: value for key, value in known.items() if value is not None})
        yield self.put(kind_of="fault", **known)
        if self.chance.random() < 0.6:
            yield from self.demand()

    def demand(self) -> Iterator[Action]:
        """Somebody makes a demand for one of the faults, which answers the oldest that gives it."""
        if not self.open_faults:
            return
        fault = self.chance.choice(self.open_faults)
        by = self.chance.choice(oracle.who_may_demand(fault, self.players))
        choice = self.chance.choice(oracle.CHOICES[fault["kind"]])
        made = {"player": fault["player"], "by": by, "choice": choice, "card": fault.get("card")}
        self.open_faults.remove(next(each for each in self.open_faults if oracle.gives(each, made, self.players)))
        yield self.put(kind_of="demand", **made)
