"""The registries of the games' pages, one line per game in each."""

from referee.games.cribbage.game import CRIBBAGE
from referee.games.havilering.game import HAVILERING
from referee.web.game_pages import GameLinks, GamePages
from referee.web.games import cribbage, havilering

PAGES: dict[str, GamePages] = {HAVILERING.key: havilering.PAGES, CRIBBAGE.key: cribbage.PAGES}
BLUEPRINTS = {HAVILERING.key: havilering.BLUEPRINTS, CRIBBAGE.key: cribbage.BLUEPRINTS}
LINKS = (GameLinks("Havilering", havilering.LINKS), GameLinks("Cribbage", cribbage.LINKS))
"""What each game offers without a match."""
