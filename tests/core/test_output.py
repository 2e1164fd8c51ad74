"""Files written by commands beside a running server, and invalid numbers."""

import json
import os
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from referee.cli import main
from referee.cli.output import write_whole
from referee.store.database import Database
from tests.havilering.self_play import evening, season_of
from tests.servers import Phone, Server

RECORD = evening(1, 50, season_of, target=21)


def run(*words: object) -> int:
    return main([str(word) for word in words])


def content(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """An instance folder with a match, a key, and a folder of its own."""
    folder = tmp_path / "own"
    (folder / "inside").mkdir(parents=True)
    (folder / "secret.key").write_bytes(b"key" * 11)
    (tmp_path / "given.json").write_text(json.dumps([RECORD]))
    assert run("import", tmp_path / "given.json", "--instance", folder) == 0
    return folder


# --- where a file is written -------------------------------------------------------------------------------------


def instance_targets(tmp_path: Path, own: Path) -> Iterator[Path]:
    """Every way to name a place in the instance folder."""
    for name in ("book.db", "book.db-wal", "secret.key", "server.lock", "new.json", "inside/new.json", "."):
        yield own / name
    yield own / "inside" / ".." / "book.db"
    (tmp_path / "link.json").symlink_to(own / "book.db")
    yield tmp_path / "link.json"
    (tmp_path / "dangling.json").symlink_to(own / "new.json")
    yield tmp_path / "dangling.json"
    (tmp_path / "door").symlink_to(own / "inside")
    yield tmp_path / "door" / "new.json"


@pytest.mark.quick(1)
@pytest.mark.parametrize("command", [["export", "--out"], ["export", "--csv", "--out"], ["backup"]])
def test_nothing_is_written_inside_the_instance_folder(
    own: Path, tmp_path: Path, capsys: Any, command: list[str]
) -> None:
    before = content(own)
    for target in instance_targets(tmp_path, own):
        assert run(*command, target, "--instance", own) == 2, target
        assert "the referee’s own folder: choose a file elsewhere" in capsys.readouterr().err
    assert content(own) == before
    assert not list((own / "inside").iterdir())


@pytest.mark.parametrize("command", [["export", "--out"], ["backup"]])
def test_nothing_is_written_over_what_is_no_plain_file(
    own: Path, tmp_path: Path, capsys: Any, command: list[str]
) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "round").symlink_to(tmp_path / "round")
    for target, said in (
        (tmp_path / "pipe", "is not a regular file"),
        (Path("/dev/null"), "is not a regular file"),
        (tmp_path, "is a folder"),
        (tmp_path / "round", ""),
        (tmp_path / "nowhere" / "file", "nowhere/file cannot be written: there is no folder "),
        (tmp_path / "given.json" / "file", "given.json/file cannot be written: there is no folder "),
    ):
        assert run(*command, target, "--instance", own) == 2, target
        told = capsys.readouterr().err
        assert said in told
        assert told.count("\n") == 1
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.parametrize("command", [["export", "--out"], ["backup"]])
def test_a_file_that_is_there_is_replaced_by_a_whole_one(own: Path, tmp_path: Path, command: list[str]) -> None:
    kept, linked = tmp_path / "kept", tmp_path / "linked"
    kept.write_text("as it was")
    linked.symlink_to(kept)
    assert run(*command, linked, "--instance", own) == 0
    assert linked.is_symlink()
    assert kept.read_bytes()[:1] in (b"[", b"S")
    assert {file.name for file in tmp_path.iterdir()} == {"own", "given.json", "kept", "linked"}


def test_a_file_that_cannot_be_finished_leaves_nothing(tmp_path: Path) -> None:
    def pieces() -> Iterator[str]:
        yield "half"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "out.json", pieces())
    assert list(tmp_path.iterdir()) == []


# --- while a server runs -----------------------------------------------------------------------------------------


def test_while_a_server_runs_it_alone_writes_the_book(own: Path, tmp_path: Path, capsys: Any) -> None:
    server = Server(own)
    try:
        for command in (["import", tmp_path / "given.json"], ["recount"], ["restore", tmp_path / "given.json"]):
            assert run(*command, "--instance", own) == 2
            told = capsys.readouterr().err
            assert "A referee is running on" in told
            assert "stop it first" in told
        phone = Phone(server.port, server.link)
        phone.open_match()
        for command in (
            ["export"],
            ["export", "--csv"],
            ["export", "2"],
            ["check"],
            ["backup", tmp_path / "copy.db"],
        ):
            assert run(*command, "--instance", own) == 0, command
        phone.close()
    finally:
        server.close()
    with closing(Database(tmp_path / "copy.db")) as copy:
        assert len(copy.numbers()) == 2


def test_a_command_that_is_stopped_midway_lets_the_server_start(own: Path, tmp_path: Path) -> None:
    """The lock ends with the program that holds it, however that ends."""
    Server(own).kill()
    assert run("import", tmp_path / "given.json", "--instance", own) == 0


# --- numbers and words that nothing has --------------------------------------------------------------------------


@pytest.mark.quick(6)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["export", "--book", "0"], "score book"),
        (["export", "--book", "-1"], "score book"),
        (["export", "--book", str(2**63)], "score book"),
        (["export", "--book", str(10**400)], "score book"),
        (["import", "given.json", "--book", "0"], "score book"),
        (["import", "given.json", "--book", str(2**64)], "score book"),
        (["export", "0"], "match"),
        (["export", str(2**63)], "match"),
        (["export", "--csv", str(10**30)], "match"),
        (["import", "\udcff.json"], ""),
        (["export", "--out", "nowhere\udcff/thing"], ""),
        (["score", "\udcff", "AS", "9S", "8S"], "card"),
        (["season", "\udcff"], ""),
        (["--host", "no host\udcff"], "Cannot listen on"),
        (["--host", "x" * 300], "Cannot listen on"),
        (["--host", "a..b"], "Cannot listen on"),
        (["--port", str(2**70)], "port"),
    ],
)
def test_what_nothing_is_called_is_one_clear_line(
    own: Path, tmp_path: Path, capsys: Any, monkeypatch: Any, words: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    before = content(own)
    try:
        status = run(*words, *(["--instance", own] if words[0] in ("export", "import") else []))
    except SystemExit as exited:
        status = int(exited.code or 0)
    told = capsys.readouterr()
    assert status == 2
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert said in told.err
    assert content(own) == before
