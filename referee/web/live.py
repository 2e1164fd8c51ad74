"""Looking on: the table on every phone, the board for both sides, and the line that says when there is news."""

import secrets

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.web.filters import table_of
from referee.web.fragments import wants_fragments
from referee.web.permissions import needs, visitor
from referee.web.services import game_pages, match_search, service

pages = Blueprint("live", __name__, url_prefix="/matches/<int:match_id>")
PAGES = ("watch", "both_sides")
ASK_AGAIN, SPREAD = 1000, 6
"""Milliseconds after which a browser asks again if its line was not held, or broke; and more by chance, for each line
that is open, so that they do not all ask at once after a restart."""


@pages.get("/watch")
@needs(Permission.WATCH)
def watch(match_id: int) -> ResponseReturnValue:
    """The table as its players see it: no pad, and nothing that is closed."""
    return _look(match_id, "watch")


@pages.get("/board")
@needs(Permission.WATCH)
def both_sides(match_id: int) -> ResponseReturnValue:
    """The totals in large figures, readable from both sides of the table."""
    return _look(match_id, "both_sides")


def _look(match_id: int, page: str) -> str:
    return game_pages().watch_page(service().current(match_id), page, wants_fragments())


@pages.get("/rematch")
@needs(Permission.WATCH)
def rematch(match_id: int) -> ResponseReturnValue:
    """To the rematch of a match, if there is one, with the right to this one; `page` says to which page."""
    number = visitor().go_along(match_id) or match_id
    page = request.args.get("page")
    address = url_for(f"live.{page}", match_id=number) if page in PAGES else table_of(number)
    return redirect(address, 303)


@pages.get("/line")
@needs(Permission.WATCH)
def line(match_id: int) -> ResponseReturnValue:
    """The number of the latest entry, as an event, and where the rematch is; the gateway sends what comes next."""
    lines = request.environ.get("referee.lines", 0)
    wait = ASK_AGAIN + secrets.randbelow(ASK_AGAIN // 2 + SPREAD * lines)
    event = f"retry: {wait}\ndata: {service().version(match_id)}\n\n"
    if match_search().rematch_of(match_id) is not None and service().current(match_id).can_be_followed:
        to = url_for("live.rematch", match_id=match_id, page=request.args.get("page"))
        event += f"event: rematch\ndata: {to}\n\n"
    return Response(event, mimetype="text/event-stream", headers={"Hold": str(match_id), "X-Accel-Buffering": "no"})
