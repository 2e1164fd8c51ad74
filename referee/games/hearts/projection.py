"""Projections of a sitting for lists, which are stored so that logs need not be replayed.

They are derived: rows whose keys are column names. After a change here increase `EDITION`, so that every match is
projected again when the database is next opened.
"""

from collections.abc import Mapping
from typing import Any

from referee.games.game import Achievement
from referee.games.hearts.actions import SEATS
from referee.games.hearts.state import Deal, Match
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
