"""Projections of a sitting for lists, which are stored so that logs need not be replayed.

They are derived: rows whose keys are column names. After a change here increase `EDITION`, so that every match is
projected again when the database is next opened.
"""

from collections.abc import Mapping
from typing import Any

from referee.games.humbug_whist.actions import SEATS
from referee.games.humbug_whist.state import Deal, Match
from referee.games.sittings import projection

EDITION = 2


def state_columns(match: Match) -> dict[str, Any]:
    """The columns that change with the match."""
    return projection.state_columns(match, "humbug whist")


def deals(match: Match) -> list[projection.Row]:
    """The rows of the settled deals."""
    return projection.rows(match, _deal)


def _deal(match: Match, deal: Deal, totals: Mapping[str, int]) -> projection.Row:
    settlement = deal.settlement
    assert settlement is not None
    row: projection.Row = {"turned": deal.turned.code if deal.turned else ""}
    for seat in SEATS:
        name = seat.lower()
        row |= {f"won_{name}": settlement.won[seat], f"revokes_{name}": settlement.revokes[seat]}
        row |= {f"tricks_{name}": settlement.tricks[seat], f"units_{name}": settlement.net[seat]}
        row[f"total_{name}"] = totals[seat]
    return row
