"""Damaged books: the damage is named, and everything else is saved."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database as SqliteUtils

from referee.books.restore import restore
from referee.books.score_books import ScoreBooks
from referee.cards import PACK, codes
from referee.cli import main
from referee.games.havilering.game import HAVILERING
from referee.match.service import MatchService
from referee.season import SUSSEX
from referee.store import migrations
from referee.store.database import Database
from tests.conftest import BOOK
from tests.core import next_release
from tests.havilering.self_play import evening, season_of
from tests.servers import Phone, Server, hidden

PAGE, MATCHES = 4096, 6


def run(*words: object) -> int:
    return main([str(word) for word in words])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A book with matches that fill many pages, finished and open."""
    file = tmp_path_factory.mktemp("whole") / "book.db"
    service = MatchService(Database(file))
    ScoreBooks(service.database, service.clock).first()
    for number in range(MATCHES):
        record = evening(number, 40 - number, season_of, target=91)
        keep = len(record["actions"]) if number % 3 else 40
        service.import_records(BOOK, [HAVILERING.read(record | {"actions": record["actions"][:keep]})])
    service.close()
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
        (
            f"UPDATE entries SET actions = json_set(actions, '$[0].cards[0]', :card) {SECOND}",
            "entry 2 has been altered",
        ),
        (f"UPDATE entries SET at = '2020-01-01T00:00:00+00:00' {SECOND}", "entry 2 has been"),
        (f"UPDATE entries SET key = 'other' {SECOND}", "entry 2 has been"),
        (f"DELETE FROM entries {SECOND}", "entries are missing from its log: 2"),
        ("DELETE FROM entries WHERE match_id = 2 AND number > 4", "entries are missing from its log at the end"),
        ("UPDATE matches SET setup = json_set(setup, '$.rules.target', 61) WHERE id = 2", "entry 1 has been altered"),
        (PUT_IN, "has been altered"),
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


TORN = "cast(x'ff41' as text)"


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("statement", "said", "left_out"),
    [
        (f"UPDATE entries SET actions = {TORN} {SECOND}", "match 2: entry 2 has been altered", 1),
        (f"UPDATE entries SET at = {TORN} {SECOND}", "match 2: entry 2 has been altered", 1),
        (f"UPDATE matches SET setup = {TORN} WHERE id = 2", "match 2: ", 1),
        (f"UPDATE matches SET checksum = {TORN} WHERE id = 2", "match 2: entries are missing", 1),
        ("UPDATE matches SET checksum = 'x' WHERE id = 2", "match 2: entries are missing", 1),
        ("DELETE FROM entries WHERE match_id = 2 AND number > 4", "match 2: entries are missing", 1),
        ("DELETE FROM entries WHERE match_id = 2", "match 2: ", 1),
        (f"UPDATE players SET name = {TORN} WHERE id = 1", "a name cannot be read in full: \ufffdA", 0),
        (f"UPDATE score_books SET name = {TORN}", "a name cannot be read in full: \ufffdA", 0),
        (
            "INSERT INTO house_rules (book_id, game_key, name, rules) VALUES (1, 'havilering', 'Mine', '{')",
            "the house rules Mine of score book 1 cannot be read",
            0,
        ),
        (
            "INSERT INTO house_rules (book_id, game_key, name, rules) VALUES (1, 'havilering', 'Mine', '[1]')",
            "the house rules Mine of score book 1 cannot be read",
            0,
        ),
    ],
)
def test_one_torn_byte_takes_nothing_else_with_it(
    own: Path, capsys: Any, statement: str, said: str, left_out: int
) -> None:
    """Not the other matches, in no way in which they are taken out, nor the pages that list them."""
    change(own, statement)
    assert run("check", "--instance", own) == 1
    assert any(line.startswith(said) for line in capsys.readouterr().out.splitlines())
    out = own.parent / "out.json"
    for words, count in (
        ([], lambda: len(json.loads(out.read_text()))),
        (["--book", 1], lambda: len(json.loads(out.read_text())["matches"])),
    ):
        assert run("export", *words, "--out", out, "--instance", own) == min(left_out, 1)
        assert count() == MATCHES - left_out
        assert ("Match 2 cannot be read" in capsys.readouterr().err) == bool(left_out)
    # Its tricks were projected when it was over, and are still all there.
    assert run("export", "--csv", "--out", out, "--instance", own) == 0
    assert run("backup", own.parent / "copy.db", "--instance", own) == min(left_out, 1)
    assert run("recount", "--instance", own) == min(left_out, 1)
    server = Server(own)
    phone = Phone(server.port, server.link)
    for page in ("", "players", "new", "files"):
        assert "<h1" in phone.get(f"/books/1/{page}")
    assert len(json.loads(phone.get("/books/1/book.json"))["matches"]) == MATCHES - left_out
    phone.close()
    server.close()


def test_a_log_that_lost_its_end_takes_no_more_entries(own: Path) -> None:
    """Entries there would be acknowledged, and could not be read any more."""
    change(own, "DELETE FROM entries WHERE match_id = 1 AND number > 30")
    server = Server(own)
    phone = Phone(server.port, server.link)
    assert "This match is damaged" in phone.get("/matches/1/")
    token = hidden(phone.get("/books/1/new"), "csrf_token")
    form = {"csrf_token": token, "version": "30", "key": "k", "draft": "2D.3D.4D.5D"}
    assert phone.post("/matches/1/enter", form)[0] >= 400
    phone.close()
    server.close()


@pytest.mark.parametrize("torn", [b"CREATE TRIGGAR", b"CREATE TRIGG\xc5R"])
def test_a_schema_that_is_damaged_hides_no_match(own: Path, capsys: Any, torn: bytes) -> None:
    """A trigger's text, which comes after the tables: they can still be read."""
    spoilt = (own / "book.db").read_bytes().replace(b"CREATE TRIGGER", torn)
    (own / "book.db").write_bytes(spoilt)
    assert run("export", "--out", own.parent / "out.json", "--instance", own) == 1
    assert len(json.loads((own.parent / "out.json").read_text())) == MATCHES
    assert run("check", "--instance", own) == 1
    assert "the file: its schema is damaged" in capsys.readouterr().out


def test_recount_puts_right_what_the_list_shows(own: Path, capsys: Any) -> None:
    change(own, "UPDATE matches SET over = 1 - over")
    assert run("check", "--instance", own) == 1
    assert run("recount", "--instance", own) == 0
    assert run("check", "--instance", own) == 0


# --- whole pages ------------------------------------------------------------------------------


@pytest.mark.timeout(180)
@pytest.mark.quick(0)
def test_one_bad_page_stops_neither_check_nor_export_nor_backup(
    own: Path, whole: bytes, capsys: Any, thorough: bool
) -> None:
    """Every page in turn, or every third: whatever can still be read is saved, what is lost is named, and nothing is
    passed over."""
    pages = range(1, len(whole) // PAGE, 1 if thorough else 3)
    with closing(sqlite3.connect(own / "book.db")) as connection:
        empty = connection.execute("PRAGMA freelist_count").fetchone()[0]
    assert len(whole) // PAGE > 30
    assert empty == 0
    saved = []
    for page in pages:
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
            assert (status, "omitted" in told.err) == (1, bool(named))
            saved.append(len(records))
        backed_up = run("backup", own.parent / "copy.db", "--instance", own)
        told = capsys.readouterr()
        assert (found, backed_up) == (1, 1) or (status == 2 and told.err.count("\n") == 1), (page, told.err)
    assert len(saved) > len(pages) * 0.9
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
    assert "Damaged, and not exported" in phone.get("/books/1/files")
    phone.close()
    server.close()


# --- what is restored ------------------------------------------------------------------------------


def test_a_book_of_every_release_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        migrations.migration.apply(SqliteUtils(connection))
        assert migrations.schema_difference(connection) == ""
        next_release.begin(monkeypatch)
        assert migrations.schema_difference(connection) == ""
        migrations.migration.apply(SqliteUtils(connection))
        assert migrations.schema_difference(connection) == ""


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
        "DROP TABLE told_apart",
        "DELETE FROM _sqlite_migrations WHERE id = 1",
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
    assert "was not made by a referee" in capsys.readouterr().err
    assert (own / "book.db").read_bytes() == whole


def test_any_other_database_is_not_restored(own: Path, whole: bytes, capsys: Any) -> None:
    copy = own.parent / "copy.db"
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("CREATE TABLE notes (text)")
        connection.commit()
    assert run("restore", copy, "--instance", own) == 2
    assert "was not made by a referee" in capsys.readouterr().err


def test_a_backup_of_a_damaged_book_is_written_and_says_so(own: Path, capsys: Any) -> None:
    change(own, "UPDATE entries SET at = '' WHERE match_id = 3 AND number = 1")
    assert run("backup", own.parent / "copy.db", "--instance", own) == 1
    told = capsys.readouterr().err
    assert "match 3: entry 1 has been altered" in told
    assert "was written, but the book is damaged" in told
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
        assert "has been altered" in capsys.readouterr().out


# --- what is no book, or a book in part -----------------------------------------------------------------------------


def test_a_check_of_what_is_no_book_says_so_and_leaves_it_as_it_is(own: Path, capsys: Any) -> None:
    (own.parent / "empty.db").touch()
    with closing(sqlite3.connect(own.parent / "other.db")) as connection:
        connection.execute("CREATE TABLE notes (text)")
        connection.commit()
    for name, told in (("empty.db", "is empty"), ("other.db", "was not made by a referee")):
        assert run("check", own.parent / name, "--instance", own) == 2
        assert told in capsys.readouterr().err


def test_a_check_leaves_a_backup_and_its_journal_as_they_are(own: Path, whole: bytes) -> None:
    folder = own.parent / "copy"
    folder.mkdir()
    (folder / "book.db").write_bytes(whole)
    with closing(Database(folder / "book.db")) as database:
        with database.writing():
            database.run("UPDATE matches SET show_played = 1")
        kept = own.parent / "kept"
        kept.mkdir()
        for file in folder.iterdir():
            if file.suffix != ".db-shm":
                (kept / file.name).write_bytes(file.read_bytes())
    before = {file.name: file.read_bytes() for file in kept.iterdir()}
    assert set(before) == {"book.db", "book.db-wal"}
    assert run("check", kept / "book.db", "--instance", own) == 0
    assert {name: (kept / name).read_bytes() for name in before} == before


@pytest.mark.parametrize("how", ["missing", "empty"])
def test_a_journal_without_its_book_is_left_as_it_is(own: Path, capsys: Any, how: str) -> None:
    server = Server(own)
    phone = Phone(server.port, server.link)
    phone.open_match()
    phone.close()
    server.kill()
    journal = (own / "book.db-wal").read_bytes()
    assert journal
    (own / "book.db").unlink()
    if how == "empty":
        (own / "book.db").touch()
    for command in (["--port", 0], ["export"], ["check"], ["import", own.parent / "nothing.json"]):
        assert run(*command, "--instance", own) == 2
    assert "its journal book.db-wal is not: put back the file" in _last(capsys)
    assert (own / "book.db-wal").read_bytes() == journal


def _last(capsys: Any) -> str:
    told: str = capsys.readouterr().err
    return told


def test_a_book_of_a_later_release_is_left_as_it_is(own: Path, capsys: Any) -> None:
    change(own, "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('book', 'of_tomorrow', '')")
    before = (own / "book.db").read_bytes()
    for command in (["--port", 0], ["export"], ["check"], ["recount"], ["check", own / "book.db"]):
        assert run(*command, "--instance", own) == 2
        assert re.search("later release|belong to no release", capsys.readouterr().err)
    assert (own / "book.db").read_bytes() == before


def test_two_restores_within_a_second_keep_both_books(own: Path, whole: bytes) -> None:
    copy, now = own.parent / "copy.db", datetime(2026, 11, 22, 20, 0, tzinfo=SUSSEX)
    copy.write_bytes(whole)
    (own / "book.db").write_bytes(b"the first")
    kept = []
    for _ in range(3):
        kept.append(restore(copy, own, now))
        (own / "book.db").write_bytes(b"another")
    assert [file.read_bytes() for file in kept] == [b"the first", b"another", b"another"]
    assert len({*kept}) == 3


def test_nothing_is_written_over_a_database_with_a_journal(own: Path, capsys: Any) -> None:
    copy = own.parent / "copy.db"
    for end in ("", "-wal"):
        copy.with_name(copy.name + end).write_bytes(b"as it was")
    for command in (["backup", copy], ["export", "--out", copy]):
        assert run(*command, "--instance", own) == 2
        assert "with a journal beside it: name another file" in capsys.readouterr().err
    assert copy.read_bytes() == b"as it was"
