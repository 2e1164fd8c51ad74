"""What the database keeps of a match beside its log, so that lists and figures need not play it over.

All of it is derived: plain rows, named as the columns that hold them. A change here raises `EDITION`, and every match
is projected again when the database is opened next.
"""

from dataclasses import asdict
from datetime import date
from functools import lru_cache
from typing import Any

from referee.cards import codes
from referee.games.havilering.actions import Setup
from referee.games.havilering.combinations import Item
from referee.games.havilering.figures import field_of, figures, missed
from referee.games.havilering.seats import Seat
from referee.games.havilering.state import Match, Trick
from referee.moments import utc_text
from referee.season import Span, local_day, span_of
from referee.text import folded

EDITION = 3
MOST_WORDS = 4_000
"""Characters of what was written down that a match can be found by: some twenty rulings, the latest first."""


def setup_columns(setup: Setup) -> dict[str, Any]:
    """What does not change in a match: its league, the calendar year, what the players agreed on."""
    rules = setup.rules
    return {
        "began": utc_text(setup.started),
        "league": league_of(setup).first.isoformat(),
        "year": local_day(setup.started).year,
        "muggins": int(rules.muggins),
        "target": rules.target,
        "best_of": rules.best_of,
        "edition": EDITION,
    }


def league_of(setup: Setup) -> Span:
    """The season in whose league a match counts: that of the calendar on the day it was opened (5.2)."""
    return span_of(local_day(setup.started))


def state_columns(match: Match) -> dict[str, Any]:
    """How it stands now, and the words it can be found by."""
    return {
        "phase": match.phase.value,
        "ended": match.now.isoformat(),
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
    """The day, the season, what happened, and what the table wrote down."""
    happened = {"muggins": match.setup.rules.muggins, "revoke": match.revokes, "misdeal": match.misdeals}
    written = " ".join(given.reason for given in reversed(match.adjustments))[:MOST_WORDS]
    return _found_by(local_day(match.setup.started), tuple(word for word, has in happened.items() if has), written)


@lru_cache(maxsize=200)  # From one trick to the next they mostly stay the same.
def _found_by(day: date, happened: tuple[str, ...], written: str) -> str:
    began = f"{day:%A} {day.day} {day:%B %Y}", day.isoformat(), span_of(day).season.value
    return folded(" ".join([*began, *happened, written]))[: 2 * MOST_WORDS]


def results(match: Match) -> dict[str, dict[str, int]]:
    """What each player did, by seat, in a match that is over."""
    return {seat.value: asdict(counts) for seat, counts in figures(match).items()}


def tricks(match: Match) -> list[dict[str, Any]]:
    """A row for each trick."""
    dealers = _dealers(match)
    return [_trick(match, trick, dealers[trick.hand]) for trick in match.tricks]


def public_tricks(match: Match) -> list[dict[str, Any]]:
    """The rows of those hands that are over. Rule 2.8."""
    return [trick for trick in tricks(match) if match.is_over(trick["hand"])]


def _trick(match: Match, trick: Trick, dealer: Seat) -> dict[str, Any]:
    return {
        "game": trick.game,
        "hand": trick.hand,
        "trick": trick.number,
        "at": trick.at.isoformat(),
        "season": match.season_of(trick).value,
        "dealer": dealer.value,
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


TRICK_COLUMNS = (
    *("game", "hand", "trick", "at", "season", "dealer", "leader", "card_1", "card_2", "card_3", "card_4", "winner"),
    *("rule", "points"),
    *map(field_of, Item),
    *("missed", "pegged_ns", "pegged_ew", "total_ns", "total_ew"),
)
"""The names of the columns of a trick."""


def _dealers(match: Match) -> dict[int, Seat]:
    """Who dealt each hand: eldest, who led its first trick, sits left of the dealer (2.3)."""
    return {trick.hand: trick.leader.right for trick in match.tricks if trick.number == 1}
