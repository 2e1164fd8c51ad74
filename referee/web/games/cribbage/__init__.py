"""The pages of cribbage."""

from referee.web.games.cribbage import disputes
from referee.web.games.cribbage.history import CribbageHistory
from referee.web.games.cribbage.pages import PAGES
from referee.web.tables.blueprints import blueprints

BLUEPRINTS = blueprints(PAGES, disputes.pages, disputes.practice, history=CribbageHistory)
