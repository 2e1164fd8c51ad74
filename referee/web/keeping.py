"""For phones that keep the referee: the app as files, copies of the matches they score, and what they bring back.

Such a phone says with each request for a match how far its copy goes, and gets what it lacks with the answer. What
was entered without a signal it brings back as the log of the match.
"""

import json
from base64 import b64encode
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
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
from werkzeug.security import safe_join

from referee.books.file_shapes import MATCH
from referee.books.logs_file import FORMAT, VERSION, LogsImport, lengths, read_logs
from referee.books.merge import DifferentError, Differing, Merge, read_log
from referee.books.permissions import KEEP, SCORE, TABLE_SCORE, Permission
from referee.books.phone_copy import copy_of
from referee.faults import Fault, RefusedError
from referee.match.appender import MOST_CORRECTIONS
from referee.match.service import MatchService
from referee.store.log_rows import LogRows
from referee.web.permissions import needs, takes, visitor
from referee.web.phone import SETTINGS
from referee.web.rate_limits import MOST_ENTRIES
from referee.web.services import pages_of, score_books, service

pages = Blueprint("keeping", __name__)
HEADER = "Referee-Log"
"""Of a request: the length and the last checksum of the phone's copy. Of its answer: what the copy lacks, as JSON in
base64, or MORE if that is not only the end of the log, or too long for a header."""
MORE, LONGEST = "more", 6_000
LARGEST_LOG = 2 * 2**20
POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "frame-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'"
)
"""Of the page that runs the app in a browser: its worker and its frame come from here."""


PACKAGED = Path(__file__).parent / "engine"
"""The app for phones that a release's wheel brings."""


def register(app: Flask, folder: Path) -> None:
    """Offer the app that `referee engine` has put into a folder, else the packaged one, if it is of this release."""
    sizes = {each: _size(each, str(app.static_url_path)) for each in (folder, PACKAGED)}
    app.extensions["engine"] = next((each for each, size in sizes.items() if size), None)
    app.register_blueprint(pages)
    app.after_request(_add_what_is_lacking)
    app.jinja_env.globals["engine_size"] = sizes.get(app.extensions["engine"], 0)


def may_keep_referee() -> bool:
    """Whether the app is offered to the visitor: there is one, and something that the visitor may score."""
    scores = any(visitor().grants(kind) for kind in (KEEP, SCORE, TABLE_SCORE))
    return bool(current_app.extensions["engine"]) and scores


def _size(folder: Path, static: str) -> int:
    """The bytes that a phone fetches of the app in a folder; 0 if it is incomplete, or of other static files."""
    try:
        edition = json.loads((folder / "edition.json").read_text())
        listed = json.loads((folder / "site" / edition["edition"] / "files.json").read_text())
        return sum(each["size"] for each in listed["files"]) if edition["static"] == static else 0
    except (OSError, ValueError, KeyError, TypeError):
        return 0


# --- the app as files --------------------------------------------------------------------------------------------


@pages.get("/engine")
@needs(Permission.GUEST)
def engine() -> ResponseReturnValue:
    """The page that fetches the app and runs it."""
    response = _file("index.html")
    response.headers["Content-Security-Policy"] = POLICY
    return response


@pages.get("/edition.json")
@needs(Permission.GUEST)
def edition() -> ResponseReturnValue:
    """Which app there is."""
    return _file("edition.json")


@pages.get("/engine-sw.js")
@needs(Permission.GUEST)
def service_worker() -> ResponseReturnValue:
    """The service worker of phones that have it, at the root so that its scope is every page."""
    return _file("engine-sw.js")


@pages.get("/site/<path:name>")
@needs(Permission.GUEST)
def site_file(name: str) -> ResponseReturnValue:
    """A file of the app; it never changes under its address."""
    response = _file(f"site/{name}")
    response.cache_control.max_age = 365 * 24 * 3600
    return response


def _file(name: str) -> Response:
    folder = current_app.extensions["engine"]
    path = folder and safe_join(str(folder), name)
    if not path or not Path(path).is_file():
        abort(404)
    kinds = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json"}
    response = Response(Path(path).read_bytes(), mimetype=kinds.get(Path(path).suffix, "application/octet-stream"))
    response.cache_control.no_cache = True
    return response


# --- copies ------------------------------------------------------------------------------------------------------


@pages.get("/kept/matches/<int:match_id>")
@needs(Permission.SCORE)
def copy(match_id: int) -> ResponseReturnValue:
    """All that a phone needs to go on with a match by itself."""
    permission = visitor().permission_for_match(match_id)
    settings = {name: session[name] for name in (*SETTINGS, "phone") if name in session}
    kind = KEEP if permission is Permission.KEEP else SCORE
    return jsonify(copy_of(service(), match_id, kind is KEEP) | {"kind": kind.name, "settings": settings})


@pages.get("/kept/token")
@needs(Permission.GUEST)
def token() -> ResponseReturnValue:
    """A CSRF token: a phone brings back from a page that has none."""
    return jsonify({"token": generate_csrf()})


def _add_what_is_lacking(response: Response) -> Response:
    """Tell a phone with a copy what the log has more, if it may score the match."""
    asked, match_id = request.headers.get(HEADER), (request.view_args or {}).get("match_id")
    if not asked or match_id is None or g.get("permission", 0) < Permission.SCORE or response.status_code >= 500:
        return response
    lacking = _lacking(service(), match_id, asked)
    if lacking is None:
        response.headers[HEADER] = MORE
    elif lacking:
        text = b64encode(json.dumps(lacking).encode()).decode()
        response.headers[HEADER] = text if len(text) <= LONGEST else MORE
    return response


def _lacking(matches: MatchService, match_id: int, asked: str) -> list[list[Any]] | None:
    """The entries after those of a copy; None if the log does not go on from there."""
    length, _, checksum = asked.partition(" ")
    if not length.isdecimal():
        return None
    head = matches.database.head(match_id)
    if head is None or (head.version, head.checksum) == (int(length), checksum):
        return []
    found = LogRows(matches.database).log(match_id, int(length))
    goes_on = found and found[0][0] == int(length) and found[0][-1] == checksum
    return found[1:] if goes_on else None


# --- what is brought back ----------------------------------------------------------------------------------------


@pages.post("/kept/matches/<int:match_id>/log")
@needs(Permission.SCORE)
@takes(LARGEST_LOG)
def merge(match_id: int) -> ResponseReturnValue:
    """Merge a phone's log. If it differs, a page shows both, and the table chooses; a script is told so (409)."""
    written, choice = request.form.get("log", ""), request.form.get("choice", "")
    try:
        log = read_log(written)
        _must_fit(log)
        after, rows = Merge(service()).bring_in(match_id, log, choice)
    except DifferentError as different:
        if not request.form.get("shown"):
            return jsonify({"differs": True}), 409
        return _two_logs(match_id, different.differing, written)
    except RefusedError as refused:
        return jsonify({"refused": [fault.text for fault in refused.faults]}), 422
    if request.form.get("shown"):
        return Response(status=303, headers={"Location": url_for("keeping.chosen", match_id=match_id)})
    return jsonify({"after": after, "rows": rows})


def _two_logs(match_id: int, differing: Differing, written: str) -> str:
    """The page on which the table chooses between what this phone has and what is here."""
    current, rows = service().current(match_id), _rows_of(match_id, differing)
    return render_template("core/corrections/two_logs.html", current=current, rows=rows, log=written)


def _rows_of(match_id: int, differing: Differing) -> list[list[str]]:
    """What was entered in each of two logs, told row by row: here, and on the phone."""
    pages, rows = pages_of(match_id).corrections, []
    for here, phone in zip_longest(differing.here, differing.phone):
        opened = [pages.opened_to_choose(here.action, phone.action)] if here and phone else []
        sides = (here, differing.match_here), (phone, differing.match_phone)
        rows.append([pages.told(done, match, *opened) if done else "" for done, match in sides])
    return rows


@pages.get("/kept/matches/<int:match_id>/chosen")
@needs(Permission.SCORE)
def chosen(match_id: int) -> ResponseReturnValue:
    """After a choice: the phone takes over what was decided, and shows the table."""
    return render_template("core/corrections/chosen.html", current=service().current(match_id))


@pages.post("/kept/books/<int:book_id>/matches")
@needs(Permission.KEEP)
@takes(LARGEST_LOG)
def begun(book_id: int) -> ResponseReturnValue:
    """Bring in a match that was begun on a phone; tells its number here."""
    try:
        given = json.loads(request.form.get("match", ""))
        follows = given.pop("follows", None) if isinstance(given, dict) else None
        file = {"format": FORMAT, "version": VERSION, "name": None, "house_rules": [], "names": []}
        match = read_logs(file | {"matches": [_in_a_file(given)]}, "This match")["matches"][0]
        _must_fit(match["entries"])
        number, _ = LogsImport(service(), score_books()).bring_in_match(book_id, match, _here(book_id, follows))
    except (ValueError, TypeError, AttributeError):
        return jsonify({"refused": ["It cannot be read."]}), 422
    except RefusedError as refused:
        return jsonify({"refused": [fault.text for fault in refused.faults]}), 422
    return jsonify({"number": number})


def _must_fit(entries: Sequence[Sequence[Any]]) -> None:
    """Raises RefusedError if a log is longer than one may be on a public server."""
    if not current_app.config["PUBLIC"]:
        return
    actions, corrections = lengths({"entries": entries})
    if actions > MOST_ENTRIES or corrections > MOST_CORRECTIONS:
        raise RefusedError(Fault("match-full", "This match has more entries than one can have on this server."))


def _in_a_file(match: dict[str, Any]) -> dict[str, Any]:
    """A match of a phone in the shape that it has in a file."""
    return {name: match.get(name) for name in MATCH if name not in ("number", "follows")} | {
        "number": 1, "follows": None,
    }  # fmt: skip


def _here(book_id: int, number: object) -> int | None:
    """A match of a score book that another one may follow."""
    return number if isinstance(number, int) and number in service().database.numbers(book_id) else None
