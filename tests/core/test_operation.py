"""What those who run a referee need: health, metrics, logs, backups at intervals, restarts that refuse nothing."""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from referee.books import vitals
from referee.cli import main
from referee.cli.backups import TRY_AGAIN, back_up_at_intervals
from referee.faults import RefusedError
from referee.match.service import MatchService
from referee.store.connections import GoneError
from referee.store.database import Database
from referee.store.instance import book_file
from tests.playing import free_port
from tests.servers import COMMAND, Phone, Server, hidden, started

DAY = 24 * 3600.0


def asked(port: int, path: str, method: str = "GET") -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, path)
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, body


def metric(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found, f"no {name} in {text}"
    return float(found[1])


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[tuple[Server, int]]:
    port = free_port()
    server = Server(tmp_path / "own", COMMAND, options=("--status-port", str(port), "--log", "json"))
    yield server, port
    if isinstance(server.process, subprocess.Popen) and server.process.poll() is None:
        server.close()


def ended(server: Server) -> list[dict[str, Any]]:
    """End a server, and return what it wrote to its log as JSON."""
    os.killpg(server.process.pid, signal.SIGTERM)
    assert server.process.stdout
    lines = server.process.stdout.read().splitlines()
    server.process.wait(20)
    server.process.stdout.close()
    return [json.loads(line) for line in lines if line.startswith("{")]


# --- health and metrics ------------------------------------------------------------------------------------------


def test_health_and_metrics_are_on_a_loopback_port_of_their_own(watched: tuple[Server, int], tmp_path: Path) -> None:
    server, port = watched
    assert asked(port, "/healthz") == (200, "ready\n")
    assert asked(port, "/")[0] == 404
    assert asked(port, "/healthz", "POST")[0] == 405
    for path in ("/healthz", "/metrics"):
        assert asked(server.port, path)[0] == 404
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", port), timeout=5).close()

    phone = Phone(server.port, server.link)
    table = phone.open_match()
    before = asked(port, "/metrics")[1]
    assert metric(before, "referee_matches") == 1
    assert "referee_last_backup" not in before
    form = {name: hidden(phone.get(table), name) for name in ("csrf_token", "version", "key")}
    assert phone.post(f"{table}trick", form | {"cards": "7S.AS.9S.8S"})[0] == 303
    assert main(["backup", str(tmp_path / "copy.db"), "--instance", str(tmp_path / "own")]) == 0
    after = asked(port, "/metrics")[1]
    assert metric(after, "referee_entries_total") == metric(before, "referee_entries_total") + 1
    route = r'method="POST",route="/matches/<int:match_id>/.*",status="303"'
    assert re.search(rf"^referee_requests_total{{{route}}} 1.0$", after, re.MULTILINE)
    assert metric(after, 'referee_request_seconds_count{method="POST"}') == 2
    assert metric(after, "referee_database_bytes") > 10_000
    assert abs(metric(after, "referee_last_backup_timestamp_seconds") - datetime.now().timestamp()) < 600
    phone.close()


def test_what_visitors_send_does_not_make_more_metrics(watched: tuple[Server, int]) -> None:
    """Each label would stay in the memory for good."""
    server, port = watched
    for number in range(5):
        assert asked(server.port, f"/nowhere/{number}", f"WORD{number}")[0] == 404
    text = asked(port, "/metrics")[1]
    assert metric(text, 'referee_requests_total{method="other",route="none",status="404"}') == 5
    assert "WORD" not in text
    assert "nowhere" not in text


def test_open_lines_are_counted(watched: tuple[Server, int]) -> None:
    server, port = watched
    phone = Phone(server.port, server.link)
    table = phone.open_match()
    line = HTTPConnection("127.0.0.1", server.port, timeout=20)
    line.request("GET", f"/matches/{re.findall(r'[0-9]+', table)[0]}/line", headers={"Cookie": phone.cookie})
    assert line.getresponse().status == 200
    assert metric(asked(port, "/metrics")[1], "referee_open_lines") == 1
    line.close()
    phone.close()


def test_an_instance_whose_book_is_gone_or_whose_disk_is_full_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(MatchService(Database(book_file(tmp_path)))) as service:
        assert vitals.must_be_ready(service.database, tmp_path) == ""
        monkeypatch.setattr(vitals, "LEAST_FREE", 2**62)
        assert "left on the disk" in vitals.must_be_ready(service.database, tmp_path)
        service.database._gone = True
        with pytest.raises(GoneError):
            vitals.must_be_ready(service.database, tmp_path)


def test_a_status_port_in_use_is_one_clear_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = [*COMMAND, "--port", "0", "--host", "127.0.0.1", "--instance", str(tmp_path)]
        done = subprocess.run([*command, "--status-port", str(port)], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "--status-port" in done.stderr


# --- logs --------------------------------------------------------------------------------------------------------


def test_the_log_names_every_request_and_no_token(watched: tuple[Server, int]) -> None:
    server, _ = watched
    phone = Phone(server.port, server.link)
    phone.get("/keep/1/thisisnotatokenatallxxxx")
    table = phone.open_match()
    phone.close()
    lines = ended(server)
    assert [line["status"] for line in lines] == [303, 404, 200, 303]
    assert len({line["request_id"] for line in lines}) == len(lines)
    assert lines[0]["number"] == 1
    assert lines[-1]["route"] == "/books/<int:book_id>/new"
    said = json.dumps(lines)
    assert server.link.rsplit("/", 1)[1] not in said
    assert "thisisnotatoken" not in said
    assert table


def test_what_goes_wrong_in_a_request_carries_its_id(watched: tuple[Server, int], tmp_path: Path) -> None:
    server, _ = watched
    phone = Phone(server.port, server.link)
    table = phone.open_match()
    form = {name: hidden(phone.get(table), name) for name in ("csrf_token", "version", "key")}
    for file in (tmp_path / "own").glob("book.db*"):
        file.rename(tmp_path / file.name)
    assert phone.post(f"{table}trick", form | {"cards": "7S.AS.9S.8S"})[0] == 503
    phone.close()
    lines = ended(server)
    error = next(line for line in lines if line["level"] == "error")
    assert [line["request_id"] for line in lines if line.get("status") == 503] == [error["request_id"]]


# --- backups -----------------------------------------------------------------------------------------------------


class Time:
    """A clock that moves when somebody waits for it."""

    def __init__(self, rounds: int) -> None:
        self.now, self.waits, self.rounds = 1_800_000_000.0, 0.0, rounds
        self.before_each: Callable[[int], None] = lambda waited: None

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.waits += seconds
        self.before_each(int(self.waits))
        if self.waits >= self.rounds * 3600:
            raise KeyboardInterrupt


def backing_up(tmp_path: Path, keep: int = 2) -> argparse.Namespace:
    return argparse.Namespace(file=tmp_path / "backups", every=3600.0, keep=keep, instance=tmp_path / "own")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    (tmp_path / "own").mkdir()
    with closing(MatchService(Database(book_file(tmp_path / "own")))):
        return tmp_path / "backups"


def test_backups_at_intervals_keep_the_latest(kept: Path, tmp_path: Path) -> None:
    time = Time(rounds=5)
    kept.mkdir()
    for name in ("notes.txt", "book-of-mine.db"):
        (kept / name).write_text("Mine.")
    assert back_up_at_intervals(backing_up(tmp_path), lambda: time.now, time.wait) == 0
    names = sorted(file.name for file in kept.iterdir())
    started = datetime.fromtimestamp(1_800_000_000, UTC)
    assert names == [
        *(f"book-{started.replace(hour=started.hour + hour):%Y%m%dT%H%M%S}Z.db" for hour in (3, 4)),
        "book-of-mine.db", "notes.txt",
    ]  # fmt: skip
    for name in names[:2]:
        assert main(["check", str(kept / name)]) == 0

    again = Time(rounds=1)  # Started anew half an hour after the last backup: it waits for the other half.
    again.now = time.now - 3600 + 1800
    again.before_each = lambda waited: None if waited > 1800 else check_same(kept, names)
    assert back_up_at_intervals(backing_up(tmp_path), lambda: again.now, again.wait) == 0
    assert sorted(file.name for file in kept.iterdir()) != names


def check_same(folder: Path, names: list[str]) -> None:
    assert sorted(file.name for file in folder.iterdir()) == names


def test_a_backup_that_fails_is_told_and_tried_again(kept: Path, tmp_path: Path, capsys: Any) -> None:
    time, own = Time(rounds=2), tmp_path / "own"
    own.rename(tmp_path / "elsewhere")

    def comes_back(waited: int) -> None:
        if waited >= TRY_AGAIN * 2 - 60 and not own.exists():
            (tmp_path / "elsewhere").rename(own)

    time.before_each = comes_back
    assert back_up_at_intervals(backing_up(tmp_path), lambda: time.now, time.wait) == 0
    assert capsys.readouterr().err.count("tried again") == 2
    assert len(list(kept.iterdir())) == 2


def test_no_backup_is_removed_while_the_book_is_damaged(kept: Path, tmp_path: Path, capsys: Any) -> None:
    time = Time(rounds=4)
    book = book_file(tmp_path / "own")

    def damage(waited: int) -> None:
        if 3600 <= waited < 3700:
            whole = bytearray(book.read_bytes())
            whole[-4096:] = os.urandom(4096)
            book.write_bytes(whole)

    time.before_each = damage
    assert back_up_at_intervals(backing_up(tmp_path, keep=1), lambda: time.now, time.wait) == 0
    assert "no earlier backup is removed" in capsys.readouterr().err
    assert len(list(kept.iterdir())) >= 3


@pytest.mark.parametrize("words", [["--every", "0h"], ["--every", "soon"], ["--every", "1h", "--keep", "0"]])
def test_intervals_are_read_strictly(words: list[str], tmp_path: Path, capsys: Any) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["backup", str(tmp_path / "b"), *words, "--instance", str(tmp_path)])
    assert capsys.readouterr().err.count("\n") == 1


def test_a_file_is_no_folder_for_backups(kept: Path, tmp_path: Path) -> None:
    kept.write_text("")
    with pytest.raises(RefusedError, match="name a folder"):
        back_up_at_intervals(backing_up(tmp_path))


def test_a_backup_at_intervals_ends_when_it_is_told_to(kept: Path, tmp_path: Path) -> None:
    words = ["backup", str(kept), "--every", "1d", "--instance", str(tmp_path / "own")]
    process = started([*COMMAND, *words])
    assert process.stdout
    assert "is written" in process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0
    process.stdout.close()
