"""The pages of Havilering."""

from referee.web.games.havilering import disputes, rulings
from referee.web.games.havilering.history import HavileringHistory
from referee.web.games.havilering.new_match import HavileringNewMatch
from referee.web.games.havilering.pages import PAGES
from referee.web.games.havilering.table import HavileringTable
from referee.web.tables.blueprints import blueprints

BLUEPRINTS = blueprints(
    PAGES,
    disputes.pages,
    disputes.practice,
    rulings.pages,
    table=HavileringTable,
    history=HavileringHistory,
    new_match=HavileringNewMatch,
)
