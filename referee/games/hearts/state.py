"""The state of a sitting of Hearts, folded from its log of actions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.cards import Card, Suit
from referee.chain import EMPTY, Chain, Queue
from referee.games.hearts.actions import Choice, FaultKind, Setup, TakeLast
from referee.games.hearts.actions import Revoke as RevokeClaim
from referee.games.hearts.settling import Settlement
from referee.games.sittings.revokes import Revoke, revokes
from referee.games.sittings.state import Match as SittingMatch
from referee.games.sittings.state import Phase, SittingDeal, Trick

__all__ = ["Deal", "Demanded", "Drawn", "Faulted", "Finished", "Match", "Phase", "Trick"]
OF_TWO = 14
"""The number of the first trick that two players play without the stock (2.4).

From then on the next card of a suit proves a revoke (6.6).
"""


@dataclass(frozen=True, slots=True)
class Demanded:
    """The demand made for a fault. Rule 5.1."""

    by: str
    choice: Choice


@dataclass(frozen=True, slots=True)
class Faulted:
    """A fault, and the demand made for it. Rules 5.1 to 5.4."""

    kind: FaultKind
    player: str
    card: Card | None
    by: tuple[str, ...]
    """The players who may demand something."""
    choices: tuple[Choice, ...]
    demand: Demanded | None = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw between two irregular hands. Rule 4.5."""

    short: str
    long: str
    after: int
    """The number of tricks tapped before it."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The end of a sitting: the pool, and each player's share of it. Rule 7.2."""

    pool: int
    shares: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(SittingDeal):
    """A deal of Hearts."""

    settlement: Settlement | None = None
    unanswered: Mapping[Faulted, Queue[int]] = field(default_factory=dict, hash=False)
    """The places, among the recorded events, of faults without a demand; identical faults share a key."""
    demands: Chain[tuple[int, Faulted]] = EMPTY
    """The faults for which something was demanded, with their places, in the order of the demands."""

    @property
    def events(self) -> tuple[Any, ...]:
        """Rulings and claims in the order recorded, with each fault's demand."""
        met = dict(self.demands)
        return (*self.kept, *(met.get(place, event) for place, event in enumerate(self.recorded)))

    def event_since(self, before: SittingDeal) -> Any:
        """The event that an action recorded, or the fault that a demand was made for."""
        if isinstance(before, Deal) and len(self.demands) > len(before.demands):
            return self.demands[-1][1]
        return super(Deal, self).event_since(before)

    @property
    def faults(self) -> tuple[Faulted, ...]:
        """The faults, in order."""
        return tuple(event for event in self.events if isinstance(event, Faulted))

    @property
    def draws(self) -> tuple[Drawn, ...]:
        """The draws between irregular hands, in order."""
        return tuple(event for event in self.recorded if isinstance(event, Drawn))

    @property
    def take_last(self) -> str | None:
        """The player who must take the last trick (4.6)."""
        return next((event.player for event in self.recorded if isinstance(event, TakeLast)), None)

    @property
    def must_be_counted(self) -> bool:
        """Once somebody must take the last trick (4.6)."""
        return self.take_last is not None

    @property
    def revokers(self) -> frozenset[str]:
        """The players whose revokes were claimed and proved (6.2)."""
        return frozenset(event.player for event in self.recorded if isinstance(event, RevokeClaim))


@dataclass(frozen=True, slots=True)
class Match(SittingMatch[Setup, Deal]):
    """The state of a sitting. Created only by `match.begin` and `match.step`."""

    pool: int = 0
    jack: bool = False
    finish: Finished | None = None

    @property
    def shares(self) -> tuple[int, ...]:
        """Each player's share of the pool if the players stop now. Rule 7.2."""
        each, odd = divmod(self.pool, len(self.setup.seats))
        first = self.setup.clockwise(self.setup.left(self.deal.dealer))[:odd]
        return tuple(each + (seat in first) for seat in self.setup.seats)

    @property
    def shared(self) -> tuple[int, ...]:
        """The balances once the pool is shared."""
        return tuple(total + share for total, share in zip(self.score, self.shares, strict=True))

    def may_be_demanded(self, fault: Faulted) -> bool:
        """Return True if a fault can still be answered: not once its card or the deal has been played. Rule 5.1."""
        is_played = fault.card is not None and any(fault.card in trick.cards for trick in self.deal.tricks)
        return fault.demand is None and self.phase is Phase.PLAY and not is_played

    def worth(self, trick: Trick) -> int:
        """The hearts in a trick."""
        return sum(card.suit is Suit.HEARTS for card in trick.cards)

    def revokes_of(self, deal: Deal) -> tuple[Revoke, ...]:
        """The revokes that the tricks of a deal show. Rule 6.6."""
        of_two = len(self.setup.seats) == 2

        def until(seat: str, trick: int) -> int:
            drawn = [draw.after for draw in deal.draws if draw.short == seat and draw.after >= trick]
            return min(drawn, default=self.setup.tricks)

        def skipped(trick: int) -> int:
            return max(0, OF_TWO - trick) if of_two else 0

        return tuple(revokes([self.plays(trick) for trick in deal.tricks], skipped, until))
