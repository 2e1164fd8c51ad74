"""A referee that does not answer: the proxies say so within half a minute, and their logs hold no link's token."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.hosting.processes import DEPLOY, Caddy, HaProxy, Proxy, Tls
from tests.playing import free_port

NOTHING, HANGS, CUTS = "a.localhost", "b.localhost", "cards.localhost"
TOKEN = "k3pt-Secret_of-the-owner-0123456789"
PATIENCE = 30


def single(address: str, folder: Path, name: str) -> Proxy:
    """Caddy for one referee, which logs all that it can."""
    file = folder / "Caddyfile"
    file.write_text((DEPLOY / "Caddyfile").read_text().replace("\thttp_port", "\tdebug\n\thttp_port", 1))
    return Caddy(str(file), folder, name, REFEREE_NAME=name, REFEREE_ADDRESS=address)


def several(a: str, b: str, front: str, folder: Path) -> Proxy:
    names = {"FRONT_NAME": CUTS, "NAME_A": NOTHING, "NAME_B": HANGS}
    return Caddy("Caddyfile.instances", folder, NOTHING, FRONT_INSTANCES=front, INSTANCE_A=a, INSTANCE_B=b, **names)


def haproxy(a: str, b: str, front: str, folder: Path) -> Proxy:
    names = {"FRONT_NAME": CUTS, "NAME_A": NOTHING, "NAME_B": HANGS}
    status = str(free_port())
    return HaProxy(
        folder, [CUTS, NOTHING, HANGS], INSTANCE_A=a, INSTANCE_B=b, STATUS_A=status, STATUS_B=status, **names
    )


@pytest.fixture
def hanging() -> Iterator[str]:
    """Accepts connections and never answers, as systemd's socket does for a service that cannot start."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listening:
        yield f"127.0.0.1:{listening.getsockname()[1]}"


@pytest.fixture
def cutting() -> Iterator[str]:
    """Ends each connection once it has been asked."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listening:

        def cut() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                with connection:
                    connection.recv(4096)

        threading.Thread(target=cut, daemon=True).start()
        yield f"127.0.0.1:{listening.getsockname()[1]}"
        listening.shutdown(socket.SHUT_RDWR)


def asked(proxy: Proxy, name: str, told: dict[str, tuple[int, str, float]]) -> threading.Thread:
    """Ask by an owner's link, beside other requests; what is answered, and after how many seconds."""

    def ask() -> None:
        begun = time.monotonic()
        with closing(Tls(name, proxy.port, proxy.trusted)) as connection:
            connection.timeout = PATIENCE + 15
            connection.connect()
            assert connection.sock
            connection.sock.settimeout(PATIENCE + 15)
            connection.request(
                "GET", f"/keep/1/{TOKEN}", headers={"Cookie": f"c={TOKEN}", "Referer": f"/keep/1/{TOKEN}"}
            )
            answer = connection.getresponse()
            told[name] = answer.status, answer.read().decode(), time.monotonic() - begun

    thread = threading.Thread(target=ask)
    thread.start()
    return thread


Make = Callable[[str, str, str, Path], Proxy]


@pytest.mark.parametrize("make", [several, haproxy, None])
def test_the_proxies_say_so(make: Make | None, hanging: str, cutting: str, tmp_path: Path) -> None:
    nothing, told = f"127.0.0.1:{free_port()}", dict[str, tuple[int, str, float]]()
    if make:
        proxies: dict[Proxy, tuple[str, ...]] = {make(nothing, hanging, cutting, tmp_path): (NOTHING, HANGS, CUTS)}
    else:
        cases = {NOTHING: nothing, HANGS: hanging, CUTS: cutting}
        for name in cases:
            (tmp_path / name).mkdir()
        proxies = {single(address, tmp_path / name, name): (name,) for name, address in cases.items()}
    for thread in [asked(proxy, name, told) for proxy, names in proxies.items() for name in names]:
        thread.join(PATIENCE + 20)
    for proxy in proxies:
        proxy.close()
    for name in (NOTHING, HANGS, CUTS):
        status, page, seconds = told[name]
        assert (status in (502, 503, 504), "The referee does not answer" in page) == (True, True), (name, told[name])
        assert seconds < PATIENCE, name
    logs = [file.read_text() for file in tmp_path.rglob("*.log")]
    assert len(logs) == len(proxies)
    assert not any(TOKEN in log for log in logs)
    if make is None:
        assert all("/keep/1/TOKEN" in log for log in logs)  # The request was logged.


def test_the_files_of_caddy_say_it_alike() -> None:
    """What one instance and several share is written in both files."""
    one, other = ((DEPLOY / file).read_text() for file in ("Caddyfile", "Caddyfile.instances"))
    for start in ("# No log holds", "# While a referee starts again", "(no_answer)"):
        block = one[one.index(start) :].split("\n}\n")[0]
        assert block in other, start
