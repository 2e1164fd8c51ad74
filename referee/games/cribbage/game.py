"""Cribbage as a `Game`."""

from referee.games.cribbage import corrections, legality, outcome, projection, seen
from referee.games.cribbage.actions import HOUSE_RULES, SEATS, Action, Setup
from referee.games.cribbage.match import STEPPING
from referee.games.cribbage.shapes import KINDS, ROUNDS, SETUPS
from referee.games.cribbage.state import Match
from referee.games.edits import DealTracker
from referee.games.game import Game
from referee.games.kit.sides import SEAT_WORDS, other


def _next_dealer(before: Match) -> str:
    """The loser of the last game (1.5)."""
    return other(before.games[-1].winner) if before.games else other(before.setup.dealer)


CRIBBAGE: Game[Setup, Match, Action] = Game(
    key="cribbage",
    kinds=KINDS,
    setups=SETUPS,
    stepping=STEPPING,
    outcome=outcome.outcome,
    sheet=outcome.score_sheet,
    edition=projection.EDITION,
    seats={seat: SEAT_WORDS[seat] for seat in SEATS},
    next_dealer=_next_dealer,
    house_rules=HOUSE_RULES,
    has_begun=lambda now: len(now.deals) > 1 or bool(now.deal.events),
    turn_of=legality.turn_of,
    is_awaited=legality.is_awaited,
    meaning=legality.meaning,
    guessing_faults=seen.guessing_faults,
    seen=seen.seen,
    # The cards are open on the real table, and a claim is said aloud.
    tracker=lambda transitions: DealTracker(lambda now: now.deal.number, corrections.within_its_deal),
    result=projection.result,
    rounds=ROUNDS,
    figures=projection.Figures,
    state_columns=projection.state_columns,
    counted=projection.figures,
    rows=projection.deals,
    achievements=projection.ACHIEVEMENTS,
    implied=corrections.IMPLIED,
    setup_faults=seen.setup_faults,
)
