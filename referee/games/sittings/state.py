"""The state of a sitting, folded from its log of actions."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, Generic, TypeVar

from referee.cards import Card
from referee.chain import EMPTY, Chain
from referee.games.kit.seated import Seated
from referee.games.sittings.actions import SittingSetup
from referee.games.sittings.revokes import Revoke, revokes

S = TypeVar("S", bound=SittingSetup)
D = TypeVar("D", bound="SittingDeal")


class Phase(Enum):
    """Phases of a sitting; the value is the phase's name in files and the database."""

    PLAY = "play"
    SETTLE = "settle"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick."""

    number: int
    """From 1, within its deal."""
    leader: str
    cards: tuple[Card, ...]
    """In order of play."""
    winner: str


@dataclass(frozen=True, slots=True)
class Misdealt:
    """A deal was void."""

    dealer: str
    again: bool


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The table moved points."""

    player: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingDeal:
    """A deal: the one in hand, which is the last of a match, or a settled one."""

    number: int
    dealer: str
    start: tuple[int, ...]
    """The totals by seat when it began."""
    misdeals: int = 0
    """The number of times it was void and dealt again."""
    kept: Chain[Any] = EMPTY
    """The events that remain from void deals of the same number."""
    recorded: Chain[Any] = EMPTY
    """Rulings and claims since it was dealt, in order."""
    tricks: tuple[Trick, ...] = ()
    counted: tuple[int, ...] | None = None
    """The numbers that the players took, by seat, if they were counted."""
    exposed: frozenset[Card] = frozenset()
    """The cards that were exposed by a fault."""
    is_begun: bool = False
    """True if anything other than adjustments was recorded since it was dealt."""
    settlement: Any = None
    """The settlement, once there is one."""

    @property
    def events(self) -> tuple[Any, ...]:
        """Rulings and claims in the order recorded, with those that remain from void deals."""
        return (*self.kept, *self.recorded)

    def event_since(self, before: "SittingDeal") -> Any:
        """The event that an action recorded, or changed, given the deal in hand before it."""
        return (self.recorded or self.kept)[-1]

    @property
    def must_be_counted(self) -> bool:
        """True if no more tricks may be tapped in it."""
        return False

    @property
    def awaits_trump(self) -> bool:
        """True if a card must be turned up before a trick can be tapped."""
        return False

    @property
    def entries(self) -> tuple[object, ...]:
        """The entries of each turn: the cards of each trick, then the counts."""
        cards: tuple[object, ...] = tuple(trick.cards for trick in self.tricks)
        return cards if self.counted is None else (*cards, self.counted)


@dataclass(frozen=True, slots=True)
class Match(Seated, Generic[S, D]):
    """The state of a sitting."""

    setup: S
    now: datetime
    phase: Phase
    deals: Chain[D]
    """The settled deals, and the deal in hand or, at the end, the one that would come next."""
    score: tuple[int, ...]
    """The totals by seat."""

    @property
    def deal(self) -> D:
        """The deal in hand, or, at the end, the one that would come next."""
        return self.deals[-1]

    @property
    def settled(self) -> int:
        """The number of settled deals."""
        return len(self.deals) - 1

    @property
    def taken(self) -> dict[str, int]:
        """The number each player took in the deal in hand: as counted, or else in the tricks tapped."""
        return self.taken_in(self.deal)

    def taken_in(self, deal: D) -> dict[str, int]:
        """Return the number that each player took in a deal."""
        if deal.counted is not None:
            return dict(zip(self.setup.seats, deal.counted, strict=True))
        taken = dict.fromkeys(self.setup.seats, 0)
        for trick in deal.tricks:
            taken[trick.winner] += self.worth(trick)
        return taken

    def entry_of(self, deal: D) -> str:
        """Return the way in which a deal was entered: `count`, `tricks` or `mixed`."""
        if not deal.tricks:
            return "count"
        return "tricks" if deal.counted is None else "mixed"

    def worth(self, trick: Trick) -> int:
        """Return the number that a trick counts for its winner."""
        return 1

    def revokes_of(self, deal: D) -> tuple[Revoke, ...]:
        """The revokes that the tricks of a deal show."""
        return tuple(revokes([self.plays(trick) for trick in deal.tricks]))

    def by_seat(self, values: tuple[int, ...]) -> dict[str, int]:
        """Values by seat as a mapping."""
        return dict(zip(self.setup.seats, values, strict=True))


AnyMatch = Match[Any, Any]
"""A sitting of any game."""
