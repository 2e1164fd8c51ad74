"""A score book that moves to another instance while a phone has its table open."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from referee.cli import main
from tests.browser.conftest import TablePage
from tests.servers import Server

pytestmark = pytest.mark.quick(0)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with ended(Server(tmp_path / "own")) as server:
        yield server


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Server]:
    with ended(Server(tmp_path / "there")) as server:
        yield server


@contextmanager
def ended(server: Server) -> Iterator[Server]:
    """A server that does not outlive its test; it may end in the test and be started again."""
    yield server
    if server.is_running:
        server.kill()


def move(server: Server, there: Server, tmp_path: Path) -> None:
    """Move the score book of a server to another; both are started again where they were."""
    file, own = tmp_path / "book.json", tmp_path / "own"
    server.close()
    there.close()
    words = ["--book", "1", "--move-to", there.address.rstrip("/"), "--out", str(file), "--instance", str(own)]
    assert main(["export", *words]) == 0
    assert main(["import", str(file), "--instance", str(tmp_path / "there")]) == 0
    server.process = Server(own, port=server.port).process
    there.process = Server(tmp_path / "there", port=there.port).process


def test_a_phone_is_led_there_and_told_what_it_could_not_send(
    server: Server, there: Server, phones: Any, tmp_path: Path
) -> None:
    idle, scorer = phones(), phones()
    scorer.new_match()
    idle.join(scorer)
    scorer.trick("7S AS 9S 8S")
    scorer.page.context.set_offline(True)
    scorer.tap("2H", "3H", "4H", "5H")
    move(server, there, tmp_path)
    here = scorer.page.url
    led = there.address + "matches/"
    expect(idle.page).to_have_url(re.compile(re.escape(led)), timeout=30_000)
    idle.trick("2H 3H 4H 6H")
    scorer.page.context.set_offline(False)
    told = scorer.page.locator("#unsent")
    expect(told).to_contain_text("Not sent from this phone: 2H 3H 4H 5H.", timeout=30_000)
    assert scorer.page.url == here
    told.get_by_role("link", name="Go there").tap()
    expect(scorer.page).to_have_url(re.compile(re.escape(led)))
    TablePage(scorer.page, there).trick("2C 3C 4C 5C")
    stored = json.loads(idle.page.request.get(f"{idle.page.url}record.json").text())
    assert stored["actions"] == []  # Those of the hand in play are not in the file.
