"""The pages of Grevjass."""

from referee.web.games.grevjass import disputes
from referee.web.games.grevjass.history import GrevjassHistory
from referee.web.games.grevjass.pages import PAGES
from referee.web.games.grevjass.table import GrevjassTable
from referee.web.tables.blueprints import blueprints

BLUEPRINTS = blueprints(PAGES, disputes.pages, disputes.practice, table=GrevjassTable, history=GrevjassHistory)
