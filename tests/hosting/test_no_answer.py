"""A referee that does not respond: the proxies say so in half a minute, and their logs contain no token."""

from __future__ import annotations

import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.hosting.processes import DEPLOY, Caddy, HaProxy, Proxy, Tls, configuration
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
    return Caddy(str(_of_three("caddy", a, b, front, folder)), folder, NOTHING, HANGS, CUTS)


def haproxy(a: str, b: str, front: str, folder: Path) -> Proxy:
    return HaProxy(folder, [CUTS, NOTHING, HANGS], _of_three("haproxy", a, b, front, folder))


def _of_three(kind: str, a: str, b: str, front: str, folder: Path) -> Path:
    """Two instances, and a third that the front leads to."""
    named = f"{NOTHING}={a}", f"{HANGS}={b}", f"front.localhost={front}"
    return configuration(kind, folder, CUTS, *named, drain=(NOTHING, HANGS))


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


@pytest.mark.parametrize("kind", ["caddy", "haproxy"])
def test_during_maintenance_all_see_a_page_at_once(kind: str, hanging: str, tmp_path: Path) -> None:
    shown = tmp_path / "shown"
    shown.mkdir()
    told: dict[str, tuple[int, str, float]] = {}
    file = _of_three(kind, hanging, hanging, hanging, tmp_path)
    if kind == "caddy":
        proxy: Proxy = Caddy(str(file), tmp_path, NOTHING, HANGS, CUTS, MAINTENANCE=str(shown))
        shutil.copy(DEPLOY / "maintenance.html", shown)  # While it runs.
    else:
        proxy = HaProxy(tmp_path, [CUTS, NOTHING, HANGS], file, MAINTENANCE="1")
    with closing(proxy):
        for name in (CUTS, NOTHING, HANGS):
            asked(proxy, name, told).join(PATIENCE)
            status, page, seconds = told[name]
            assert (status, "Closed for maintenance" in page) == (503, True), told[name]
            assert seconds < 5
