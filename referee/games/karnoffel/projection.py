"""Projections of a match for lists, which are stored so that logs need not be replayed."""

from typing import Any

from referee.cards import codes
from referee.games.game import Achievement
from referee.games.karnoffel.actions import TRICKS
from referee.games.karnoffel.state import Adjusted, Match
from referee.games.kit import projections
from referee.games.kit.sides import SEATS, SIDES, other, side_of

EDITION = 1
IN_A_ROW = 3
"""The number of consecutive deals without a trick for the other side that is an achievement."""


def state_columns(match: Match) -> dict[str, Any]:
    """The columns of a match that change with it."""
    deal, scores = match.deal, {seat: [match.score.of(side_of(seat)), 0] for seat in SEATS}
    rulings = (event for event in reversed(deal.events) if isinstance(event, Adjusted))
    return projections.state_columns(match, scores, ("karnoffel",), rulings, deal.number, len(deal.tricks))


def deals(match: Match) -> list[dict[str, Any]]:
    """The rows of all deals that are over; `sweeps` is the number of deals in a row without a trick of the other
    side."""
    rows, sweeps = list[dict[str, Any]](), 0
    for deal in match.deals:
        assert deal.winner
        before = rows[-1]["winner"] if rows else ""
        is_sweep = deal.taken.of(other(deal.winner)) == 0
        sweeps = (sweeps if deal.winner == before else 0) + 1 if is_sweep else 0
        row = {
            "deal": deal.number,
            "dealer": deal.dealer,
            "chosen": deal.chosen.letter if deal.chosen else "",
            "shown": ".".join(codes(deal.cards or ())),
            "entry": deal.entry,
            "played": projections.played(deal.tricks),
            "winner": deal.winner,
            "devil": "".join(trick.winner for trick in deal.tricks if deal.title(trick) == "devil"),
            "sweeps": sweeps,
        }
        for side in SIDES:
            row |= {f"tricks_{side.lower()}": deal.taken.of(side), f"total_{side.lower()}": deal.total.of(side)}
        rows.append(row)
    return rows


ACHIEVEMENTS = (
    Achievement("a Devil that was led", "devil <> ''", "devil"),
    Achievement(f"{TRICKS}–0 three deals in a row", f"sweeps = {IN_A_ROW}", "winner"),
)
