"""The pages round the table: what is shared with a phone, a book's matches, rematches, sheets, preferences."""

import json
from dataclasses import replace

from flask import (
    Blueprint,
    Response,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue

from referee.access import Right
from referee.havilering.summary import hands
from referee.record import write
from referee.standing import Standing
from referee.web.guard import needs, shelf, visitor
from referee.web.play import tables, wants_fragments
from referee.web.screen import Screen

pages = Blueprint("matches", __name__)
PAGE = 20


@pages.get("/")
@needs(Right.GUEST)
def home() -> ResponseReturnValue:
    """What is shared with this phone; where that is one score book and nothing else, the book itself."""
    books = visitor().doors(Right.KEEP)
    shared = dict.fromkeys(visitor().doors(Right.WATCH), Right.WATCH)
    shared |= dict.fromkeys(visitor().doors(Right.SCORE), Right.SCORE)
    if len(books) == 1 and not shared and not current_app.config["PUBLIC"]:
        return redirect(url_for("matches.index", book_id=books[0]))
    return render_template(
        "matches/home.html",
        books=[shelf().score_book(number) for number in sorted(books)],
        shared=[(shared[match.id], Screen(match)) for match in tables().readable(sorted(shared, reverse=True))],
        public=current_app.config["PUBLIC"],
    )


@pages.get("/books/<int:book_id>/")
@needs(Right.KEEP)
def index(book_id: int) -> ResponseReturnValue:
    """A score book's matches, open and finished, newest first."""
    before, last = request.args.get("before", type=int), latest(book_id)
    open_ones = tables().matches(book_id, over=False, limit=PAGE) if before is None else []
    finished = tables().matches(book_id, over=True, limit=PAGE, before=before)
    return render_template(
        "matches/index.html",
        book=shelf().score_book(book_id),
        open_ones=[Screen(standing) for standing in open_ones],
        finished=[Screen(standing) for standing in finished],
        more=finished[-1].id if len(finished) == PAGE else None,
        latest=Screen(last) if last else None,
    )


def latest(book_id: int) -> Standing | None:
    """The match of a score book that was opened last, if there is one."""
    found = [*tables().matches(book_id, over=False, limit=1), *tables().matches(book_id, over=True, limit=1)]
    return max(found, key=lambda standing: standing.id, default=None)


@pages.post("/matches/<int:match_id>/rematch")
@needs(Right.KEEP)
def rematch(match_id: int) -> ResponseReturnValue:
    """The same four again, in one tap: same seats and rules; the deal goes on to the left."""
    standing = tables().standing(match_id)
    setup = standing.match.setup
    again = replace(setup, dealer=standing.match.dealer.left, started=tables().clock())
    opened = tables().open(standing.book_id, again, standing.show_played, request.form.get("key") or None)
    address = url_for("play.table", match_id=opened.id)
    # The table's page would be another match's: it has to be left, not patched.
    return make_response("", 200, {"HX-Redirect": address}) if wants_fragments() else redirect(address, 303)


@pages.get("/matches/<int:match_id>/sheet")
@needs(Right.WATCH)
def sheet(match_id: int) -> ResponseReturnValue:
    """The score sheet, hand by hand; the hand that is being played shows its totals alone."""
    standing = tables().standing(match_id)
    return render_template("matches/sheet.html", screen=Screen(standing), hands=hands(standing.match))


@pages.get("/matches/<int:match_id>/record.json")
@needs(Right.SCORE)
def record(match_id: int) -> ResponseReturnValue:
    """The match record, to keep or to take elsewhere."""
    text = json.dumps(write(tables().record(match_id)), ensure_ascii=False, indent=1) + "\n"
    response = Response(text, mimetype="application/json")
    response.headers["Content-Disposition"] = f"attachment; filename=havilering-{match_id}.json"
    return response


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
