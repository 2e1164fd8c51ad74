"""Maintenance: checks that find every fault, backups that can be restored, one server at a time."""

import os
import re
import resource
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from referee.books import restore as restoring
from referee.books.check import problems
from referee.books.permissions import Permission
from referee.books.score_books import ScoreBooks
from referee.cards import read_cards
from referee.cli import main
from referee.evenings.actions import EveningSetup, Length, Movement
from referee.evenings.rounds import Shape
from referee.evenings.shapes import write_setup
from referee.faults import RefusedError
from referee.games.havilering.actions import Play
from referee.games.havilering.game import HAVILERING
from referee.match.service import MatchService
from referee.season import SUSSEX
from referee.store.database import Database
from referee.store.evenings import EveningStore
from referee.store.instance import only_one
from tests.conftest import BOOK, NAMES, kind_of
from tests.core import next_release
from tests.havilering.self_play import evening, season_of
from tests.servers import Phone, Server, hidden

SIX = Play(read_cards("7S AS 9S 8S"))
ONE_CARD = '[{"type": "trick", "cards": ["7S"]}]'
MORE = Play(read_cards("2D 3D 4D 5D"))


@pytest.fixture
def kept(service: MatchService, open_match: Any, tmp_path: Path) -> Path:
    """An instance folder with a book of two matches, closed."""
    for _ in range(2):
        table = open_match(season="winter")
        service.post(table.id, 0, "a", [SIX])
        service.undo(table.id, 1, "b")
        service.post(table.id, 2, "c", [MORE])
    service.close()
    return tmp_path


def run(*words: object) -> int:
    return main([str(word) for word in words])


def change(folder: Path, *statements: str) -> None:
    """Do to the file what nothing in the house does."""
    with closing(sqlite3.connect(folder / "book.db")) as connection:
        for change in ("update", "delete"):
            connection.execute(f"DROP TRIGGER IF EXISTS entries_no_{change}")
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def test_a_whole_book_is_said_to_be_whole(kept: Path, capsys: Any) -> None:
    assert run("check", "--instance", kept) == 0
    assert capsys.readouterr().out == "All is well: 2 matches, each replayed from its log.\n"


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DELETE FROM entries WHERE match_id = 2 AND number = 1", "match 2: entries are missing from its log"),
        ("UPDATE entries SET actions = '[{' WHERE match_id = 2", "match 2: entry 1 has been altered"),
        (f"UPDATE entries SET actions = '{ONE_CARD}' WHERE match_id = 2 AND number = 3", "entry 3 has been altered"),
        ("UPDATE entries SET kind = 'magic' WHERE match_id = 2 AND number = 2", "match 2: entry 2 has been altered"),
        ("UPDATE entries SET kind = 'undo' WHERE match_id = 2 AND number = 1", "match 2: entry 1 has been altered"),
        ("UPDATE matches SET over = 1 WHERE id = 2", "match 2: the list shows it as over"),
        ("UPDATE matches SET setup = '{}' WHERE id = 2", "match 2 cannot be replayed"),
        ("UPDATE matches SET book_id = 9 WHERE id = 2", "a row of matches refers to no row in score_books"),
        ("UPDATE matches SET opened = 'soon' WHERE id = 2", "match 2 cannot be replayed: opened is not a time"),
        ("UPDATE entries SET match_id = 9 WHERE match_id = 2", "a row of entries refers to no row"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_found_and_named(kept: Path, capsys: Any, statement: str, said: str) -> None:
    change(kept, statement)
    assert run("check", "--instance", kept) == 1
    lines = capsys.readouterr().out.splitlines()
    assert any(said in line for line in lines), lines
    assert not any("match 1" in line for line in lines)


def spoil(file: Path) -> None:
    """Write nonsense over a page in the middle of a file."""
    with file.open("r+b") as spoilt:
        spoilt.seek(3 * 4096)
        spoilt.write(b"\xff" * 4096)


def test_a_damaged_file_is_found(kept: Path, capsys: Any) -> None:
    spoil(kept / "book.db")
    assert run("check", "--instance", kept) in (1, 2)
    told = capsys.readouterr()
    assert "the file:" in told.out or "the book cannot be used" in told.err


def test_a_damaged_match_does_not_hide_the_others(client: Any, sit_down: Any, service: Any, tmp_path: Path) -> None:
    sit_down(), sit_down()
    change(tmp_path, "UPDATE matches SET setup = '{}' WHERE id = 2")
    service.clear_cache()
    assert 'href="/matches/1/"' in client.get("/books/1/").get_data(as_text=True)
    for page in ("", "sheet", "record.json", "log", "hands/", "replay"):
        answer = client.get(f"/matches/2/{page}")
        assert answer.status_code == 500
        assert "This match is damaged" in answer.get_data(as_text=True)
    for page in ("new", "book.json", "tricks.csv", "players"):
        with client.get(f"/books/1/{page}") as answer:
            assert answer.status_code == 200
            assert answer.data
    page = client.get("/matches/2/throw-away").get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    assert client.post("/books/1/bin/2/in", data={"csrf_token": token}).status_code == 303
    assert service.database.numbers() == [1]


# --- backups ---------------------------------------------------------------------------------------------------


def test_a_backup_made_while_the_server_runs_is_restored(tmp_path: Path, capsys: Any) -> None:
    copy, tmp_path = tmp_path / "copy.db", tmp_path / "own"
    server = Server(tmp_path)
    phone = Phone(server.port, server.link)
    match = phone.open_match()
    page = phone.get(match)
    form = {name: hidden(page, name) for name in ("csrf_token", "version", "key")}
    assert phone.post(match + "enter", form | {"draft": "7S.AS.9S.8S"}, fragments=True)[0] == 200
    assert run("backup", copy, "--instance", tmp_path) == 0
    assert run("check", copy, "--instance", tmp_path) == 0
    phone.post(match + "enter", form | {"version": "1", "key": "u", "do": "undo"}, fragments=True)
    assert run("restore", copy, "--instance", tmp_path) == 2
    assert "A referee is running on" in capsys.readouterr().err
    phone.close()
    server.close()
    assert run("restore", copy, "--instance", tmp_path) == 0
    assert "is kept as" in capsys.readouterr().out
    again = Server(tmp_path)
    phone = Phone(again.port, again.link)
    assert hidden(phone.get(match), "version") == "1"
    phone.close()
    again.close()
    (aside,) = tmp_path.glob("book-before-*.db")
    database = Database(aside)
    assert [entry.kind for entry in database.entries(1)] == ["act", "undo"]
    database.close()


def test_a_backup_that_is_not_whole_changes_nothing(kept: Path, tmp_path: Path, capsys: Any) -> None:
    shutil.copyfile(kept / "book.db", kept / "copy.db")
    before = (kept / "book.db").read_bytes()
    with closing(sqlite3.connect(kept / "copy.db")) as connection:
        connection.execute("UPDATE matches SET setup = '{}' WHERE id = 2")
        connection.commit()
    (kept / "words.db").write_text("no book at all, but words, and enough of them to be looked at" * 20)
    for file, said in (
        ("copy.db", "is damaged"),
        ("words.db", "is not a book"),
        ("nowhere.db", "There is no file"),
    ):
        assert run("restore", kept / file, "--instance", kept) == 2
        assert said in capsys.readouterr().err
        assert (kept / "book.db").read_bytes() == before
    assert not (kept / "restoring.db").exists()


def test_a_damaged_book_gives_way_to_its_backup(kept: Path, capsys: Any) -> None:
    shutil.copyfile(kept / "book.db", kept / "copy.db")
    (kept / "book.db").write_bytes(b"nothing that could be read" * 400)
    assert run("restore", kept / "copy.db", "--instance", kept) == 0
    assert run("check", "--instance", kept) == 0


# --- one server at a time --------------------------------------------------------------------------------------


def test_a_second_server_on_the_same_book_is_refused(tmp_path: Path, capsys: Any) -> None:
    server = Server(tmp_path)
    assert run("--port", 0, "--instance", tmp_path) == 2
    assert "A referee is running on" in capsys.readouterr().err
    server.close()
    assert not (tmp_path / "book.db-wal").exists()  # It was closed as it should be.
    assert {file.name: file.stat().st_mode & 0o77 for file in tmp_path.iterdir() if file.suffix != ".lock"} == {
        "book.db": 0,
        "secret.key": 0,
    }
    with only_one(tmp_path), pytest.raises(RefusedError), only_one(tmp_path):
        pass


# --- restoring, whatever lies about --------------------------------------------------------------------------------


def book_of(folder: Path, count: int, close: bool = True) -> Database:
    """A book with `count` matches; if it is left open, they are still in its journal."""
    folder.mkdir(exist_ok=True)
    database = Database(folder / "book.db")
    with database.writing():
        database.add_score_book("", "2026-01-01")
        for _ in range(count):
            database.add_match(
                1,
                "havilering",
                {"players": NAMES, "dealer": "N", "started": "2026-06-20T21:00:00+01:00", "rules": {}},
            )
    if close:
        database.close()
    return database


def matches_in(folder: Path) -> int:
    with closing(Database(folder / "book.db")) as database:
        return len(database.numbers())


def test_a_backup_with_a_journal_of_its_own_is_read_in_full(tmp_path: Path) -> None:
    database = book_of(tmp_path / "other", 70, close=False)
    book_of(tmp_path / "own", 3)
    for command in ("check", "restore"):
        assert run(command, tmp_path / "other" / "book.db", "--instance", tmp_path / "own") == 0
    database.close()
    assert matches_in(tmp_path / "own") == 70


def test_a_book_that_is_open_elsewhere_is_not_replaced(tmp_path: Path, capsys: Any) -> None:
    book_of(tmp_path / "other", 40)
    database = book_of(tmp_path / "own", 70, close=False)
    assert run("restore", tmp_path / "other" / "book.db", "--instance", tmp_path / "own") == 2
    assert "Another program has" in capsys.readouterr().err
    assert not list((tmp_path / "own").glob("book-before-*"))
    assert len(database.numbers()) == 70
    database.close()
    assert matches_in(tmp_path / "own") == 70
    assert run("restore", tmp_path / "other" / "book.db", "--instance", tmp_path / "own") == 0
    assert matches_in(tmp_path / "own") == 40


def test_a_journal_left_behind_is_not_taken_for_the_backups(tmp_path: Path) -> None:
    book_of(tmp_path / "other", 40)
    database = book_of(tmp_path / "own", 70, close=False)
    journal = (tmp_path / "own" / "book.db-wal").read_bytes()
    database.close()
    (tmp_path / "own" / "book.db").unlink()
    (tmp_path / "own" / "book.db-wal").write_bytes(journal)
    assert run("restore", tmp_path / "other" / "book.db", "--instance", tmp_path / "own") == 0
    assert matches_in(tmp_path / "own") == 40


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER _litestream_seq AFTER INSERT ON entries BEGIN UPDATE score_books SET seal = 1; END",
        "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER, more TEXT)",
        "CREATE VIEW _litestream_lock AS SELECT 1",
    ],
)
def test_only_the_tables_of_replication_may_have_their_names(kept: Path, tmp_path: Path, statement: str) -> None:
    own = ["CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)",
           "CREATE TABLE _litestream_lock (id INTEGER)"]  # fmt: skip
    for statements, status in (([statement], 2), (own, 0)):
        backup = tmp_path / f"backup-{status}.db"
        shutil.copy(kept / "book.db", backup)
        with closing(sqlite3.connect(backup)) as connection:
            for each in statements:
                connection.execute(each)
        assert run("restore", backup, "--instance", kept) == status


def test_a_restore_does_not_undo_the_renewing_of_links(tmp_path: Path) -> None:
    book_of(tmp_path, 2).close()
    shutil.copyfile(tmp_path / "book.db", tmp_path / "copy.db")
    with closing(Database(tmp_path / "book.db")) as database:
        score_books = ScoreBooks(database, lambda: datetime.now(SUSSEX))
        grants = score_books.renew(kind_of(Permission.OWN), 1), score_books.renew(kind_of(Permission.WATCH), 2)
    assert run("restore", tmp_path / "copy.db", "--instance", tmp_path) == 0
    with closing(Database(tmp_path / "book.db")) as database:
        score_books = ScoreBooks(database, lambda: datetime.now(SUSSEX))
        assert (score_books.book_grant(1), score_books.grant(kind_of(Permission.WATCH), 2)) == grants


@pytest.mark.quick(2)
@pytest.mark.parametrize("step", range(6))
def test_a_restore_that_is_cut_off_leaves_one_whole_book(tmp_path: Path, monkeypatch: Any, step: int) -> None:
    """Wherever the power goes, the book in its place is the one before or the backup, with all it holds."""
    book_of(tmp_path / "other", 40)
    book_of(tmp_path / "own", 70)
    reached = 0

    def cut(call: Any) -> Any:
        def instead(*args: Any, **named: Any) -> Any:
            nonlocal reached
            reached += 1
            if reached > step:
                raise SystemError("the power is gone")
            return call(*args, **named)

        return instead

    for name in ("_sync", "_close", "_must_be_whole"):
        monkeypatch.setattr(restoring, name, cut(getattr(restoring, name)))
    monkeypatch.setattr(os, "replace", cut(os.replace))
    with pytest.raises(SystemError):
        restoring.restore(tmp_path / "other" / "book.db", tmp_path / "own", datetime.now(SUSSEX))
    assert matches_in(tmp_path / "own") == (40 if step == 5 else 70)


@pytest.mark.parametrize("lacking", [0, 4096])
def test_a_restore_for_which_there_is_no_room_changes_nothing(tmp_path: Path, lacking: int) -> None:
    """The disk is full when the journal should be copied into the book, or the book beside itself."""
    own, running = tmp_path / "own", tmp_path / "running"
    book_of(tmp_path / "other", 1)
    book_of(running, 400)
    database = book_of(running, 200, close=False)
    shutil.copytree(running, own)  # As after a power cut.
    database.close()
    names, usual = sorted(os.listdir(own)), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, ((own / "book.db").stat().st_size - lacking, usual[1]))
    try:
        with pytest.raises((sqlite3.OperationalError, OSError)):
            restoring.restore(tmp_path / "other" / "book.db", own, datetime.now(SUSSEX))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert sorted(os.listdir(own)) == names
    assert matches_in(own) == 600


# --- a check beside a server that writes ---------------------------------------------------------------------------


def test_a_check_sees_one_moment_whoever_writes_meanwhile(tmp_path: Path, monkeypatch: Any) -> None:
    """Between any two of its questions another connection enters something."""
    service = MatchService(Database(tmp_path / "book.db"))
    ScoreBooks(service.database, service.clock).first()
    for number in range(3):
        service.import_records(BOOK, [HAVILERING.read(evening(number, 60, season_of, target=31))])
    with closing(Database(tmp_path / "book.db", read_only=True)) as database:
        rows, asked = database.rows, []

        def rows_while_others_write(*given: Any) -> Any:
            found = rows(*given)
            asked.append(given)
            if len(asked) % 3 == 1:
                number = 1 + len(asked) % 3
                version = service.version(number)
                (service.undo if len(asked) % 2 else service.redo)(number, version, f"key {len(asked)}")
            return found

        monkeypatch.setattr(database, "rows", rows_while_others_write)
        with suppress(RefusedError):
            assert list(problems(database)) == []
        assert len(asked) > 10
    service.close()


def test_a_name_with_a_sign_that_stands_for_none_is_a_name(tmp_path: Path) -> None:
    """It may come from a file that was decoded wrongly once; the bytes of it are whole."""
    record = evening(1, 60, season_of, target=31)
    record["players"]["N"] = "Ren\ufffd"
    with closing(MatchService(Database(tmp_path / "book.db"))) as service:
        ScoreBooks(service.database, service.clock).first()
        service.import_records(BOOK, [HAVILERING.read(record)])
    assert run("check", "--instance", tmp_path) == 0


def test_a_book_of_an_earlier_release_that_still_runs_is_told(
    tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    book_of(tmp_path / "own", 1).close()
    next_release.begin(monkeypatch)
    with only_one(tmp_path / "own"):
        for command in (["export"], ["check"], ["backup", tmp_path / "copy.db"]):
            assert run(*command, "--instance", tmp_path / "own") == 2
            assert "was written by an earlier release" in capsys.readouterr().err
    assert not (tmp_path / "copy.db").exists()
    assert run("check", "--instance", tmp_path / "own") == 0


def test_a_hot_journal_of_any_kind_is_not_left_for_what_is_put_in_its_place(tmp_path: Path, capsys: Any) -> None:
    book_of(tmp_path / "other", 5)
    own = tmp_path / "own"
    own.mkdir()
    (own / "book.db-journal").write_bytes(b"hot")
    assert run("restore", tmp_path / "other" / "book.db", "--instance", own) == 0
    assert not (own / "book.db-journal").exists()
    (tmp_path / "copy.db").write_bytes(b"as it was")
    (tmp_path / "copy.db-journal").write_bytes(b"hot")
    assert run("backup", tmp_path / "copy.db", "--instance", own) == 2
    assert (tmp_path / "copy.db").read_bytes() == b"as it was"


def test_a_server_that_starts_waits_for_a_command_to_end(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        with only_one(tmp_path):
            waiting = pool.submit(lambda: only_one(tmp_path, patience=20).__enter__())
            with pytest.raises(TimeoutError):
                waiting.result(0.3)
        waiting.result(20)


def test_a_renewed_link_of_an_evening_stays_renewed_and_the_book_begins_another_epoch(tmp_path: Path) -> None:
    own, backup = tmp_path / "own", tmp_path / "backup.db"
    setup = EveningSetup("Club", "cribbage", Shape(2), False, Movement.EVERYBODY, Length.GAME, 1)
    with closing(book_of(own, 1, close=False)) as database:
        with database.writing():
            number = EveningStore(database).add(1, "2026-06-20T20:00:00+01:00", write_setup(setup), "key")
        before, epoch = database.seals_of_evening(number), database.epoch
        database.back_up(backup)
        with database.writing():
            database.renew_seal("evenings", "score_seal", number)
        renewed = database.seals_of_evening(number)
    assert renewed != before
    assert run("restore", backup, "--instance", own) == 0
    with closing(Database(own / "book.db")) as database:
        assert database.seals_of_evening(number) == renewed
        assert database.epoch not in ("", epoch)


def test_links_to_a_book_of_the_same_number_do_not_open_a_restored_one(tmp_path: Path, clock: Any) -> None:
    """Two backups are restored one after the other; in between another club begins a book."""
    own, backups = tmp_path / "own", [tmp_path / "first.db", tmp_path / "second.db"]
    with closing(book_of(own, 1, close=False)) as database:
        for backup in backups:
            database.back_up(backup)
            clock.move(days=1)
            ScoreBooks(database, clock).begin("Second")
    assert run("restore", backups[0], "--instance", own) == 0
    with closing(Database(own / "book.db")) as database:
        clock.move(days=1)
        number = ScoreBooks(database, clock).begin("Another club").id
        seals = database.seals_of_book(number) or {}
    assert run("restore", backups[1], "--instance", own) == 0
    with closing(Database(own / "book.db")) as database:
        assert [book.name for book in database.score_books(number)] == ["Second"]
        assert not set(seals.values()) & set((database.seals_of_book(number) or {}).values())
