"""The commands of docs/hosting.md for helping people, exactly as written there, while tables play."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from referee.cli import main
from referee.store.instance import CHECKOUT
from tests.hosting.processes import Caddy
from tests.playing import Table, have_gone_on
from tests.servers import NEW, Phone, Server, hidden

NAME = "cards.localhost"
COMMANDS = re.findall(r"\| `referee (.+)` \|$", (CHECKOUT / "docs" / "hosting.md").read_text(), re.MULTILINE)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "own", options=("--public", "--proxy", "--name", NAME))
    yield server
    server.close()


@pytest.fixture
def caddy(server: Server, tmp_path: Path) -> Iterator[Caddy]:
    address = f"127.0.0.1:{server.port}"
    with closing(Caddy("Caddyfile", tmp_path, NAME, REFEREE_NAME=NAME, REFEREE_ADDRESS=address)) as caddy:
        yield caddy


def begin(caddy: Caddy, number: int) -> Phone:
    """Begin a score book with a match of Ann Smith’s; the phone of its owner."""
    phone = caddy.phone(NAME, "/books")
    fields = {"csrf_token": hidden(phone.get("/books"), "csrf_token"), "name": f"Club {number}"}
    assert phone.post("/books", fields)[0] == 303
    page = phone.get(f"/books/{number}/new")
    fields = NEW | {"N": "Ann Smith"} | {name: hidden(page, name) for name in ("csrf_token", "key")}
    assert phone.post(f"/books/{number}/new", fields)[0] == 303
    return phone


def test_each_command_does_what_is_written_beside_it(
    caddy: Caddy, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As they are written, about book 3, while others play; what cannot be undone comes last."""
    playing = begin(caddy, 1)
    begin(caddy, 2).close()
    begin(caddy, 3).close()
    table = Table(playing)
    table.start()

    def page_of(link: str) -> str:
        phone = caddy.phone(NAME, link.removeprefix(f"https://{NAME}"))
        with closing(phone):
            return phone.get(phone.location or "/books/3/")

    link, done = "", list[str]()
    for command in sorted(COMMANDS, key=lambda command: "--for-good" in command):
        capsys.readouterr()
        assert main([*shlex.split(command), "--instance", str(tmp_path / "own")]) == 0, capsys.readouterr().err
        said = capsys.readouterr().out
        if command == "books":
            assert re.findall(r"Club \d", said) == ["Club 1", "Club 2", "Club 3"]
        elif command.startswith("link"):
            before, link = link, said.strip()
            assert "Club 3" not in page_of(before)
            assert "Ann Smith" in page_of(link)
        elif command.startswith("notice"):
            assert ("Upgrade at 22:00" in page_of("/rules")) is ("--clear" not in command)
        elif command.startswith("invite"):
            with closing(caddy.phone(NAME)) as phone:
                page = phone.get(said.split()[0].removeprefix(f"https://{NAME}"))
            assert hidden(page, "invitation").startswith("40.")
        elif command.startswith("forget"):
            assert "Ann Smith" not in page_of(link)
            assert "Former player" in page_of(link)
        elif "unused" not in command:
            assert ("<title>Club 3 " in page_of(link)) is ("--restore" in command)
        done.append(command)
    have_gone_on([table])
    table.stop()
    assert table.troubles == []
    assert len(done) == len(set(done)) == 12
