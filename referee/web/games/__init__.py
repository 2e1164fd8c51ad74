"""The registry of the games' pages, one line per game."""

from referee.games.havilering.game import HAVILERING
from referee.web.game_pages import GamePages
from referee.web.games import havilering

PAGES: dict[str, GamePages] = {HAVILERING.key: havilering.PAGES}
