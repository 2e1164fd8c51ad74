"""Books that are damaged: what is wrong is named, and everything else is saved."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from referee import migrations, schema
from referee.book import Book
from referee.cards import PACK, codes
from referee.cli import main
from referee.record import read
from referee.shelf import Shelf
from referee.table import Tables
from tests.conftest import BOOK
from tests.servers import Phone, Server
from tests.tables import evening, season_of

PAGE, MATCHES = 4096, 6


def run(*words: object) -> int:
    return main([str(word) for word in words])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A book with matches that fill many pages, finished and open."""
    file = tmp_path_factory.mktemp("whole") / "book.db"
    tables = Tables(Book(file))
    Shelf(tables.book, tables.clock).first()
    for number in range(MATCHES):
        record = evening(number, 40 - number, season_of, target=121)
        keep = len(record["actions"]) if number % 3 else 40
        tables.bring_in(BOOK, [read(record | {"actions": record["actions"][:keep]})])
    tables.close()
    return file.read_bytes()


@pytest.fixture
def own(tmp_path: Path, whole: bytes) -> Path:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "book.db").write_bytes(whole)
    return folder


def change(folder: Path, statement: str, **values: str) -> None:
    with closing(sqlite3.connect(folder / "book.db")) as connection:
        for trigger in ("update", "delete"):
            connection.execute(f"DROP TRIGGER entries_no_{trigger}")
        connection.execute(statement, values)
        connection.commit()


# --- one card, one entry ------------------------------------------------------------------------------


SECOND = "WHERE match_id = 2 AND number = 2"
PUT_IN = f"""INSERT INTO entries (match_id, number, kind, actions, key, at, checksum)
    SELECT 2, (SELECT max(number) + 1 FROM entries WHERE match_id = 2), kind, actions, 'k', at, checksum
    FROM entries {SECOND}"""


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (f"UPDATE entries SET actions = json_set(actions, '$[0].cards[0]', :card) {SECOND}", "entry 2 is not as"),
        (f"UPDATE entries SET at = '2020-01-01T00:00:00+00:00' {SECOND}", "entry 2 is not as it was written"),
        (f"UPDATE entries SET key = 'other' {SECOND}", "entry 2 is not as it was written"),
        (f"DELETE FROM entries {SECOND}", "entries are missing from its log: 2"),
        ("DELETE FROM entries WHERE match_id = 2 AND number > 4", "entries are missing from its log at the end"),
        ("UPDATE matches SET setup = json_set(setup, '$.rules.target', 61) WHERE id = 2", "entry 1 is not as it was"),
        (PUT_IN, "is not as it was written"),
    ],
)
def test_what_changed_vanished_or_was_put_in_is_named(own: Path, capsys: Any, statement: str, said: str) -> None:
    change(own, statement, card=unplayed(own))
    assert run("check", "--instance", own) == 1
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("match 2: ") and said in line for line in lines), lines
    assert not any(line.startswith("match ") and not line.startswith("match 2") for line in lines), lines


def unplayed(folder: Path) -> str:
    """A card that the first hand of match 2 would take without a word in place of another."""
    with closing(sqlite3.connect(folder / "book.db")) as connection:
        logs = [json.loads(row[0]) for row in connection.execute("SELECT actions FROM entries WHERE match_id = 2")]
    played = {card for actions in logs[:3] for card in actions[0].get("cards", ())}
    return next(card for card in codes(PACK) if card not in played)


# --- whole pages ------------------------------------------------------------------------------


def test_one_bad_page_stops_neither_check_nor_export_nor_backup(own: Path, whole: bytes, capsys: Any) -> None:
    """Every page in turn: whatever can still be read is saved, what is lost is named, and nothing is passed over."""
    pages = len(whole) // PAGE
    with closing(sqlite3.connect(own / "book.db")) as connection:
        empty = connection.execute("PRAGMA freelist_count").fetchone()[0]
    assert pages > 30
    assert empty == 0
    saved = []
    for page in range(1, pages):
        spoilt = bytearray(whole)
        spoilt[page * PAGE : (page + 1) * PAGE] = b"\xff" * PAGE
        for file in own.iterdir():
            file.unlink()
        (own / "book.db").write_bytes(spoilt)
        found = run("check", "--instance", own)
        told = capsys.readouterr()
        assert found == 1 or (found == 2 and told.err.count("\n") == 1), page
        status = run("export", "--out", own.parent / "out.json", "--instance", own)
        told = capsys.readouterr()
        if status != 2:
            records = json.loads((own.parent / "out.json").read_text())
            named = re.findall(r"^Match (\d+) cannot be read", told.err, re.MULTILINE)
            assert len(records) + len(named) == MATCHES, (page, told.err)
            assert (status, "left out" in told.err) == ((1, True) if named else (0, False))
            saved.append(len(records))
        backed_up = run("backup", own.parent / "copy.db", "--instance", own)
        told = capsys.readouterr()
        assert backed_up == 1 or (backed_up == 2 and told.err.count("\n") == 1), (page, told.err)
    assert len(saved) > pages * 0.8
    assert sum(saved) > len(saved) * (MATCHES - 1.5)


def test_a_server_starts_on_a_book_with_a_bad_page_and_shows_the_others(own: Path, whole: bytes) -> None:
    page = whole.index(b'[{"type":"trick"') // PAGE
    (own / "book.db").write_bytes(whole[: page * PAGE] + b"\xff" * PAGE + whole[(page + 1) * PAGE :])
    server = Server(own)
    phone = Phone(server.port, server.link)
    statuses = []
    for number in range(1, MATCHES + 1):
        phone.connection.request("GET", f"/matches/{number}/sheet", headers={"Cookie": phone.cookie})
        answer = phone.connection.getresponse()
        answer.read()
        statuses.append(answer.status)
    assert set(statuses) <= {200, 500, 503}
    assert MATCHES - 2 <= statuses.count(200) < MATCHES
    assert len(json.loads(phone.get("/books/1/book.json"))["matches"]) == statuses.count(200)
    assert "Damaged, and left out of files" in phone.get("/books/1/files")
    phone.close()
    server.close()


# --- what is restored ------------------------------------------------------------------------------


STEPS = [migration.name for migration in migrations.book._migrations]


@pytest.mark.parametrize("step", [*STEPS[1:], None])
def test_a_book_of_every_release_is_one(step: str | None) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        migrations.book.apply(Database(connection), stop_before=step)
        assert schema.foreign(connection) == ""


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER more AFTER INSERT ON entries BEGIN DELETE FROM matches; END",
        "DROP TRIGGER entries_no_update",
        "DROP TRIGGER entries_no_update;"
        "CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries BEGIN SELECT 1; END",
        "CREATE VIEW more AS SELECT 1",
        "DROP VIEW match_list; CREATE VIEW match_list AS SELECT 1",
        "CREATE TABLE more (one)",
        "ALTER TABLE matches ADD COLUMN more TEXT",
        "CREATE INDEX more ON matches (opened)",
        "DROP TABLE snapshots",
        "DELETE FROM _sqlite_migrations WHERE id = 2",
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('book', 'of_tomorrow', '')",
        "DROP TABLE _sqlite_migrations",
        "CREATE VIRTUAL TABLE more USING fts5(x)",
    ],
)
def test_only_what_a_release_has_made_is_restored(own: Path, whole: bytes, capsys: Any, statement: str) -> None:
    copy = own.parent / "copy.db"
    copy.write_bytes(whole)
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript(statement)
        connection.commit()
    assert run("restore", copy, "--instance", own) == 2
    assert "is not a book that a referee has made" in capsys.readouterr().err
    assert (own / "book.db").read_bytes() == whole


def test_any_other_database_is_not_restored(own: Path, whole: bytes, capsys: Any) -> None:
    copy = own.parent / "copy.db"
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("CREATE TABLE notes (text)")
        connection.commit()
    assert run("restore", copy, "--instance", own) == 2
    assert "is not a book that a referee has made" in capsys.readouterr().err


def test_a_backup_of_a_damaged_book_is_written_and_says_so(own: Path, capsys: Any) -> None:
    change(own, "UPDATE entries SET at = '' WHERE match_id = 3 AND number = 1")
    assert run("backup", own.parent / "copy.db", "--instance", own) == 1
    told = capsys.readouterr().err
    assert "match 3: entry 1 is not as it was written" in told
    assert "is written, but the book is damaged" in told
    assert (own.parent / "copy.db").is_file()


def test_random_bytes_in_a_log_never_pass(own: Path, capsys: Any) -> None:
    """A card's letter flipped here and there in the file, as a disk might."""
    content = (own / "book.db").read_bytes()
    places = [found.start() for found in re.finditer(rb'"cards":\["', content)]
    for place in random.Random(1).sample(places, 8):
        flipped = bytearray(content)
        at = place + len('"cards":["')
        flipped[at] = ord("3") if flipped[at] == ord("2") else ord("2")
        for file in own.iterdir():
            file.unlink()
        (own / "book.db").write_bytes(flipped)
        assert run("check", "--instance", own) == 1
        assert "is not as it was written" in capsys.readouterr().out
