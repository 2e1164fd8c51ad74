"""Projections of a match for lists, which are stored so that logs need not be replayed.

They are derived: rows whose keys are column names. After a change here increase `EDITION`, so that every match is
projected again when the database is next opened. None of them contains points of tricks of a deal in hand (6.5).
"""

from typing import Any

from referee.cards import codes
from referee.games.game import Achievement
from referee.games.grevjass.actions import Setup
from referee.games.grevjass.deal import ITEMS, Deal
from referee.games.grevjass.state import Match
from referee.games.kit import projections
from referee.games.kit.sides import SEATS, SIDES, side_of

EDITION = 2


def setup_columns(setup: Setup) -> dict[str, Any]:
    """The columns that never change; the target is the agreed number of strokes."""
    return projections.setup_columns(setup) | {"target": setup.rules.strokes}


def state_columns(match: Match) -> dict[str, Any]:
    """The columns that change with the match: its state, and the words for search. No points of the game in hand."""
    games = {side: sum(game.winner == side for game in match.games) for side in SIDES}
    scores = {seat: [match.strokes.of(side_of(seat)), games[side_of(seat)]] for seat in SEATS}
    rulings = (*(match.deal.rulings if match.deal else ()), *match.rulings)[::-1]
    words, tricks = f"grevjass {match.setup.rules.claims.value}", len(match.deal.tricks) if match.deal else 0
    return projections.state_columns(match, scores, (words,), rulings, match.number, tricks, match.game)


def deals(match: Match) -> list[dict[str, Any]]:
    """The rows of all deals that are over: the deal in hand has none."""
    return [_deal(match, deal) for deal in match.deals]


def _deal(match: Match, deal: Deal) -> dict[str, Any]:
    game = match.games[deal.won - 1] if deal.won else None
    row: dict[str, Any] = {
        "game": deal.game,
        "deal": deal.number,
        "dealer": deal.dealer,
        "trump": deal.trump.letter,
        "shown": deal.card.code if deal.card else "",
        "vol": deal.bid or "",
        "melds": " ".join(f"{meld.player}:{'.'.join(codes(meld.cards))}" for meld in deal.melds),
        "played": projections.played(deal.tricks),
        "winner": game.winner if game else "",
        "how": game.how.value if game else "",
        "strokes": game.strokes if game else 0,
        "jan": int(game.jan) if game else 0,
    }
    for side in SIDES:
        name = side.lower()
        row[f"tricks_{name}"] = deal.tricks_of(side)
        row |= {f"{item}_{name}": deal.item(side, item) for item in ITEMS}
        row[f"total_{name}"] = deal.final.of(side) if deal.final else 0
    return row


ACHIEVEMENTS = (Achievement("a vol", "8 IN (tricks_ns, tricks_ew)", "CASE 8 WHEN tricks_ns THEN 'NS' ELSE 'EW' END"),)
