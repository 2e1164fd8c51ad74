"""Projections of a sitting for lists and figures, which are stored so that logs need not be replayed.

They are derived: rows whose keys are column names. After a change here increase `EDITION`, so that every match is
projected again when the database is next opened.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.humbug_whist.actions import SEATS
from referee.games.humbug_whist.settling import Settlement
from referee.games.humbug_whist.state import Deal, Match
from referee.games.kit import figures as kit
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


@dataclass(frozen=True, slots=True)
class Figures(kit.Figures):
    """The figures of a player. Games are settled deals (3.1), points are units, without the table's corrections."""

    level: int = 0
    """Deals in which both took thirteen (3.2)."""
    tricks: int = 0
    """Tricks taken in play, before the revokes."""
    revokes: int = 0
    """Revokes claimed from the player (4.2)."""
    gained: int = 0
    """Tricks gained by the other player's revokes, and tricks lost by the player's own (4.3)."""
    given: int = 0


def figures(match: Match) -> dict[str, Figures]:
    """The figures of each player of a finished sitting."""
    return projection.counted(match, Figures, _of_deals)


def _of_deals(match: Match, settled: Sequence[Settlement], seat: str) -> dict[str, int]:
    return {
        "games_won": sum(each.winner == seat for each in settled),
        "points": sum(max(0, each.net[seat]) for each in settled),
        "points_against": -sum(min(0, each.net[seat]) for each in settled),
        "level": sum(each.winner is None for each in settled),
        "tricks": sum(each.won[seat] for each in settled),
        "revokes": sum(each.revokes[seat] for each in settled),
        "gained": sum(max(0, each.moved[seat]) for each in settled),
        "given": -sum(min(0, each.moved[seat]) for each in settled),
    }
