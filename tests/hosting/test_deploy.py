"""Units and image of `deploy/`: systemd accepts the units, and the referee accepts their options."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli.parser import parser
from tests.hosting.processes import DEPLOY

UNITS = sorted(DEPLOY.glob("*@.*"))
BIN = Path(sys.executable).parent


def test_systemd_finds_nothing_wrong_in_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        text = re.sub(r"/opt/(referee|litestream)/bin", str(BIN), unit.read_text())
        (tmp_path / unit.name.replace("@", "@21")).write_text(text.replace("%i", "21"))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *sorted(tmp_path.iterdir())],
        capture_output=True, text=True, check=False, env={"SYSTEMD_LOG_LEVEL": "warning", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    own = [line for line in done.stderr.splitlines() if str(tmp_path) in line or "@21" in line]
    assert own == []


def command_of(unit: Path) -> list[str]:
    found = re.search(r"^ExecStart=(.*)$", unit.read_text(), re.MULTILINE)
    assert found
    return shlex.split(found[1].replace("%i", "21").replace("$REFEREE_OPTIONS", "--public --name a.example.org"))


@pytest.mark.parametrize("name", ["referee@.service", "referee-backup@.service"])
def test_the_referee_knows_the_options_of_the_units(name: str) -> None:
    program, *words = command_of(DEPLOY / name)
    assert program == "/opt/referee/bin/referee"
    assert parser().parse_args(words)


def test_the_referee_knows_the_options_of_the_containers() -> None:
    words = json.loads(re.findall(r"^ENTRYPOINT (.*)$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)[0])
    compose = re.sub(
        r"\$\{\w+:-(.*?)\}", r"\1", (DEPLOY / "compose.yml").read_text()
    )  # The defaults of its variables.
    more = json.loads(re.findall(r"command: (\[\"--public.*\])", compose)[0])
    options = parser().parse_args([*words[1:], *more])
    assert (options.instance, options.proxy, options.log) == (Path("/instance"), "172.28.0.2", "json")
    backup = json.loads(re.findall(r"entrypoint: (.*)", compose)[0])
    assert parser().parse_args(backup[1:]).every


def test_backups_are_kept_for_a_week() -> None:
    words = json.loads(re.findall(r"entrypoint: (.*)", (DEPLOY / "compose.yml").read_text())[0])
    for _, *command in (words, command_of(DEPLOY / "referee-backup@.service")):
        options = parser().parse_args(command)
        assert options.every * options.keep == 7 * 24 * 3600


def test_everything_that_runs_has_a_limit_of_memory() -> None:
    for unit in UNITS:
        limits = re.findall(r"^Memory(?:Max|SwapMax)=(\S+)$", unit.read_text(), re.MULTILINE)
        most = "1G" if unit.name == "referee@.service" else "512M"
        assert limits == ([most, "0"] if unit.suffix == ".service" else []), unit.name
    compose = (DEPLOY / "compose.yml").read_text()
    shared, services = re.findall(r"(?ms)^x-referee: &referee\n(.*?)^services:\n(.*?)^networks:", compose)[0]
    assert "  mem_limit: 1g\n" in shared
    for service in re.split(r"(?m)^  (?=\w+:$)", services)[1:]:
        assert "<<: *referee" in service or "mem_limit: 1g\n" in service, service
