"""Restarts and upgrades refuse nothing: a service manager holds the socket, and phones wait."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from referee.match.service import MatchService
from referee.store.database import Database
from referee.store.instance import book_file, secret_key
from tests.frozen.reading import FOLDER, unpack
from tests.playing import Table, have_gone_on
from tests.servers import COMMAND, Phone, Server

PASS_ON = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
os.execv(sys.executable, [sys.executable, "-m", "referee", *sys.argv[2:]])
"""
"""A program that passes on the socket it holds, as a service manager does."""


class Activated:
    """A server whose socket is held by somebody else, as by systemd."""

    def __init__(self, instance: Path) -> None:
        self.instance = instance
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = int(self.listener.getsockname()[1])
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        descriptor = self.listener.fileno()
        command = [sys.executable, "-c", PASS_ON, str(descriptor), "--host", "127.0.0.1"]
        self.process = subprocess.Popen(
            [*command, "--instance", str(self.instance)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            text=True, pass_fds=[descriptor], start_new_session=True,
        )  # fmt: skip

    def stop(self, told: str = "") -> None:
        """End it; on standard error it has said nothing but what may be `told`."""
        assert self.process
        assert self.process.stderr
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(20) == 0
        assert [line for line in self.process.stderr if not told or told not in line] == []
        self.process.stderr.close()


@contextmanager
def activated(instance: Path) -> Iterator[Activated]:
    server = Activated(instance)
    server.start()
    with closing(server.listener):
        try:
            yield server
        finally:
            server.stop()


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("passed", "how_many"), [("stream", "2"), ("stream", ""), ("unix", "1"), ("bound", "1"), ("pipe", "1")]
)
def test_whatever_else_is_passed_on_is_refused_in_one_line(tmp_path: Path, passed: str, how_many: str) -> None:
    with ExitStack() as held:
        if passed == "pipe":
            read, write = os.pipe()
            held.callback(os.close, read)
            held.callback(os.close, write)
            descriptor = read
        else:
            kind = socket.AF_UNIX if passed == "unix" else socket.AF_INET
            made = held.enter_context(socket.socket(kind))
            made.bind(str(tmp_path / "socket") if passed == "unix" else ("127.0.0.1", 0))
            if passed != "bound":
                made.listen()
            descriptor = made.fileno()
        script = PASS_ON.replace('"LISTEN_FDS": "1"', f'"LISTEN_FDS": "{how_many}"')
        done = subprocess.run(
            [sys.executable, "-c", script, str(descriptor), "--instance", str(tmp_path / "own")],
            pass_fds=[descriptor], capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "one listening TCP socket" in done.stderr


@pytest.mark.quick(0)
def test_phones_wait_through_a_restart_and_send_afterwards(tmp_path: Path) -> None:
    """Under load no connection is refused, and no entry."""
    secret_key(tmp_path)
    server = Server(tmp_path, COMMAND)
    link = server.link
    server.close()
    with activated(tmp_path) as held:
        tables = [Table(Phone(held.port, link)) for _ in range(4)]
        for table in tables:
            table.start()
        for _ in range(2):
            have_gone_on(tables)
            held.stop()
            held.start()
        have_gone_on(tables)
        for table in tables:
            table.stop()
    assert [table.troubles for table in tables] == [[]] * 4
    with closing(MatchService(Database(book_file(tmp_path)))) as service:
        assert [service.version(number) for number in service.database.numbers()] == [
            table.version for table in tables
        ]


def test_a_phone_that_waits_through_an_upgrade_is_answered_after_it(tmp_path: Path) -> None:
    """Rows derived differently by an earlier release are derived again before the first answer; nobody is refused."""
    unpack("0.1.0", tmp_path)
    with closing(sqlite3.connect(book_file(tmp_path))) as connection:
        connection.execute("UPDATE matches SET edition = 0")
        connection.commit()
    links = json.loads((FOLDER / "links.json").read_text())["0.1.0"]
    link, leads_to = next((link, to) for link, to in links.items() if to and link.startswith("/keep"))
    server = Activated(tmp_path)
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=60)) as waiting:
        waiting.sendall(f"GET {link} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        server.start()
        answer = b"".join(iter(lambda: waiting.recv(65536), b"")).decode()
    server.stop(told="Updating the book once")
    server.listener.close()
    assert answer.startswith("HTTP/1.1 303")
    assert f"location: {leads_to}" in answer.casefold()
