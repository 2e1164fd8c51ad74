"""Projections of a match for lists, which are stored so that logs need not be replayed.

They are derived: rows whose keys are column names. After a change here increase `EDITION`, so that every match is
projected again when the database is opened next.
"""

import json
from typing import Any

from referee.games.cribbage.actions import Setup
from referee.games.cribbage.events import Adjusted
from referee.games.cribbage.seats import SEATS
from referee.games.cribbage.state import Match
from referee.moments import utc_text
from referee.season import local_day, span_of
from referee.text import folded

EDITION = 1
MOST_WORDS = 4_000
"""Maximum length of the ruling reasons that are searchable, the latest first."""


def setup_columns(setup: Setup) -> dict[str, Any]:
    """The columns that never change: the league, the year, and the rules."""
    day = local_day(setup.started)
    return {
        "began": utc_text(setup.started),
        "league": span_of(day).first.isoformat(),
        "year": day.year,
        "muggins": int(setup.rules.muggins),
        "target": setup.rules.target,
        "best_of": setup.rules.best_of,
    }


def state_columns(match: Match) -> dict[str, Any]:
    """The columns that change with the match: its state, and the words for search."""
    scores = {seat.value: [match.score.of(seat), match.games_won.of(seat)] for seat in SEATS}
    return {
        "phase": match.phase.value,
        "ended": match.now.isoformat(),
        "game": match.deal.game,
        "hand": match.deal.number,
        "trick": len(match.deal.cards),
        "seat_scores": json.dumps(scores),
        "words": _words(match),
    }


def _words(match: Match) -> str:
    """The words for search: the day, the season, the game, and the reasons of rulings of this deal."""
    day = local_day(match.setup.started)
    happened = "muggins" if match.setup.rules.muggins else ""
    reasons = " ".join(event.reason for event in reversed(match.deal.events) if isinstance(event, Adjusted))
    told = f"{day:%A} {day.day} {day:%B %Y}", day.isoformat(), span_of(day).season.value, "cribbage", happened
    return folded(" ".join([*told, reasons[:MOST_WORDS]]))
