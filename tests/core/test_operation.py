"""Operation: health, metrics, logs, and strict parsing of options."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from referee.cli import main
from referee.match.service import MatchService
from referee.operators import vitals
from referee.operators.status import TIMEOUT
from referee.store import connections
from referee.store.connections import GoneError
from referee.store.database import Database
from referee.store.instance import book_file
from tests.playing import free_port
from tests.servers import COMMAND, Phone, Server, hidden


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
    assert metric(before, "referee_last_backup_timestamp_seconds") == 0
    form = {name: hidden(phone.get(table), name) for name in ("csrf_token", "version", "key")}
    assert phone.post(f"{table}enter", form | {"draft": "7S.AS.9S.8S"})[0] == 303
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
    # It is counted just after its head is sent.
    assert 1 in (metric(asked(port, "/metrics")[1], "referee_open_lines") for _ in range(1000))
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


def test_a_client_that_says_nothing_keeps_nobody_waiting(watched: tuple[Server, int]) -> None:
    _, port = watched
    with socket.create_connection(("127.0.0.1", port), timeout=20):
        connection = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT / 2)
        connection.request("GET", "/healthz")
        assert connection.getresponse().status == 200
        connection.close()


def test_an_answer_to_head_has_no_body(watched: tuple[Server, int]) -> None:
    with socket.create_connection(("127.0.0.1", watched[1]), timeout=20) as client:
        client.sendall(b"HEAD /healthz HTTP/1.0\r\n\r\n")
        answer = b"".join(iter(lambda: client.recv(65536), b""))
    assert answer.endswith(b"\r\n\r\n")
    assert b"Content-Length: 6" in answer


def test_an_instance_whose_book_another_program_holds_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "TIMEOUT", 0.05)
    database = Database(book_file(tmp_path))
    with closing(MatchService(database)), closing(sqlite3.connect(book_file(tmp_path))) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            vitals.must_be_ready(database, tmp_path)
        other.rollback()
        assert vitals.must_be_ready(database, tmp_path) == ""


# --- options -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--proxy nonsense", "not an IP address"),
        ("--proxy *", "not an IP address"),
        ("--proxy check", "not an IP address"),
        ("--name a --front A", "choose one"),
        ("--front a", "--name"),
        ("backup b.db --keep 3", "--every"),
    ],
)
def test_options_that_do_not_fit_are_one_clear_line(words: str, told: str, tmp_path: Path, capsys: Any) -> None:
    with suppress(SystemExit):
        assert main(["--instance", str(tmp_path), *words.split()]) == 2
    said = capsys.readouterr()
    assert told in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""


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
    assert phone.post(f"{table}enter", form | {"draft": "7S.AS.9S.8S"})[0] == 503
    phone.close()
    lines = ended(server)
    error = next(line for line in lines if line["level"] == "error")
    assert [line["request_id"] for line in lines if line.get("status") == 503] == [error["request_id"]]
