"""The match that a page of rulings or rules was opened from: it gives the players' names and the link back."""

from typing import Any

from flask import Flask, has_request_context, request

from referee.books.permissions import Permission
from referee.match.current import CurrentMatch
from referee.web.permissions import visitor
from referee.web.services import game_pages, service

PAGES = "_disputes"
"""The suffix of such a blueprint's name."""


def asked_from() -> CurrentMatch[Any] | None:
    """The match of this page's game that the query string names, if the visitor may watch it; else None."""
    number = request.args.get("match", type=int)
    if not number or visitor().permission_for_match(number) < Permission.WATCH:
        return None
    current = service().current(number)
    return current if request.blueprint == game_pages(current.game.key).name + PAGES else None


def keep_match(app: Flask) -> None:
    """Make links to such pages name the match: the match of their own page, or the one it was opened from."""
    app.jinja_env.globals["asked_from"] = asked_from

    @app.url_defaults
    def with_match(endpoint: str, values: dict[str, Any]) -> None:
        blueprint, _, _ = endpoint.partition(".")
        if not blueprint.endswith(PAGES) or values.keys() & {"match", "match_id"} or not has_request_context():
            return
        number = (request.view_args or {}).get("match_id") or request.args.get("match", type=int)
        if number:
            values["match"] = number
