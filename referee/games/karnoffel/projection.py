"""Projections of a match for lists, which are stored so that logs need not be replayed."""

from typing import Any

from referee.cards import codes
from referee.games.game import Achievement
from referee.games.karnoffel.actions import TRICKS
from referee.games.karnoffel.state import Adjusted, Deal, Match
from referee.games.kit import projections
from referee.games.kit.sides import SEATS, SIDES, ZERO, side_of

EDITION = 1
IN_A_ROW = 3
"""The number of consecutive deals without a trick of the others that is told for years."""


def state_columns(match: Match) -> dict[str, Any]:
    """The columns that change with the match: its state, and the words for search."""
    deal, scores = match.deal, {seat: [match.score.of(side_of(seat)), 0] for seat in SEATS}
    rulings = (event for event in reversed(deal.events) if isinstance(event, Adjusted))
    return projections.state_columns(match, scores, ("karnoffel",), rulings, deal.number, len(deal.tricks))


def deals(match: Match) -> list[dict[str, Any]]:
    """The rows of all deals that are over."""
    rows, sweeps = list[dict[str, Any]](), 0
    for deal in match.deals:
        is_sweep = deal.winner is not None and deal.taken.with_(deal.winner, 0) == ZERO
        before = rows[-1]["winner"] if rows else ""
        sweeps = (sweeps if deal.winner == before else 0) + 1 if is_sweep else 0
        rows.append(_deal(match, deal) | {"sweeps": sweeps})
    return rows


def _deal(match: Match, deal: Deal) -> dict[str, Any]:
    row: dict[str, Any] = {
        "deal": deal.number,
        "dealer": deal.dealer,
        "chosen": deal.chosen.letter if deal.chosen else "",
        "shown": ".".join(codes(deal.cards or ())),
        "entry": deal.entry,
        "played": projections.played(deal.tricks),
        "winner": deal.winner,
        "devil": "".join(trick.winner for trick in deal.tricks if deal.title(trick) == "devil"),
    }
    for side in SIDES:
        row |= {f"tricks_{side.lower()}": deal.taken.of(side), f"total_{side.lower()}": deal.total.of(side)}
    return row


ACHIEVEMENTS = (
    Achievement("a Devil that was led", "devil <> ''", "devil"),
    Achievement(f"{TRICKS}–0 three deals in a row", f"sweeps = {IN_A_ROW}", "winner"),
)
DEAL_COLUMNS = (
    *("deal", "dealer", "chosen", "shown", "entry", "played", "winner", "devil", "sweeps"),
    *("tricks_ns", "tricks_ew", "total_ns", "total_ew"),
)
"""The names of the columns of a deal."""
