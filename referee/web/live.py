"""Watching a match: the table on every phone, the board for both sides, and the event stream of both."""

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from flask import Blueprint, Flask, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.match.service import MatchService
from referee.web.filters import table_of
from referee.web.fragments import wants_fragments
from referee.web.permissions import needs, visitor
from referee.web.services import game_pages, match_search, service

pages = Blueprint("live", __name__, url_prefix="/matches/<int:match_id>")
PAGES = ("watch", "both_sides")
ASK_AGAIN, SPREAD = 1000, 6
"""Milliseconds after which a browser asks again if its line was not held, or broke; and more by chance, for each line
that is open, so that they do not all ask at once after a restart."""


@dataclass(frozen=True, slots=True)
class News:
    """What all who follow a match are sent after an entry."""

    access: str
    """The access to the match by now: who had another has to be asked about again."""
    heartbeat: bytes
    """What is sent while there is no news: the number of the latest entry."""
    events: dict[str, bytes]
    """By page."""


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
    """The event stream of a match: now the number of the latest entry; the gateway sends what comes next."""
    # In this order: a link that is renewed between the two makes the gateway ask again.
    access = _access(service(), match_id)
    if visitor().permission_for_match(match_id) < Permission.WATCH:
        abort(404)
    wait = ASK_AGAIN + secrets.randbelow(ASK_AGAIN // 2 + SPREAD * request.environ.get("referee.lines", 0))
    page = request.args.get("page", "")
    page = page if page in PAGES else ""
    events = f"retry: {wait}\n{_version_event(match_id)}{_rematch_event(match_id, page)}"
    headers = {"Hold": f"{match_id} {access} {page}", "X-Accel-Buffering": "no"}
    return Response(events, mimetype="text/event-stream", headers=headers)


def _version_event(match_id: int) -> str:
    return f"data: {service().version(match_id)}\n\n"


def _rematch_event(match_id: int, page: str) -> str:
    """Where the rematch is, if there is one."""
    if match_search().rematch_of(match_id) is None or not service().current(match_id).can_be_followed:
        return ""
    return f"event: rematch\ndata: {url_for('live.rematch', match_id=match_id, page=page or None)}\n\n"


def _access(matches: MatchService, match_id: int) -> str:
    """A text that changes whenever somebody who could watch a match may no longer; empty if it is not there."""
    seals = matches.database.seals(match_id)
    return hashlib.sha256(repr(seals).encode()).hexdigest()[:16] if seals else ""


def news_of(app: Flask, match_id: int, wanted: Iterable[str]) -> News | None:
    """What all who follow a match are sent after an entry: for each page that is `wanted` its events.

    Each page is rendered once, however many watch. None if the match is not there.
    """
    access = _access(app.extensions["service"], match_id)
    if not access:
        return None
    with app.test_request_context():
        version = _version_event(match_id)
        events = {page: (_page_event(match_id, page) or version) + _rematch_event(match_id, page) for page in wanted}
    return News(access, version.encode(), {page: text.encode() for page, text in events.items()})


def _page_event(match_id: int, page: str) -> str:
    """A page for those who watch; empty for a page where somebody enters, which asks for what it needs."""
    if page not in PAGES:
        return ""
    lines = game_pages().watch_page(service().current(match_id), page, True).splitlines()
    return "event: page\n" + "".join(f"data: {line}\n" for line in lines if line.strip()) + "\n"
