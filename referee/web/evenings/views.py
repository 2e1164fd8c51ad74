"""Evenings of several tables: opening one, players, rounds and results, the board, and the next seat."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace

from flask import (
    Blueprint,
    abort,
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
from werkzeug.datastructures import MultiDict

from referee.books.current_evening import CurrentEvening
from referee.books.evenings import mark_of, seats_of
from referee.books.permissions import EVENING_SCORE, EVENING_WATCH, OWN, TABLE_SCORE, Permission
from referee.english import joined
from referee.faults import Fault, RefusedError
from referee.web.evenings.acting import PEOPLE, Form, asked_for, known_people, place_on_page
from referee.web.evenings.changing import change_asked_for
from referee.web.evenings.form import EveningForm
from referee.web.evenings.match_table import deal_first
from referee.web.evenings.people import people_in, text_of, unclear_in
from referee.web.evenings.screen import EveningScreen
from referee.web.evenings.steps import done
from referee.web.filters import table_of
from referee.web.forms import error_texts, form_page, key_to_begin
from referee.web.matches.live import PAGES
from referee.web.permissions import needs, visitor
from referee.web.players.known_players import latest_people
from referee.web.services import evenings, score_books
from referee.web.sharing.views import link_of, must_have_a_server, page_of_links

pages = Blueprint("evenings", __name__)
PAGE = 50
MOST_SEATS = 5
"""The number of evenings for which a phone remembers its player."""


# --- opening -----------------------------------------------------------------------------------------------------


@pages.route("/books/<int:book_id>/evenings/new", methods=["GET", "POST"])
@needs(Permission.OWN)
def new(book_id: int) -> ResponseReturnValue:
    """The page for a new evening."""
    form = EveningForm(book_id)
    errors = []
    if "like" in request.form:
        like = evenings().store.keyed(book_id, request.form["like"])
        if like is None:
            abort(404)
        number = evenings().open_like(like, key_to_begin())
        return redirect(url_for("evenings.evening", evening_id=number), 303)
    if request.method == "POST":
        errors = [] if form.validate() else error_texts(form)
        try:
            if not errors:
                number = evenings().open(book_id, form.setup(), key_to_begin())
                return redirect(url_for("evenings.evening", evening_id=number), 303)
        except RefusedError as refused:
            errors = [fault.text for fault in refused.faults]
    form.key.data = form.key.data or secrets.token_urlsafe(12)
    last = next((EveningScreen(each) for each in evenings().of_book(book_id, 1)), None)
    return form_page("evenings/new.html", errors, form=form, book_id=book_id, last=last)


@pages.get("/books/<int:book_id>/evenings")
@needs(Permission.WATCH)
def listed(book_id: int) -> ResponseReturnValue:
    """The evenings of a score book, latest first, page by page."""
    evenings_listed, damaged = evenings().listed(book_id, PAGE + 1, request.args.get("before", 0, type=int) % 2**31)
    return render_template(
        "evenings/listed.html",
        evenings=[EveningScreen(each) for each in evenings_listed[:PAGE]],
        before=evenings_listed[PAGE - 1].id if len(evenings_listed) > PAGE else None,
        damaged_evenings=damaged,
        book=score_books().score_book(book_id),
    )


# --- running it --------------------------------------------------------------------------------------------------


@pages.get("/evenings/<int:evening_id>/")
@needs(Permission.OWN)
def evening(evening_id: int) -> ResponseReturnValue:
    """Show the players present, the tables and the standings, with the owner's keys."""
    return _evening(evening_id)


@pages.post("/evenings/<int:evening_id>/")
@needs(Permission.OWN)
def do(evening_id: int) -> ResponseReturnValue:
    """Execute a key of the page. Refused input is shown again."""
    version, key = request.form.get("version", -1, type=int), key_to_begin()
    store, message, form = evenings(), "", _with_file()
    try:
        if store.store.head(evening_id, key).has_key:
            return redirect(url_for("evenings.evening", evening_id=evening_id), 303)  # A second tap: already done.
        if "delete" in request.form:
            row = store.store.row(evening_id)
            store.delete(evening_id, version)
            flash("The evening is deleted.")
            return redirect(url_for("matches.index", book_id=row.book_id), 303)
        current = store.current(evening_id)
        before = current.version
        if "begin" in request.form:
            seed, seen = request.form.get("seed", secrets.randbits(30), type=int), request.form.get("seats", "")
            current = store.begin_round(evening_id, version, key, seed, seen)
        elif "undo" in request.form:
            message = f"Undone: {EveningScreen(current).last_step}."
            current = store.undo(evening_id, version, key)
        elif "redo" in request.form:
            current = store.redo(evening_id, version, key)
        elif "unseat" in request.form:
            current = store.unseat(evening_id, version, key)
        elif change := change_asked_for(request.form):
            current = store.reseat(evening_id, version, key, *change)
        else:
            action = asked_for(current, form)
            if action:
                store.check_paper(current, action)
                current = store.do(evening_id, version, key, action)
    except RefusedError as refused:
        faults = [replace(fault, text=_worded(fault.text)) for fault in refused.faults]
        return make_response(_evening(evening_id, faults, form.get("new", "")), 422)
    said = done(current.evening, current.folded.last, current.folded.seats_before)
    flash("Nothing has changed." if current.version == before else message or said)
    at = place_on_page(request.form, current.evening)
    to = url_for("evenings.evening", evening_id=evening_id, at=at if at == PEOPLE else None, _anchor=at)
    return redirect(to, 303)


def _one_or_two(current: CurrentEvening, typed: str) -> tuple[str, str] | None:
    """The first typed line that may be one person or two, read both ways."""
    is_asked = request.form.get("come") == "1" and not current.evening.setup.is_fixed
    line = next(iter(unclear_in(typed, known_people(current))), "") if is_asked else ""
    return (people_in(line)[0], joined(people_in(line, (), are_two=True))) if line else None


def _with_file() -> Form:
    """The form, with the names from an uploaded file."""
    form, file = MultiDict(request.form), request.files.get("list")
    if file and file.filename:
        form["new"] = f"{form.get('new', '')}\n{text_of(file.read())}"
    return form


def _worded(text: str) -> str:
    """A fault in this page's words."""
    return text.replace(" has a name of more than", "… is longer than")


def _texts(faults: Iterable[Fault], screen: EveningScreen) -> list[str]:
    """The texts of faults; in the form for all results, with the numbers shown on the tables."""
    labels = {table.at: table.label for table in screen.tables} if "results" in request.form else {}
    of_tables = ((labels.get("".join(fault.about[:1]).rpartition(".")[0]), fault.text) for fault in faults)
    return [f"Table {label}: {text}" if label else text for label, text in of_tables]


def _evening(evening_id: int, faults: Sequence[Fault] = (), typed: str = "") -> str:
    current = evenings().current(evening_id)
    screen = EveningScreen(current)
    here = {name.casefold() for name in screen.names}
    players = sorted(latest_people(current.row.book_id), key=str.casefold)
    known = [name for name in players if name.casefold() not in here]
    units = {" & ".join(unit) for unit in screen.evening.units}
    people = sorted(units if screen.setup.is_fixed else units.union(players), key=str.casefold)
    seed = request.args.get("preview", type=int)
    preview = None if seed is None or screen.evening.is_over else seats_of(current, seed)
    return render_template(
        "evenings/evening.html",
        screen=screen,
        known=known,
        people_known=people,
        errors=_texts(faults, screen),
        faults=faults,
        typed=typed if faults else "",
        one_or_two=_one_or_two(current, typed),
        asked=request.args.get("round", 0, type=int),
        preview=preview,
        seen=preview and mark_of(preview),
        seed=seed,
        another=secrets.randbits(30),
        key=secrets.token_urlsafe(12),
    )


@pages.get("/evenings/<int:evening_id>/links")
@needs(Permission.OWN)
def links(evening_id: int) -> ResponseReturnValue:
    """The links of an evening: for its players' phones, and to watch. Raises RefusedError without a server."""
    must_have_a_server()
    grants = score_books().evening_grants(evening_id)
    of_book = score_books().book_grants(grants[OWN].number)
    shared = grants[EVENING_SCORE], grants[EVENING_WATCH], of_book[TABLE_SCORE]
    screen = EveningScreen(evenings().current(evening_id))
    return page_of_links(shared, "evenings/links.html", screen=screen)


# --- looking on --------------------------------------------------------------------------------------------------


@pages.get("/evenings/<int:evening_id>/board")
@needs(Permission.WATCH)
def board(evening_id: int) -> ResponseReturnValue:
    """Show the board for a tablet or a projector: seats, time left, standings. Nothing (204) if unchanged."""
    state = evenings().store.state(evening_id)
    if request.args.get("since") == state:
        return "", 204
    screen = EveningScreen(evenings().current(evening_id))
    grants, may = score_books().evening_grants(evening_id), visitor().permission_for_evening(evening_id)
    is_shared = may >= Permission.SCORE and not current_app.config["ALONE"]
    code = link_of(grants[EVENING_SCORE]) if is_shared else None
    return render_template("evenings/board.html", screen=screen, state=state, code=code)


# --- a player's phone --------------------------------------------------------------------------------------------


@pages.get("/evenings/<int:evening_id>/seat")
@needs(Permission.SCORE)
def seat(evening_id: int) -> ResponseReturnValue:
    """Redirect to the table of the phone's player; or ask for the player, or show that they sit out."""
    state = evenings().store.state(evening_id, by_trick=False)
    if request.args.get("since") == state:  # Many phones wait here, and ask every few seconds.
        return "", 204
    evening = evenings().evening(evening_id)
    holder = session.get("holders", {}).get(str(evenings().store.row(evening_id).book_id), "")
    name = str(session.get("seats", {}).get(str(evening_id)) or holder)
    is_here = any(name in unit for unit in evening.here)
    stays = request.args.get("stay") == str(len(evening.rounds))  # Players who have finished wait for the next round.
    match_id = evenings().match_at(evening_id, evening.table_of(name)) if is_here else None
    if match_id and not evening.is_over and not stays:
        return redirect(table_of(match_id), 303)
    screen = EveningScreen(evenings().current(evening_id))
    return render_template("evenings/seat.html", screen=screen, name=name if is_here else "",
                           table=screen.table_of(name) if is_here else None, state=state)  # fmt: skip


@pages.post("/evenings/<int:evening_id>/seat")
@needs(Permission.SCORE)
def sit(evening_id: int) -> ResponseReturnValue:
    """Remember the phone's player."""
    seats = {number: name for number, name in session.get("seats", {}).items() if number != str(evening_id)}
    seats[str(evening_id)] = request.form.get("name", "")[:80]
    session["seats"] = dict(list(seats.items())[-MOST_SEATS:])
    book_id = str(evenings().store.row(evening_id).book_id)
    session["holders"] = {book_id: seats[str(evening_id)]}  # For the club's next evening.
    return redirect(url_for("evenings.seat", evening_id=evening_id), 303)


@pages.post("/matches/<int:match_id>/first-dealer")
@needs(Permission.SCORE)
def first_dealer(match_id: int) -> ResponseReturnValue:
    """Let somebody else deal first at a table of an evening."""
    deal_first(match_id, request.form.get("dealer", ""))
    return redirect(table_of(match_id), 303)


@pages.get("/matches/<int:match_id>/next-round")
@needs(Permission.WATCH)
def next_round(match_id: int) -> ResponseReturnValue:
    """Redirect from a match to its evening's next round: to the visitor's seat, or to the table on a `page` to watch.

    A visitor with a link to this match only stays there.
    """
    found, page = evenings().of_match(match_id), request.args.get("page", "")
    permission = visitor().permission_for_evening(found[0]) if found else Permission.STRANGER
    if found and permission >= Permission.WATCH:
        number, _, place = found
        if page in PAGES:
            same = evenings().match_at(number, place)
            to = url_for(f"live.{page}", match_id=same) if same else url_for("evenings.board", evening_id=number)
            return redirect(to, 303)
        view = "evening" if permission is Permission.OWN and not session.get("seats", {}).get(str(number)) else "seat"
        return redirect(
            url_for(f"evenings.{view if permission >= Permission.SCORE else 'board'}", evening_id=number), 303
        )
    return redirect(url_for(f"live.{page}", match_id=match_id) if page in PAGES else table_of(match_id), 303)
