"""Match lists: the home page, a score book's matches and search, rematches, the bin."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from flask import (
    Blueprint,
    Response,
    current_app,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from referee.books.current_evening import CurrentEvening
from referee.books.maintenance import BIN_DAYS
from referee.books.permissions import OWN, READ, SCORE, TABLE_SCORE, TABLE_WATCH, WATCH, Permission
from referee.faults import DamagedError, NotThereError
from referee.service_worker import ONLINE, joined
from referee.store.match_search import Criteria, MatchSummary
from referee.web.evenings.screen import EveningScreen
from referee.web.filters import league_name, sheet_of
from referee.web.forms import FindForm, key_of
from referee.web.fragments import wants_fragments
from referee.web.permissions import MOST_GRANTS, needs, visitor
from referee.web.players.known_players import latest_people
from referee.web.services import evenings, game_pages, maintenance, match_search, score_books, service
from referee.web.tables.listing import DamagedRow, MatchRow
from referee.web.tables.pages import TablePages

pages = Blueprint("matches", __name__)
PAGE, EVENINGS = 20, 3
EVENING = timedelta(hours=18)
"""The time after which an unfinished match counts as abandoned."""


@pages.get("/")
@needs(Permission.GUEST)
def home() -> ResponseReturnValue:
    """Everything that is shared with this phone; redirects if that is a single score book."""
    walked: set[int] = set()
    for kind in (WATCH, SCORE):
        for match_id in visitor().grants(kind):
            while match_id not in walked and len(walked) < 2 * MOST_GRANTS:
                walked.add(match_id)
                match_id = visitor().join_rematch(match_id) or match_id
    books = list(dict.fromkeys(number for kind in (OWN, READ) for number in visitor().grants(kind)))
    tables = {number for kind in (TABLE_SCORE, TABLE_WATCH) for number in visitor().grants(kind)}
    shared = {number for kind in (WATCH, SCORE) for number in visitor().grants(kind)}
    if len(books) == 1 and not shared and not tables and not current_app.config["PUBLIC"]:
        return redirect(url_for("matches.index", book_id=books[0]))
    matches = match_search().listed(shared)
    return render_template(
        "core/matches/home.html",
        books=[score_books().score_book(number) for number in sorted(books)],
        tables=[score_books().score_book(number) for number in sorted(tables)],
        shared=rows_of(matches),
        deleted=[score_books().score_book(number) for number in visitor().deleted],
        public=current_app.config["PUBLIC"],
        games=_playable(""),
    )


@pages.get("/books/<int:book_id>/")
@needs(Permission.WATCH)
def index(book_id: int) -> ResponseReturnValue:
    """A score book's matches, newest first: open and finished ones, or the results of a search."""
    form, before = FindForm(request.args), request.args.get("before", 0, type=int)
    leagues = {league: league_name(league) for league in match_search().leagues(book_id)}
    form.offer(leagues, match_search().years(book_id))
    search = form.search()
    # Two lists on the first page; a single one on further pages and for a search.
    by_state = not search and not before and search.over is None
    evenings_listed, damaged_evenings = _evenings(book_id, search, before)
    return render_template(
        "core/matches/index.html",
        book=score_books().score_book(book_id),
        form=form,
        search=search,
        by_state=by_state,
        **_open_matches(book_id, search if by_state else None),
        **_page_of_matches(book_id, replace(search, over=True) if by_state else search, before),
        state="finished" if by_state else form.state.data,
        asked=form.filled_in(),
        known=latest_people(book_id),
        **_latest_match(book_id),
        evenings=[EveningScreen(each) for each in evenings_listed],
        damaged_evenings=damaged_evenings,
        binned=maintenance().count_binned(book_id),
    )


def _listed(search: Criteria) -> Criteria:
    """The criteria of a list: without a search it omits the matches of evenings, which have a list of their own."""
    return replace(search, of_no_evening=not search)


def _page_of_matches(book_id: int, search: Criteria, before: int) -> dict[str, Any]:
    """One page of finished matches or of search results, and the start of the next one."""
    matches = match_search().find(book_id, _listed(search), PAGE + 1, before)
    return {
        "found": rows_of(matches[:PAGE]),
        "before": matches[PAGE - 1].id if len(matches) > PAGE else None,
    }


def _open_matches(book_id: int, search: Criteria | None) -> dict[str, Any]:
    """The variables for the match on the table, the other open matches, and the abandoned ones; empty without
    `search`."""
    matches = (
        match_search().find(book_id, replace(_listed(search), over=False), PAGE + 1) if search is not None else []
    )
    opened, left = _by_age(rows_of(matches[:PAGE]))
    on_table = _on_table(opened[0]) if opened and not opened[0].match.is_damaged else None
    return {
        "on_table": on_table,
        "row_on_table": opened[0] if on_table else None,
        "open_ones": opened[1:] if on_table else opened,
        "left": left,
        "more_open": len(matches) > PAGE,
    }


def _latest_match(book_id: int) -> dict[str, Any]:
    """The variables of the keys for a new match: another like the latest, unless that belongs to an evening, and
    the games."""
    latest = match_search().latest(book_id)
    is_whole = latest and not rows_of([latest])[0].match.is_damaged
    again = latest if latest and is_whole and not evenings().store.of_match(latest.id) else None
    return {
        "latest": latest,
        "again": _again(again) if again else "",
        "playable": _playable(latest.game_key if latest else ""),
    }


def _evenings(book_id: int, search: Criteria, before: int) -> tuple[list[CurrentEvening], list[int]]:
    """Return the latest evenings, and the numbers of damaged ones; or the results of a search by names and people."""
    if not search and not before and search.over is None:
        return evenings().listed(book_id, EVENINGS)
    words = [*search.words, *(name for name in (search.player, search.partner) if name)]
    return (evenings().found(book_id, words) if words and not before else []), []


def _playable(latest: str) -> dict[str, TablePages]:
    """The games to choose from, the latest first."""
    all_pages: dict[str, TablePages] = current_app.extensions["game_pages"]
    return {key: all_pages[key] for key in sorted(all_pages, key=lambda key: key != latest)}


def _again(latest: MatchSummary) -> str:
    """Return the words of the key for a rematch, with its players' names."""
    pages = game_pages(latest.game_key)
    return f"{pages.title}, {pages.again[0].lower()}{pages.again[1:]}: {pages.row(latest).title}"


def _by_age(rows: list[MatchRow]) -> tuple[list[MatchRow], list[MatchRow]]:
    """Split the unfinished matches into recent ones, which may still continue, and older ones."""
    since = service().clock() - EVENING
    old = [row for row in rows if not row.match.is_damaged and datetime.fromisoformat(row.match.opened) < since]
    return [row for row in rows if row not in old], old


def _on_table(row: MatchRow) -> Any:
    """The screen of a match, for its scores; None if it is damaged."""
    try:
        current = service().current(row.match.id)
    except DamagedError:
        return None
    return game_pages(current.game.key).corrections.screen(current)


@pages.post("/matches/<int:match_id>/rematch")
@needs(Permission.OWN)
def rematch(match_id: int) -> ResponseReturnValue:
    """Open a rematch with the same players, seats and rules."""
    current = service().current(match_id)
    again = current.game.rematch(current.match, service().clock())
    key = key_of(request.form.get("key"))
    follows = match_id if current.can_be_followed else None  # Another phone may have undone the last trick meanwhile.
    opened = service().open(current.book_id, again, current.show_played, current.teaching, key, follows)
    address = game_pages(opened.game.key).address("table", opened.id)
    # Another match needs a whole page, not a patch.
    return make_response("", 200, {"HX-Redirect": address}) if wants_fragments() else redirect(address, 303)


# --- the bin -------------------------------------------------------------------------------------------------


@pages.get("/matches/<int:match_id>/throw-away")
@needs(Permission.OWN)
def ask_to_move_to_bin(match_id: int) -> ResponseReturnValue:
    """The page that asks for confirmation before a match is moved to the bin."""
    return render_template("core/matches/move_to_bin.html", row=_row(match_id), days=BIN_DAYS)


@pages.post("/books/<int:book_id>/bin/<int:number>/in")
@needs(Permission.OWN)
def move_to_bin(book_id: int, number: int) -> ResponseReturnValue:
    """Move a match to the bin: it is hidden from everybody and no longer counted."""
    # The address names the score book, because after a second tap the match is gone.
    if number not in [match.id for match in maintenance().binned(book_id)]:
        row = _row(number)
        if row.match.book_id != book_id:
            raise NotThereError(f"There is no match {number} in this book.")
        maintenance().move_to_bin(number)
        flash(f"Deleted: {row.title}. It can be restored here.")
    return redirect(url_for("matches.in_bin", book_id=book_id), 303)


def rows_of(matches: Iterable[MatchSummary]) -> list[MatchRow]:
    """Matches as rows of a list."""
    return [_row_of(match) for match in matches]


def _row_of(match: MatchSummary) -> MatchRow:
    """A match as a row, which is damaged if one of its texts cannot be made."""
    try:
        row = game_pages(match.game_key).row(match)
        row.texts()
        return row
    except (ArithmeticError, AttributeError, LookupError, StopIteration, TypeError, ValueError):
        return DamagedRow(replace(match, is_damaged=True), "")


def _row(match_id: int) -> MatchRow:
    for match in match_search().listed([match_id]):
        return rows_of([match])[0]
    raise NotThereError(f"There is no match {match_id}.")


@pages.get("/books/<int:book_id>/bin")
@needs(Permission.OWN)
def in_bin(book_id: int) -> ResponseReturnValue:
    """The matches in the bin."""
    binned = rows_of(maintenance().binned(book_id))
    return render_template(
        "core/matches/bin.html", book=score_books().score_book(book_id), binned=binned, days=BIN_DAYS
    )


@pages.post("/books/<int:book_id>/bin/<int:number>/out")
@needs(Permission.OWN)
def restore_from_bin(book_id: int, number: int) -> ResponseReturnValue:
    """Restore a match from the bin; its links are valid again."""
    maintenance().restore_from_bin(book_id, number)
    return redirect(sheet_of(number), 303)


# --- without network -----------------------------------------------------------------------------------------


@pages.get("/sw.js")
@needs(Permission.GUEST)
def service_worker() -> ResponseReturnValue:
    """Send the service worker, at the root so that its scope is every page; revalidated each time."""
    response = Response(joined(Path(str(current_app.static_folder)), ONLINE), mimetype="text/javascript")
    response.cache_control.no_cache = True
    response.add_etag()
    return response.make_conditional(request)
