"""Real servers for tests: started as a person starts them, on loopback, on a port chosen by the system."""

from __future__ import annotations

import atexit
import gzip
import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from referee.cli import main
from referee.store.instance import CHECKOUT

NEW = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan", "dealer": "N", "target": "1000", "best_of": "1",
       "season": "winter", "jack_havel": "2", "jack_havel_dealer": "4"}  # fmt: skip


COMMAND = (sys.executable, "-m", "referee")
"""The command with which a person starts it."""
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.preloaded"])


def run_forked(arguments: list[str], output: Connection) -> None:
    """Start `referee` in its own process group, with all its output on `output`."""
    os.setsid()
    for number in (1, 2):
        os.dup2(output.fileno(), number)
    sys.stdout, sys.stderr = os.fdopen(1, "w", closefd=False), os.fdopen(2, "w", closefd=False)
    sys.exit(main(arguments))


class Forked:
    """A process forked from one that has the application loaded, with what of `subprocess.Popen` a server needs.

    Loading takes half a second of processor time, and the tests start some three hundred servers.
    """

    def __init__(self, arguments: list[str]) -> None:
        reader, writer = FORKS.Pipe(duplex=False)
        self.process = FORKS.Process(target=run_forked, args=[arguments, writer], daemon=True)
        self.process.start()
        writer.close()
        self.stdout = os.fdopen(os.dup(reader.fileno()))
        reader.close()
        assert self.process.pid
        self.pid = self.process.pid

    def wait(self, timeout: float) -> None:
        """Wait until it has ended, at most `timeout` seconds."""
        self.process.join(timeout)
        assert self.process.exitcode is not None, "the server does not end"


def processor_seconds(pid: int) -> float:
    """The processor time that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


_RUNNING = set["Server"]()


@atexit.register
def _end_all() -> None:
    """End the servers of interrupted tests."""
    for server in _RUNNING:
        with suppress(ProcessLookupError):
            os.killpg(server.process.pid, signal.SIGKILL)


_FAILED = re.compile(r'A request failed\n| ERROR (?!- Cannot read the news)[^\n]*\nTraceback|"traceback":')
"""Matches the log of a failed request. A missing book, which some tests cause on purpose, does not count."""


class Server:
    """`referee` on an instance folder: forked, or by a command such as COMMAND. No request may fail."""

    def __init__(
        self, instance: Path, command: tuple[str, ...] = (), port: int = 0, options: tuple[str, ...] = ()
    ) -> None:
        arguments = ["--host", "127.0.0.1", "--port", str(port), "--instance", str(instance), *options]
        self.process: Forked | subprocess.Popen[str] = (
            started([*command, *arguments]) if command else Forked(arguments)
        )
        _RUNNING.add(self)
        assert self.process.stdout
        said = ""
        for line in self.process.stdout:
            said += line
            found = re.search(r"Open http://127\.0\.0\.1:(\d+)(/\S*)", line)
            if found:
                self.port, self.link = int(found[1]), found[2]
            if "Ctrl-C" in line:
                break
        else:
            raise AssertionError(f"the server did not start: {said}")
        self.address = f"http://127.0.0.1:{self.port}/"

    def processor_seconds(self) -> float:
        """The processor time that it has used so far."""
        return processor_seconds(self.process.pid)

    def import_records(self, records: list[dict[str, Any]]) -> None:
        """Put matches into its first score book; in a new book their numbers are their places, from 1."""
        owner = Phone(self.port, self.link)
        status, page = owner.send_file(json.dumps(records).encode())
        owner.close()
        assert status == 303, page

    @property
    def is_running(self) -> bool:
        """True if it is still running."""
        return bool(self.process.stdout and not self.process.stdout.closed)

    def kill(self) -> None:
        """Kill it at once, like a power cut."""
        self.close(signal.SIGKILL)

    def close(self, how: signal.Signals = signal.SIGTERM) -> None:
        os.killpg(self.process.pid, how)  # With all its child processes.
        self.process.wait(10)
        _RUNNING.discard(self)
        assert self.process.stdout
        with self.process.stdout:
            said = self.process.stdout.read()
        assert not _FAILED.search(said), said


def started(command: list[str]) -> subprocess.Popen[str]:
    """A separate process in its own process group."""
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=CHECKOUT,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        text=True,
        start_new_session=True,
    )


class Phone:
    """A person's phone without JavaScript: joins by a link, keeps its cookies, reads forms, posts them."""

    def __init__(self, port: int, link: str, connection: HTTPConnection | None = None) -> None:
        self.takes_packed = False
        self.connection = connection or HTTPConnection("127.0.0.1", port, timeout=20)
        self.always: dict[str, str] = {}
        """Headers for every request."""
        self._cookies = SimpleCookie()
        self.get(link)

    @property
    def cookie(self) -> str:
        """The Cookie header of the next request."""
        return "; ".join(f"{name}={morsel.coded_value}" for name, morsel in self._cookies.items())

    def get(self, path: str) -> str:
        self.connection.request("GET", path, headers={"Cookie": self.cookie} | self.always)
        return self._read()[1]

    def post(self, path: str, fields: dict[str, str], fragments: bool = False) -> tuple[int, str]:
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        if fragments:
            headers["HX-Request"] = "true"
        if self.takes_packed:
            headers["Accept-Encoding"] = "gzip"
        self.connection.request("POST", path, urlencode(fields), headers | self.always)
        return self._read()

    def _read(self) -> tuple[int, str]:
        answer = self.connection.getresponse()
        for sent in answer.headers.get_all("Set-Cookie", ()):
            self._cookies.load(sent)
        self.location = answer.getheader("Location") or ""
        self.retry_after = answer.getheader("Retry-After")
        body = answer.read()
        packed = answer.getheader("Content-Encoding") == "gzip"
        return answer.status, (gzip.decompress(body) if packed else body).decode()

    def close(self) -> None:
        self.connection.close()

    def send_file(self, content: bytes, name: str = "records.json") -> tuple[int, str]:
        """Send a file on the page “Export and import” of the first score book."""
        token = hidden(self.get("/books/1/files"), "csrf_token")
        parts = [b'--part\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n', token.encode()]
        parts += [f'\r\n--part\r\nContent-Disposition: form-data; name="file"; filename="{name}"'.encode()]
        parts += [b"\r\nContent-Type: application/json\r\n\r\n", content, b"\r\n--part--\r\n"]
        headers = {"Cookie": self.cookie, "Content-Type": "multipart/form-data; boundary=part"}
        self.connection.request("POST", "/books/1/files", b"".join(parts), headers)
        return self._read()

    def open_match(self) -> str:
        """Open a long match; the address of its table."""
        page = self.get("/books/1/new")
        status, _ = self.post("/books/1/new", NEW | {name: hidden(page, name) for name in ("csrf_token", "key")})
        assert status == 303
        return self.location


def hidden(page: str, name: str) -> str:
    """The value of a hidden field of a page."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found, f"no {name} in the page"
    return found[1]
