"""The packages: built, checked, installed as people install them, and started."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest

from referee.store.instance import CHECKOUT
from tests.servers import Phone, Server

MARKUPSAFE = "markupsafe"
"""Has a compiled part, which it does without where there is none; for Android there are wheels."""


def run(*words: str | Path, **settings: str) -> str:
    done = subprocess.run(
        [*map(str, words)], env=os.environ | settings, capture_output=True, text=True, check=False, cwd=CHECKOUT
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


PYTHON = (sys.executable, "-m")


WITHOUT = shutil.ignore_patterns(".git", ".venv", "build", "dist", "instance", "__pycache__", ".*_cache")
PYODIDE = CHECKOUT / "build" / "pyodide"


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that `make dist` makes, in a copy of the checkout."""
    folder = tmp_path_factory.mktemp("made")
    source = shutil.copytree(CHECKOUT, folder / "source", ignore=WITHOUT)
    if PYODIDE.exists():  # It need not be fetched again.
        (source / "build").mkdir()
        (source / "build" / "pyodide").symlink_to(PYODIDE)
    here = Path(sys.executable).parent.parent
    run("make", "-C", source, "--assume-old", here / "hosting.ok", "dist", f"VENV={here}")  # It is set up already.
    return source / "dist"


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    return next(dist.glob("*.whl"))


@pytest.fixture(scope="module")
def wheels(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel with all that it needs."""
    folder = tmp_path_factory.mktemp("wheels")
    run(*PYTHON, "pip", "download", "--quiet", "--constraint", "constraints.txt", "--dest", folder, wheel)
    return folder


def test_the_packages_are_sound(dist: Path, wheel: Path) -> None:
    """`make dist` has had twine check them."""
    with zipfile.ZipFile(wheel) as content:
        names = content.namelist()
    assert any(name.endswith("licenses/LICENSE") for name in names)
    for part in ("templates/core/error.html", "static/vendor/htmx-LICENSE.txt", "static/core/outbox.js"):
        assert f"referee/web/{part}" in names
    assert not any(name.startswith(("tests/", "instance/")) for name in names)
    with tarfile.open(next(dist.glob("*.tar.gz"))) as content:
        inside = {name.split("/", 1)[1] for name in content.getnames() if "/" in name}
    assert {"Makefile", "deploy/Caddyfile", "tests/servers.py", "LICENSE", "CHANGELOG.md"} <= inside


def with_uv(wheels: Path, wheel: Path, folder: Path) -> Path:
    settings = {"UV_TOOL_DIR": str(folder / "tools"), "UV_TOOL_BIN_DIR": str(folder / "bin")}
    uv = Path(sys.executable).with_name("uv")
    offline = ("--no-index", "--find-links", wheels, "--python", sys.executable, "--no-cache")
    run(uv, "tool", "install", *offline, wheel, **settings)
    return folder / "bin" / "referee"


def with_pipx(wheels: Path, wheel: Path, folder: Path) -> Path:
    settings = {"PIPX_HOME": str(folder / "home"), "PIPX_BIN_DIR": str(folder / "bin")}
    offline = f"--no-index --find-links {wheels}"
    run(*PYTHON, "pipx", "install", "--python", sys.executable, "--pip-args", offline, wheel, **settings)
    return folder / "bin" / "referee"


@pytest.mark.parametrize("install", [with_uv, with_pipx])
def test_an_installed_referee_starts_and_serves(
    install: Callable[[Path, Path, Path], Path], wheels: Path, wheel: Path, tmp_path: Path
) -> None:
    referee = install(wheels, wheel, tmp_path)
    assert run(referee, "--version") == f"referee {version('referee')}\n"
    server = Server(tmp_path / "book", (str(referee),))
    phone = Phone(server.port, server.link)
    page = phone.get(phone.open_match())
    style = page.split('rel="stylesheet" href="')[1].split('"')[0]
    assert "{" in phone.get(style)
    assert json.loads(phone.get("/edition.json"))["static"] in style  # The wheel brings the app for phones.
    assert "Keep the referee on this phone" in phone.get("/settings")
    phone.close()
    server.close()


DEBIAN = Path("/usr/bin/python3")


@pytest.mark.skipif(not DEBIAN.exists(), reason="there is no Python of the system")
def test_the_app_for_phones_is_built_by_an_installed_referee_on_the_systems_python(
    wheels: Path, wheel: Path, tmp_path: Path
) -> None:
    """Debian 12 has Python 3.11.2. Nothing but the installed files is there, and the packaged app is left out."""
    uv, home, work = Path(sys.executable).with_name("uv"), tmp_path / "home", tmp_path / "work"
    run(uv, "venv", "--quiet", "--no-cache", "--python", DEBIAN, home)
    offline = ("--no-index", "--find-links", wheels, "--no-cache")
    run(uv, "pip", "install", "--quiet", "--python", home / "bin" / "python", *offline, wheel)
    (packaged,) = home.glob("lib/python3*/site-packages/referee/web/engine")
    shutil.rmtree(packaged)
    if PYODIDE.exists():  # What is fetched, compiled from the same sources, and packed.
        shutil.copytree(PYODIDE, work, ignore=shutil.ignore_patterns("3*"))
    referee, book = home / "bin" / "referee", tmp_path / "book"
    assert "edition" in run(referee, "engine", "--instance", book, "--work", work)
    server = Server(book, (str(referee),))
    phone = Phone(server.port, server.link)
    assert "Keep the referee on this phone" in phone.get("/settings")
    phone.close()
    server.close()


def test_without_node_it_says_so(tmp_path: Path) -> None:
    """And of nothing else that is missing."""
    words = [sys.executable, "-m", "referee", "engine", "--instance", str(tmp_path)]
    done = subprocess.run(words, env={"PATH": ""}, capture_output=True, text=True, check=False, cwd=CHECKOUT)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Node.js with npm is needed" in done.stderr


def test_every_dependency_installs_on_a_phone_without_a_compiler(wheel: Path, tmp_path: Path) -> None:
    """As in Termux: for Python 3.13 on a 64-bit Android phone, from wheels alone."""
    target = ("--platform", "android_24_arm64_v8a", "--implementation", "cp", "--abi", "cp313", "--abi", "none")
    only = ("--only-binary", ":all:", "--python-version", "3.13", *target)
    run(*PYTHON, "pip", "download", "--quiet", *only, "--constraint", "constraints.txt", "--dest", tmp_path, wheel)
    compiled = [file.name for file in tmp_path.iterdir() if not file.name.endswith("-none-any.whl")]
    assert [name.split("-")[0].casefold() for name in compiled] == [MARKUPSAFE]
