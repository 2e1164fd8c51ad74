"""The table of a score book: its links always lead to the match that is being played."""

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import OWN, TABLE_SCORE, TABLE_WATCH, Permission
from referee.faults import NotThereError
from referee.web.filters import table_of
from referee.web.fragments import wants_fragments
from referee.web.matches.live import PAGES
from referee.web.permissions import needs, visitor
from referee.web.services import evenings, score_books, service

pages = Blueprint("book_table", __name__)


@pages.get("/tables/<int:number>")
@needs(Permission.GUEST)
def table(number: int) -> ResponseReturnValue:
    """Redirect to a score book's evening or latest match, or to a `page` to watch it; or wait for one."""
    permission = _permission(number)
    if permission < Permission.WATCH:
        abort(404)
    evening = evenings().on_table(number)
    if evening:
        view = {Permission.OWN: "evening", Permission.SCORE: "seat"}.get(permission, "board")
        to = url_for(f"evenings.{'board' if request.args.get('page') in PAGES else view}", evening_id=evening)
        return make_response("", 200, {"HX-Redirect": to}) if wants_fragments() else redirect(to, 303)
    match_id = service().database.latest(number)
    if match_id is None:
        waits = render_template("core/matches/table.html", number=number)
        return make_response("", 204) if wants_fragments() else waits
    page = request.args.get("page")
    if page not in PAGES:
        page = "" if permission >= Permission.SCORE else "watch"
    address = url_for(f"live.{page}", match_id=match_id) if page else table_of(match_id)
    return make_response("", 200, {"HX-Redirect": address}) if wants_fragments() else redirect(address, 303)


def _permission(number: int) -> Permission:
    """Return the visitor's permission at the table of a score book, given its number."""
    try:
        grants = score_books().book_grants(number)
    except NotThereError:
        return Permission.STRANGER
    held = [grants[kind] for kind in (OWN, TABLE_SCORE, TABLE_WATCH) if visitor().has(grants[kind])]
    return held[0].permission if held else Permission.STRANGER


def may_read(book_id: int) -> bool:
    """Return True if the visitor may read a score book."""
    return visitor().permission_for_book(book_id) >= Permission.WATCH


def at_table(book_id: int) -> bool:
    """Return True if the visitor came by a link to a score book's table, which leads them on to its next match."""
    grants = score_books().book_grants(book_id)
    return any(visitor().has(grants[kind]) for kind in (TABLE_SCORE, TABLE_WATCH))
