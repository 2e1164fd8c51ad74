"""A full disk, and a book that is locked, read-only or missing: clear messages, and nothing lost."""

import json
import logging
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from referee.books.permissions import Permission
from referee.cli import main
from referee.games.havilering.shapes import SETUPS
from referee.log.checksums import chained
from referee.match.service import MatchService
from referee.store import connections
from referee.store.database import Database
from referee.store.log_rows import LogRows
from referee.web import create_app
from referee.web.sharing.views import address
from tests.conftest import BOOK, NAMES, Player
from tests.servers import COMMAND, Phone, Server, hidden

CARDS = "23456789TJQKA"
TRICKS = [".".join(rank + suit for suit in "DHSC") for rank in CARDS]


class Scorer:
    """A phone that enters one trick after the other, and tries a trick that was not saved again with its own key."""

    def __init__(self, server: Server, match: str = "") -> None:
        self.phone = Phone(server.port, server.link)
        self.match = match or self.phone.open_match()
        page = self.phone.get(self.match)
        self.token, self.version, self.entered = hidden(page, "csrf_token"), int(hidden(page, "version")), 0

    def trick(self) -> int:
        form = {"csrf_token": self.token, "version": str(self.version), "key": f"key-{self.version}"}
        form["draft"] = TRICKS[self.version % 13]
        status, self.page = self.phone.post(self.match + "enter", form, fragments=True)
        if status == 200:
            self.version += 1
        return status


def wait_until_full(scorer: Scorer) -> None:
    for _ in range(3000):
        status = scorer.trick()
        if status != 200:
            assert status == 503, scorer.page
            return
    raise AssertionError("the disk was never full")


def test_a_full_disk_is_told_and_loses_nothing_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """The server may write files up to a size and no further, as on a disk without room; then it may again."""
    server = Server(tmp_path)
    scorer = Scorer(server)
    assert scorer.trick() == 200
    wal = tmp_path / "book.db-wal"
    usual = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (wal.stat().st_size + 40_000, usual[1]))
    wait_until_full(scorer)
    assert "Not saved" in scorer.page
    assert "nothing was entered" in scorer.page
    acknowledged = scorer.version
    assert scorer.trick() == 503
    assert f'name="version" value="{acknowledged}"' in scorer.phone.get(scorer.match)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, usual)
    assert [scorer.trick() for _ in range(3)] == [200] * 3
    scorer.phone.close()
    server.close()
    service = MatchService(Database(tmp_path / "book.db"))
    assert service.version(1) == acknowledged + 3
    service.close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real disk with room for little, where this may be had."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)]
    try:
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            pytest.skip("no disk can be mounted here; a full one is also played with a limit")
    except FileNotFoundError:
        pytest.skip("no disk can be mounted here; a full one is also played with a limit")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def test_a_really_full_disk(small_disk: Path) -> None:
    server = Server(small_disk)
    scorer = Scorer(server)
    wait_until_full(scorer)
    assert "The disk is full" in scorer.page
    acknowledged = scorer.version
    scorer.phone.close()
    server.kill()
    again = Server(small_disk)
    scorer = Scorer(again, scorer.match)
    assert scorer.version == acknowledged
    scorer.phone.close()
    again.close()


@pytest.mark.parametrize("size", [600_000, 1_500_000])
def test_a_large_file_for_which_the_disk_has_no_room_is_told(
    small_disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    """It is stored as it arrives, and a second time when it is read; the smaller one only the first time."""
    monkeypatch.setenv("TMPDIR", str(small_disk))
    server = Server(tmp_path / "own", COMMAND)
    phone = Phone(server.port, server.link)
    status, page = phone.send_file(b"[" + b" " * size + b"]")
    assert (status, phone.retry_after) == (503, "5")
    assert "disk is full" in page
    phone.close()
    phone = Phone(server.port, server.link)
    assert phone.send_file(b"[" + b" " * 300_000 + b"]")[0] == 303
    phone.close()
    server.close()


# --- a server that starts, and a book that is erased -------------------------------------------------------------


def test_a_bin_that_cannot_be_emptied_does_not_stop_a_start(
    tmp_path: Path, impatient: Player, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "book.db"
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("UPDATE matches SET binned = '2020-01-01', to_erase = '2020-02-01'")
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")
        service = create_app(tmp_path).extensions["service"]
        assert "The bin could not be emptied: database is locked" in caplog.text
        service.close()
    create_app(tmp_path).extensions["service"].close()
    assert impatient.client.application.extensions["service"].database.rows("SELECT id FROM matches") == []


def test_what_was_erased_is_said_to_be_erased_even_if_the_journal_cannot_be_emptied(
    tmp_path: Path, service: MatchService, caplog: pytest.LogCaptureFixture
) -> None:
    """The book has grown within its journal, and the disk has no room for it in the file."""
    database, done = service.database, list[str]()
    with database.writing():
        database.add_score_book("x" * 50_000, "2026-06-20T21:00:00+01:00")
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, ((tmp_path / "book.db-wal").stat().st_size + 20_000, usual[1]))
    try:
        with database.writing():
            database.rename_score_book(1, "Erased")
            database.leave_no_trace()
            database.then(lambda: done.append("told"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert database.score_books(1)[0].name == "Erased"
    assert done == ["told"]
    assert "The journal still has what was erased" in caplog.text


# --- a book that cannot be used ----------------------------------------------------------------------------------


@pytest.fixture
def player(tmp_path: Path, visit: Any, open_match: Any) -> Player:
    return Player(visit(Permission.OWN), open_match().id)


def test_a_book_that_may_not_be_written(
    player: Player, service: MatchService, caplog: pytest.LogCaptureFixture
) -> None:
    service.database.sqlite.execute("PRAGMA query_only=ON")
    with caplog.at_level(logging.ERROR, logger="referee"):
        answer = player.trick("7S AS 9S 8S")
    assert answer.status_code == 503
    assert "write-protected" in player.page
    assert "SQLITE_READONLY" in caplog.text
    service.database.sqlite.execute("PRAGMA query_only=OFF")
    player.look()
    assert player.trick("7S AS 9S 8S").status_code == 303


@pytest.fixture
def impatient(tmp_path: Path, clock: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    """A player at a referee that does not wait for a book that another program holds."""
    monkeypatch.setattr(connections, "TIMEOUT", 0)
    service = MatchService(Database(tmp_path / "book.db"), clock)
    app = create_app(tmp_path, service)
    score_books = app.extensions["score_books"]
    client, first = app.test_client(), score_books.first()
    client.get(address(score_books.book_grant(first.id), app.config["SECRET_KEY"]))
    setup = {"players": NAMES, "dealer": "N", "started": clock().isoformat(), "rules": {}}
    yield Player(client, service.open(BOOK, SETUPS.read(setup)).id)
    service.close()


def test_a_book_that_another_program_holds(
    tmp_path: Path, impatient: Player, caplog: pytest.LogCaptureFixture
) -> None:
    player = impatient
    with closing(sqlite3.connect(tmp_path / "book.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        assert player.trick("7S AS 9S 8S").status_code == 503
        assert "Another program is using it" in player.page
        assert "SQLITE_BUSY" in caplog.text
    player.look()
    assert player.trick("7S AS 9S 8S").status_code == 303


@contextmanager
def held(service: MatchService, file: Path) -> Iterator[None]:
    """Another program holds the book."""
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def full(service: MatchService, file: Path) -> Iterator[None]:
    """The book may not grow by a page."""
    writer = service.database.sqlite
    writer.execute("VACUUM")
    pages = writer.execute("PRAGMA page_count").fetchone()[0]
    most = writer.execute("PRAGMA max_page_count").fetchone()[0]
    writer.execute(f"PRAGMA max_page_count = {pages}")
    yield
    writer.execute(f"PRAGMA max_page_count = {most}")


@pytest.mark.parametrize("path", ["/kept/matches/1/log", "/kept/books/1/matches"])
@pytest.mark.parametrize(("trouble", "told"), [(held, "Another program is using it"), (full, "The disk is full")])
def test_a_log_that_comes_while_the_book_cannot_be_written_is_not_blamed(
    tmp_path: Path, impatient: Player, path: str, trouble: Any, told: str
) -> None:
    player, client = impatient, impatient.client
    service = client.application.extensions["service"]
    player.trick("7S AS 9S 8S")
    for version in range(1, 80, 2):  # Some pages of the book.
        service.undo(1, version, f"undo-{version}")
        service.redo(1, version + 1, f"redo-{version}")
    match = LogRows(service.database).match(1)
    with service.database.writing():
        LogRows(service.database).drop_entries(1)
        LogRows(service.database).ends_with(1, chained("", match["setup"]))
    service.clear_cache()
    form = {"csrf_token": player.token, "log": json.dumps(match["entries"])}
    form["match"] = json.dumps(match | {"key": None})
    with trouble(service, tmp_path / "book.db"):
        answer = client.post(path, data=form)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert told in answer.get_data(as_text=True)
        assert service.version(1) == 0
    assert client.post(path, data=form).status_code == 200
    assert service.version(1) == len(match["entries"])


@pytest.mark.parametrize("command", [["--port", "0"], ["check"], ["export"], ["backup", "copy.db"]])
def test_a_file_that_is_no_book_is_one_clear_line(tmp_path: Path, capsys: Any, command: list[str]) -> None:
    (tmp_path / "book.db").write_text("Not a book, and rather longer than a page of one would be. " * 100)
    assert main([*command, "--instance", str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "referee: the book cannot be used: file is not a database\n"


def test_a_folder_that_cannot_be_made_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    command = [sys.executable, "-m", "referee", "--port", "0", "--instance", str(tmp_path / "file" / "book")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "Not a directory" in done.stderr
