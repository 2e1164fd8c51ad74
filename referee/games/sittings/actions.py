"""The actions that every sitting has, with their shapes in records, and the base of a sitting's setup."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from referee.cards import PACK, Card
from referee.fields import FieldReader
from referee.games.kit.records import Kind
from referee.games.kit.stepping import Timed
from referee.games.kit.values import POINTS, REASON, TRUTH, Value, Widget, cards

MANY_CARDS = 10_000


@dataclass(frozen=True, slots=True)
class SittingSetup:
    """The setup of a sitting. A game adds its rules, and the contents of a deal unless all tricks count."""

    players: Mapping[str, str]
    """The names by seat, clockwise."""
    dealer: str
    """The seat of the first dealer."""
    started: datetime
    rules: Any

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in use, clockwise."""
        return tuple(self.players)

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards in use."""
        return PACK

    @property
    def tricks(self) -> int:
        """The number of tricks of a deal."""
        return len(self.pack) // len(self.players)

    @property
    def total(self) -> int:
        """The sum of a deal's counts."""
        return self.tricks

    @property
    def counts(self) -> str:
        """The things that are counted, in the plural."""
        return "tricks"

    def clockwise(self, seat: str) -> tuple[str, ...]:
        """All seats clockwise, beginning with one of them."""
        at = self.seats.index(seat)
        return self.seats[at:] + self.seats[:at]

    def left(self, seat: str) -> str:
        """The next seat clockwise."""
        return self.clockwise(seat)[1]

    def right(self, seat: str) -> str:
        """The seat before, clockwise."""
        return self.clockwise(seat)[-1]


@dataclass(frozen=True, slots=True)
class Play(Timed):
    """A trick: its cards in order of play."""

    cards: tuple[Card, ...]
    leader: str | None = None
    """The leader; None for the winner of the previous trick or, in the first trick, for the player due to lead."""


@dataclass(frozen=True, slots=True)
class Count(Timed):
    """The number that each player took in the deal."""

    taken: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Settle(Timed):
    """The deal is settled, and the next one begins."""


@dataclass(frozen=True, slots=True)
class Misdeal(Timed):
    """The deal is void."""

    again: bool = False
    """True if the same player deals again."""


@dataclass(frozen=True, slots=True)
class Adjust(Timed):
    """The table moves points for a reason."""

    player: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Finish(Timed):
    """The players stop."""


def taken(seats: Iterable[str], most: int) -> Value[dict[str, int]]:
    """The number that each seat of the table took, none above the total."""
    known = tuple(seats)

    def read(reader: FieldReader, value: object, place: str) -> dict[str, int]:
        given = reader.fields(value, place, (), known)
        return {seat: reader.whole(count, f"{place}.{seat}", range(most + 1)) for seat, count in given.items()}

    def misfit(setup: SittingSetup, taken: Mapping[str, int]) -> str | None:
        if set(taken) != set(setup.seats):
            return f"does not have each of the seats {', '.join(setup.seats)}, and only those"
        return None if max(taken.values()) <= setup.total else f"has a number above {setup.total}"

    return Value(read, dict, Widget.NUMBER_OF_EACH, misfit)


def usual_kinds(seat: Value[str], expected: str, taken: Value[dict[str, int]]) -> dict[str, Kind[Any]]:
    """The types of action of every sitting; `expected` says how many cards a trick has."""
    return {
        "trick": Kind(Play, {"cards": cards(expected, MANY_CARDS)}, {"leader": seat}, in_turn=True),
        "count": Kind(Count, {"taken": taken}, in_turn=True),
        "misdeal": Kind(Misdeal, optional={"again": TRUTH}),
        "settle": Kind(Settle, in_turn=True),
        "adjust": Kind(Adjust, {"player": seat, "points": POINTS, "reason": REASON}),
        "finish": Kind(Finish),
    }
