"""Shared fixtures: a score book for each test, a clock that can be set, a client that plays."""

from __future__ import annotations

import copy
import gc
import logging
import os
import re
import shutil
import signal
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import groupby
from math import gcd
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings

from referee.books.permissions import KINDS, OWN, LinkKind, Permission
from referee.books.score_books import ScoreBooks
from referee.games import game_of_record
from referee.games.havilering.shapes import SETUPS
from referee.log.checksums import chained, checksum_of
from referee.match.current import CurrentMatch
from referee.match.service import MatchService
from referee.season import SUSSEX
from referee.store.database import Database
from referee.store.log_rows import LogRows
from referee.web import create_app
from referee.web.sharing.views import address
from tests import routing
from tests.correcting import corrector as corrector  # A fixture for all.
from tests.scheduling import pytest_testnodedown as pytest_testnodedown
from tests.scheduling import pytest_xdist_make_scheduler as pytest_xdist_make_scheduler

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

routing.install()
gc.set_threshold(100_000, 50, 100)  # Tests create many long-lived objects.
# The time of an example depends on the load of the machine.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

NAMES = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}
NO_SCORE = ["2S KS 6S 8C"]
MEMORY = Path("/dev/shm")
"""The folder of test data, in memory if there is room: tests need not wait for the sync at every entry."""
BOOK = 1
"""The number of the score book that every test has."""


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 6, 20, 21, 0, tzinfo=SUSSEX)

    def __call__(self) -> datetime:
        return self.now

    def move(self, **by: float) -> None:
        self.now += timedelta(**by)


def rechain(database: Database) -> None:
    """Recompute the checksums of a book's entries after a test has changed them. Within `writing`."""
    database.run("DROP TRIGGER entries_no_update")
    for number in database.numbers():
        before = chained("", database.rows("SELECT setup FROM matches WHERE id = ?", [number])[0][0])
        for row in LogRows(database).log(number):
            before = checksum_of(before, *row[:-1])
            changed = "UPDATE entries SET checksum = ? WHERE match_id = ? AND number = ?"
            database.run(changed, [before, number, row[0]])
        LogRows(database).ends_with(number, before)


class Failures(logging.Handler):
    """Collects the tracebacks that the app logs."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.found.append(f"{record.getMessage()}: {record.exc_info[1]!r}")


@pytest.fixture(autouse=True)
def failures(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail the test if one of its requests fails, unless it tests that and is marked `fails`."""
    failures = Failures()
    logging.getLogger("referee").propagate = True  # A server in this process may have closed it.
    logging.getLogger().addHandler(failures)
    yield
    logging.getLogger().removeHandler(failures)
    if request.node.get_closest_marker("fails") is None:
        assert failures.found == []


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Start Playwright, which can be started only once per process; at the end all its browsers are closed."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as found:
        yield found


@pytest.fixture
def clock() -> Clock:
    return Clock()


def made(file: Path, records: Iterable[Any] = ()) -> Path:
    """Create and close a database with a first score book and some matches, to be copied."""
    service = MatchService(Database(file), Clock())
    assert ScoreBooks(service.database, service.clock).first().id == BOOK
    service.import_records(BOOK, [game_of_record(record).read(copy.deepcopy(record)) for record in records])
    service.close()
    return file


@pytest.fixture(scope="session")
def empty_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("books") / "empty.db")


@pytest.fixture
def prepared(empty_book: Path) -> Path:
    """The book that a test begins with. A module may prepare another one, which is made once."""
    return empty_book


@pytest.fixture
def service(tmp_path: Path, clock: Clock, prepared: Path) -> Iterator[MatchService]:
    shutil.copy(prepared, tmp_path / "book.db")
    service = MatchService(Database(tmp_path / "book.db"), clock)
    yield service
    service.close()


@pytest.fixture
def score_books(service: MatchService) -> ScoreBooks:
    return ScoreBooks(service.database, service.clock)


@pytest.fixture
def open_match(service: MatchService, clock: Clock) -> Any:
    """Open a match with some rules; returns its state."""

    def open_match(
        show_played: bool = False, teaching: bool = False, dealer: str = "N", **rules: Any
    ) -> CurrentMatch[Any]:
        setup = {"players": NAMES, "dealer": dealer, "started": clock().isoformat(), "rules": rules}
        return service.open(BOOK, SETUPS.read(setup), show_played, teaching)

    return open_match


class Player:
    """Posts to a table as its page does: reads version, key and token from the previous page."""

    def __init__(self, client: FlaskClient, match_id: int, fragments: bool = False) -> None:
        self.client, self.match_id, self.fragments = client, match_id, fragments
        self.page = ""
        self.look()

    def look(self, query: str = "") -> str:
        self.page = self.client.get(f"/matches/{self.match_id}/{query}").get_data(as_text=True)
        self.token = self.hidden("csrf_token")
        return self.page

    def hidden(self, name: str) -> str:
        found = re.search(rf'name="{name}" value="([^"]*)"', self.page)
        assert found, name
        return found[1]

    def form(self) -> dict[str, str]:
        names = ("version", "key", "turn", "kind", "way", "led", "leader", "draft")
        return {name: self.hidden(name) for name in names} | {"csrf_token": self.token}

    def post(self, do: str, **fields: str) -> Any:
        """Press a key by the name of its action; with an empty name, tap something."""
        headers = {"HX-Request": "true"} if self.fragments else {}
        form = self.form() | {"do": do} | fields
        answer = self.client.post(f"/matches/{self.match_id}/enter", data=form, headers=headers)
        if answer.status_code == 303:
            self.page = self.client.get(answer.location).get_data(as_text=True)
        else:
            self.page = answer.get_data(as_text=True)
        return answer

    def trick(self, cards: str) -> Any:
        return self.post("", draft=cards.replace(" ", "."))


def kind_of(right: Permission) -> LinkKind:
    """The kind of link that gives a permission: to a match, or the owner's."""
    return OWN if right is Permission.OWN else KINDS[right.name.lower()]


@pytest.fixture
def app(tmp_path: Path, service: MatchService) -> Flask:
    app = create_app(tmp_path, service)
    app.testing = True
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return app


@pytest.fixture
def visit(app: Flask) -> Any:
    """A phone that joined by a link, or by none."""

    def visit(right: Permission | None = None, number: int = BOOK) -> FlaskClient:
        client = app.test_client()
        if right:
            score_books = app.extensions["score_books"]
            link = address(score_books.grant(kind_of(right), number), app.config["SECRET_KEY"])
            assert client.get(link).status_code == 303
        return client

    return visit


@pytest.fixture
def client(visit: Any) -> Any:
    """The owner's phone."""
    return visit(Permission.OWN)


@pytest.fixture
def sit_down(client: FlaskClient, open_match: Any) -> Any:
    """Open a match and sit down at it."""

    def sit_down(fragments: bool = False, **rules: Any) -> Player:
        return Player(client, open_match(**rules).id, fragments)

    return sit_down


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--many", action="store_true", help="run most cases of each test, as `make test-all` does")
    parser.addoption("--thorough", action="store_true", help="run every case, as `make test-thorough` does")


def is_thorough(config: pytest.Config) -> bool:
    """True if every case should run: with --thorough, or if all tests are selected by file or name."""
    return config.option.thorough or all("::" in each or each.endswith(".py") for each in config.args)


@pytest.fixture(scope="session")
def thorough(pytestconfig: pytest.Config) -> bool:
    """True if every case should be tried, not only those that take a few seconds."""
    return is_thorough(pytestconfig)


@pytest.fixture(scope="session")
def many(pytestconfig: pytest.Config, thorough: bool) -> bool:
    """True if most cases should be tried, or all."""
    return thorough or pytestconfig.option.many


def _some(items: list[pytest.Item], number: int) -> list[pytest.Item]:
    """Pick a number of items, spread so that every value of every parameter occurs."""
    if number > len(items) / 2:
        others = _some(items, len(items) - number)
        return [item for item in items if item not in others]
    steps = range(max(len(items) // max(number, 1), 1), len(items) + 2)
    step = next(each for each in steps if gcd(each, len(items)) == 1)
    return [items[place * step % len(items)] for place in range(min(number, len(items)))]


TOGETHER = {"test_https": "test_image"}
"""Files on one worker. Containers change the machine's network, and Chromium gives up what it loads meanwhile."""


@pytest.hookimpl(tryfirst=True)  # Before pytest-xdist reads the groups.
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give slow folders three minutes for a test and keep files on one worker, unless their tests are to run apart;
    slow ones first, so that nobody waits for them at the end. Deselect what only longer runs try."""
    for item in items:
        if item.path.parent.name in ("hosting", "site", "webkit", "orca") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(180))
        # With `--dist=loadgroup`, a file's servers and data are made once.
        if not item.get_closest_marker("apart"):
            item.add_marker(pytest.mark.xdist_group(TOGETHER.get(item.path.stem, str(item.path))))
    slow = {item.path for item in items if item.get_closest_marker("timeout")}
    items.sort(key=lambda item: item.path not in slow)
    if is_thorough(config):
        return
    kept = set[pytest.Item]()
    for _, cases in groupby(items, key=lambda item: item.nodeid.split("[")[0]):
        found = list(cases)
        quick = found[0].get_closest_marker("quick")
        few, most, *_ = (*(quick.args if quick else ()), len(found), len(found))
        kept.update(_some(found, most if config.option.many else few))
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def pytest_configure() -> None:
    """Handle SIGTERM like Ctrl-C in every process, so that fixtures clean up; write to memory."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 2**32 and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two more than processors, since tests of browsers and servers wait for a third of their time."""
    return (os.cpu_count() or 1) + 2
