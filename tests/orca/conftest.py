"""A desk with Orca, and a server whose pages it reads."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.orca import find
from tests.orca.desk import Desk, desk
from tests.servers import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "instance")
    yield server
    server.kill()


@pytest.fixture
def reader(tmp_path: Path, server: Server) -> Iterator[Desk]:
    """Somebody with Orca who has come by the owner's link."""
    try:
        find.version()
    except FileNotFoundError:
        if os.environ.get("CI") == "true":
            pytest.fail("there is no screen reader for the tests")
        pytest.skip("there is no screen reader here; `make test-orca` installs it")
    with desk(tmp_path) as found:
        found.open(server.address + server.link.lstrip("/"))
        yield found
