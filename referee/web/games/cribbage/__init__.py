"""The pages of cribbage."""

from referee.web.games.cribbage import disputes, practice
from referee.web.games.cribbage.history import CribbageHistory
from referee.web.games.cribbage.pages import PAGES
from referee.web.tables.blueprints import blueprints

BLUEPRINTS = blueprints(PAGES, disputes.pages, practice.pages, history=CribbageHistory)
