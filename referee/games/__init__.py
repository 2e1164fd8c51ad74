"""The registries: of the games that the book holds, and of the formats of records. One line per game in each."""

from typing import Any

from referee.games.cribbage.game import CRIBBAGE
from referee.games.game import Game
from referee.games.grevjass.game import GREVJASS
from referee.games.havilering.game import HAVILERING
from referee.games.hearts.game import HEARTS
from referee.games.humbug_whist.game import HUMBUG_WHIST
from referee.games.karnoffel.game import KARNOFFEL
from referee.games.kit.records import Format

GAMES: dict[str, Game[Any, Any, Any]] = {
    game.key: game for game in (HAVILERING, CRIBBAGE, HEARTS, HUMBUG_WHIST, GREVJASS, KARNOFFEL)
}
DEFAULT = HAVILERING
"""The game of matches and records that name none."""
RECORD_FORMATS: dict[str, Format[Any, Any, Any]] = {game.records.name: game.records for game in GAMES.values()}


def format_of(data: object) -> Format[Any, Any, Any]:
    """The format of a match record; for an unknown one the default game's, which will refuse the record."""
    name = data.get("format") if isinstance(data, dict) else None
    return RECORD_FORMATS.get(name, DEFAULT.records) if isinstance(name, str) else DEFAULT.records
