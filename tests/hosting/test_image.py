"""The image of `deploy/Dockerfile`, built and run by Podman with the restrictions of `deploy/compose.yml`."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.store.instance import CHECKOUT
from tests.hosting.processes import DEPLOY
from tests.playing import free_port, trick_of
from tests.servers import Phone, hidden

BASE, IMAGE = "localhost/referee-test-base", "localhost/referee-test"
REFEREE = "/opt/referee/bin/referee"
RESTRICTED = ("--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges",
              "--ulimit", "nofile=4096:4096", "--ulimit", "nproc=1024:1024")  # fmt: skip
"""Podman's own limits are higher than root may set on every machine."""


def podman(*words: str | Path, ok: bool = True) -> str:
    """Podman's output; `ok` is whether it succeeds. Its own choice of runtime cannot handle the older cgroups."""
    command = ["podman", "--runtime", "runc", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=CHECKOUT)
    assert (done.returncode == 0) == ok, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The image on Debian’s own Python of the same version, so that nothing but packages is downloaded."""
    exists = subprocess.run(["podman", "image", "exists", BASE], check=False).returncode == 0
    if not exists:
        tar = tmp_path_factory.mktemp("base") / "base.tar"
        include = "--include=python3,python3-venv,python-is-python3,ca-certificates,passwd"
        subprocess.run(["mmdebstrap", "--quiet", "--variant=apt", include, "trixie", str(tar)], check=True)
        podman("import", tar, BASE)
        tar.unlink()
    # Its network and what it trusts are this machine's. Health checks are not in Podman's own format.
    here = ("--network", "host", "--volume", "/etc/ssl/certs:/etc/ssl/certs:ro", "--format", "docker")
    podman("build", "--build-arg", f"PYTHON={BASE}", "--file", DEPLOY / "Dockerfile", "--tag", IMAGE, *here, ".")
    return IMAGE


def made_volume() -> Iterator[str]:
    name = podman("volume", "create").strip()
    yield name
    podman("volume", "rm", "--force", name)


volume, backups = pytest.fixture(made_volume), pytest.fixture(made_volume)


@contextmanager
def container(image: str, volume: str, *words: str) -> Iterator[tuple[str, int, str]]:
    """A referee that is ready: its container, its port here, and the owner's link."""
    port = free_port()
    # Its health is asked for by the test, not by systemd.
    options = ("--volume", f"{volume}:/instance", "--publish", f"127.0.0.1:{port}:8121", "--health-interval=disable")
    name = podman("run", "--detach", *RESTRICTED, *options, image, *words).splitlines()[0]
    try:
        found = re.search(r"http://\S+?:8121(/\S+)", await_start(name))
        assert found
        yield name, port, found[1]
    finally:
        podman("rm", "--force", name)


def await_start(name: str) -> str:
    """Wait until a referee is ready; all that it says then."""
    for _ in range(300):
        if "Ctrl-C" in (said := podman("logs", name)):
            return said
        time.sleep(0.1)
    raise AssertionError(f"the referee does not start: {said}")


def enter(phone: Phone, path: str) -> int:
    """Enter a trick; the version after it."""
    page = phone.get(path)
    version = int(hidden(page, "version"))
    form = {name: hidden(page, name) for name in ("csrf_token", "version", "key")}
    status, _ = phone.post(f"{path}enter", form | {"draft": trick_of(version)}, fragments=True)
    assert status == 200
    return int(hidden(phone.get(path), "version"))


def test_it_is_not_root_and_writes_only_to_its_volume(image: str, volume: str) -> None:
    with container(image, volume) as (name, port, link):
        assert podman("exec", name, "id", "--user").strip() == "8121"
        for folder in ("/", "/opt/referee", "/home", "/backups"):
            assert "Read-only" in podman("exec", name, "touch", f"{folder}/x", ok=False)
        podman("healthcheck", "run", name)
        phone = Phone(port, link)
        assert enter(phone, phone.open_match()) == 1
        phone.close()


def test_what_was_entered_outlives_its_container(image: str, volume: str, backups: str) -> None:
    with container(image, volume) as (name, port, link):
        phone = Phone(port, link)
        path = phone.open_match()
        assert enter(phone, path) == 1
        phone.close()
        podman("kill", name)
    with container(image, volume) as (name, port, again):
        assert again == link
        phone = Phone(port, link)
        assert enter(phone, path) == 2
        phone.close()
        podman("stop", "--time", "20", name)
        assert podman("inspect", "--format", "{{.State.ExitCode}}", name).strip() == "0"
    at_work = ("run", "--rm", *RESTRICTED, "--entrypoint", REFEREE, "--volume", f"{volume}:/instance")
    place = ("--instance", "/instance")
    assert "All is well: 1 match" in podman(*at_work, image, "check", *place)
    podman(*at_work, "--volume", f"{backups}:/backups", image, "backup", "/backups/book.db", *place)
    podman(*at_work, "--volume", f"{backups}:/backups", image, "restore", "/backups/book.db", *place)
