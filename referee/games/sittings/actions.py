"""The actions that every sitting has, and the base of a sitting's setup."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from referee.cards import PACK, Card
from referee.games.kit.actions import Timed


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
