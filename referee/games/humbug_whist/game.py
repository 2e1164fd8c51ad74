"""Humbug Whist as a `Game`."""

from referee.games.game import Game, Tables
from referee.games.humbug_whist import match, outcome, projection, setups, sheet
from referee.games.humbug_whist.actions import HOUSE_RULES, Action, Setup
from referee.games.humbug_whist.figures import Figures
from referee.games.humbug_whist.record import FORMAT
from referee.games.humbug_whist.state import Deal, Match
from referee.games.sittings.games import common
from referee.games.sittings.snapshot import snapshots

HUMBUG_WHIST: Game[Setup, Match, Action] = Game(
    key="humbug-whist",
    records=FORMAT.record_format("Humbug Whist", outcome.outcome, sheet.score_sheet),
    edition=projection.EDITION,
    setup_class=Setup,
    seats={"N": "north", "S": "south"},
    house_rules=HOUSE_RULES,
    read_rules=setups.read_rules,
    write_rules=setups.write_rules,
    begin=match.begin,
    faults=match.faults,
    fold=match.fold,
    snapshots=snapshots(Match, Deal),
    figures=Figures,
    state_columns=projection.state_columns,
    tables=Tables("humbug_whist_results", "humbug_whist_totals", "humbug_whist_deals", ("deal",)),
    results=projection.results,
    rows=projection.deals,
    public_rows=projection.deals,
    row_columns=projection.DEAL_COLUMNS,
    **common(FORMAT, match.step),
)
