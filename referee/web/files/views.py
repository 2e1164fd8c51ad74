"""Export and import pages: records, tricks as CSV, a whole score book."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from flask import Blueprint, Response, current_app, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import FileStorage

from referee.books import export, logs_file, upload
from referee.books.imported import Imported, summary
from referee.books.permissions import Permission
from referee.faults import Fault, NotThereError, RefusedError
from referee.match.appender import MOST_CORRECTIONS
from referee.web.errors import BusyError, TooOftenError, why
from referee.web.forms import form_page
from referee.web.permissions import needs, takes
from referee.web.rate_limits import MOST_ENTRIES
from referee.web.services import score_books, service

pages = Blueprint("files", __name__)
LARGEST_UPLOAD = 8 * 1024 * 1024
"""In bytes: some hundreds of matches. Larger files can be imported on the command line, or where the app is alone."""
MOST_FAULTS = 10
"""The maximum number of faults shown for a file."""
MOST = upload.UploadLimits(records=2_000, actions=40_000, in_one=10_000)
MOST_ON_A_PUBLIC_SERVER = upload.UploadLimits(
    records=500, actions=20_000, in_one=MOST_ENTRIES, corrections=MOST_CORRECTIONS
)


@pages.get("/matches/<int:match_id>/record.json")
@needs(Permission.SCORE)
def record(match_id: int) -> ResponseReturnValue:
    """The match record as a download, without the hand in play."""
    game = service().game(match_id)
    data = game.write(export.record_as_seen(service(), match_id))
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    return _file(iter([text]), "application/json", f"{game.key}-{match_id}.json")


@pages.get("/matches/<int:match_id>/tricks.csv")
@needs(Permission.SCORE)
def tricks(match_id: int) -> ResponseReturnValue:
    """The tricks or deals of a match as CSV."""
    game = service().game(match_id)
    pieces = export.rows_as_csv(service(), [match_id], game, _left_out())
    return _file(pieces, "text/csv", f"{game.key}-{match_id}.csv")


@pages.get("/books/<int:book_id>/book.json")
@needs(Permission.OWN)
def whole(book_id: int) -> ResponseReturnValue:
    """A whole score book as one file."""
    pieces = export.whole_book(service(), score_books(), book_id, _left_out())
    return _file(pieces, "application/json", f"{export.BOOK_FORMAT}-{book_id}.json")


@pages.get("/books/<int:book_id>/tricks.csv")
@needs(Permission.OWN)
def all_tricks(book_id: int) -> ResponseReturnValue:
    """The tricks of a whole score book as CSV; with `game`, the tricks or deals of another game, or 404."""
    games = service().games
    game = games.get(request.args.get("game", next(iter(games))))
    if game is None:
        raise NotThereError("There is no such game.")
    pieces = export.rows_as_csv(service(), service().database.numbers(book_id), game, _left_out())
    return _file(pieces, "text/csv", f"{game.key}-book-{book_id}.csv")


@pages.get("/books/<int:book_id>/logs.json")
@needs(Permission.OWN)
def logs(book_id: int) -> ResponseReturnValue:
    """Send a whole score book with its logs, for import into another referee."""
    pieces = logs_file.whole_book(service(), score_books(), book_id, _left_out())
    return _file(pieces, "application/json", f"{logs_file.FORMAT}-{book_id}.json")


def _file(pieces: Iterator[str], kind: str, name: str) -> Response:
    response = Response((piece.encode() for piece in pieces), mimetype=kind)
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    return response


@pages.get("/books/<int:book_id>/files")
@needs(Permission.OWN)
def book(book_id: int) -> ResponseReturnValue:
    """The page for export and import of a score book."""
    return _page(book_id)


def _page(book_id: int, errors: tuple[str, ...] = ()) -> tuple[str, int]:
    damaged = sorted(current_app.extensions["damaged"] & set(service().database.numbers(book_id)))
    return form_page(
        "core/matches/files.html",
        errors,
        book=score_books().score_book(book_id),
        damaged=damaged,
        games=current_app.extensions["game_pages"],
    )


@pages.post("/books/<int:book_id>/files")
@needs(Permission.OWN)
@takes(LARGEST_UPLOAD)
def import_records(book_id: int) -> ResponseReturnValue:
    """Import records or a whole score book; matches that the score book has already are skipped."""
    uploads = current_app.extensions["uploads"]
    inputs = [file for file in request.files.getlist("file") if file.filename]
    if not inputs:
        return _page(book_id, ("Choose a file first: a match record, or a whole book.",))
    with _one_at_a_time():
        if not uploads.take():
            raise TooOftenError("Too many files were imported from here. Wait an hour before the next.")
        imported: list[Imported] = []
        try:
            imported.extend(_import(book_id, inputs))
        except RefusedError as refused:
            return _page(book_id, (summary(imported), *(fault.text for fault in refused.faults)))
        except sqlite3.Error as error:
            if not imported:
                raise
            rest = f"The others were not: the book cannot be used just now. {why(error)} Import the files again."
            return _page(book_id, (summary(imported), rest))
    flash(summary(imported))
    return redirect(url_for("matches.index", book_id=book_id), 303)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Allow one import at a time. Raises BusyError."""
    lock = current_app.extensions["importing"]
    if not lock.acquire(blocking=False):
        raise BusyError("Another file is being imported. Yours was not: send it again.")
    try:
        yield
    finally:
        lock.release()


def _import(book_id: int, inputs: Sequence[FileStorage]) -> Iterator[Imported]:
    """Import files, after reading all of them. Yields each match and evening once it is in. Raises RefusedError."""
    most = MOST_ON_A_PUBLIC_SERVER if current_app.config["PUBLIC"] else MOST
    most = upload.BY_COMMAND if current_app.config["ALONE"] else most
    is_closing = current_app.extensions["is_closing"]
    contents, faults, lengths = [], list[Fault](), list[int]()
    for file in inputs:
        try:
            contents.append(upload.read_file(file.read(), (file.filename or "")[:60], most, is_closing, lengths))
        except RefusedError as refused:
            faults += refused.faults[:MOST_FAULTS]
    if faults:
        raise RefusedError(*faults)
    yield from upload.import_records(service(), score_books(), book_id, contents, is_closing)


def _left_out() -> export.LeftOut:
    """A callback that logs a damaged match and notes it for the export page."""
    damaged = current_app.extensions["damaged"]

    def note(number: int, why: str) -> None:
        export.log_left_out(number, why)
        damaged.add(number)

    return note
