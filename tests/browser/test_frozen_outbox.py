"""What an earlier release left in a phone's memory is sent by today's pages: once each, and in its turn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from tests.frozen.reading import opened, unpack
from tests.servers import Server
from tests.test_frozen_phone import BOOK_OF_TABLES, PHONE, TABLES, actions_of, post_all

pytestmark = pytest.mark.quick(0)


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server on the book that the phone had to do with."""
    book = getattr(request, "param", "phone")
    unpack(book, tmp_path)
    if book == BOOK_OF_TABLES:  # Before it lost its signal, the phone posted.
        with opened(tmp_path) as app:
            post_all(app, TABLES)
    server = Server(tmp_path)
    yield server
    server.close()


STORAGE: dict[str, dict[str, str]] = PHONE["storage"] | TABLES["storage"]


def kept(match: str) -> list[dict[str, Any]]:
    """What waits in the phone's memory for a match, or is parked there."""
    return list(json.loads(STORAGE[match][f"outbox-{match}"]))


def waiting(match: str) -> list[str]:
    """The keys of what waits, in the order of the match."""
    return [item["key"] for item in kept(match) if "parked" not in item]


class Memory:
    """A phone with what an earlier release left in its memory."""

    def __init__(self, phone: Any, *matches: str) -> None:
        self.page, self.phone = phone.page, phone
        phone.goto("books/1/")
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
        """What was sent of what waited; what is asked about again while it is parked left out."""
        return [key for key in self.posted if key in waiting(match)]

    def wait_for(self, match: str) -> None:
        """Until nothing waits any more, and what was parked is parked again."""
        left = sum("parked" in item for item in kept(match))
        is_done = """([store, left]) => {
            const items = JSON.parse(localStorage.getItem(store) ?? "[]");
            return items.length === left && items.every((item) => item.parked);
        }"""
        self.page.wait_for_function(is_done, arg=[f"outbox-{match}", left])


@pytest.mark.parametrize("match", ["2", "3"])
def test_a_table_sends_what_waits_and_shows_what_is_parked(phones: Any, tmp_path: Path, match: str) -> None:
    memory = Memory(phones(), match)
    memory.phone.goto(f"matches/{match}/")
    memory.wait_for(match)
    assert memory.sent(match) == waiting(match)
    assert actions_of(tmp_path, int(match)) == PHONE["afterwards"][match]
    (parked,) = (item for item in kept(match) if "parked" in item)
    told = memory.page.get_by_role("alert").filter(has_text={"trick": "7♠", "claim": "pair"}[parked["what"]])
    expect(told).to_be_visible()
    expect(told.get_by_role("button", name="Delete")).to_be_visible()


@pytest.mark.parametrize("server", [BOOK_OF_TABLES], indirect=True)
def test_tables_of_other_games_send_what_waits(phones: Any, tmp_path: Path) -> None:
    phone = phones()
    phone.goto(TABLES["link"].lstrip("/"))
    memory = Memory(phone, *TABLES["storage"])
    for match in TABLES["storage"]:
        phone.goto(f"{kept(match)[0]['game']}/matches/{match}/")
        memory.wait_for(match)
        assert memory.sent(match) == waiting(match)
        assert actions_of(tmp_path, int(match)) == TABLES["sent"][match]


def test_any_page_sends_what_waits(phones: Any, tmp_path: Path) -> None:
    memory = Memory(phones(), "2", "3")
    memory.phone.goto("books/1/players")
    for match in ("2", "3"):
        memory.wait_for(match)
        assert memory.sent(match) == waiting(match)
        assert actions_of(tmp_path, int(match)) == PHONE["afterwards"][match]
    assert sorted(memory.posted) == sorted(waiting("2") + waiting("3"))


def test_the_voice_is_still_on(phones: Any) -> None:
    memory = Memory(phones(), "2")
    memory.page.add_init_script(
        "Object.defineProperty(window, 'speechSynthesis', { value: { speak() {}, cancel() {} } })"
    )
    memory.phone.goto("matches/2/")
    memory.wait_for("2")
    assert memory.page.locator("[aria-pressed=true]").count() == 1
