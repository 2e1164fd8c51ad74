"""Apps that are served as `referee` serves them, and phones that enter one hand after another."""

from __future__ import annotations

import time
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any

import uvicorn
from flask import Flask

from referee.books.score_books import ScoreBooks
from referee.cards import PACK, codes
from referee.games.game import Record
from referee.games.havilering.actions import Setup
from referee.games.havilering.setups import read_setup
from referee.match.service import MatchService
from referee.server.gateway import Gateway
from referee.server.serve import listen
from referee.store.database import Database
from referee.web import create_app
from referee.web.permissions import largest_post
from referee.web.sharing import address
from tests.bench.figures import timed
from tests.conftest import BOOK
from tests.havilering.self_play import FOUR
from tests.servers import Phone, hidden

LONG = {"target": 1000, "best_of": 99, "season": "winter"}


def setup(**rules: int) -> Setup:
    head = {"players": FOUR, "dealer": "N", "started": "2026-11-21T20:00:00+00:00"}
    return read_setup(head | {"rules": LONG | rules})


def serve(app: Flask, most_lines: int = 1000) -> int:
    """Serve an app from a thread; the port."""
    listener = listen("127.0.0.1", 0)
    gateway = Gateway(
        app.wsgi_app, lambda mark: (0, set()), lambda match_id, pages: None, partial(largest_post, app), most_lines
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
        """Ask for it; seconds."""
        return timed(self._ask)

    def _ask(self) -> None:
        self._line.request("GET", "/")
        self._line.getresponse().read()


class LocalServer:
    """A served book with one score book."""

    def __init__(self, folder: Path, most_lines: int = 1000) -> None:
        folder.mkdir()
        self.service = MatchService(Database(folder / "book.db"))
        ScoreBooks(self.service.database, self.service.clock).first()
        self.app = app = create_app(folder, self.service)
        self.link = address(app.extensions["score_books"].book_grant(BOOK), app.config["SECRET_KEY"])
        self.port = serve(app, most_lines)

    def phone(self) -> Phone:
        """An owner's phone."""
        return Phone(self.port, self.link)

    def table(self, played: Record[Any, Any] | None = None) -> TablePhone:
        """A phone at a table, from its first trick on or after what was played."""
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

    @property
    def is_asked(self) -> bool:
        """The referee waits for something else than a trick."""
        return 'data-phase="play"' not in self.page

    def trick(self) -> float:
        """Enter one; seconds from the last tap to the whole answer."""
        if not self._pack:
            self._pack = codes(PACK)
        cards, self._pack = self._pack[:4], self._pack[4:]
        form = {name: hidden(self.page, name) for name in ("version", "key", "turn")}
        form |= {"csrf_token": self._token, "cards": ".".join(cards)}
        start = time.perf_counter()
        status, self.page = self.phone.post(self.path + "trick", form, fragments=True)
        took = time.perf_counter() - start
        assert status == 200, self.page
        return took
