"""Humbug Whist as a `Game`."""

from referee.games.game import Game
from referee.games.humbug_whist import outcome, projection
from referee.games.humbug_whist.actions import HOUSE_RULES, KINDS, SETUPS, Action, Setup
from referee.games.humbug_whist.match import STEPPING
from referee.games.humbug_whist.state import Match
from referee.games.kit.rounds import Rounds
from referee.games.sittings.games import SittingGame

HUMBUG_WHIST: Game[Setup, Match, Action] = SittingGame(
    key="humbug-whist",
    kinds=KINDS,
    setups=SETUPS,
    stepping=STEPPING,
    outcome=outcome.outcome,
    sheet=outcome.score_sheet,
    edition=projection.EDITION,
    seats={"N": "north", "S": "south"},
    house_rules=HOUSE_RULES,
    rounds=Rounds(has_balances=True, endless={"deals": 0}),
    figures=projection.Figures,
    state_columns=projection.state_columns,
    counted=projection.figures,
    rows=projection.deals,
)
