"""Takes the requests of a browser's pages to the app that runs in the same browser."""

import marshal
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from flask import Flask
from werkzeug.test import Client

from referee.books.permissions import KEEP
from referee.store.match_search import Criteria
from referee.web import create_app
from referee.web.flask_app import COMPILED
from referee.web.matches import EVENING
from referee.web.services import match_search, score_books, service
from referee.web.sharing import address

HOST = "http://localhost"
"""A name that the app answers to; nobody sees it."""
TEMPLATES = Path(__file__).with_name("templates.compiled")
"""The templates as the build has compiled them."""
Answer = tuple[int, list[tuple[str, str]], bytes]
"""Status, headers and body."""


class Bridge:
    """The app on the files of a folder. `root` is the path of its home page: `/`, or `/cards/` in a folder of a host."""

    def __init__(self, folder: str, root: str = "/") -> None:
        if TEMPLATES.exists():
            COMPILED.codes.update(marshal.loads(TEMPLATES.read_bytes()))
        self._app, self._root = create_app(Path(folder), alone=True), root
        self._name, self._kept = self._app.config["SESSION_COOKIE_NAME"], Path(folder) / "session"
        self._client = Client(self._app)
        self._session = self._kept.read_text("ascii") if self._kept.exists() else ""
        if self._session:
            self._client.set_cookie(self._name, self._session)
        # Whoever has the browser owns the book; a cookie that is missing or too old is made here.
        self.answer("GET", root + _way_in(self._app).removeprefix("/"), (), b"")

    def answer(self, method: str, target: str, headers: Iterable[Sequence[str]], body: bytes) -> Answer:
        """The answer to a request for a path with its query string.

        The session's cookie stays here, because a browser shows cookies to no script.
        """
        path = "/" + target.removeprefix(self._root)
        given = [(name, value) for name, value in headers]
        answer = self._client.open(path, HOST + self._root, method=method, headers=given, data=bytes(body))
        self._keep_session()
        sent = [(name, value) for name, value in answer.headers if name != "Set-Cookie"]
        return answer.status_code, sent, answer.get_data()

    def is_playing(self) -> bool:
        """Whether a match of this evening is not over."""
        with self._app.app_context():
            open_ones = match_search().find(score_books().first().id, Criteria(over=False), 1)
            return any(datetime.fromisoformat(each.opened) > service().clock() - EVENING for each in open_ones)

    def _keep_session(self) -> None:
        cookie = self._client.get_cookie(self._name)
        if cookie and cookie.value != self._session:
            self._session = cookie.value
            self._kept.write_text(cookie.value, "ascii")


def _way_in(app: Flask) -> str:
    """The owner's link of the score book, which is begun if there is none."""
    with app.app_context():
        book = score_books().first()
        return address(score_books().grant(KEEP, book.id), app.config["SECRET_KEY"])
