"""The static files of the app without a server on Caddy, with its file of `deploy/`."""

from __future__ import annotations

import shutil
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from referee.store.instance import CHECKOUT
from tests.hosting.processes import Caddy, Tls

FOR_LONG, EACH_TIME = "public, max-age=31536000, immutable", "no-cache"
ANSWERS = {
    "/": (200, EACH_TIME, "index.html"), "/edition.json": (200, EACH_TIME, "edition.json"),
    "/sw.js": (200, EACH_TIME, "sw.js"), "/site/1a/code.zip.lzma": (200, FOR_LONG, "site/1a/code.zip.lzma"),
    "/matches/1/": (404, None, "404.html"),
}  # fmt: skip


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return made(tmp_path / "site")


def made(folder: Path) -> Path:
    """A site in a folder, whose files have their names as content."""
    for _, _, name in ANSWERS.values():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)
    return folder


@pytest.mark.parametrize("under", ["", "/games"])
def test_files_are_served_and_what_is_not_there_leads_to_the_first_page(tmp_path: Path, under: str) -> None:
    """At the root of a host and in a folder of it."""
    made(tmp_path / f"site{under}")
    settings = {"REFEREE_NAME": "localhost", "REFEREE_SITE": str(tmp_path / "site")}
    with closing(Caddy("Caddyfile.site", tmp_path, "localhost", **settings)) as caddy:
        for path, (status, cached, name) in ANSWERS.items():
            connection = Tls("localhost", caddy.port, caddy.trusted)
            connection.request("GET", under + path)
            answer = connection.getresponse()
            assert (answer.status, answer.read().decode()) == (status, name), path
            assert answer.headers["Cache-Control"] == cached, path
            connection.close()


def test_the_documented_commands_replace_an_edition_by_the_next(site: Path, tmp_path: Path) -> None:
    """Run once and again, they leave nothing but the latest edition."""
    told = (CHECKOUT / "docs" / "hosting.md").read_text().split("## Without a server")[1]
    commands = told.split("```sh")[1].split("sed")[0]
    served = tmp_path / "srv" / "referee"
    served.parent.mkdir()
    commands = commands.replace("/srv/referee", str(served)).replace("dist/site", str(site))
    for edition in ("1a", "2b"):
        (site / "edition.json").write_text(edition)
        (site / "site" / edition).mkdir(exist_ok=True)
        subprocess.run(["sh", "-e", "-c", commands], check=True)
        assert sorted(each.name for each in served.iterdir()) == sorted(each.name for each in site.iterdir())
        assert (served / "edition.json").read_text() == edition
        shutil.rmtree(site / "site" / edition)
    assert [each.name for each in (served / "site").iterdir()] == ["2b"]
    assert [each.name for each in served.parent.iterdir()] == ["referee"]
