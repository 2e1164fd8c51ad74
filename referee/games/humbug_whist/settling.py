"""The winner of a trick, and the settling of a deal. Rules 2.3, 2.4, 3.1, 3.2, 4.2 and 4.3."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from referee.cards import Card, Suit
from referee.games.humbug_whist.actions import SEATS, TRICKS

FOR_A_REVOKE = 3
"""The tricks that a revoke moves (4.2)."""


class Reason(Enum):
    """Reasons why a card takes the trick. Rules 2.3 and 2.4."""

    HIGHER = "higher"
    TRUMP = "trump"
    LED = "led"


def taken_by(led: Card, second: Card, trumps: Suit) -> tuple[int, Reason]:
    """Return the card that takes the trick, 0 for the card led or 1, and the reason. Rules 2.3 and 2.4."""
    if second.suit is led.suit:
        return int(second.rank.height > led.rank.height), Reason.HIGHER
    if second.suit is trumps:
        return 1, Reason.TRUMP
    return 0, Reason.TRUMP if led.suit is trumps else Reason.LED


@dataclass(frozen=True, slots=True)
class Settlement:
    """The settlement of a deal. Each mapping is by seat."""

    won: Mapping[str, int]
    """The tricks before the revokes."""
    revokes: Mapping[str, int]
    tricks: Mapping[str, int]
    """The tricks after the revokes."""
    stake: int

    @property
    def moved(self) -> dict[str, int]:
        """The tricks that each player gained or lost by revokes."""
        return {seat: self.tricks[seat] - self.won[seat] for seat in SEATS}

    @property
    def difference(self) -> int:
        """The number of tricks by which the winner is ahead."""
        return abs(self.tricks["N"] - self.tricks["S"])

    @property
    def winner(self) -> str | None:
        """The player with more tricks; None at thirteen each (3.2)."""
        return max(SEATS, key=lambda seat: self.tricks[seat]) if self.difference else None

    @property
    def net(self) -> dict[str, int]:
        """The units that each player wins or loses (3.1)."""
        return {seat: (2 * self.tricks[seat] - TRICKS) * self.stake for seat in SEATS}


def settled(won: Mapping[str, int], revokes: Mapping[str, int], stake: int) -> Settlement:
    """The settling of a deal, given the tricks and the revokes by seat. Rules 3.1, 4.2 and 4.3."""
    left_over = revokes["N"] - revokes["S"]
    offender, other = SEATS if left_over > 0 else SEATS[::-1]
    moved = min(FOR_A_REVOKE * abs(left_over), won[offender])
    tricks = {offender: won[offender] - moved, other: won[other] + moved}
    return Settlement(dict(won), dict(revokes), {seat: tricks[seat] for seat in SEATS}, stake)
