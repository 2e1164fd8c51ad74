"""Passes the requests of a browser's pages to the app that runs in the same browser."""

import marshal
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.test import Client

from referee.books.permissions import OWN
from referee.store.match_search import Criteria
from referee.web import create_app
from referee.web.compiled_templates import COMPILED
from referee.web.matches.views import EVENING
from referee.web.services import match_search, score_books, service
from referee.web.sharing.views import address

TEMPLATES = Path(__file__).with_name("templates.compiled")
"""The templates as the build has compiled them."""
Answer = tuple[int, list[tuple[str, str]], bytes]
"""Status, headers and body."""


class Bridge:
    """The app on the files of a folder, with its home page at an address: `https://games.example/cards/`."""

    def __init__(self, folder: str, home: str) -> None:
        if TEMPLATES.exists():
            COMPILED.codes.update(marshal.loads(TEMPLATES.read_bytes()))
        self._home, self._root = home, urlsplit(home).path
        self._app = create_app(Path(folder), names=(urlsplit(home).hostname or "",), alone=True)
        self._client, self._file = Client(self._app, use_cookies=False), Path(folder) / "session"
        self._cookie = self._file.read_text("ascii") if self._file.exists() else ""
        self._open()

    def _open(self) -> None:
        """Open the book as its owner, with a new session if the cookie is missing or too old."""
        self.answer("GET", self._root + _way_in(self._app).removeprefix("/"), (), b"")

    def answer(self, method: str, target: str, headers: Iterable[Sequence[str]], body: bytes) -> Answer:
        """The answer to a request for a path with its query string.

        The session's cookie stays here, because browsers hide session cookies from scripts.
        """
        path = "/" + target.removeprefix(self._root).lstrip("/")  # Two slashes would start a host name.
        given = [*((name, value) for name, value in headers), ("Cookie", self._cookie)]
        answer = self._client.open(path, self._home, method=method, headers=given, data=bytes(body))
        for cookie in answer.headers.getlist("Set-Cookie"):
            self._keep_cookie(cookie.partition(";")[0])
        sent = [(name, value) for name, value in answer.headers if name != "Set-Cookie"]
        return answer.status_code, sent, answer.get_data()

    def _keep_cookie(self, cookie: str) -> None:
        self._cookie = cookie
        with suppress(OSError):  # On a full disk it is missing at the next start, which then makes another.
            self._file.write_text(cookie, "ascii")

    def is_playing(self) -> bool:
        """Return True if a match of this evening is not over."""
        with self._app.app_context():
            since = service().clock() - EVENING
            open_ones = [
                match_search().find(book.id, Criteria(over=False), 1) for book in score_books().score_books()
            ]
            return any(datetime.fromisoformat(each.opened) > since for rows in open_ones for each in rows)


def _way_in(app: Flask) -> str:
    """The owner's link to the score book, which is created if there is none."""
    with app.app_context():
        book = score_books().first()
        return address(score_books().grant(OWN, book.id), app.config["SECRET_KEY"])
