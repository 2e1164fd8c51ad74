"""Figures of each player of a finished sitting, as counts that can be summed up over sittings."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.games.hearts.settling import Item, Result, Settlement, Why
from referee.games.hearts.state import Match
from referee.games.kit import figures as kit
from referee.games.sittings.projection import counted


@dataclass(frozen=True, slots=True)
class Figures(kit.Figures):
    """The figures of a player.

    A match counts as won if nobody else had more counters, a deal if the player gained some. Points are the
    balance, which may be negative; there are no points against.
    """

    hearts: int = 0
    """Hearts taken (3.1)."""
    clear: int = 0
    """Deals without a heart (3.1)."""
    all_hearts: int = 0
    """Deals in which the player took every heart (3.9)."""
    pools: int = 0
    """Pools won alone (3.4), and the number of Jacks among them."""
    jacks: int = 0
    halves: int = 0
    """Halves of a pool (3.5)."""
    won: int = 0
    """Counters taken from the pool by settling, and paid into it."""
    paid: int = 0
    revokes: int = 0
    """Revokes claimed and proved (6.2)."""
    fines: int = 0
    """Fines for irregular hands (4.5)."""


def figures(match: Match) -> dict[str, Figures]:
    """The figures of each player of a finished sitting."""
    return counted(match, Figures, _of_deals)


def _of_deals(match: Match, settled: Sequence[Settlement], seat: str) -> dict[str, int]:
    own = [moved for each in settled for moved in each.items if moved.player == seat]
    pools = [each for each in settled if each.result is Result.WON and each.clear == (seat,)]
    return {
        "points": match.by_seat(match.score)[seat],
        "games_won": sum(each.net[seat] > 0 for each in settled),
        "hearts": sum(each.hearts[seat] for each in settled),
        "clear": sum(seat in each.clear for each in settled),
        "all_hearts": sum(each.hearts[seat] == sum(each.hearts.values()) for each in settled),
        "pools": len(pools),
        "jacks": sum(each.jack[0] for each in pools),
        "halves": sum(
            moved.item is Item.SHARE and moved.player == seat
            for each in settled
            if each.why is not Why.HOWELL
            for moved in each.items
        ),
        "won": sum(max(0, moved.counters) for moved in own),
        "paid": -sum(min(0, moved.counters) for moved in own),
        "revokes": sum(seat in each.revokers for each in settled),
        "fines": sum(moved.item is Item.FINE for moved in own),
    }
