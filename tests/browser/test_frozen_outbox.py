"""Today's pages send the entries that an earlier release left in a phone's storage: once each, in order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

from tests.frozen.reading import BOOKS, opened, unpack
from tests.servers import Server
from tests.test_frozen_phone import PHONE, actions_of, owner, post_all

pytestmark = pytest.mark.quick(0)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server on the phone's book, after what the phone posted before it lost its signal."""
    unpack(BOOKS[-1], tmp_path)
    with opened(tmp_path) as app:
        post_all(owner(app))
    server = Server(tmp_path)
    yield server
    server.close()


STORAGE: dict[str, dict[str, str]] = PHONE["storage"]


def kept(match: str) -> list[dict[str, Any]]:
    """The entries that wait in the phone's memory for a match, or are parked there."""
    return list(json.loads(STORAGE[match][f"outbox-{match}"]))


def waiting(match: str) -> list[str]:
    """The keys of what waits, in the order of the match."""
    return [item["key"] for item in kept(match) if "parked" not in item]


class Memory:
    """A phone with what an earlier release left in its memory."""

    def __init__(self, phone: Any, *matches: str) -> None:
        self.page, self.phone = phone.page, phone
        phone.goto("books/3/")
        self.posted: list[str] = []
        self.page.on("request", self._note)
        # Without a tap before it a browser refuses to shake the phone, and says so.
        self.page.add_init_script("Object.defineProperty(navigator, 'vibrate', { value() {} })")
        for match in matches:
            self.remember(STORAGE[match])

    def remember(self, kept: dict[str, str]) -> None:
        """Put something into the phone's memory."""
        self.page.evaluate("kept => Object.assign(localStorage, kept)", kept)

    def _note(self, request: Any) -> None:
        if request.method == "POST":
            self.posted += parse_qs(request.post_data)["key"]

    def sent(self, match: str) -> list[str]:
        """The waiting entries that were sent, without repeated questions about a parked one."""
        return [key for key in self.posted if key in waiting(match)]

    def wait_for(self, match: str) -> None:
        """Until nothing waits any more, and what was parked is parked again."""
        left = sum("parked" in item for item in kept(match))
        is_done = """([store, left]) => {
            const items = JSON.parse(localStorage.getItem(store) ?? "[]");
            return items.length === left && items.every((item) => item.parked);
        }"""
        self.page.wait_for_function(is_done, arg=[f"outbox-{match}", left])


def test_tables_send_what_waits(phones: Any, tmp_path: Path) -> None:
    phone = phones()
    phone.goto(PHONE["link"].lstrip("/"))
    memory = Memory(phone, *STORAGE)
    for match in STORAGE:
        phone.goto(f"{kept(match)[0]['game']}/matches/{match}/")
        memory.wait_for(match)
        assert memory.sent(match) == waiting(match)
        assert actions_of(tmp_path, int(match)) == PHONE["sent"][match]


def test_any_page_sends_what_waits(phones: Any, tmp_path: Path) -> None:
    phone = phones()
    phone.goto(PHONE["link"].lstrip("/"))
    memory = Memory(phone, *STORAGE)
    phone.goto("books/3/players")
    for match in STORAGE:
        memory.wait_for(match)
        assert memory.sent(match) == waiting(match)
        assert actions_of(tmp_path, int(match)) == PHONE["sent"][match]
