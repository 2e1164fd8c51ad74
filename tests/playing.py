"""Somebody who enters tricks without a pause, for tests of servers under load."""

from __future__ import annotations

import os
import random
import socket
import threading
from contextlib import suppress
from http.client import HTTPException

from tests.havilering.self_play import PACK
from tests.servers import Phone, hidden

_PORTS = iter(range(20_000 + os.getpid() * 97 % 12_000, 32_700))
"""The ports of this process: no other tests use nearby ones, and the system assigns higher ones."""


def free_port() -> int:
    """Return a port that no other test has, in this process or in another worker."""
    for port in _PORTS:
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError


def trick_of(version: int) -> str:
    """The cards of trick `version`, from a shuffled pack: in order they would soon end the game."""
    pack, start = random.Random(version // 13).sample(PACK, 52), 4 * (version % 13)
    return ".".join(pack[start : start + 4])


class Table(threading.Thread):
    """Somebody who enters tricks in a match, each over a new connection, until told to stop."""

    def __init__(self, phone: Phone) -> None:
        super().__init__(daemon=True)
        self.phone = phone
        self.path = self.phone.open_match()
        page = self.phone.get(self.path)
        self.token, self.version = hidden(page, "csrf_token"), int(hidden(page, "version"))
        self.troubles: list[str] = []
        self.done = threading.Event()

    def run(self) -> None:
        while not self.done.is_set():
            form = {"csrf_token": self.token, "version": str(self.version), "key": f"k{self.version}"}
            self.send(form | {"kind": "tricks", "draft": trick_of(self.version)})
            self.done.wait(0.005)

    def stop(self) -> None:
        """Finish the current entry, and then enter nothing more."""
        self.done.set()
        self.join(60)
        self.phone.close()

    def send(self, form: dict[str, str]) -> None:
        """Send a trick, and send it again with its key if no response arrives, as a phone does."""
        self.phone.connection.close()
        try:
            status, answer = self.phone.post(f"{self.path}enter", form, fragments=True)
        except ConnectionRefusedError:
            self.troubles.append("a connection was refused")
        except (HTTPException, OSError):
            pass
        else:
            if status == 200:
                self.version += 1
            elif status != 502:  # From a proxy that had no response either.
                self.troubles.append(f"{status}: {answer[:300]}")
                self.done.set()


def have_gone_on(tables: list[Table]) -> None:
    """Wait until every table has entered three more tricks."""
    for table in tables:
        version = table.version
        for _ in range(1200):
            if table.version >= version + 3 or not table.is_alive():
                break
            table.join(0.05)
        assert table.version >= version + 3, table.troubles
