"""Karnöffel as a `Game`. Nothing of it is closed (2.4)."""

from referee.games.game import Game
from referee.games.karnoffel import projection
from referee.games.karnoffel.actions import HOUSE_RULES, KINDS, SETUPS, TARGETS, Action, Setup
from referee.games.karnoffel.match import STEPPING, is_awaited, turn_of
from referee.games.karnoffel.outcome import outcome, score_sheet
from referee.games.karnoffel.state import Match
from referee.games.kit.rounds import Rounds
from referee.games.kit.sides import PARTNERS, SEAT_WORDS

KARNOFFEL: Game[Setup, Match, Action] = Game(
    key="karnoffel",
    kinds=KINDS,
    setups=SETUPS,
    stepping=STEPPING,
    outcome=outcome,
    sheet=score_sheet,
    edition=projection.EDITION,
    seats=SEAT_WORDS,
    partners=PARTNERS,
    house_rules=HOUSE_RULES,
    next_dealer=lambda before: before.next_dealer,
    has_begun=lambda now: bool(now.deals or now.deal.is_begun or now.deal.events),
    result=projection.result,
    rounds=Rounds(has_end=True, endless={"target": TARGETS[-1]}),
    turn_of=turn_of,
    is_awaited=is_awaited,
    figures=projection.Figures,
    state_columns=projection.state_columns,
    counted=projection.figures,
    rows=projection.deals,
    achievements=projection.ACHIEVEMENTS,
)
