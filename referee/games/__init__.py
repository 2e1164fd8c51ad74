"""The registry of the games."""

from typing import Any

from referee.faults import Fault, RefusedError
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
    """The game of a match record; without a format the default game, which will refuse the record.

    Raises RefusedError if the format is unknown.
    """
    if not (isinstance(data, dict) and "format" in data):
        return DEFAULT
    for game in GAMES.values():
        if game.format == data["format"]:
            return game
    formats = ", ".join(game.format for game in GAMES.values())
    raise RefusedError(Fault("bad-record", f"format is not one of {formats}, so this is not a match record."))
