"""Readers and writers of one database, in this process and others; and a file that was moved or replaced."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from referee.books.permissions import Permission
from referee.match.service import MatchService
from referee.store import connections
from referee.store.connections import BusyError, GoneError
from referee.store.database import Database
from tests.conftest import Player
from tests.core.test_disk import Scorer
from tests.servers import Server


@pytest.fixture
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A book whose writers do not wait."""
    monkeypatch.setattr(connections, "TIMEOUT", 0)
    with closing(Database(tmp_path / "quick.db")) as database:
        yield database


def in_a_thread(work: Any) -> Any:
    answers: list[Any] = []

    def run() -> None:
        try:
            answers.append(work())
        except sqlite3.Error as error:
            answers.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(20)
    return answers[0]


def test_whoever_reads_does_not_wait_for_whoever_writes(quick: Database) -> None:
    with quick.writing():
        quick.add_score_book("Four", "2026-01-01")
        assert [database.name for database in quick.score_books()] == ["Four"]  # Its own thread sees what it writes.
        assert in_a_thread(quick.score_books) == []
    assert [database.name for database in in_a_thread(quick.score_books)] == ["Four"]


def test_two_who_write_wait_no_longer_than_is_said(quick: Database) -> None:
    def write() -> None:
        with quick.writing():
            pass

    with quick.writing():
        assert isinstance(in_a_thread(write), BusyError)
    assert in_a_thread(write) is None


def test_what_is_written_within_is_a_part_of_what_is_written(quick: Database) -> None:
    def write() -> None:
        with quick.writing():
            with quick.writing():
                quick.add_score_book("Four", "2026-01-01")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write()
    assert quick.score_books() == []


def test_nothing_is_written_outside_a_transaction_or_where_one_only_reads(quick: Database, tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        quick.run("DELETE FROM matches")
    with closing(Database(tmp_path / "quick.db", read_only=True)) as database:
        assert database.score_books() == []
        with pytest.raises(sqlite3.OperationalError, match="opened read-only"), database.writing():
            pass
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            database.rows("DELETE FROM matches")


def test_while_another_program_holds_the_book_pages_are_shown_and_posts_are_told_when_to_come_again(
    tmp_path: Path, visit: Any, open_match: Any, service: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(visit(Permission.OWN), open_match().id)
    monkeypatch.setattr(connections, "TIMEOUT", 0)
    service.database.sqlite.execute("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(tmp_path / "book.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = player.trick("7S AS 9S 8S")
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert player.client.get("/matches/1/").status_code == 200
        assert player.client.get("/books/1/").status_code == 200
    player.look()
    assert player.trick("7S AS 9S 8S").status_code == 303


@pytest.mark.parametrize("gone", ["book.db", "book.db-wal"])
def test_a_file_that_was_removed_under_a_book_takes_nothing_more(tmp_path: Path, gone: str) -> None:
    with closing(Database(tmp_path / "book.db")) as database:
        with database.writing():
            database.add_score_book("Four", "2026-01-01")
        (tmp_path / gone).unlink()
        with pytest.raises(GoneError), database.writing():
            database.add_score_book("Five", "2026-01-01")
        with pytest.raises(GoneError):
            database.score_books()  # What is there now is not what others find.


@pytest.mark.parametrize("how", ["removed", "replaced"])
def test_a_folder_that_is_gone_is_told_before_anything_is_said_to_be_saved(tmp_path: Path, how: str) -> None:
    folder = tmp_path / "own"
    server = Server(folder)
    scorer = Scorer(server)
    assert scorer.trick() == 200
    folder.rename(tmp_path / "elsewhere")
    if how == "replaced":
        other = Server(folder)  # It is another folder, so this is another book.
        other.close()
    assert scorer.trick() == 503
    assert "Its file was removed or replaced" in scorer.page
    assert scorer.trick() == 503
    scorer.phone.close()
    server.close()
    with closing(Database(tmp_path / "elsewhere" / "book.db")) as database:
        assert database.length(1) >= 1


def test_a_book_that_is_emptied_is_told_before_anything_is_said_to_be_saved(tmp_path: Path) -> None:
    """With all of it still in the journal, which a start with the empty file would remove."""
    server = Server(tmp_path)
    scorer = Scorer(server)
    os.truncate(tmp_path / "book.db", 0)
    assert scorer.trick() == 503
    scorer.phone.close()
    server.close()


def test_a_second_server_is_refused_whatever_file_is_removed(tmp_path: Path, capsys: Any) -> None:
    from referee.cli import main

    server = Server(tmp_path)
    for file in tmp_path.iterdir():
        if not file.name.startswith("book.db"):
            file.unlink()
    assert main(["--port", "0", "--instance", str(tmp_path)]) == 2
    assert "A referee is running on" in capsys.readouterr().err
    server.close()
