"""Routes for phones that keep the referee: copies of the matches they score, and logs that they send back.

Such a phone sends the length of its copy with each request for a match, and the response has the missing entries.
After scoring offline it sends the log of the match.
"""

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    g,
    jsonify,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf

from referee.books.logs_file import FORMAT, VERSION, lengths, read_logs
from referee.books.logs_import import LogsImport
from referee.books.merge import DifferentError, Differing, Merge, OtherMatchError
from referee.books.permissions import OWN, SCORE, Permission
from referee.books.phone_copy import copy_of
from referee.faults import Fault, RefusedError
from referee.fields import parse_json
from referee.log.shape import MATCH, read_log
from referee.match.appender import MOST_CORRECTIONS
from referee.match.service import MatchService
from referee.moments import utc_text
from referee.store.log_rows import LogRows
from referee.store.logs import OF_MATCHES
from referee.web.identity import COPY
from referee.web.permissions import needs, takes, visitor
from referee.web.phone import SETTINGS
from referee.web.rate_limits import MOST_ENTRIES
from referee.web.services import pages_of, score_books, service

pages = Blueprint("keeping", __name__)
HEADER = COPY
"""Header of a request, with the length and last checksum of the phone's copy, and of the response to it.

The response has the entries that the copy lacks, as JSON in base64; MORE if they are too long for a header, or do not
just continue the copy; LESS if entries that the phone had received are gone.
"""
MORE, LESS, LONGEST = "more", "less", 6_000
LARGEST_LOG = 2 * 2**20
MOST_REMATCHES = 100
"""The maximum number of rematches of a match that a phone may name; there is hardly ever more than one."""


def register(app: Flask) -> None:
    """Register the routes, and send phones the entries that their copies lack."""
    app.register_blueprint(pages)
    app.before_request(_must_tell_a_head)
    app.before_request(_must_continue_the_copy)
    app.after_request(_add_what_is_lacking)


# --- copies ------------------------------------------------------------------------------------------------------


@pages.get("/kept/matches/<int:match_id>")
@needs(Permission.SCORE)
def copy(match_id: int) -> Response:
    """Send everything that a phone needs to score a match by itself."""
    permission = visitor().permission_for_match(match_id)
    settings = {name: session[name] for name in (*SETTINGS, "phone") if name in session}
    kind = OWN if permission is Permission.OWN else SCORE
    return jsonify(copy_of(service(), match_id, kind is OWN) | {"kind": kind.name, "settings": settings})


@pages.get("/kept/token")
@needs(Permission.GUEST)
def token() -> ResponseReturnValue:
    """Send a CSRF token, for phones that send a log from a page without one."""
    return jsonify({"token": generate_csrf()})


_HEAD = re.compile(r"([0-9]{1,9}) ([0-9a-f]{32})|none ?")


def _must_tell_a_head() -> None:
    if not _HEAD.fullmatch(request.headers.get(HEADER, "none")):
        abort(400)


def _must_continue_the_copy() -> None:
    """Refuse a post with 412 if the phone's copy is not the beginning of the log, as after a restore.

    The page shows what is not here, so the phone must answer the post itself and compare the two logs.
    """
    head, match_id = _HEAD.fullmatch(request.headers.get(HEADER, "none")), (request.view_args or {}).get("match_id")
    length = int((head and head[1]) or 0)
    if request.method != "POST" or not length or match_id is None or g.get("permission", 0) < Permission.SCORE:
        return
    rows = LogRows(service().database).log(match_id, length)
    if head and service().database.head(match_id) and (not rows or rows[0][-1] != head[2]):
        abort(412)


def _add_what_is_lacking(response: Response) -> Response:
    """Send the log's new entries to a phone with a copy, if it may score the match."""
    head, match_id = request.headers.get(HEADER), (request.view_args or {}).get("match_id")
    if not head or match_id is None or g.get("permission", 0) < Permission.SCORE or response.status_code >= 500:
        return response
    lacking = _lacking(service(), match_id, head)
    if lacking:
        response.headers[HEADER] = lacking
    return response


def _lacking(matches: MatchService, match_id: int, asked: str) -> str:
    """Return the header with the entries beyond a phone's copy, given the length and checksum that it sent."""
    match = _HEAD.fullmatch(asked)
    head = matches.database.head(match_id)
    if head is None or not match:
        return ""
    if not match[1]:  # There is no copy.
        return MORE
    length = int(match[1])
    if (head.version, head.checksum) == (length, match[2]):
        return ""
    if length > head.version:
        return LESS
    rows = LogRows(matches.database).log(match_id, length)
    if not length or rows[0][-1] != match[2]:
        return MORE
    text = b64encode(json.dumps(rows[1:]).encode()).decode()
    return text if len(text) <= LONGEST else MORE


# --- logs that phones send back ----------------------------------------------------------------------------------


@pages.post("/kept/matches/<int:match_id>/log")
@needs(Permission.SCORE)
@takes(LARGEST_LOG)
def merge(match_id: int) -> ResponseReturnValue:
    """Merge a phone's log, and send a new copy. If the logs differ, the table chooses on a page; a script gets a 409.

    For another match's log a script gets a 410.
    """
    written, choice, began = (request.form.get(name, "") for name in ("log", "choice", "start"))
    try:
        log = read_log(written)
        _must_fit(log)
        Merge(service()).bring_in(match_id, log, choice=choice, was_here=_was_here(), began=began)
    except OtherMatchError:
        return jsonify({"is_other": True}), 410
    except DifferentError as different:
        is_restored = different.logs.alike < _was_here()
        if not request.form.get("shown"):
            return jsonify({"is_restored": is_restored}), 409
        return _two_logs(match_id, Merge(service()).differing(different), written, is_restored)
    except RefusedError as refused:
        if request.form.get("shown"):
            raise
        return jsonify({"refused": [fault.text for fault in refused.faults]}), 422
    if request.form.get("shown"):
        return Response(status=303, headers={"Location": url_for("keeping.chosen", match_id=match_id)})
    return copy(match_id)


def _two_logs(match_id: int, differing: Differing, written: str, is_restored: bool) -> str:
    """Return the page on which the table chooses between the phone's entries and the server's.

    `is_restored` is True if entries that this server acknowledged are gone.
    """
    current, rows, start = service().current(match_id), _rows_of(match_id, differing), request.form.get("start", "")
    return render_template(
        "core/corrections/two_logs.html",
        current=current, rows=rows, log=written, is_restored=is_restored, start=start,
    )  # fmt: skip


def _was_here() -> int:
    """The number of entries that this server once acknowledged, and may have lost; else 0."""
    return request.form.get("was_here", 0, type=int)


def _rows_of(match_id: int, differing: Differing) -> list[list[str]]:
    """Describe the entries of each of two logs row by row: here, and on the phone."""
    corrections, rows = pages_of(match_id).corrections, []
    for here, phone in zip_longest(differing.here, differing.phone):
        opened = [corrections.opened_to_choose(here.action, phone.action)] if here and phone else []
        sides = (here, differing.match_here), (phone, differing.match_phone)
        rows.append([corrections.describe(done, match, *opened) if done else "" for done, match in sides])
    return rows


@pages.get("/kept/matches/<int:match_id>/chosen")
@needs(Permission.SCORE)
def chosen(match_id: int) -> ResponseReturnValue:
    """Return to the table after a choice, once the phone has adopted it."""
    return render_template("core/corrections/chosen.html", current=service().current(match_id))


@pages.post("/kept/books/<int:book_id>/matches")
@needs(Permission.OWN)
@takes(LARGEST_LOG)
def begun(book_id: int) -> ResponseReturnValue:
    """Import a match that was begun on a phone; returns a copy with its number here.

    If it continued differently here, a script gets a 409 with the copy, under whose number the phone then merges its
    log.
    """
    try:
        inputs = parse_json(request.form.get("match", ""))
        follows = _here(book_id, inputs) if isinstance(inputs, dict) else None
        file = {"format": FORMAT, "version": VERSION, "name": None, "house_rules": [], "names": []}
        match = read_logs(file | {"matches": [_in_a_file(inputs)]}, "This match")["matches"][0]
        _must_fit(match["entries"])
        number = Merge(service()).begun_already(book_id, match, follows)
        if number is None:
            number, is_new = LogsImport(service(), score_books()).bring_in_match(book_id, match, follows, asks=True)
            if is_new:
                _arrive(book_id, number)
        else:
            Merge(service()).bring_in(number, match["entries"], began=match["setup"], by_same_tap=True)
        for rematch, opened in list(inputs.get("rematches", ()))[:MOST_REMATCHES]:
            _link(book_id, rematch, opened, number)
    except DifferentError as different:
        return copy(different.number), 409
    except (ValueError, TypeError, AttributeError):
        return jsonify({"refused": ["It cannot be read."]}), 422
    except RefusedError as refused:
        return jsonify({"refused": [fault.text for fault in refused.faults]}), 422
    return copy(number)


def _arrive(book_id: int, number: int) -> None:
    """Put a match on the table now, regardless of the phone's clock."""
    database = service().database
    with database.writing():
        LogRows(database).arrive(number, database.arrival(book_id, utc_text(service().clock())))


def _link(book_id: int, rematch: int, opened: str, number: int) -> None:
    """Let a rematch that a phone sent before its match follow that, unless it follows another one."""
    database = service().database
    row = database.match(rematch) if isinstance(rematch, int) else None
    if row is None or (row.book_id, row.opened) != (book_id, opened) or rematch == number:
        return
    with database.writing():
        if LogRows(database).match(rematch)["follows"] is None:
            LogRows(database).follow(rematch, number)
    database.notify_watchers(number)


def _must_fit(entries: Sequence[Sequence[Any]]) -> None:
    """Raise RefusedError if a log is too long for a public server."""
    if not current_app.config["PUBLIC"]:
        return
    length, corrections = lengths({"entries": entries})
    if length > MOST_ENTRIES or corrections > MOST_CORRECTIONS:
        raise RefusedError(Fault("match-full", "This match has more entries than this server allows."))


def _in_a_file(match: dict[str, Any]) -> dict[str, Any]:
    """A phone's match in its file form."""
    return {name: match.get(name) for name in MATCH if name not in ("number", "follows")} | {
        "number": 1, "follows": None,
    }  # fmt: skip


def _here(book_id: int, match: Mapping[str, Any]) -> int | None:
    """The match of a score book that a phone's match follows, unless another one has its number now."""
    number, followed = match.get("follows"), match.get("followed")
    if not isinstance(number, int) or number not in service().database.numbers(book_id):
        return None
    return number if followed in (None, service().database.opened(number, OF_MATCHES)) else None
