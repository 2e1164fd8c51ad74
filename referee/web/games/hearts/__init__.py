"""The pages of Hearts."""

from referee.web.games.hearts import disputes, people
from referee.web.games.hearts.pages import PAGES
from referee.web.sittings.history import SittingHistory
from referee.web.sittings.table import SittingTable
from referee.web.tables.blueprints import blueprints

BLUEPRINTS = blueprints(
    PAGES,
    disputes.pages,
    disputes.practice,
    people.pages,
    table=SittingTable,
    history=SittingHistory,
    new_match=people.HeartsNewMatch,
)
