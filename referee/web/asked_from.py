"""The match that a dispute page was opened from: it gives the players' names and the link back."""

from typing import Any

from flask import request

from referee.books.permissions import Permission
from referee.match.current import CurrentMatch
from referee.web.permissions import visitor
from referee.web.services import service


def asked_from(game_key: str) -> CurrentMatch[Any] | None:
    """The match of a game that the query string names, if the visitor may watch it; else None."""
    number = request.args.get("match", type=int)
    if not number or visitor().permission_for_match(number) < Permission.WATCH:
        return None
    current = service().current(number)
    return current if current.game.key == game_key else None
