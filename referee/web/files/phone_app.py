"""The app as files, for phones that keep the referee."""

import json
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app
from flask.typing import ResponseReturnValue
from werkzeug.security import safe_join

from referee.books.permissions import OWN, SCORE, TABLE_SCORE, Permission
from referee.web.permissions import needs, visitor

pages = Blueprint("phone_app", __name__)
POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "frame-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'"
)
"""The content security policy of the page that runs the app in a browser: its worker and its frame come from here."""


PACKAGED = Path(__file__).parent.parent / "engine"
"""The app for phones that is part of a release's wheel."""


def register(app: Flask, folder: Path) -> None:
    """Offer the app that `referee engine` has put into a folder, else the packaged one, if it is of this release."""
    sizes = {each: _size(each, str(app.static_url_path)) for each in (folder, PACKAGED)}
    app.extensions["engine"] = next((each for each, size in sizes.items() if size), None)
    app.register_blueprint(pages)
    app.jinja_env.globals["engine_size"] = sizes.get(app.extensions["engine"], 0)


def may_keep_referee() -> bool:
    """Return True if the app is offered to the visitor: it exists, and the visitor may score something."""
    scores = any(visitor().grants(kind) for kind in (OWN, SCORE, TABLE_SCORE))
    return bool(current_app.extensions["engine"]) and scores


def _size(folder: Path, static: str) -> int:
    """The bytes that a phone downloads for the app in a folder; 0 if it is incomplete, or for other static files."""
    try:
        edition = json.loads((folder / "edition.json").read_text())
        listed = json.loads((folder / "site" / edition["edition"] / "files.json").read_text())
        return sum(each["size"] for each in listed["files"]) if edition["static"] == static else 0
    except (OSError, ValueError, KeyError, TypeError):
        return 0


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
    """Send the edition of the app."""
    return _file("edition.json")


@pages.get("/engine-sw.js")
@needs(Permission.GUEST)
def service_worker() -> ResponseReturnValue:
    """Send the phone app's service worker, at the root so that its scope is every page."""
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
