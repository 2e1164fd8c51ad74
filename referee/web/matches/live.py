"""Watching a match: the watch page, the board for both sides, and the event stream."""

import hashlib
import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from flask import Blueprint, Flask, Response, abort, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.test import create_environ

from referee.books.permissions import Permission
from referee.match.service import MatchService
from referee.web.evenings.match_table import evening_mark
from referee.web.filters import table_of
from referee.web.fragments import wants_fragments
from referee.web.permissions import needs, visitor
from referee.web.services import evenings, game_pages, match_search, service
from referee.web.sharing.hosting import notice_shown

pages = Blueprint("live", __name__, url_prefix="/matches/<int:match_id>")
PAGES = ("watch", "both_sides")
ASK_AGAIN, SPREAD = 1000, 6
"""Milliseconds after which a browser reconnects, and the random extra for each open stream.

The extra spreads the requests after a restart.
"""


@dataclass(frozen=True, slots=True)
class News:
    """The events for all watchers of a match after an entry."""

    access: str
    """The fingerprint of the match's seals; streams with another one must be checked again."""
    heartbeat: bytes
    """The event that is repeated while there is no news: the version."""
    events: dict[str, bytes]
    """The events by page."""


@pages.get("/watch")
@needs(Permission.WATCH)
def watch(match_id: int) -> ResponseReturnValue:
    """Show the watch page: the players' view, without the pad and without closed tricks."""
    return _watch_page(match_id, "watch")


@pages.get("/board")
@needs(Permission.WATCH)
def both_sides(match_id: int) -> ResponseReturnValue:
    """The board with large totals, readable from both sides of the table."""
    return _watch_page(match_id, "both_sides")


def _watch_page(match_id: int, page: str) -> str:
    current = service().current(match_id)
    return game_pages(current.game.key).watch_page(current, page, wants_fragments())


@pages.get("/rematch")
@needs(Permission.WATCH)
def rematch(match_id: int) -> ResponseReturnValue:
    """Redirect to the rematch of a match, if there is one, with the same permission; `page` selects the page."""
    number = visitor().join_rematch(match_id) or match_id
    page = request.args.get("page")
    address = url_for(f"live.{page}", match_id=number) if page in PAGES else table_of(number)
    return redirect(address, 303)


@pages.get("/line")
@needs(Permission.WATCH)
def stream(match_id: int) -> ResponseReturnValue:
    """The event stream of a match: starts with the version; the gateway sends the later events."""
    # In this order, so that a link revoked between these two lines makes the gateway check again.
    access = _access(service(), match_id)
    if visitor().permission_for_match(match_id) < Permission.WATCH:
        abort(404)
    wait = ASK_AGAIN + secrets.randbelow(ASK_AGAIN // 2 + SPREAD * request.environ.get("referee.streams", 0))
    page = request.args.get("page", "")
    page = page if page in PAGES else ""
    # If no notice precedes the version, the page clears its current notice.
    notice = _notice_event(current_app) if notice_shown() else ""
    begins = notice, _version_event(match_id), _evening_event(match_id, page), _rematch_event(match_id, page)
    epoch = service().database.epoch.partition(" ")[0]  # Another one once a backup is restored.
    events = f"retry: {wait}\nid: {epoch}\n{''.join(begins)}{_opened_event(match_id, page)}"
    headers = {"Hold": f"{match_id} {access} {page}", "X-Accel-Buffering": "no"}
    return Response(events, mimetype="text/event-stream", headers=headers)


def _version_event(match_id: int) -> str:
    return f"data: {service().version(match_id)}\n\n"


def _evening_event(match_id: int, page: str) -> str:
    """The event that tells a table if it shows its evening as it is now: the clock can change without an entry."""
    mark = "" if page in PAGES else evening_mark(match_id)
    return f"event: evening\ndata: {mark}\n\n" if mark else ""


def _notice_event(app: Flask) -> str:
    """The event with the host's notice; without a text it clears one."""
    notice = app.extensions["notice"]
    return f"event: notice\ndata: {json.dumps({'id': notice.id, 'text': notice.text})}\n\n"


def notice_event(app: Flask) -> bytes:
    """The same for all streams."""
    return _notice_event(app).encode()


def _rematch_event(match_id: int, page: str) -> str:
    """The event with the address of the rematch; empty if there is none."""
    address = goes_on_to(match_id, page)
    return f"event: rematch\ndata: {address}\n\n" if address else ""


def goes_on_to(match_id: int, page: str = "") -> str:
    """Return the address where a match's players continue: the evening's next round, or a rematch; or ""."""
    mark = evenings().goes_on_at(match_id)
    if mark:
        return url_for("evenings.next_round", match_id=match_id, page=page or None, round=mark)
    if match_search().rematch_of(match_id) is None or not service().current(match_id).can_be_followed:
        return ""
    return url_for("live.rematch", match_id=match_id, page=page or None)


def _opened_event(match_id: int, page: str) -> str:
    """Return the event with the table's address, if another match is on it; for visitors who came by its link."""
    book_id = service().current(match_id).book_id
    latest, found = service().database.latest(book_id), evenings().store.of_match(match_id)
    if latest == match_id or (found and found[0] == evenings().on_table(book_id)):
        return ""
    return f"event: opened\ndata: {url_for('book_table.table', number=book_id, page=page or None)}\n\n"


def _access(matches: MatchService, match_id: int) -> str:
    """A fingerprint of a match's seals; empty if there is no match.

    It changes when a link is revoked, and when the match leaves the table, which closes it to visitors with the
    table's link.
    """
    seals = matches.database.seals(match_id)
    return hashlib.sha256(repr(seals).encode()).hexdigest()[:16] if seals else ""


def news_of(app: Flask, match_id: int, wanted: Iterable[str]) -> News | None:
    """The news of a match after an entry: the events for each page that is `wanted`.

    Each page is rendered once, regardless of the number of watchers. None if there is no match.
    """
    access = _access(app.extensions["service"], match_id)
    if not access:
        return None
    # The context of a page's request, but cheaper than `test_request_context`, which imports the test client.
    with app.request_context(create_environ(f"/matches/{match_id}/watch")):
        version = _version_event(match_id)
        parts = _evening_event, _rematch_event, _opened_event
        moves = {page: "".join(event(match_id, page) for event in parts) for page in wanted}
        events = {page: (_page_event(match_id, page) or version) + moves[page] for page in moves}
    return News(access, version.encode(), {page: text.encode() for page, text in events.items()})


def _page_event(match_id: int, page: str) -> str:
    """The event with the fragments of a watch page; empty for the table, which fetches its own fragments."""
    if page not in PAGES:
        return ""
    current = service().current(match_id)
    lines = game_pages(current.game.key).watch_page(current, page, True).splitlines()
    return "event: page\n" + "".join(f"data: {line}\n" for line in lines if line.strip()) + "\n"
