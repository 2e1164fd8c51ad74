"""Projections of a sitting for lists and figures, which are stored so that logs need not be replayed.

They are derived: rows whose keys are column names. After a change here increase `EDITION`, so that every match is
projected again when the database is next opened.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.game import Achievement
from referee.games.hearts import settling
from referee.games.hearts.actions import SEATS
from referee.games.hearts.settling import Item, Settlement, Why
from referee.games.hearts.state import Deal, Match
from referee.games.kit import figures as kit
from referee.games.sittings import projection
from referee.results import Result, ranked

EDITION = 3


def state_columns(match: Match) -> dict[str, Any]:
    """The columns that change with the match: the totals, the pool, True if it is a Jack, and its shares."""
    words = f"hearts {match.setup.rules.settling.value}"
    more = {"pool": [match.pool, int(match.jack)]}
    if match.finish and match.finish.pool:
        more["shares"] = [*match.finish.shares]
    return projection.state_columns(match, words, more)


def result(match: Match) -> dict[str, Result]:
    """The player with the most counters wins, once the pool is shared. Rule 7.2."""
    return ranked(match.by_seat(match.shared))


def deals(match: Match) -> list[projection.Row]:
    """The rows of the settled deals."""
    return projection.rows(match, _deal)


def _deal(match: Match, deal: Deal, totals: Mapping[str, int]) -> projection.Row:
    settlement = deal.settlement
    assert settlement is not None
    row: projection.Row = {
        "result": settlement.result.value,
        "why": settlement.why.value,
        "revoked": " ".join(settlement.revokers),
        "pool_before": settlement.pool[0],
        "pool_after": settlement.pool[1],
        "jack_before": int(settlement.jack[0]),
        "jack_after": int(settlement.jack[1]),
    }
    for seat in SEATS:  # A column for each seat of the largest table.
        row |= {f"hearts_{seat}": settlement.hearts.get(seat), f"net_{seat}": settlement.net.get(seat)}
        row[f"total_{seat}"] = totals.get(seat)
    return row


_TAKEN = " || ".join(f"CASE WHEN net_{seat} > 0 THEN '{seat}' ELSE '' END" for seat in SEATS)
ACHIEVEMENTS = (
    Achievement(
        "all thirteen hearts",
        f"13 IN ({', '.join(f'hearts_{seat}' for seat in SEATS)})",
        f"CASE 13 {' '.join(f'WHEN hearts_{seat} THEN {seat!r}' for seat in SEATS)} END",
    ),
    Achievement("a Jack taken", "jack_before = 1 AND jack_after = 0", _TAKEN),
)


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
    return projection.counted(match, Figures, _of_deals)


def _of_deals(match: Match, settled: Sequence[Settlement], seat: str) -> dict[str, int]:
    own = [moved for each in settled for moved in each.items if moved.player == seat]
    pools = [each for each in settled if each.result is settling.Result.WON and each.clear == (seat,)]
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
