"""The pages of Humbug Whist."""

from referee.web.games.humbug_whist import disputes
from referee.web.games.humbug_whist.pages import PAGES
from referee.web.sittings.history import SittingHistory
from referee.web.sittings.table import SittingTable
from referee.web.tables.blueprints import blueprints

BLUEPRINTS = blueprints(PAGES, disputes.pages, disputes.practice, table=SittingTable, history=SittingHistory)
