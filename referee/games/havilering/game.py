"""Havilering as a `Game`."""

from collections.abc import Sequence
from typing import Any

from referee.faults import Fault
from referee.games.game import Game, Tables
from referee.games.havilering import corrections, legality, outcome, projection, seen
from referee.games.havilering.actions import HOUSE_RULES, Action, Setup
from referee.games.havilering.match import STEPPING
from referee.games.havilering.shapes import KINDS, ROUNDS, SETUPS
from referee.games.havilering.state import Match
from referee.games.kit.sides import PARTNERS, SEAT_WORDS, left_of


def _refusal(now: Match, faults: Sequence[Fault]) -> dict[str, Any] | None:
    """Note the refusal of a claim for items that the trick does not contain, but not the claim itself (8.1)."""
    trick = now.last_trick
    if trick is None or all(fault.code != legality.NOT_IN_TRICK for fault in faults):
        return None
    return {"trick": legality.mark_of(trick), "number": trick.number}


HAVILERING: Game[Setup, Match, Action] = Game(
    key="havilering",
    kinds=KINDS,
    setups=SETUPS,
    stepping=STEPPING,
    outcome=outcome.outcome,
    sheet=outcome.score_sheet,
    omits_leaders=True,
    edition=projection.EDITION,
    seats=SEAT_WORDS,
    partners=PARTNERS,
    next_dealer=lambda before: left_of(before.dealer),
    house_rules=HOUSE_RULES,
    has_begun=lambda now: bool(now.tricks),
    turn_of=legality.turn_of,
    is_awaited=legality.is_awaited,
    meaning=legality.meaning,
    refusal=_refusal,
    refusal_keys={"trick", "number"},
    guessing_faults=seen.guessing_faults,
    seen=seen.seen,
    is_public=seen.is_public,
    tracker=corrections.HandTracker,
    result=projection.result,
    rounds=ROUNDS,
    figures=projection.Figures,
    state_columns=projection.state_columns,
    own_tables=Tables("results", "totals", "tricks", ("hand", "trick")),
    counted=projection.figures,
    rows=projection.tricks,
    achievements=projection.ACHIEVEMENTS,
    implied=corrections.IMPLIED,
    setup_faults=seen.setup_faults,
)
