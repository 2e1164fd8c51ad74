"""A test that kills its worker fails once, all others run, and what it started ends."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from referee.store.instance import CHECKOUT

DIES = "import os\ndef test_that_dies(): os._exit(1)\n"
TWO = "def test_a(): pass\ndef test_b(): pass\n"
ONE = "def test_c(): pass\n"


def run(folder: Path) -> str:
    """Run the tests of a folder on two workers; what pytest prints."""
    plugins = ("-pxdist", "-ptests.scheduling", "--dist=loadgroup", "-n2")
    only = {"PYTHONPATH": str(CHECKOUT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", *plugins, str(folder)]
    ended = subprocess.run(
        command, capture_output=True, text=True, timeout=50, cwd=folder, env=os.environ | only, check=False
    )
    return ended.stdout


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    "files",
    [[DIES + TWO, TWO, TWO], [ONE, DIES, DIES, ONE, TWO], [TWO, TWO, TWO, DIES + ONE], [*[DIES + ONE] * 4, TWO]],
)
def test_all_other_tests_run(tmp_path: Path, files: list[str]) -> None:
    for number, text in enumerate(files):
        group = f"import pytest\npytestmark = pytest.mark.xdist_group('{number}')\n"
        (tmp_path / f"test_{number}.py").write_text(group + text)
    said = run(tmp_path)
    every, deadly = (sum(text.count(words) for text in files) for words in ("def test", "os._exit"))
    counts = {what: int(number) for number, what in re.findall(r"(\d+) (passed|failed)", said)}
    assert counts == {"passed": every - deadly, "failed": deadly}, said


STARTS = """
import os, subprocess, sys
def test_that_starts_and_dies():
    process = subprocess.Popen(["sleep", "1000"])
    open("started", "w").write(str(process.pid))
    os._exit(1)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_what_a_dead_worker_started_ends(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(STARTS + TWO)
    assert "2 passed" in run(tmp_path)
    process = Path("/proc", (tmp_path / "started").read_text(), "stat")
    assert not process.exists() or process.read_text().split()[2] == "Z"
