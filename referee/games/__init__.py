"""The registry of games: one line for each."""

from typing import Any

from referee.games.game import Game
from referee.games.havilering.game import HAVILERING

GAMES: dict[str, Game[Any, Any, Any]] = {game.key: game for game in (HAVILERING,)}
DEFAULT = HAVILERING
"""The game of matches that name none: the first game that there was."""


def of_record(data: object) -> Game[Any, Any, Any]:
    """The game of a match record, by its format; of data with none that is known, the default, which refuses it."""
    format_ = data.get("format") if isinstance(data, dict) else None
    return next((game for game in GAMES.values() if game.format == format_), DEFAULT)
