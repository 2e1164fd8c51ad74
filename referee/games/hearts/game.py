"""Hearts as a `Game`."""

from referee.games.game import Game, Tables
from referee.games.hearts import match, outcome, projection, setups, sheet
from referee.games.hearts.actions import HOUSE_RULES, SEATS, Action, Setup
from referee.games.hearts.figures import Figures
from referee.games.hearts.record import FORMAT
from referee.games.hearts.state import Deal, Match
from referee.games.sittings.games import common
from referee.games.sittings.snapshot import snapshots

HEARTS: Game[Setup, Match, Action] = Game(
    key="hearts",
    records=FORMAT.record_format("Hearts", outcome.outcome, sheet.score_sheet),
    edition=projection.EDITION,
    setup_class=Setup,
    seats={seat: f"seat {seat}" for seat in SEATS},
    house_rules=HOUSE_RULES,
    read_rules=setups.read_rules,
    write_rules=setups.write_rules,
    begin=match.begin,
    faults=match.faults,
    fold=match.fold,
    snapshots=snapshots(Match, Deal),
    figures=Figures,
    state_columns=projection.state_columns,
    tables=Tables("hearts_results", "hearts_totals", "hearts_deals", ("deal",)),
    results=projection.results,
    rows=projection.deals,
    public_rows=projection.deals,
    row_columns=projection.DEAL_COLUMNS,
    **common(FORMAT, match.step),
)
