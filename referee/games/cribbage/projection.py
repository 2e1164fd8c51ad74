"""Projections of a match for lists, which are stored so that logs need not be replayed.

They are derived: rows whose keys are column names. After a change here increase `EDITION`, so that every match is
projected again when the database is next opened.
"""

from typing import Any

from referee.cards import codes
from referee.games.cribbage.events import Adjusted, Counted
from referee.games.cribbage.figures import missed, pegged_in_play
from referee.games.cribbage.outcome import running
from referee.games.cribbage.seats import SEATS
from referee.games.cribbage.state import Deal, Match, Phase
from referee.games.game import Achievement
from referee.games.kit import projections

EDITION = 4


def state_columns(match: Match) -> dict[str, Any]:
    """The columns that change with the match: its state, and the words for search."""
    scores = {seat.value: [match.score.of(seat), match.games_won.of(seat)] for seat in SEATS}
    deal, words = match.deal, ("cribbage", "muggins" if match.setup.rules.muggins else "")
    rulings = (event for event in reversed(deal.events) if isinstance(event, Adjusted))
    return projections.state_columns(match, scores, words, rulings, deal.number, len(deal.cards), deal.game)


def deals(match: Match) -> list[dict[str, Any]]:
    """The rows of all deals in which something was entered."""
    return [_deal(deal) for deal in match.deals if deal.events]


def public_deals(match: Match) -> list[dict[str, Any]]:
    """Return the rows without the deal in hand, which may have a claim that can be called. Rule 6.6."""
    return deals(match) if match.phase is Phase.MATCH_OVER else [_deal(deal) for deal in match.deals[:-1]]


_SHOWN = ("pone", "dealer", "crib")
"""The hands and the crib in the order of their counts (4.1)."""


def _deal(deal: Deal) -> dict[str, Any]:
    row: dict[str, Any] = {
        "game": deal.game,
        "deal": deal.number,
        "dealer": deal.dealer.value,
        "starter": deal.starter.code if deal.starter else "",
        "played": " ".join(placed.card.code for placed in deal.cards),
        "missed": sum(map(missed, deal.counted)),
    }
    for at, what in enumerate(_SHOWN):
        row |= _count(what, next(iter(deal.counted[at : at + 1]), None))
    *_, (_, total) = running(deal)
    for seat in SEATS:
        name = seat.value.lower()
        row[f"play_{name}"] = pegged_in_play(deal, seat)
        row[f"pegged_{name}"] = deal.pegged.of(seat)
        row[f"total_{name}"] = total.of(seat)
    return row


def _count(what: str, event: Counted | None) -> dict[str, Any]:
    """Return the columns of a hand or crib: cards, worth, and the number claimed; None for a missing value."""
    return {
        f"{what}_cards": " ".join(codes(event.cards)) if event and event.cards else "",
        f"{what}_points": event.points if event else None,
        f"{what}_claimed": event.claimed if event else None,
    }


ACHIEVEMENTS = (
    Achievement("a hand of 29", "pone_points = 29", "CASE dealer WHEN 'N' THEN 'S' ELSE 'N' END"),
    Achievement("a hand of 29", "dealer_points = 29", "dealer"),
)
