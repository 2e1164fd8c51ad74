"""The pages of Plain Tricks."""

from flask import Blueprint

from referee.games.kit.figures import Figures
from referee.games.plain_tricks import talk
from referee.games.plain_tricks.game import PLAIN_TRICKS, Rules, rulebook
from referee.games.sittings.outcome import signed
from referee.web.components.figures import FigurePages, Line, mean, won_lines
from referee.web.games.plain_tricks.forms import MatchForm
from referee.web.rules import add_rules
from referee.web.sittings.history import SittingHistory
from referee.web.sittings.pages import SittingPages
from referee.web.sittings.table import SittingTable
from referee.web.tables.blueprints import blueprints
from referee.web.tables.pages import Link


def lines(counts: Figures) -> list[Line]:
    """The figures of a player."""
    means = Line("Points a deal", mean(counts.points, counts.hands), f"in {counts.hands} deals")
    return [*won_lines(counts), means, Line("Balance", signed(counts.points))]


class PlainTricksPages(SittingPages):
    """Plain Tricks."""

    game = PLAIN_TRICKS
    title = "Plain Tricks"
    links = (Link("plain_tricks_disputes.rules", "Rules"),)
    match_form = MatchForm
    talk = talk
    figures = FigurePages(lines=lines, order="the points at the end", has_against=False)

    def rules_text(self, rules: Rules) -> str:
        """Nothing differs from table to table."""
        return ""


PAGES = PlainTricksPages()
_disputes = Blueprint("plain_tricks_disputes", __name__, url_prefix="/plain-tricks")
add_rules(_disputes, rulebook, "The rules of Plain Tricks", "ace")
BLUEPRINTS = blueprints(PAGES, _disputes, table=SittingTable, history=SittingHistory)
