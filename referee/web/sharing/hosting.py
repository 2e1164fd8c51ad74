"""Pages for those who host strangers: a notice, privacy, limits, deleted and unused books."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote, urlsplit

from flask import Blueprint, Flask, Response, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.maintenance import BIN_DAYS
from referee.books.notice import Notice
from referee.books.permissions import Permission
from referee.moments import day_and_time
from referee.store.book_rows import BookRow, BookRows
from referee.store.quota import Quota
from referee.web.permissions import needs
from referee.web.services import maintenance, score_books, service

pages = Blueprint("hosting", __name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hosting:
    """Settings of a hosted server."""

    most_matches: int | None = None
    """The maximum number of matches in a score book; None for the default on a public server, or for no limit
    elsewhere."""
    most_megabytes: int | None = None
    """The maximum size of a score book's logs in megabytes, likewise."""
    unused: int | None = None
    """The months without use after which a score book may be deleted, as its pages warn; None for never."""
    contact: str = ""
    """The name of the person who runs the server, for its page on privacy."""

    def quota(self, public: bool) -> Quota | None:
        """The limits of a score book; on a public server, missing ones have defaults."""
        if not public and self.most_matches is None and self.most_megabytes is None:
            return None
        usual, most = Quota(), 2**62
        matches = self.most_matches or (usual.matches if public else most)
        return Quota(matches, self.most_megabytes * 10**6 if self.most_megabytes else usual.bytes if public else most)


HOME_USE = Hosting()


def register(app: Flask) -> None:
    """Show the host's notice on every page."""
    app.register_blueprint(pages)
    app.after_request(_add_notice)
    app.jinja_env.globals.update(host_notice=notice_shown, unused_since=_unused_since)


# --- the notice --------------------------------------------------------------------------------------------------


def notice_shown() -> Notice | None:
    """The host's notice for a visitor who has not dismissed it."""
    notice: Notice = current_app.extensions["notice"]
    return notice if notice.text and request.cookies.get("dismissed") != notice.id else None


def _add_notice(response: Response) -> Response:
    """Answer a page that polls for the notice: the notice, or an empty object."""
    if "Notice" in request.headers:
        notice = notice_shown()
        response.headers["Notice"] = quote(json.dumps({"id": notice.id, "text": notice.text} if notice else {}))
    return response


@pages.post("/notice")
@needs(Permission.GUEST)
def dismiss() -> ResponseReturnValue:
    """Dismiss a notice on this phone, without JavaScript: `notice.js` sets the same cookie."""
    came_from = urlsplit(request.referrer or "")
    is_own = came_from.netloc == request.host and not came_from.path.startswith("//")
    response = redirect(came_from.path if is_own else url_for("matches.home"), 303)
    response.set_cookie("dismissed", request.form.get("id", "")[:8], max_age=365 * 24 * 3600, samesite="Lax")
    return response


# --- privacy -----------------------------------------------------------------------------------------------------


@pages.get("/privacy")
@needs(Permission.GUEST)
def privacy() -> ResponseReturnValue:
    """Show which data about visitors and players is kept, where, and for how long."""
    return render_template("core/hosting/privacy.html", days=BIN_DAYS, hosting=current_app.config["HOSTING"])


# --- deleting a score book ---------------------------------------------------------------------------------------


@pages.route("/books/<int:book_id>/delete", methods=["GET", "POST"])
@needs(Permission.OWN)
def delete(book_id: int) -> ResponseReturnValue:
    """Ask, and move a score book to the bin: all its links stop working, and only its owner can restore it."""
    if request.method == "GET":
        book = _row(book_id)
        return render_template("core/hosting/delete.html", book=book, days=BIN_DAYS)
    maintenance().move_book_to_bin(book_id)
    return redirect(url_for("hosting.deleted", deleted_id=book_id), 303)


@pages.get("/deleted/<int:deleted_id>")
@needs(Permission.OWN)
def deleted(deleted_id: int) -> ResponseReturnValue:
    """A deleted score book, which can be restored, or erased at once."""
    return render_template("core/hosting/deleted.html", book=_row(deleted_id), days=BIN_DAYS)


@pages.post("/deleted/<int:deleted_id>/<any(restore, erase):what>")
@needs(Permission.OWN)
def settle(deleted_id: int, what: str) -> ResponseReturnValue:
    """Restore a deleted score book, or erase it for good."""
    if what == "erase":
        maintenance().erase_book(deleted_id)
        return redirect(url_for("matches.home"), 303)
    maintenance().restore_book(deleted_id)
    return redirect(url_for("matches.index", book_id=deleted_id), 303)


def _row(number: int) -> BookRow:
    score_books().score_book(number)
    return BookRows(service().database).rows(number)[0]


def _unused_since(number: int) -> str:
    """The day since which nobody has used a score book, if the host deletes such books; else empty."""
    months: Any = current_app.config["HOSTING"].unused
    if months is None:
        return ""
    book, now = _row(number), service().clock()
    if not book.is_unused(now, months):
        return ""
    return day_and_time(datetime.fromisoformat(book.last_used)).rsplit(" at ", 1)[0]
