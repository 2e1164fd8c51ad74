"""The state of a sitting of Humbug Whist, folded from its log of actions."""

from dataclasses import dataclass

from referee.cards import Card
from referee.games.humbug_whist.actions import Revoke as RevokeClaim
from referee.games.humbug_whist.actions import Setup
from referee.games.humbug_whist.settling import Settlement
from referee.games.sittings.state import Match as SittingMatch
from referee.games.sittings.state import Phase, SittingDeal, Trick

__all__ = ["Deal", "Match", "Phase", "Trick"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(SittingDeal):
    """A deal of Humbug Whist."""

    turned: Card | None = None
    """The card turned up (1.5)."""
    settlement: Settlement | None = None

    @property
    def awaits_trump(self) -> bool:
        """True until the card is turned up (1.5)."""
        return self.turned is None

    @property
    def entries(self) -> tuple[object, ...]:
        """The card turned up, if it was tapped, comes first."""
        entries = super(Deal, self).entries
        return entries if self.turned is None else (self.turned, *entries)

    @property
    def claims(self) -> tuple[RevokeClaim, ...]:
        """The revokes claimed, in order (4.2)."""
        return tuple(event for event in self.recorded if isinstance(event, RevokeClaim))


@dataclass(frozen=True, slots=True)
class Match(SittingMatch[Setup, Deal]):
    """The state of a sitting. A trick counts one (3.1), and the cards show revokes as in any game (4.4)."""
