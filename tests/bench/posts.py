"""Posting an entry of each game in process, compared with a post to the same Flask stack without a game."""

from __future__ import annotations

import gzip
import io
import random
import re
import secrets
import sqlite3
import statistics
from collections.abc import Iterator
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any

from flask import Flask, Response, render_template, request, session
from flask_wtf import CSRFProtect, FlaskForm
from flask_wtf.csrf import generate_csrf
from wtforms import HiddenField, IntegerField, StringField
from wtforms.validators import InputRequired, Length, NumberRange, Regexp

from referee.cards import PACK, Card, codes
from referee.games.cribbage.game import CRIBBAGE
from referee.games.havilering.tricks import winner
from referee.games.hearts.game import HEARTS
from referee.games.kit.records import Record
from tests.bench.figures import Figure
from tests.bench.grevjass import GrevjassPosts
from tests.bench.local import InProcess, LocalServer, setup
from tests.conftest import BOOK
from tests.cribbage.self_play import Table
from tests.servers import hidden

ROUNDS = 1_000
WARM_UP = 560
"""Posts before measuring: until its journal is first emptied, a database writes its length with each commit."""
LINES = 24
"""The content of the flat template: about 5 kB."""


class BareForm(FlaskForm):  # type: ignore[misc]
    """Three fields; the token has been checked."""

    class Meta:
        csrf = False

    version = IntegerField("Version", [InputRequired(), NumberRange(0, 2**31)])
    key = HiddenField("Key", [InputRequired(), Length(max=64), Regexp(r"[\w.-]+\Z")])
    cards = StringField("Cards", [Length(max=200)])


def flat_template() -> str:
    chance = random.Random(1)
    words = ("".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=9)) for _ in range(LINES))
    lines = (
        f'<li class="slot at-{n}"><bdi class="who">{{{{ name }}}}</bdi> <span class="card" data-past="{n}">'
        f'<button name="b{n}" value="{{{{ version }}}}">{word} of {n}</button></span></li> {word} {word}'
        for n, word in enumerate(words)
    )
    head = '<form><input name="version" value="{{ version }}"><input name="key" value="{{ key }}">'
    return "\n".join([head, *lines, "</form>"])


def bare_app(folder: Path) -> Flask:
    """Session, CSRF check, a form of three fields, one durable commit, a flat template, gzip and the same headers."""
    (folder / "templates").mkdir(parents=True)
    (folder / "templates" / "flat.html").write_text(flat_template())
    app = Flask("bare", template_folder=str(folder / "templates"))
    app.config.update(SECRET_KEY="x" * 32, WTF_CSRF_TIME_LIMIT=None, SESSION_REFRESH_EACH_REQUEST=False)
    database = sqlite3.connect(folder / "bare.db", isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE entries (id INTEGER PRIMARY KEY, key TEXT UNIQUE, cards TEXT)")
    CSRFProtect(app)

    @app.before_request
    def must_be_own_host() -> tuple[str, int] | None:
        return None if request.host.rsplit(":", 1)[0] == "127.0.0.1" else ("another name", 400)

    @app.get("/")
    def page() -> str:
        session["doors"] = [["keep-1", 123456789012345678]]
        return f'<input name="csrf_token" value="{generate_csrf()}">'

    @app.post("/<int:match_id>/<any(trick, claim):what>")
    def post(match_id: int, what: str) -> str | tuple[str, int]:
        form = BareForm()
        if not form.validate():
            return "bad", 422
        database.execute("BEGIN IMMEDIATE")
        database.execute("INSERT INTO entries (key, cards) VALUES (?, ?)", [form.key.data, form.cards.data])
        database.execute("COMMIT")
        key = secrets.token_urlsafe(12)
        return render_template("flat.html", version=form.version.data + 1, key=key, name="Ann")

    @app.after_request
    def pack(response: Response) -> Response:
        response.vary.add("Accept-Encoding")
        if request.accept_encodings["gzip"]:
            packed = io.BytesIO()
            with gzip.GzipFile("-" * secrets.randbelow(64), "wb", 5, packed, mtime=0) as file:
                file.write(response.get_data())
            response.set_data(packed.getvalue())
            response.headers["Content-Encoding"] = "gzip"
        return response

    @app.after_request
    def add_headers(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = "default-src 'none'; script-src 'self'; style-src 'self'"
        for name in ("Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy", "Referrer-Policy"):
            response.headers[name] = "same-origin"
        response.vary.add("HX-Request")
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return app


class BarePosts:
    """Posts to the bare app."""

    def __init__(self, folder: Path) -> None:
        self._phone = InProcess(bare_app(folder))
        self._token, self._version = hidden(self._phone.get("/"), "csrf_token"), 0

    def post(self) -> float:
        self._version += 1
        form = {"version": str(self._version), "key": secrets.token_urlsafe(12), "cards": "7S.AS.9S.8S"}
        return self._phone.post("/1/trick", form | {"csrf_token": self._token})[0]


class TrickPosts:
    """Tricks of a normal match; a new one begins when it waits for something other than a trick."""

    def __init__(self, local: LocalServer) -> None:
        self._house, self._phone = local, InProcess(local.app)
        self._phone.get(local.link)
        self._chance, self._page = random.Random(1), ""
        self._tricks = self._as_played()

    def _as_played(self) -> Iterator[str]:
        """Tricks as people play them: everybody follows suit."""
        while True:
            pack = self._chance.sample(PACK, len(PACK))
            hands, leader = [pack[seat::4] for seat in range(4)], 0
            for _ in range(13):
                cards: list[Card] = []
                for turn in range(4):
                    hand = hands[(leader + turn) % 4]
                    follows = [card for card in hand if cards and card.suit is cards[0].suit]
                    cards.append(self._chance.choice(follows or hand))
                    hand.remove(cards[-1])
                leader = (leader + winner(cards).place) % 4
                yield ".".join(codes(cards))

    def post(self) -> float:
        if 'data-phase="play"' not in self._page:
            ((number, _),) = self._house.service.import_records(BOOK, [Record(setup(target=121, best_of=3), ())])
            self._path, self._tricks = f"/matches/{number}/", self._as_played()
            self._page = self._phone.get(self._path)
            self._token = hidden(self._page, "csrf_token")
        form = {name: hidden(self._page, name) for name in ("version", "key", "turn")}
        # As the page sends it: with the fields that are empty.
        form |= {
            "csrf_token": self._token,
            "kind": "tricks",
            "draft": next(self._tricks),
            "way": "",
            "led": "",
            "leader": "",
            "typed": "",
        }
        took, self._page = self._phone.post(f"{self._path}enter", form)
        assert re.search(r'name="version" value="(\d+)"', self._page)
        return took


class EntryPosts:
    """Entries of matches of cribbage by cards: starters, cards, goes, answers and cribs."""

    def __init__(self, local: LocalServer) -> None:
        self._house, self._phone = local, InProcess(local.app)
        self._phone.get(local.link)
        self._seed, self._entries = 0, iter(list[dict[str, Any]]())

    def _sit_down(self) -> None:
        self._seed += 1
        table = Table(random.Random(self._seed), accidents=0, target=1000)
        table.by_points = False
        played = [action for _, action in zip(range(400), table.play(), strict=False)]
        by_cards = takewhile(lambda action: action["type"] not in ("peg", "hand") and "points" not in action, played)
        self._entries = by_cards
        record = CRIBBAGE.read(table.record | {"actions": []})
        ((number, _),) = self._house.service.import_records(BOOK, [record])
        self._path = f"/cribbage/matches/{number}/"
        self._page = self._phone.get(self._path)
        self._token = hidden(self._page, "csrf_token")

    def post(self) -> float:
        action = next(self._entries, None)
        while action is None:
            self._sit_down()
            action = next(self._entries, None)
        form = {name: hidden(self._page, name) for name in ("version", "turn", "phase", "way")}
        form |= {"csrf_token": self._token, "key": secrets.token_urlsafe(12)}
        if "cards" in action:
            form |= {"cards": ".".join(action["cards"][:3]), "card": action["cards"][3]}
        elif "card" in action:
            form["card"] = action["card"]
        else:
            form["do"] = " ".join([action["type"], *([action["answer"]] if "answer" in action else [])])
        took, self._page = self._phone.post(f"{self._path}enter", form)
        assert hidden(self._page, "version") == str(int(form["version"]) + 1), self._page
        return took


class SittingPosts:
    """Deals of Hearts by count, each with its settling, in one long sitting."""

    def __init__(self, local: LocalServer) -> None:
        self._phone, self._chance = InProcess(local.app), random.Random(1)
        self._phone.get(local.link)
        players = dict(zip("1234", "Ann Bob Cat Dan".split(), strict=True))
        setup = {"players": players, "dealer": "4", "started": "2026-11-21T20:00:00+00:00"}
        record = HEARTS.read({"format": "hearts-match", "version": 1, **setup, "actions": []})
        ((number, _),) = local.service.import_records(BOOK, [record])
        self._path = f"/hearts/matches/{number}/"
        self._page = self._phone.get(self._path)
        self._token = hidden(self._page, "csrf_token")

    def post(self) -> float:
        form = {name: hidden(self._page, name) for name in ("version", "turn", "way")}
        form |= {"csrf_token": self._token, "key": secrets.token_urlsafe(12)}
        if 'data-phase="settle"' in self._page:
            form["do"] = "settle"
        else:
            cuts = sorted(self._chance.randrange(14) for _ in range(3))
            form["draft"] = ".".join(str(after - before) for before, after in pairwise([0, *cuts, 13]))
        took, self._page = self._phone.post(f"{self._path}enter", form)
        assert hidden(self._page, "version") == str(int(form["version"]) + 1), self._page
        return took


def posts(folder: Path) -> Iterator[Figure]:
    bare, local = BarePosts(folder / "bare"), LocalServer(folder / "posts")
    kinds: dict[str, TrickPosts | EntryPosts | SittingPosts | GrevjassPosts] = {
        "posting a trick": TrickPosts(local),
        "posting an entry of cribbage": EntryPosts(local),
        "posting an entry of Hearts": SittingPosts(local),
        "posting an entry of Grevjass": GrevjassPosts(local),
    }
    for _ in range(WARM_UP):
        bare.post(), [kind.post() for kind in kinds.values()]
    rounds = [(bare.post(), *(kind.post() for kind in kinds.values())) for _ in range(ROUNDS)]
    floor, *medians = (statistics.median(each) * 1e3 for each in zip(*rounds, strict=True))
    for place, (what, median) in enumerate(zip(kinds, medians, strict=True), 1):
        found = statistics.median(times[place] / times[0] for times in rounds)
        words = f"in process, {what} compared with the same Flask stack without a game"
        told = f"{median:.2f} ms compared with {floor:.2f} ms, median of {ROUNDS:,} rounds"
        yield Figure(words, f"{found:.2f} ×", "1.5 ×", told)
