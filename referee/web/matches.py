"""The matches: what is shared with a phone, a book's matches found again, rematches, the bin, preferences."""

from dataclasses import replace

from flask import (
    Blueprint,
    current_app,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue

from referee.access import Right
from referee.faults import NotThereError
from referee.keeper import BIN_DAYS
from referee.web.forms import FindForm
from referee.web.fragments import wants_fragments
from referee.web.guard import MOST_DOORS, needs, visitor
from referee.web.house import catalogue, keeper, shelf, tables
from referee.web.listing import MatchRow, league_name

pages = Blueprint("matches", __name__)
PAGE = 20


@pages.get("/")
@needs(Right.GUEST)
def home() -> ResponseReturnValue:
    """What is shared with this phone; where that is one score book and nothing else, the book itself."""
    walked: set[int] = set()
    for right in (Right.WATCH, Right.SCORE):
        for match_id in visitor().doors(right):
            while match_id not in walked and len(walked) < 2 * MOST_DOORS:
                walked.add(match_id)
                match_id = visitor().go_along(match_id) or match_id
    books = visitor().doors(Right.KEEP)
    shared = dict.fromkeys(visitor().doors(Right.WATCH), Right.WATCH)
    shared |= dict.fromkeys(visitor().doors(Right.SCORE), Right.SCORE)
    if len(books) == 1 and not shared and not current_app.config["PUBLIC"]:
        return redirect(url_for("matches.index", book_id=books[0]))
    return render_template(
        "matches/home.html",
        books=[shelf().score_book(number) for number in sorted(books)],
        shared=[MatchRow(match) for match in catalogue().listed(shared)],
        public=current_app.config["PUBLIC"],
    )


@pages.get("/books/<int:book_id>/")
@needs(Right.KEEP)
def index(book_id: int) -> ResponseReturnValue:
    """A score book's matches, newest first: open and finished ones, or those that are looked for."""
    form, before = FindForm(request.args), request.args.get("before", 0, type=int)
    form.offer({league: league_name(league) for league in catalogue().leagues(book_id)}, catalogue().years(book_id))
    search = form.search()
    # Two lists on the first page; one on any other, and for whoever looks for something.
    by_state = not search and not before and search.over is None
    open_ones = catalogue().find(book_id, replace(search, over=False), PAGE + 1) if by_state else []
    found = catalogue().find(book_id, replace(search, over=True) if by_state else search, PAGE + 1, before)
    return render_template(
        "matches/index.html",
        book=shelf().score_book(book_id),
        form=form,
        search=search,
        by_state=by_state,
        open_ones=[MatchRow(match) for match in open_ones[:PAGE]],
        more_open=len(open_ones) > PAGE,
        found=[MatchRow(match) for match in found[:PAGE]],
        before=found[PAGE - 1].id if len(found) > PAGE else None,
        state="finished" if by_state else form.state.data,
        asked=form.asked(),
        known=catalogue().latest_players(book_id),
        latest=catalogue().latest(book_id),
        binned=keeper().count_binned(book_id),
    )


@pages.post("/matches/<int:match_id>/rematch")
@needs(Right.KEEP)
def rematch(match_id: int) -> ResponseReturnValue:
    """The same four again, in one tap: same seats and rules; the deal goes on to the left."""
    standing = tables().standing(match_id)
    setup = standing.match.setup
    again = replace(setup, dealer=standing.match.dealer.left, started=tables().clock())
    key = request.form.get("key") or None
    follows = match_id if standing.can_be_followed else None  # The last trick may just have been undone elsewhere.
    opened = tables().open(standing.book_id, again, standing.show_played, standing.teaching, key, follows)
    address = url_for("play.table", match_id=opened.id)
    # The table's page would be another match's: it has to be left, not patched.
    return make_response("", 200, {"HX-Redirect": address}) if wants_fragments() else redirect(address, 303)


# --- the bin -------------------------------------------------------------------------------------------------


@pages.get("/matches/<int:match_id>/throw-away")
@needs(Right.KEEP)
def ask_to_throw_away(match_id: int) -> ResponseReturnValue:
    """Asks whether a match is really to be thrown away."""
    return render_template("matches/throw_away.html", row=_row(match_id), days=BIN_DAYS)


@pages.post("/books/<int:book_id>/bin/<int:number>/in")
@needs(Right.KEEP)
def throw_away(book_id: int, number: int) -> ResponseReturnValue:
    """Put a match into the bin: it is gone for everybody it was shared with, and counts nowhere."""
    # Of the book and not of the match, which is not there for a second tap.
    if number not in [match.id for match in keeper().binned(book_id)]:
        row = _row(number)
        if row.match.book_id != book_id:
            raise NotThereError(f"There is no match {number} in this book.")
        keeper().throw_away(number)
        flash(f"{row.title} is in the bin.")
    return redirect(url_for("matches.in_bin", book_id=book_id), 303)


def _row(match_id: int) -> MatchRow:
    for match in catalogue().listed([match_id]):
        return MatchRow(match)
    raise NotThereError(f"There is no match {match_id}.")


@pages.get("/books/<int:book_id>/bin")
@needs(Right.KEEP)
def in_bin(book_id: int) -> ResponseReturnValue:
    """What was thrown away, as long as it can be taken back."""
    binned = [MatchRow(match) for match in keeper().binned(book_id)]
    return render_template("matches/bin.html", book=shelf().score_book(book_id), binned=binned, days=BIN_DAYS)


@pages.post("/books/<int:book_id>/bin/<int:number>/out")
@needs(Right.KEEP)
def take_back(book_id: int, number: int) -> ResponseReturnValue:
    """Take a match out of the bin: it is where it was, and its links open it again."""
    keeper().take_back(book_id, number)
    return redirect(url_for("history.sheet", match_id=number), 303)


# --- the phone -----------------------------------------------------------------------------------------------


@pages.get("/sw.js")
@needs(Right.GUEST)
def service_worker() -> ResponseReturnValue:
    """The service worker, at the top, so that it may serve every page; asked for anew each time."""
    response = current_app.send_static_file("sw.js")
    response.cache_control.no_cache = True
    response.cache_control.max_age = None
    return response


@pages.post("/preferences")
@needs(Right.GUEST)
def preferences() -> ResponseReturnValue:
    """Light or dark, and the colours of the suits; kept on this phone."""
    if request.form.get("theme") in ("auto", "light", "dark"):
        session["theme"] = request.form["theme"]
    if "colours" in request.form:
        session["four_colours"] = request.form["colours"] == "four"
    return redirect(url_for("matches.home"), 303)
