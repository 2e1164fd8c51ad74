"""Apps served as `referee` serves them, and phones that enter one hand after another."""

from __future__ import annotations

import gzip
import io
import sys
import time
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlencode

import uvicorn
from flask import Flask

from referee.books.score_books import ScoreBooks
from referee.cards import PACK, codes
from referee.games.havilering.actions import Setup
from referee.games.havilering.shapes import SETUPS
from referee.games.kit.records import Record
from referee.match.service import MatchService
from referee.server.gateway import Gateway
from referee.server.serve import listen
from referee.store.database import Database
from referee.web import create_app
from referee.web.permissions import largest_post
from referee.web.sharing.views import address
from tests.bench.figures import timed
from tests.conftest import BOOK
from tests.havilering.self_play import FOUR
from tests.servers import Phone, hidden

LONG = {"target": 1000, "best_of": 99, "season": "winter"}


def setup(**rules: int) -> Setup:
    head = {"players": FOUR, "dealer": "N", "started": "2026-11-21T20:00:00+00:00"}
    return SETUPS.read(head | {"rules": LONG | rules})


def serve(app: Flask, most_streams: int = 1000) -> int:
    """Serve an app from a thread; the port."""
    listener = listen("127.0.0.1", 0)
    gateway = Gateway(
        app.wsgi_app, lambda mark: (0, set()), lambda match_id, pages: None, partial(largest_post, app), most_streams
    )
    config = uvicorn.Config(
        gateway, http="h11", ws="none", log_config=None, access_log=False, timeout_keep_alive=3600
    )
    Thread(target=uvicorn.Server(config).run, args=[[listener]], daemon=True).start()
    return int(listener.getsockname()[1])


class BareServer:
    """A Flask app that does nothing but say hello."""

    def __init__(self) -> None:
        bare = Flask("bare")
        bare.add_url_rule("/", "hello", lambda: "hello")
        self._line = HTTPConnection("127.0.0.1", serve(bare))

    def say(self) -> float:
        """Request it, and return the seconds."""
        return timed(self._ask)

    def _ask(self) -> None:
        self._line.request("GET", "/")
        self._line.getresponse().read()


class LocalServer:
    """A served book with one score book."""

    def __init__(self, folder: Path, most_streams: int = 1000) -> None:
        folder.mkdir()
        self.service = MatchService(Database(folder / "book.db"))
        ScoreBooks(self.service.database, self.service.clock).first()
        self.app = app = create_app(folder, self.service)
        self.link = address(app.extensions["score_books"].book_grant(BOOK), app.config["SECRET_KEY"])
        self.port = serve(app, most_streams)

    def phone(self) -> Phone:
        """An owner's phone."""
        return Phone(self.port, self.link)

    def table(self, played: Record[Any, Any] | None = None) -> TablePhone:
        """A phone at a table, from the first trick or after a recorded match."""
        ((number, _),) = self.service.import_records(BOOK, [played or Record(setup(), ())])
        return TablePhone(self.phone(), f"/matches/{number}/")


class TablePhone:
    """A phone that enters one hand after another."""

    def __init__(self, phone: Phone, path: str) -> None:
        self.phone, self.path = phone, path
        self.page = phone.get(path)
        self._token = hidden(self.page, "csrf_token")
        self._pack: list[str] = []
        phone.takes_packed = True  # As browsers do.

    def trick(self) -> float:
        """Enter one; seconds from the last tap to the whole answer."""
        if not self._pack:
            self._pack = codes(PACK)
        cards, self._pack = self._pack[:4], self._pack[4:]
        return self._enter(draft=".".join(cards))

    def undo(self) -> float:
        """Undo the last trick; seconds to the whole answer."""
        return self._enter(do="undo")

    def _enter(self, **fields: str) -> float:
        form = {name: hidden(self.page, name) for name in ("version", "key", "turn")}
        form |= {"csrf_token": self._token} | fields
        start = time.perf_counter()
        status, self.page = self.phone.post(self.path + "enter", form, fragments=True)
        took = time.perf_counter() - start
        assert status == 200, self.page
        return took


class InProcess:
    """A browser without a network: calls a WSGI app directly."""

    def __init__(self, app: Flask) -> None:
        self._app, self._cookie = app, ""

    def get(self, path: str) -> str:
        return self._call(self._request("GET", path))

    def post(self, path: str, form: dict[str, str]) -> tuple[float, str]:
        """The seconds that it took, and the answer."""
        asked = self._request("POST", path, urlencode(form).encode()) | {"HTTP_HX_REQUEST": "true"}
        start = time.perf_counter()
        answer = self._answer(asked)
        took = time.perf_counter() - start
        return took, self._read(*answer)

    def _request(self, method: str, path: str, body: bytes = b"") -> dict[str, Any]:
        path, _, query = path.partition("?")
        return {
            "REQUEST_METHOD": method, "PATH_INFO": path, "SCRIPT_NAME": "", "QUERY_STRING": query,
            "SERVER_NAME": "127.0.0.1", "SERVER_PORT": "8000", "HTTP_HOST": "127.0.0.1:8000",
            "SERVER_PROTOCOL": "HTTP/1.1", "REMOTE_ADDR": "127.0.0.1", "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http", "wsgi.input": io.BytesIO(body), "wsgi.errors": sys.stderr,
            "wsgi.multithread": True, "wsgi.multiprocess": False, "wsgi.run_once": False,
            "CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "HTTP_COOKIE": self._cookie, "HTTP_ACCEPT_ENCODING": "gzip, deflate, br", "HTTP_ACCEPT": "*/*",
            "HTTP_USER_AGENT": "Mozilla/5.0", "HTTP_REFERER": "http://127.0.0.1:8000/",
        }  # fmt: skip

    def _answer(self, asked: dict[str, Any]) -> tuple[str, list[tuple[str, str]], bytes]:
        told: list[tuple[str, list[tuple[str, str]]]] = []
        parts = self._app.wsgi_app(asked, lambda status, headers, exc=None: told.append((status, headers)))  # type: ignore[arg-type]
        body = b"".join(parts)
        getattr(parts, "close", lambda: None)()
        return *told[0], body

    def _read(self, status: str, headers: list[tuple[str, str]], body: bytes) -> str:
        text = (gzip.decompress(body) if ("Content-Encoding", "gzip") in headers else body).decode()
        assert status[:3] in ("200", "303"), text
        return text

    def _call(self, asked: dict[str, Any]) -> str:
        status, headers, body = self._answer(asked)
        for name, value in headers:
            if name == "Set-Cookie":
                self._cookie = value.split(";")[0]
        return self._read(status, headers, body)
