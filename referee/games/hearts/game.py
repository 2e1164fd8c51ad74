"""Hearts as a `Game`."""

from referee.games.game import Game
from referee.games.hearts import outcome, projection
from referee.games.hearts.actions import HOUSE_RULES, SEATS, Action, Setup
from referee.games.hearts.match import STEPPING
from referee.games.hearts.shapes import KINDS, SETUPS
from referee.games.hearts.state import Match
from referee.games.kit.rounds import Rounds
from referee.games.sittings.games import SittingGame

HEARTS: Game[Setup, Match, Action] = SittingGame(
    key="hearts",
    kinds=KINDS,
    setups=SETUPS,
    stepping=STEPPING,
    outcome=outcome.outcome,
    sheet=outcome.score_sheet,
    edition=projection.EDITION,
    seats={seat: f"seat {seat}" for seat in SEATS},
    house_rules=HOUSE_RULES,
    result=projection.result,
    rounds=Rounds(has_balances=True, note="When a round ends, the pool is shared."),
    figures=projection.Figures,
    state_columns=projection.state_columns,
    counted=projection.figures,
    rows=projection.deals,
    achievements=projection.ACHIEVEMENTS,
)
