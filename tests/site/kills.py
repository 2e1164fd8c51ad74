"""Kills of the browser while matches are entered: what was acknowledged is there, and nothing is there twice.

    python -m tests.site.kills 100

kills it so often, in all games by turns, and tells what came of it.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import sync_playwright

from referee.books import check
from referee.books.logs_file import read_logs
from referee.books.logs_import import LogsImport
from referee.books.score_books import ScoreBooks
from referee.match.service import MatchService
from referee.store.database import Database
from tests.site.conftest import PATH, SITE
from tests.site.host import host
from tests.site.phone import SitePhone
from tests.site.tables import BEGIN, outcome

SENT = "() => Object.keys(localStorage).every((name) => !name.startsWith('outbox-'))"


class Kills:
    """A match on a phone whose browser is killed again and again while it is entered."""

    def __init__(self, phone: SitePhone, game: str, seed: int) -> None:
        self.phone, self.chance = phone, random.Random(seed)
        self.record, self.enter = BEGIN[game](phone)
        self.address = phone.page.url.removeprefix(phone.host.address)
        self.number = int(self.address.rstrip("/").rsplit("/", 1)[-1])
        self.acknowledged = 0
        """The number of actions that the page has shown as entered."""

    @property
    def left(self) -> int:
        """The number of actions still to come."""
        return len(self.record["actions"]) - self.acknowledged

    def one(self) -> None:
        """Go on until the browser is killed, at a moment of its own; then look at what is there."""
        is_killed = threading.Event()

        def kill() -> None:
            is_killed.set()
            self.phone.end_processes()

        killing = threading.Timer(self.chance.uniform(0.05, 1.5), kill)
        killing.start()
        try:
            for action in self.record["actions"][self.acknowledged :]:
                self.enter(self.phone, action)
                self.acknowledged += 1
        except (PlaywrightError, AssertionError):
            assert is_killed.is_set()  # Nothing else goes wrong.
        killing.join()
        self.phone.end_processes()
        self.phone.close()
        self.phone.again(self.address)
        self.phone.page.wait_for_function(SENT)
        self.look()

    def look(self) -> None:
        """Acknowledged entries are in the log once and in order, with at most one more; and all is intact."""
        text = self.phone.page.request.get(f"{self.phone.host.address}books/1/logs.json").text()
        data = read_logs(json.loads(text), "book.json")
        there = next(len(match["entries"]) for match in data["matches"] if match["number"] == self.number)
        assert self.acknowledged <= there <= self.acknowledged + 1, (self.acknowledged, there)
        self.acknowledged = there
        with tempfile.TemporaryDirectory() as folder, closing(Database(Path(folder) / "book.db")) as database:
            service = MatchService(database)
            books = ScoreBooks(database, service.clock)
            list(LogsImport(service, books).bring_in(books.first().id, data))
            assert list(check.problems(database)) == []

    def finish(self) -> None:
        """Enter what is left: the match comes to what its record comes to."""
        for action in self.record["actions"][self.acknowledged :]:
            self.enter(self.phone, action)
        assert outcome(json.loads(self.phone.record(self.number))) == outcome(self.record)


def _matches(phone: SitePhone) -> Iterator[Kills]:
    seed = 0
    while True:
        for game in BEGIN:
            yield Kills(phone, game, seed)
            seed += 1


def main(times: int) -> None:
    """Kill so often, and tell what came of it."""
    done, entered = 0, 0
    with host(SITE, PATH) as running, sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        phone = SitePhone(playwright, Path(folder), running).open()
        for match in _matches(phone):
            for _ in range(4):
                match.one()
                done += 1
            entered += match.acknowledged
            print(f"{done} kills, {entered} entries acknowledged: none lost, none twice", flush=True)
            if done >= times:
                break
            phone.goto("books/1/")
        phone.close()


if __name__ == "__main__":
    main(int(sys.argv[1]))
