"""Projections of a match for lists, which are stored so that logs need not be replayed."""

from typing import Any

from referee.cards import codes
from referee.games.game import Achievement
from referee.games.karnoffel.actions import TRICKS
from referee.games.karnoffel.state import Deal, Match
from referee.games.sittings import race_texts

EDITION = 1
IN_A_ROW = 3
"""The number of consecutive deals without a trick for the other side that is an achievement."""


def deals(match: Match) -> list[dict[str, Any]]:
    """The rows of all deals that are over."""
    return race_texts.rows(match, _own)


def _own(deal: Deal) -> dict[str, Any]:
    return {
        "chosen": deal.chosen.letter if deal.chosen else "",
        "shown": ".".join(codes(deal.cards or ())),
        "devil": "".join(trick.winner for trick in deal.tricks if deal.title(trick) == "devil"),
    }


ACHIEVEMENTS = (
    Achievement("a Devil that was led", "devil <> ''", "devil"),
    Achievement(f"{TRICKS}–0 three deals in a row", f"sweeps = {IN_A_ROW}", "winner"),
)
