"""https by Caddy, with the Caddyfile of `deploy/`: a trick over HTTP/2 in a browser, and trusted headers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Playwright, expect

from referee.match.service import MatchService
from referee.store.database import Database
from referee.store.instance import book_file
from tests.browser.conftest import LOCK, TablePage
from tests.browser.find import QUIET
from tests.browser.find import browser as find_browser
from tests.hosting.processes import Caddy
from tests.playing import Table, have_gone_on
from tests.servers import COMMAND, Phone, Server

BEHIND = ("--proxy", "--name", "localhost")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "own", COMMAND, options=BEHIND)
    yield server
    server.close()


@pytest.fixture
def caddy(server: Server, tmp_path: Path) -> Iterator[Caddy]:
    with closing(in_front_of(server.port, tmp_path)) as caddy:
        yield caddy


def in_front_of(port: int, folder: Path) -> Caddy:
    """Caddy in front of a referee."""
    return Caddy("Caddyfile", folder, "localhost", REFEREE_NAME="localhost", REFEREE_ADDRESS=f"127.0.0.1:{port}")


def test_a_trick_over_https_in_a_browser(playwright: Playwright, server: Server, caddy: Caddy) -> None:
    phone = Phone(server.port, server.link)
    table = phone.open_match().lstrip("/")
    phone.close()
    arguments = [*QUIET, "--ignore-certificate-errors"]
    browser = playwright.chromium.launch(executable_path=find_browser(), args=arguments)
    context = browser.new_context(
        ignore_https_errors=True, has_touch=True, viewport={"width": 360, "height": 640}, reduced_motion="reduce"
    )
    context.add_init_script(LOCK)
    base: Any = SimpleNamespace(address=f"https://localhost:{caddy.port}/")
    scorer, watcher = (TablePage(context.new_page(), base) for _ in range(2))
    scorer.goto(server.link)
    hop = scorer.page.evaluate("() => performance.getEntriesByType('navigation')[0].nextHopProtocol")
    watcher.goto("matches/1/watch")
    scorer.goto(table)
    scorer.trick("7S AS 9S 8S")
    # The watcher has no connection of his own but the event stream.
    expect(watcher.page.locator("[data-version='1']").first).to_be_attached()
    found = scorer.page.evaluate(
        "async () => [isSecureContext, 'wakeLock' in navigator,"
        " (await navigator.serviceWorker.ready).active.scriptURL]"
    )
    assert (hop, found) == ("h2", [True, True, f"{base.address}sw.js"])
    cookies = {str(cookie.get("name")): cookie for cookie in context.cookies()}
    assert cookies["referee"]["secure"]
    assert cookies["referee"]["httpOnly"]
    assert scorer.troubles == watcher.troubles == []
    browser.close()


def test_an_event_stream_is_not_held_back(server: Server, caddy: Caddy) -> None:
    owner = caddy.phone("localhost", server.link)
    direct = Phone(server.port, server.link)
    direct.open_match()
    direct.close()
    owner.connection.request("GET", "/matches/1/line", headers={"Cookie": owner.cookie})
    answer = owner.connection.getresponse()
    assert answer.readline().startswith(b"retry: ")
    assert answer.readline().startswith(b"id: ")
    assert answer.readline() == b"data: 0\n"
    owner.close()


def headers_of(connection: HTTPConnection, sent: dict[str, str]) -> dict[str, str]:
    connection.request("GET", "/", headers=sent)
    answer = connection.getresponse()
    answer.read()
    return {name.lower(): value for name, value in answer.getheaders()}


def test_what_a_visitor_says_of_itself_is_not_believed(server: Server, caddy: Caddy) -> None:
    forged = {"X-Forwarded-Proto": "http", "X-Forwarded-Host": "elsewhere.example.org"}
    phone = caddy.phone("localhost")
    told = headers_of(phone.connection, forged)
    phone.close()
    assert "strict-transport-security" in told
    statuses = []
    for place in range(22):  # Wrong links are limited by address: another one each time would go round that.
        phone = caddy.phone("localhost")
        phone.always["X-Forwarded-For"] = f"198.51.100.{place}"
        phone.connection.request("GET", "/keep/1/wrongwrongwrongwrongwron", headers=phone.always)
        statuses.append(phone.connection.getresponse().status)
        phone.close()
    assert statuses[-1] == 429
    assert statuses[0] == 404


def test_forwarding_headers_are_believed_only_from_the_proxy(tmp_path: Path) -> None:
    says_https = {"X-Forwarded-Proto": "https"}
    for options, is_believed in ((BEHIND, True), (("--proxy", "192.0.2.1"), False), ((), False)):
        server = Server(tmp_path / "own", options=options)
        direct = HTTPConnection("127.0.0.1", server.port, timeout=20)
        assert ("strict-transport-security" in headers_of(direct, says_https)) is is_believed, options
        direct.close()
        server.close()


def test_while_the_referee_starts_again_requests_wait(tmp_path: Path) -> None:
    server = Server(tmp_path / "own", COMMAND, options=BEHIND)
    port, link = server.port, server.link
    with closing(in_front_of(port, tmp_path)) as caddy:
        tables = [Table(caddy.phone("localhost", link)) for _ in range(3)]
        for table in tables:
            table.start()
        for _ in range(2):
            have_gone_on(tables)
            server.close()
            server = Server(tmp_path / "own", COMMAND, port, BEHIND)
        have_gone_on(tables)
        for table in tables:
            table.stop()
    server.close()
    assert [table.troubles for table in tables] == [[]] * 3
    with closing(MatchService(Database(book_file(tmp_path / "own")))) as service:
        assert [service.version(number) for number in service.database.numbers()] == [
            table.version for table in tables
        ]
