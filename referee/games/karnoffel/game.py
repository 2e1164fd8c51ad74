"""Karnöffel as a `Game`. Nothing of it is closed (2.4)."""

from referee.games.game import Game
from referee.games.karnoffel import projection
from referee.games.karnoffel.actions import HOUSE_RULES, Action, Setup
from referee.games.karnoffel.figures import Figures, figures
from referee.games.karnoffel.match import STEPPING, is_awaited
from referee.games.karnoffel.outcome import outcome
from referee.games.karnoffel.shapes import KINDS, SETUPS, TARGETS
from referee.games.karnoffel.sheet import score_sheet
from referee.games.karnoffel.state import Match
from referee.games.kit.records import Format
from referee.games.kit.rounds import Rounds
from referee.games.sittings.race_texts import RaceGame, state_columns

KARNOFFEL: Game[Setup, Match, Action] = RaceGame(
    key="karnoffel",
    edition=projection.EDITION,
    records=Format("Karnöffel", "karnoffel-match", KINDS, SETUPS, STEPPING, outcome, score_sheet),
    house_rules=HOUSE_RULES,
    rounds=Rounds(has_end=True, endless={"target": TARGETS[-1]}),
    is_awaited=is_awaited,
    figures=Figures,
    state_columns=lambda now: state_columns(now, "karnoffel"),
    counted=figures,
    rows=projection.deals,
    public_rows=projection.deals,
    achievements=projection.ACHIEVEMENTS,
)
