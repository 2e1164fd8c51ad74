"""Karnöffel as a `Game`. Nothing of it is closed (2.4)."""

from referee.games.game import Game
from referee.games.karnoffel import projection
from referee.games.karnoffel.actions import HOUSE_RULES, Action, Setup
from referee.games.karnoffel.figures import Figures, figures, result
from referee.games.karnoffel.match import STEPPING, is_awaited
from referee.games.karnoffel.outcome import outcome
from referee.games.karnoffel.shapes import KINDS, SETUPS, TARGETS
from referee.games.karnoffel.sheet import score_sheet
from referee.games.karnoffel.state import Match, Phase
from referee.games.kit.records import Format
from referee.games.kit.rounds import Rounds
from referee.games.kit.sides import PARTNERS, SEAT_WORDS
from referee.games.sittings.turns import turn_of


def _next_dealer(before: Match) -> str:
    """The dealer of the next deal (2.5)."""
    dealer = before.deal.dealer
    return before.setup.left(dealer) if before.by_deal else dealer


def _turn(match: Match) -> str:
    """The turn of the entry that comes next, with the phase at the end."""
    return turn_of(match) + (".over" if match.phase is Phase.OVER else "")


KARNOFFEL: Game[Setup, Match, Action] = Game(
    key="karnoffel",
    edition=projection.EDITION,
    seats=SEAT_WORDS,
    partners=PARTNERS,
    records=Format("Karnöffel", "karnoffel-match", KINDS, SETUPS, STEPPING.fold, outcome, score_sheet),
    stepping=STEPPING,
    house_rules=HOUSE_RULES,
    rounds=Rounds(has_end=True, endless={"target": TARGETS[-1]}),
    next_dealer=_next_dealer,
    has_begun=lambda now: bool(now.deals or now.deal.chosen or now.deal.events),
    turn_of=_turn,
    is_awaited=is_awaited,
    figures=Figures,
    state_columns=projection.state_columns,
    counted=figures,
    result=result,
    rows=projection.deals,
    public_rows=projection.deals,
    row_columns=projection.DEAL_COLUMNS,
    achievements=projection.ACHIEVEMENTS,
)
