"""Error pages."""

import errno
import logging
import re
import sqlite3
from contextlib import suppress
from typing import Any

from flask import Flask, Response, current_app, flash, g, redirect, render_template, request, url_for
from flask.globals import request_ctx
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from referee.books.permissions import Permission
from referee.faults import DamagedError, NotThereError, RefusedError
from referee.match.current import NothingToUndoError
from referee.store.damage import FULL, reason_of
from referee.web.filters import table_of
from referee.web.fragments import wants_fragments
from referee.web.identity import RESTORED
from referee.web.permissions import StrangeHostError
from referee.web.services import pages_of, service

RETRY_AFTER = 5
"""The value of Retry-After, in seconds."""
_NAME = re.compile(r"[A-Za-z0-9.-]{1,100}")
log = logging.getLogger("referee")

_WORDS = {
    400: ("That was not understood", "Go back and try again."),
    404: (
        "Not found",
        "There is nothing here, or it is not shared with this phone. Open the link you received.",
    ),
}
_DEAD_LINK = "This link does not work", "It may be incomplete, or it was renewed. Ask for a new one."


class TooOftenError(Exception):
    """A rate limit was exceeded; the text says when to try again."""


class DeadLinkError(Exception):
    """A link whose token fits nothing, for example because it was renewed."""


class BusyError(Exception):
    """The server is busy with a similar request; the text says what to do."""


def register(app: Flask) -> None:
    """Register the error handlers."""
    app.register_error_handler(NotThereError, lambda error: _page(404, *_WORDS[404]))
    app.register_error_handler(DeadLinkError, lambda error: _page(404, *_DEAD_LINK))
    app.register_error_handler(RefusedError, _refused)
    app.register_error_handler(NothingToUndoError, _to_the_start)
    app.register_error_handler(TooOftenError, lambda error: _page(429, "Too many requests", str(error)))
    app.register_error_handler(BusyError, lambda error: _with_retry_after(_page(503, "Busy", str(error))))
    app.register_error_handler(CSRFError, _expired)
    app.register_error_handler(StrangeHostError, _strange_host)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(RequestEntityTooLarge, _too_large)
    app.register_error_handler(sqlite3.Error, _not_kept)
    app.register_error_handler(DamagedError, _damaged)
    app.register_error_handler(OSError, _no_room)
    app.register_error_handler(Exception, _bug)


def _http(error: HTTPException) -> ResponseReturnValue:
    if error.code is None or error.code < 400:
        return error
    words = _WORDS.get(error.code, (error.name, error.description or ""))
    return _page(error.code, *words)


def _too_large(error: RequestEntityTooLarge) -> ResponseReturnValue:
    largest = request.max_content_length or 0
    size = f"{largest // 2**20} MB" if largest >= 2**20 else f"{largest // 2**10} kB"
    return _page(413, "Too much at once", f"At most {size} can be sent here at once. Go back and send less.")


def _refused(error: RefusedError) -> ResponseReturnValue:
    match_id = (request.view_args or {}).get("match_id")
    if (
        match_id and request.method == "POST" and wants_fragments()
    ):  # From an open table, which shows the reason beside what was entered.
        if error.faults[0].code == RESTORED:  # It may show entries that the backup lacks.
            flash(str(error))
            return Response(headers={"HX-Redirect": table_of(match_id)})
        screen = pages_of(match_id).screen(service().current(match_id), faults=error.faults)
        return render_template("tables/_answer.html", screen=screen), 422
    # Quoted input may contain lone surrogates, which cannot be encoded.
    return _page(422, "Not possible", str(error).encode("utf-8", "replace").decode())


def _to_the_start(error: NothingToUndoError) -> ResponseReturnValue:
    """Redirect to the start of the match, the only thing that may be wrong when nothing has been entered."""
    address = url_for("start.start", match_id=(request.view_args or {})["match_id"])
    return Response(headers={"HX-Redirect": address}) if wants_fragments() else redirect(address, 303)


def _expired(error: CSRFError) -> ResponseReturnValue:
    text = "This page has expired. Nothing was entered: reload the page and try again."
    return _page(400, "Please reload the page", text)


def _strange_host(error: StrangeHostError) -> ResponseReturnValue:
    name = str(error)
    start = (
        f"start it with “referee --name {name}”" if _NAME.fullmatch(name) else "start it with “referee --name NAME”"
    )
    text = f"This referee has no address called “{name[:100]}”. Open it by its address, or {start}."
    return _page(400, "Unknown address", text)


def _not_kept(error: sqlite3.Error) -> ResponseReturnValue:
    text = f"The book cannot be used just now, so nothing was entered. {why(error)} Your taps are kept; try again."
    return _with_retry_after(_page(503, "Not saved", " ".join(text.split())))


def why(error: sqlite3.Error) -> str:
    """Log that the book could not be used, and return the reason in words; empty if none is known."""
    name = getattr(error, "sqlite_errorname", "")
    log.error("The book could not be read or written: %s (%s)", error, name or type(error).__name__)
    return reason_of(error)


def _no_room(error: OSError) -> ResponseReturnValue:
    """The response to a file that the disk has no room for."""
    if error.errno not in (errno.ENOSPC, errno.EDQUOT):
        return _bug(error)
    log.error("A file could not be stored: %s", error)
    return _with_retry_after(_page(503, "Not saved", f"Nothing was entered. {FULL} Then try again."))


def _with_retry_after(page: tuple[str, int]) -> ResponseReturnValue:
    """A response with Retry-After."""
    return *page, {"Retry-After": str(RETRY_AFTER)}


def _damaged(error: DamagedError) -> ResponseReturnValue:
    log.error("%s", error)
    current_app.extensions["damaged"].add((request.view_args or {}).get("match_id", 0))
    what = "evening" if "evening_id" in (request.view_args or {}) else "match"
    text = (
        f"The saved data of this {what} cannot be read. `referee check` says what is wrong; a backup can be restored."
    )
    return _page(500, f"This {what} is damaged", text)


def _bug(error: Exception) -> ResponseReturnValue:
    log.exception("A request failed")
    return _page(500, "Something went wrong here", "Nothing was entered. Reload the page and carry on from there.")


def _page(status: int, heading: str, text: str) -> tuple[Any, int]:
    if request_ctx.url_adapter is None:  # The host header is invalid, so the page could not build URLs.
        return Response(f"{heading}. {text}\n", mimetype="text/plain"), status
    return render_template("core/error.html", heading=heading, text=text, back=_way_back()), status


def _way_back() -> str | None:
    """The address of the table or watch page of the match in the URL, if the visitor may see it."""
    match_id = (request.view_args or {}).get("match_id")
    with suppress(sqlite3.Error, LookupError, DamagedError):
        if match_id and g.get("permission", Permission.STRANGER) >= Permission.WATCH:
            return table_of(match_id)
    return None
