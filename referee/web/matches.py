"""The pages round the table: the list of matches, a new match, rematches, score sheets, preferences."""

import json
import secrets
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from wtforms import SelectChoice

from referee.cards import read_card
from referee.faults import RefusedError
from referee.havilering.draw import Draw, draw
from referee.havilering.seasons import Season
from referee.havilering.seats import SEATS, Seat
from referee.havilering.summary import hands
from referee.record import read_setup, write
from referee.season import local_day, span_of
from referee.table import Standing
from referee.web.forms import MatchForm, texts
from referee.web.play import tables, wants_fragments
from referee.web.screen import Screen

pages = Blueprint("matches", __name__)
PAGE = 20


@pages.get("/")
def index() -> ResponseReturnValue:
    """Matches, open and finished, newest first."""
    before, latest = request.args.get("before", type=int), _latest()
    open_ones = tables().matches(over=False, limit=PAGE) if before is None else []
    finished = tables().matches(over=True, limit=PAGE, before=before)
    return render_template(
        "matches/index.html",
        open_ones=[Screen(standing) for standing in open_ones],
        finished=[Screen(standing) for standing in finished],
        more=finished[-1].id if len(finished) == PAGE else None,
        latest=Screen(latest) if latest else None,
    )


@pages.route("/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """A new match, on one screen; filled in from `?like=` a match, or from the latest one."""
    form = MatchForm(data=None if request.method == "POST" else _like(request.args.get("like", type=int)))
    span = span_of(local_day(tables().clock()))
    form.season.choices = _seasons(span.season)
    if request.method == "GET":
        return _new_page(form)
    if "draw" in request.form:
        return _drawn(form, span.season)
    errors = ([] if form.validate() else texts(form)) + _same_names(form)
    if not errors:
        try:
            setup = read_setup(form.setup(tables().clock().isoformat(), span.season))
            standing = tables().open(setup, form.show_played.data, form.key.data or None)
            return redirect(url_for("play.table", match_id=standing.id), 303)
        except RefusedError as refused:
            errors = [_for_people(fault.text) for fault in refused.faults]
    return _new_page(form, errors, 422)


def _new_page(form: MatchForm, errors: list[str] | None = None, status: int = 200, drawn: str = "") -> Response:
    page = render_template(
        "matches/new.html",
        form=form,
        errors=errors or [],
        drawn=drawn,
        known=tables().names(),
        seats=SEATS,
        key=secrets.token_urlsafe(12),
        span=span_of(local_day(tables().clock())),
    )
    return make_response(page, status)


def _same_names(form: MatchForm) -> list[str]:
    names = [" ".join((form.name(seat).data or "").split()) for seat in SEATS]
    folded = [name.casefold() for name in names]
    twice = [name for name in names if name and folded.count(name.casefold()) > 1]
    return [f"Two players are called {twice[0]}: add a letter to tell them apart."] if twice else []


def _for_people(text: str) -> str:
    for seat in SEATS:
        text = text.replace(f"players.{seat.value} has", f"{seat.word} has")
    return text


def _drawn(form: MatchForm, now: Season) -> Response:
    """Seat the players by the cards they drew."""
    cards, errors = {}, []
    for seat in SEATS:
        try:
            cards[seat] = read_card(form.drawn(seat).data or "")
        except RefusedError:
            errors.append(f"{form.drawn(seat).label.text}: write rank and suit, as in 7S, 10D or QH.")
    if not errors and len(set(cards.values())) < 4:
        errors.append("Two players cannot have drawn the same card.")
    if errors:
        return _new_page(form, errors, 422)
    chosen = Season(form.season_chosen(now)) if form.season.data not in (None, "auto") else now
    result = draw(cards, chosen)
    told = _tell_draw(form, result)
    before = {seat: (form.name(seat).data, form.drawn(seat).data) for seat in SEATS}
    for seat, came_from in result.seated().items():
        form.name(seat).data, form.drawn(seat).data = before[came_from]
    form.dealer.data = result.dealer.value
    return _new_page(form, drawn=told)


def _tell_draw(form: MatchForm, result: Draw) -> str:
    def name(seat: Seat) -> str:
        return form.name(seat).data or seat.word

    return f"{name(result.dealer)} drew highest and deals; {name(result.partner)} drew lowest and is the partner."


def _seasons(now: Season) -> list[SelectChoice]:
    named = [SelectChoice(season.value, f"{season.value.capitalize()}, {season.jack.name}") for season in Season]
    south = SelectChoice("south", f"Southern: {now.opposite.value}, {now.opposite.jack.name}")
    return [SelectChoice("auto", f"By the calendar: {now.value}"), south, *named]


def _latest() -> Standing | None:
    found = [*tables().matches(over=False, limit=1), *tables().matches(over=True, limit=1)]
    return max(found, key=lambda standing: standing.id, default=None)


def _like(number: int | None) -> dict[str, Any]:
    standing = tables().standing(number) if number else _latest()
    if standing is None:
        return {}
    setup, rules = standing.match.setup, standing.match.setup.rules
    # A season that was named is not named again by itself: by now it may be another.
    day = local_day(setup.started)
    return {seat.value: setup.players[seat] for seat in SEATS} | {
        "dealer": standing.match.dealer.left.value,
        "target": rules.target,
        "best_of": rules.best_of,
        "muggins": rules.muggins,
        "season": "south" if rules.season and rules.season is span_of(day).season.opposite else "auto",
        "jack_havel": rules.values.jack_havel,
        "jack_havel_dealer": rules.values.jack_havel_dealer,
        "show_played": standing.show_played,
    }


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
