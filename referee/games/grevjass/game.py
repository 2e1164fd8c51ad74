"""Grevjass as a `Game`."""

from referee.games.game import Game
from referee.games.grevjass import flow, legality, outcome, projection, seen
from referee.games.grevjass.actions import HOUSE_RULES, Action, Setup
from referee.games.grevjass.match import STEPPING
from referee.games.grevjass.shapes import KINDS, ROUNDS, SETUPS
from referee.games.grevjass.state import Match
from referee.games.kit.sides import PARTNERS, SEAT_WORDS


def _next_dealer(before: Match) -> str:
    """The winner of the last trick (2.3)."""
    return flow.next_dealer(flow.with_deal(before, tricks=before.last_deal.tricks))


GREVJASS: Game[Setup, Match, Action] = Game(
    key="grevjass",
    kinds=KINDS,
    setups=SETUPS,
    stepping=STEPPING,
    outcome=outcome.outcome,
    sheet=outcome.score_sheet,
    edition=projection.EDITION,
    seats=SEAT_WORDS,
    partners=PARTNERS,
    next_dealer=_next_dealer,
    house_rules=HOUSE_RULES,
    has_begun=lambda now: bool(now.games or now.deals or now.deal.suit or now.deal.events),
    turn_of=legality.turn_of,
    is_awaited=legality.is_awaited,
    guessing_faults=seen.guessing_faults,
    seen=seen.seen,
    closed_faults=seen.closed_faults,
    # A record contains everything: the cards are open on the real table.
    result=projection.result,
    rounds=ROUNDS,
    figures=projection.Figures,
    setup_columns=projection.setup_columns,
    state_columns=projection.state_columns,
    counted=projection.figures,
    rows=projection.deals,
    achievements=projection.ACHIEVEMENTS,
    setup_faults=seen.setup_faults,
)
