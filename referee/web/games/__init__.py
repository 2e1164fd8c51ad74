"""The registries of the games' pages, one line per game in each."""

from referee.games.cribbage.game import CRIBBAGE
from referee.games.grevjass.game import GREVJASS
from referee.games.havilering.game import HAVILERING
from referee.games.hearts.game import HEARTS
from referee.games.humbug_whist.game import HUMBUG_WHIST
from referee.web.game_pages import GameLinks, GamePages
from referee.web.games import cribbage, grevjass, havilering, hearts, humbug_whist

PAGES: dict[str, GamePages] = {
    HAVILERING.key: havilering.PAGES,
    CRIBBAGE.key: cribbage.PAGES,
    HEARTS.key: hearts.PAGES,
    HUMBUG_WHIST.key: humbug_whist.PAGES,
    GREVJASS.key: grevjass.PAGES,
}
BLUEPRINTS = {
    HAVILERING.key: havilering.BLUEPRINTS,
    CRIBBAGE.key: cribbage.BLUEPRINTS,
    HEARTS.key: hearts.BLUEPRINTS,
    HUMBUG_WHIST.key: humbug_whist.BLUEPRINTS,
    GREVJASS.key: grevjass.BLUEPRINTS,
}
LINKS = {
    HAVILERING.key: GameLinks("Havilering", havilering.LINKS),
    CRIBBAGE.key: GameLinks("Cribbage", cribbage.LINKS),
    HEARTS.key: GameLinks("Hearts", hearts.LINKS),
    HUMBUG_WHIST.key: GameLinks("Humbug Whist", humbug_whist.LINKS),
    GREVJASS.key: GameLinks("Grevjass", grevjass.LINKS),
}
"""What each game offers without a match."""
