"""The registry of games, one line per game."""

from typing import Any

from referee.games.game import Game
from referee.games.havilering.game import HAVILERING

GAMES: dict[str, Game[Any, Any, Any]] = {game.key: game for game in (HAVILERING,)}
DEFAULT = HAVILERING
"""The game of matches and records that name none."""


def of_record(data: object) -> Game[Any, Any, Any]:
    """The game of a match record, by its format; for an unknown format the default, which will refuse the record."""
    format_ = data.get("format") if isinstance(data, dict) else None
    return next((game for game in GAMES.values() if game.format == format_), DEFAULT)
