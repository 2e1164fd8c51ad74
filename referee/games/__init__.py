"""The registry of the games."""

from typing import Any

from referee.games.cribbage.game import CRIBBAGE
from referee.games.game import Game
from referee.games.grevjass.game import GREVJASS
from referee.games.havilering.game import HAVILERING
from referee.games.hearts.game import HEARTS
from referee.games.humbug_whist.game import HUMBUG_WHIST
from referee.games.karnoffel.game import KARNOFFEL

GAMES: dict[str, Game[Any, Any, Any]] = {
    game.key: game for game in (HAVILERING, CRIBBAGE, HEARTS, HUMBUG_WHIST, GREVJASS, KARNOFFEL)
}
DEFAULT = HAVILERING
"""The game of matches and records that name none."""


def game_of_record(data: object) -> Game[Any, Any, Any]:
    """The game of a match record; for an unknown format the default game, which will refuse the record."""
    name = data.get("format") if isinstance(data, dict) else None
    return next((game for game in GAMES.values() if game.format == name), DEFAULT)
