"""The pages of Karnöffel."""

from referee.web.games.karnoffel import disputes
from referee.web.games.karnoffel.history import KarnoffelHistory
from referee.web.games.karnoffel.pages import PAGES
from referee.web.tables.blueprints import blueprints

BLUEPRINTS = blueprints(PAGES, disputes.pages, disputes.practice, history=KarnoffelHistory)
