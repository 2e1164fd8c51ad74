"""Records on the command line: the files that are exported, imported, replayed and checked, of every game."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.store.database import Database
from tests.core.samples import SAMPLES
from tests.core.test_cli import run as run  # A fixture.


@pytest.fixture
def own(run: Any, tmp_path: Path) -> Path:
    """An instance with a match of each game, and the file they are from."""
    (tmp_path / "all.json").write_text(json.dumps([sample.play(1) for sample in SAMPLES.values()]))
    assert run("import", str(tmp_path / "all.json"), "--instance", str(tmp_path / "own"))[0] == 0
    return tmp_path / "own"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("export 1 --book 1", "Name either a match or --book NUMBER."),
        ("export 1 --csv --book 1", "Name either a match or --book NUMBER."),
        ("export --game hearts", "--game goes with --csv of several matches."),
        ("export --book 1 --game hearts", "--game goes with --csv of several matches."),
        ("export 1 --csv --game hearts", "--game goes with --csv of several matches."),
        ("export --csv --game whist", "invalid choice: 'whist'"),
        ("export --logs", "--logs needs --book NUMBER"),
    ],
)
def test_an_option_that_would_be_ignored_is_refused(run: Any, own: Path, words: str, said: str) -> None:
    status, out, error = run(*words.split(), "--instance", str(own))
    assert (status, out) == (2, "")
    assert said in error


def test_a_file_without_a_match_is_told(run: Any, own: Path, tmp_path: Path) -> None:
    (tmp_path / "none.json").write_text("[]")
    assert run("import", str(tmp_path / "none.json"), "--instance", str(own)) == (0, "There is no match in it.\n", "")


@pytest.mark.parametrize("key", SAMPLES)
def test_a_record_is_checked_like_a_book(run: Any, tmp_path: Path, key: str) -> None:
    record, file = SAMPLES[key].play(1), tmp_path / "record.json"
    file.write_text(json.dumps(record), encoding="utf-8-sig")
    assert run("check", str(file)) == (0, "All is well: 1 match, each replayed from its log.\n", "")
    file.write_text(json.dumps(record | {"actions": [*record["actions"], record["actions"][0]]}))
    status, out, error = run("check", str(file))
    assert (status, out) == (2, "")
    assert f"record.json: action {len(record['actions']) + 1} (" in error


@pytest.mark.parametrize("words", ["export", "export --book 1", "export --book 1 --logs"])
def test_what_export_writes_is_checked(run: Any, own: Path, tmp_path: Path, words: str) -> None:
    file = tmp_path / "out.json"
    assert run(*words.split(), "--out", str(file), "--instance", str(own))[0] == 0
    assert run("check", str(file)) == (0, "All is well: 6 matches, each replayed from its log.\n", "")
    status, out, error = run("replay", str(file))
    assert (status, out) == (2, "")
    assert error == "referee: This is a list of matches: `referee check` replays them all.\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"format": "cribage-match"}', "format is not one of havilering-match, cribbage-match, hearts-match, "),
        (b'[{"format": "x"}]', "file, record 1: format is not one of havilering-match, "),
        (b'{"format": "referee-logs", "version": 1}', "file has no “name”. "),
        (b'{"format": "havilering-match"', "This is not JSON"),
        (b"{}", "this is neither a match record nor a score book."),
    ],
)
def test_a_file_that_is_no_record_is_told_once(
    run: Any, own: Path, tmp_path: Path, content: bytes, said: str
) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    for command in (["check", str(file)], ["import", str(file), "--instance", str(own)]):
        status, out, error = run(*command)
        assert (status, out) == (2, "")
        assert said in error
        assert error.startswith(f"referee: {file}")
        assert f"{file}: {file}" not in error


def test_a_damaged_backup_is_no_bad_input(run: Any, own: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    assert run("backup", str(backup), "--instance", str(own))[0] == 0
    backup.write_bytes(backup.read_bytes()[:100_000])
    status, out, error = run("check", str(backup))
    assert (status, error) == (1, "")
    assert out.startswith(f"{backup} is damaged: ")
    status, out, error = run("restore", str(backup), "--instance", str(own))
    assert (status, out) == (2, "")
    assert error.startswith(f"referee: {backup} is damaged: ")
    (own / "book.db").write_bytes(backup.read_bytes())
    status, out, error = run("check", "--instance", str(own))
    assert (status, error) == (1, "")
    assert "the file: its schema is damaged" in out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no ulimit")
def test_a_backup_for_whose_copy_there_is_no_room_is_still_a_book(run: Any, own: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    assert run("backup", str(backup), "--instance", str(own))[0] == 0
    for command in ("check", f"restore --instance {own}"):
        line = f"ulimit -f 1; {sys.executable} -m referee {command} {backup}"
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (2, "")
        assert "is not a book" not in done.stderr


@pytest.mark.parametrize("command", ["check", "restore"])
def test_a_folder_or_an_unreadable_file_is_no_backup(run: Any, own: Path, tmp_path: Path, command: str) -> None:
    (tmp_path / "secret.db").write_bytes(b"SQLite format 3")
    (tmp_path / "secret.db").chmod(0)
    (tmp_path / "empty.db").touch()
    due = [(tmp_path, "is a folder: name a file."), (tmp_path / "empty.db", "empty.db is empty.")]
    if not os.access(tmp_path / "secret.db", os.R_OK):  # Root may read everything.
        due.append((tmp_path / "secret.db", "Permission denied"))
    for file, said in due:
        for instance in (own, tmp_path / "new"):
            status, out, error = run(command, str(file), "--instance", str(instance))
            assert (status, out) == (2, "")
            assert said in error
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("words", ["import all.json", "recount", "books", "link --book 1", "notice Hello",
                                   "forget --book 1 --player Ann", "delete --book 1", "invite"])  # fmt: skip
def test_nothing_is_changed_in_a_damaged_book(
    run: Any, own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    torn = (own / "book.db").read_bytes()[:100_000]
    (own / "book.db").write_bytes(torn)
    status, out, error = run(*words.split(), "--instance", "own")
    assert (status, out) == (2, "")
    assert error.startswith("referee: The book in own is damaged: `referee check` tells where, ")
    assert (own / "book.db").read_bytes() == torn


def test_no_instance_is_made_for_a_score_book_that_it_cannot_have(run: Any, own: Path, tmp_path: Path) -> None:
    status, out, error = run("import", str(tmp_path / "all.json"), "--book", "9", "--instance", str(tmp_path / "new"))
    assert (status, out) == (2, "")
    assert "There is no book in" in error
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("words", ["backup copy.db", "import all.json", "forget --book 1 --player Ann", "recount"])
def test_a_full_disk_is_told_in_words(
    run: Any, own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.chdir(tmp_path)

    def full(*_: object) -> Any:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorname = "SQLITE_FULL"
        raise error

    monkeypatch.setattr(Database, "back_up" if "backup" in words else "writing", full)
    status, out, error = run(*words.split(), "--instance", "own")
    assert (status, out) == (2, "")
    assert error.endswith("The disk is full: make room on the machine that keeps it.\n")
