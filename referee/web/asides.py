"""What a phone entered under a link that had ended: set aside until the owner of the score book decides about it."""

import hashlib

from flask import Blueprint, abort, flash, jsonify, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf

from referee.books.merge import HERE, PHONE, Merge, read_log
from referee.books.permissions import Permission
from referee.faults import RefusedError
from referee.moments import noted
from referee.store.asides import Aside, Asides
from referee.store.moves import Moves
from referee.web.keeping import LARGEST_LOG, must_fit, rows_of
from referee.web.permissions import needs, takes
from referee.web.services import service

pages = Blueprint("asides", __name__)


@pages.get("/kept/ended/<int:ended_id>")
@needs(Permission.GUEST)
def token(ended_id: int) -> ResponseReturnValue:
    """A CSRF token for a phone that scored the match before its link ended."""
    return jsonify({"token": generate_csrf()})


@pages.post("/kept/ended/<int:ended_id>")
@needs(Permission.GUEST)
@takes(LARGEST_LOG)
def put(ended_id: int) -> ResponseReturnValue:
    """Set aside what such a phone has entered: its whole log is sent."""
    phone = hashlib.sha256(str(session.get("csrf_token")).encode()).hexdigest()[:16]
    try:
        log = read_log(request.form.get("log", ""))
        must_fit(log)
        entries = log[Merge(service()).compare(ended_id, log).alike :]
    except RefusedError as refused:
        return jsonify({"refused": [fault.text for fault in refused.faults]}), 422
    database, has_room = service().database, True
    if entries:
        with database.writing():
            at = noted(service().clock()).isoformat()
            has_room = Asides(database).put(ended_id, phone, at, entries)
    return jsonify({"kept": has_room})


@pages.get("/matches/<int:match_id>/aside/<phone>")
@needs(Permission.KEEP)
def look(match_id: int, phone: str) -> ResponseReturnValue:
    """What was set aside, beside what was entered here since, and the choice."""
    aside = _aside(match_id, phone)
    rows = rows_of(match_id, Merge(service()).compare(match_id, _log(aside)))
    return render_template(
        "core/corrections/aside.html", current=service().current(match_id), rows=rows, sender=phone,
        name=aside.entries[-1][5],
    )  # fmt: skip


@pages.post("/matches/<int:match_id>/aside/<phone>")
@needs(Permission.KEEP)
def decide(match_id: int, phone: str) -> ResponseReturnValue:
    """Enter what was set aside, or leave it out."""
    aside, choice = _aside(match_id, phone), request.form.get("choice")
    if choice == PHONE:
        Merge(service()).bring_in(match_id, _log(aside), PHONE)
    elif choice != HERE:
        abort(400)
    with service().database.writing():
        Asides(service().database).decide(aside)
    flash("Entered." if choice == PHONE else "Left out.")
    return redirect(url_for("matches.index", book_id=service().current(match_id).book_id), 303)


def _aside(match_id: int, phone: str) -> Aside:
    found = [each for each in Asides(service().database).of_match(match_id) if each.phone == phone]
    return found[0] if found else abort(404)


def _log(aside: Aside) -> list[list[object]]:
    """The whole log of the phone: up to its own entries it is that of the match."""
    before = Moves(service().database).log(aside.match_id)[: aside.entries[0][0] - 1]
    return [*before, *aside.entries]
