"""What the projections of all sittings have in common: the columns of a match's row."""

import json
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Any

from referee.games.sittings.actions import Setup
from referee.games.sittings.state import Adjusted, Match
from referee.moments import utc_text
from referee.season import local_day, span_of
from referee.text import folded

AnyMatch = Match[Any, Any]
MOST_WORDS = 4_000
"""Maximum length of the ruling reasons that are searchable, the latest first."""


def setup_columns(setup: Setup) -> dict[str, Any]:
    """The columns that never change. A sitting has no target, and is one game."""
    day = local_day(setup.started)
    return {
        "began": utc_text(setup.started),
        "league": span_of(day).first.isoformat(),
        "year": day.year,
        "muggins": 0,
        "target": 0,
        "best_of": 1,
    }


def state_columns(match: AnyMatch, words: str, more: Mapping[str, list[int]] | None = None) -> dict[str, Any]:
    """The columns that change with the match.

    `words` name the game for search; `more` is kept with the totals by seat, for lists.
    """
    scores = {seat: [total, 0] for seat, total in match.by_seat(match.score).items()}
    return {
        "phase": match.phase.value,
        "ended": match.now.isoformat(),
        "game": 1,
        "hand": match.deal.number,
        "trick": len(match.deal.tricks),
        "seat_scores": json.dumps({**scores, **(more or {})}),
        "words": _words(match, words),
    }


def _words(match: AnyMatch, words: str) -> str:
    """The words for search: the day, the season, the game, and the reasons of rulings of this deal."""
    reasons = " ".join(event.reason for event in reversed(match.deal.events) if isinstance(event, Adjusted))
    return found_by(match.setup, words, reasons)


def found_by(setup: Setup, words: str, reasons: str) -> str:
    """The words for search, given those that name the game, and the reasons of rulings with the latest first."""
    return _found_by(local_day(setup.started), words, reasons[:MOST_WORDS])


@lru_cache(maxsize=200)  # They rarely change from entry to entry.
def _found_by(day: date, words: str, reasons: str) -> str:
    began = f"{day:%A} {day.day} {day:%B %Y}", day.isoformat(), span_of(day).season.value
    return folded(" ".join([*began, words, reasons]))


def leaders(match: AnyMatch) -> set[str]:
    """The players with the highest total."""
    by_seat = match.by_seat(match.score)
    return {seat for seat, total in by_seat.items() if total == max(match.score)}
