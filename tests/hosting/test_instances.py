"""Several instances behind one proxy: the front name leads to one of them; draining, adding and losing one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest

from referee.cli import main
from referee.match.service import MatchService
from referee.store.book_rows import BookRows
from referee.store.database import Database
from referee.store.instance import book_file
from tests.hosting.processes import Caddy, HaProxy, Proxy, configuration
from tests.playing import Table, free_port, have_gone_on
from tests.servers import COMMAND, Phone, Server, hidden

FRONT, A, B = "cards.localhost", "a.localhost", "b.localhost"


class Instance:
    """A public instance with a host name of its own."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name, self.status = folder, name, free_port()
        self.start()

    def start(self, port: int = 0) -> None:
        """Start it on its folder."""
        options = ("--public", "--proxy", "--name", self.name, "--front", FRONT, "--status-port", str(self.status))
        self.server = Server(self.folder, COMMAND, port, options)

    @property
    def word(self) -> str:
        """Names it for `deploy/instances.py`."""
        return f"{self.name}=127.0.0.1:{self.server.port}/{self.status}"


@pytest.fixture
def instances(tmp_path: Path) -> Iterator[list[Instance]]:
    both = [Instance(tmp_path / name[0], name) for name in (A, B)]
    yield both
    for each in both:
        if each.server.is_running:
            each.server.close()


def with_caddy(folder: Path, a: Instance, b: Instance) -> Proxy:
    return Caddy(str(configuration("caddy", folder, FRONT, a.word, b.word)), folder, A, B, FRONT)


def with_haproxy(folder: Path, a: Instance, b: Instance) -> Proxy:
    return HaProxy(folder, [FRONT, A, B], configuration("haproxy", folder, FRONT, a.word, b.word))


def led_to(proxy: Proxy) -> str:
    """The host name that the front leads to."""
    phone = proxy.phone(FRONT)
    phone.close()
    return urlsplit(phone.location).hostname or ""


def leads_only_to(proxy: Proxy, name: str) -> bool:
    """Return True once six visitors in a row are led to an instance: the configuration before may still take some."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if {led_to(proxy) for _ in range(6)} == {name}:
            return True
    return False


def begin_book(proxy: Proxy, name: str) -> Phone:
    """Begin a score book on an instance."""
    phone = proxy.phone(name, "/books")
    page = phone.get("/books")
    fields = {"csrf_token": hidden(page, "csrf_token"), "name": "Sunday"}
    assert phone.post("/books", fields)[0] == 303, page
    return phone


@pytest.mark.parametrize("make", [with_caddy, with_haproxy])
def test_the_front_leads_to_each_instance_which_keeps_its_own(
    make: Callable[[Path, Instance, Instance], Proxy], instances: list[Instance], tmp_path: Path
) -> None:
    with closing(make(tmp_path, *instances)) as proxy:
        assert {led_to(proxy) for _ in range(8)} == {A}
        tables = [Table(begin_book(proxy, name)) for name in (A, B)]
        for table in tables:
            table.start()
        have_gone_on(tables)
        for table in tables:
            table.stop()
    assert [table.troubles for table in tables] == [[], []]
    assert [versions(each.folder) for each in instances] == [[table.version] for table in tables]


def versions(folder: Path) -> list[int]:
    with closing(Database(book_file(folder), read_only=True)) as database:
        service = MatchService(database)
        return [service.version(number) for number in service.database.numbers()]


def test_new_books_go_to_the_instance_with_fewer(instances: list[Instance], tmp_path: Path) -> None:
    a, b = instances
    with closing(with_caddy(tmp_path, a, b)) as caddy:
        assert isinstance(caddy, Caddy)
        begin_book(caddy, A).close()
        assert led_to(caddy) == A
        b.server.close()
        starting = Thread(target=b.start, args=(b.server.port,))
        starting.start()
        configuration("caddy", tmp_path, FRONT, a.word, b.word)  # Written again; what is just starting is waited for.
        starting.join()
        caddy.reload()
        assert {led_to(caddy) for _ in range(4)} == {B}
        b.server.close()
        assert led_to(caddy) == A


def test_draining_adding_and_losing_an_instance(instances: list[Instance], tmp_path: Path) -> None:
    a, b = instances
    caddy = with_caddy(tmp_path, a, b)
    assert isinstance(caddy, Caddy)
    table = Table(begin_book(caddy, A))
    table.start()

    # Drained: nobody new comes to a, and who is there stays.
    configuration("caddy", tmp_path, FRONT, a.word, b.word, drain=(A,))
    caddy.reload()
    assert leads_only_to(caddy, B)
    have_gone_on([table])

    # Moved to another machine: its folder goes there while phones wait, and its name leads there.
    a.server.close()
    moved = tmp_path / "moved"
    a.folder.rename(moved)
    a.folder = moved
    a.start()
    configuration("caddy", tmp_path, FRONT, a.word, b.word)
    caddy.reload()
    have_gone_on([table])

    # Lost: it is killed, and started again on what it had on its disk.
    a.server.kill()
    port = a.server.port
    assert {led_to(caddy) for _ in range(6)} == {B}
    a.start(port)
    have_gone_on([table])
    table.stop()
    caddy.close()
    assert table.troubles == []
    assert versions(moved) == [table.version]


def test_a_score_book_goes_to_another_instance_as_a_file(
    instances: list[Instance], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All that was acknowledged is there, in a book of its own; its links are new."""
    a, b = instances
    with closing(with_caddy(tmp_path, a, b)) as proxy:
        table = Table(begin_book(proxy, A))
        table.start()
        have_gone_on([table])
        begin_book(proxy, B).close()  # Another club's.
        a.server.close()  # In the middle of a trick, perhaps.
        table.stop()
        b.server.close()
        file = tmp_path / "book.json"
        assert main(["export", "--book", "1", "--logs", "--out", str(file), "--instance", str(a.folder)]) == 0
        capsys.readouterr()
        assert main(["import", str(file), "--new", "Sunday", "--instance", str(b.folder)]) == 0
        assert capsys.readouterr().out == "score book 2\nmatch 1\n"
    (stored,) = versions(b.folder)
    assert table.version <= stored <= table.version + 1  # The last one may have been stored and not acknowledged.
    assert versions(a.folder) == [stored]
    assert main(["check", "--instance", str(b.folder)]) == 0
    with closing(Database(book_file(b.folder), read_only=True)) as database:
        assert [(row.number, row.matches) for row in BookRows(database).rows()] == [(1, 0), (2, 1)]
