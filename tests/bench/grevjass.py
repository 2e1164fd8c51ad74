"""Deals of Grevjass trick by trick, for the benchmark."""

from __future__ import annotations

import random
import secrets

from referee.games.grevjass.game import GREVJASS
from referee.games.grevjass.pack import PACK
from tests.bench.local import InProcess, LocalServer
from tests.conftest import BOOK
from tests.servers import hidden


class GrevjassPosts:
    """Trumps and tricks, in matches that are as long as they can be."""

    def __init__(self, local: LocalServer) -> None:
        self._phone, self._chance, self._local = InProcess(local.app), random.Random(1), local
        self._phone.get(local.link)
        self._begin()

    def _begin(self) -> None:
        players = dict(zip("NESW", "Ann Bob Cat Dan".split(), strict=True))
        setup = {"players": players, "dealer": "N", "started": "2026-11-21T20:00:00+00:00", "rules": {"strokes": 100}}
        record = GREVJASS.read({"format": "grevjass-match", "version": 1, **setup, "actions": []})
        number = self._local.service.open(BOOK, record.setup).id
        self._path = f"/grevjass/matches/{number}/"
        self._page = self._phone.get(self._path)
        self._token = hidden(self._page, "csrf_token")
        self._pack: list[str] = []

    def post(self) -> float:
        if 'data-phase="match-over"' in self._page:
            self._begin()
        form = {name: hidden(self._page, name) for name in ("version", "turn", "kind")}
        form |= {"csrf_token": self._token, "key": secrets.token_urlsafe(12)}
        if form["kind"] == "trump":
            self._pack = [card.code for card in self._chance.sample(PACK, len(PACK))]
            form["draft"] = self._pack[0]
        else:
            form["draft"] = ".".join(self._pack[:4])
            self._pack = self._pack[4:]
        took, self._page = self._phone.post(f"{self._path}enter", form)
        assert hidden(self._page, "version") == str(int(form["version"]) + 1), self._page
        return took
