"""The pages round the table: the list of matches, rematches, score sheets, preferences."""

import json
from dataclasses import replace

from flask import Blueprint, Response, make_response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from referee.havilering.summary import hands
from referee.record import write
from referee.standing import Standing
from referee.web.play import tables, wants_fragments
from referee.web.screen import Screen

pages = Blueprint("matches", __name__)
PAGE = 20


@pages.get("/")
def index() -> ResponseReturnValue:
    """Matches, open and finished, newest first."""
    before, last = request.args.get("before", type=int), latest()
    open_ones = tables().matches(over=False, limit=PAGE) if before is None else []
    finished = tables().matches(over=True, limit=PAGE, before=before)
    return render_template(
        "matches/index.html",
        open_ones=[Screen(standing) for standing in open_ones],
        finished=[Screen(standing) for standing in finished],
        more=finished[-1].id if len(finished) == PAGE else None,
        latest=Screen(last) if last else None,
    )


def latest() -> Standing | None:
    """The match that was opened last, if there is one."""
    found = [*tables().matches(over=False, limit=1), *tables().matches(over=True, limit=1)]
    return max(found, key=lambda standing: standing.id, default=None)


@pages.post("/matches/<int:match_id>/rematch")
def rematch(match_id: int) -> ResponseReturnValue:
    """The same four again, in one tap: same seats and rules; the deal goes on to the left."""
    standing = tables().standing(match_id)
    setup = standing.match.setup
    again = replace(setup, dealer=standing.match.dealer.left, started=tables().clock())
    opened = tables().open(again, standing.show_played, request.form.get("key") or None)
    address = url_for("play.table", match_id=opened.id)
    # The table's page would be another match's: it has to be left, not patched.
    return make_response("", 200, {"HX-Redirect": address}) if wants_fragments() else redirect(address, 303)


@pages.get("/matches/<int:match_id>/sheet")
def sheet(match_id: int) -> ResponseReturnValue:
    """The score sheet, hand by hand; the hand that is being played shows its totals alone."""
    standing = tables().standing(match_id)
    return render_template("matches/sheet.html", screen=Screen(standing), hands=hands(standing.match))


@pages.get("/matches/<int:match_id>/record.json")
def record(match_id: int) -> ResponseReturnValue:
    """The match record, to keep or to take elsewhere."""
    text = json.dumps(write(tables().record(match_id)), ensure_ascii=False, indent=1) + "\n"
    response = Response(text, mimetype="application/json")
    response.headers["Content-Disposition"] = f"attachment; filename=havilering-{match_id}.json"
    return response


@pages.post("/preferences")
def preferences() -> ResponseReturnValue:
    """Light or dark, and the colours of the suits; kept on this phone."""
    session.permanent = True
    if request.form.get("theme") in ("auto", "light", "dark"):
        session["theme"] = request.form["theme"]
    if "colours" in request.form:
        session["four_colours"] = request.form["colours"] == "four"
    return redirect(url_for("matches.index"), 303)
