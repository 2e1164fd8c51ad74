"""What a person is told when something is not there, not allowed, or cannot be kept now."""

import logging
import sqlite3

from flask import Flask, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from referee.faults import NotThereError, RefusedError

log = logging.getLogger("referee")

_WORDS = {
    400: ("That was not understood", "Go back and try once more."),
    404: (
        "Not here",
        "There is nothing here, or nothing that is shared with this phone. Open the link you were given.",
    ),
    413: ("Too much at once", "That was more than a form holds. Go back and send less."),
}


class TooOftenError(Exception):
    """Somebody tried this too often; the text says when to try again."""


def register(app: Flask) -> None:
    """Give the app its error pages."""
    app.register_error_handler(NotThereError, lambda error: _page(404, *_WORDS[404]))
    app.register_error_handler(RefusedError, _refused)
    app.register_error_handler(TooOftenError, lambda error: _page(429, "Not so fast", str(error)))
    app.register_error_handler(CSRFError, _expired)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(sqlite3.Error, _not_kept)
    app.register_error_handler(Exception, _bug)


def _http(error: HTTPException) -> ResponseReturnValue:
    if error.code is None or error.code < 400:
        return error
    words = _WORDS.get(error.code, (error.name, error.description or ""))
    return _page(error.code, *words)


def _refused(error: RefusedError) -> ResponseReturnValue:
    # What was not understood may hold halves of characters, which no page can carry.
    return _page(422, "That cannot be done", str(error).encode("utf-8", "replace").decode())


def _expired(error: CSRFError) -> ResponseReturnValue:
    text = (
        "This page is from an earlier visit, or its cookie is gone. Nothing was entered: load the page and try again."
    )
    return _page(400, "Please load the page again", text)


def _not_kept(error: sqlite3.Error) -> ResponseReturnValue:
    log.error("The book could not be read or written: %s", error)
    text = "The book could not be written, so nothing was entered. Is the disk full? Put that right and try again."
    return _page(503, "Not saved", text)


def _bug(error: Exception) -> ResponseReturnValue:
    log.exception("A request failed")
    return _page(500, "Something went wrong here", "Nothing was entered. Load the page again and go on from there.")


def _page(status: int, heading: str, text: str) -> ResponseReturnValue:
    return render_template("error.html", heading=heading, text=text, match_id=_match_id()), status


def _match_id() -> int | None:
    """The match an address is about, to find the way back to its table."""
    return (request.view_args or {}).get("match_id")
