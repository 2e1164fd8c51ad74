"""List columns that matches of all games have: derived, and stored so that logs need not be replayed."""

import json
from collections.abc import Iterable, Mapping
from datetime import date
from functools import lru_cache
from typing import Any

from referee.cards import codes
from referee.moments import utc_text
from referee.season import Span, local_day, span_of
from referee.text import folded

MOST_WORDS = 4_000
"""Maximum length of the ruling reasons that are searchable: some twenty rulings, the latest first."""


def setup_columns(setup: Any) -> dict[str, Any]:
    """Return the columns that never change: the league, the year, and some rules, or defaults without them."""
    rules = setup.rules
    return {
        "began": utc_text(setup.started),
        "league": league_of(setup).first.isoformat(),
        "year": local_day(setup.started).year,
        "muggins": int(getattr(rules, "muggins", False)),
        "target": getattr(rules, "target", 0),
        "best_of": getattr(rules, "best_of", 1),
    }


def state_columns(
    match: Any,
    scores: Mapping[str, Any],
    words: tuple[str, ...],
    rulings: Iterable[Any],
    hand: int,
    trick: int,
    game: int = 1,
) -> dict[str, Any]:
    """Return the columns that change with a match: its state, the scores by seat, and the words for search.

    `rulings` are the table's, the latest first.
    """
    return {
        "phase": match.phase.value,
        "game": game,
        "hand": hand,
        "trick": trick,
        "seat_scores": json.dumps(scores),
        "words": found_by(match.setup, words, " ".join(ruling.reason for ruling in rulings)),
    }


def played(tricks: Iterable[Any]) -> str:
    """The tricks of a deal as the column of a row: `N:9S.3H.KS.4D E:…`."""
    return " ".join(f"{trick.leader}:{'.'.join(codes(trick.cards))}" for trick in tricks)


def league_of(setup: Any) -> Span:
    """The season whose league counts a match: the calendar season of the day it was opened."""
    return span_of(local_day(setup.started))


def found_by(setup: Any, words: tuple[str, ...], reasons: str) -> str:
    """The words for search: the day, the season, words of the game, and the reasons of rulings, the latest first."""
    return _found_by(local_day(setup.started), words, reasons[:MOST_WORDS])


@lru_cache(maxsize=200)  # They rarely change from entry to entry.
def _found_by(day: date, words: tuple[str, ...], reasons: str) -> str:
    began = f"{day:%A} {day.day} {day:%B %Y}", day.isoformat(), span_of(day).season.value
    return folded(" ".join([*began, *words, reasons]))[: 2 * MOST_WORDS]
