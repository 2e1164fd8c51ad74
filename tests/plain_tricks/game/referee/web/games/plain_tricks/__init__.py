"""The pages of Plain Tricks."""

from flask import Blueprint

from referee.games.plain_tricks.game import PLAIN_TRICKS, rulebook
from referee.web.games.plain_tricks.forms import MatchForm
from referee.web.rules import add_rules
from referee.web.sittings.history import SittingHistory
from referee.web.sittings.pages import SittingPages
from referee.web.sittings.table import SittingTable
from referee.web.tables.blueprints import blueprints
from referee.web.tables.pages import Link


class PlainTricksPages(SittingPages):
    """Plain Tricks."""

    game = PLAIN_TRICKS
    title = "Plain Tricks"
    links = (Link("plain_tricks_disputes.rules", "Rules"),)
    match_form = MatchForm


PAGES = PlainTricksPages()
_disputes = Blueprint("plain_tricks_disputes", __name__, url_prefix="/plain-tricks")
add_rules(_disputes, rulebook, "The rules of Plain Tricks", "ace")
BLUEPRINTS = blueprints(PAGES, _disputes, table=SittingTable, history=SittingHistory)
