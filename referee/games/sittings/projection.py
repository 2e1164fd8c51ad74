"""What the projections of all sittings have in common: the columns of a match's row."""

import json
from collections.abc import Mapping
from typing import Any

from referee.games.kit.projections import found_by
from referee.games.sittings.state import Adjusted, Match

AnyMatch = Match[Any, Any]


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
    return found_by(match.setup, (words,), reasons)


def leaders(match: AnyMatch) -> set[str]:
    """The players with the highest total."""
    by_seat = match.by_seat(match.score)
    return {seat for seat, total in by_seat.items() if total == max(match.score)}
