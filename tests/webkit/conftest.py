"""WebKit on a virtual screen, and the pages of a real server."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.servers import Server
from tests.webkit import find
from tests.webkit.phone import WebKitPhone, screen


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    try:
        find.version()
    except FileNotFoundError:
        if os.environ.get("CI") == "true":
            pytest.fail("there is no WebKit for the tests")
        pytest.skip("there is no WebKit here; `make test-webkit` installs it")
    with screen() as found:
        yield found


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "instance")
    yield server
    if server.is_running:
        server.kill()


@pytest.fixture
def phones(tmp_path: Path, display: str, server: Server) -> Iterator[Callable[[int, int], WebKitPhone]]:
    """Make phones that have come by the owner's link."""
    made: list[WebKitPhone] = []

    def phone(width: int = 390, height: int = 664) -> WebKitPhone:
        made.append(WebKitPhone(tmp_path / f"phone-{len(made)}", display, (width, height)))
        made[-1].visit(server)
        return made[-1]

    yield phone
    for each in made:
        each.close()
