"""Projections of a match for lists and figures, which are stored so that logs need not be replayed.

They are derived: rows whose keys are column names. After a change here increase `EDITION`, so that every match is
projected again when the database is next opened.
"""

from typing import Any

from referee.cards import codes
from referee.games.game import Achievement
from referee.games.havilering.combinations import Item
from referee.games.havilering.figures import field_of, missed
from referee.games.havilering.results import Trick
from referee.games.havilering.state import Match
from referee.games.kit.projections import found_by

EDITION = 5


def state_columns(match: Match) -> dict[str, Any]:
    """The columns that change with the match: its state, and the words for search."""
    return {
        "phase": match.phase.value,
        "game": match.game,
        "hand": match.hand,
        "trick": match.in_hand,
        "score_ns": match.score.ns,
        "score_ew": match.score.ew,
        "games_ns": match.games_won.ns,
        "games_ew": match.games_won.ew,
        "words": _words(match),
    }


def _words(match: Match) -> str:
    """Return the words for search: the day, the season, the events, and the reasons of rulings."""
    happened = {"muggins": match.setup.rules.muggins, "revoke": match.revokes, "misdeal": match.misdeals}
    reasons = " ".join(given.reason for given in reversed(match.adjustments))
    return found_by(match.setup, tuple(word for word, has in happened.items() if has), reasons)


def tricks(match: Match) -> list[dict[str, Any]]:
    """The rows of all tricks."""
    return [_trick(match, trick) for trick in match.tricks]


def public_tricks(match: Match) -> list[dict[str, Any]]:
    """The rows of the tricks of hands that are over. Rule 2.8."""
    return [trick for trick in tricks(match) if match.is_over(trick["hand"])]


def _trick(match: Match, trick: Trick) -> dict[str, Any]:
    return {
        "game": trick.game,
        "hand": trick.hand,
        "trick": trick.number,
        "at": trick.at.isoformat(),
        "season": match.season_of(trick).value,
        "dealer": match.dealer_of(trick).value,
        "leader": trick.leader.value,
        **{f"card_{place}": code for place, code in enumerate(codes(trick.cards), 1)},
        "winner": trick.winner.value,
        "rule": trick.win.rule.value,
        "points": trick.score.points,
        **{field_of(item): trick.score.items.get(item, 0) for item in Item},
        "missed": missed(match, trick),
        "pegged_ns": trick.pegged.ns,
        "pegged_ew": trick.pegged.ew,
        "total_ns": trick.totals.ns,
        "total_ew": trick.totals.ew,
    }


ACHIEVEMENTS = (
    Achievement("a double prial", f"{field_of(Item.DOUBLE_PRIAL)} > 0", "winner"),
    Achievement(
        "Jack Havel in a trick of thirteen or more", f"{field_of(Item.JACK_HAVEL)} > 0 AND points >= 13", "winner"
    ),
)
