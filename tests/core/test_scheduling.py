"""A test that kills its worker fails once, and all others run."""

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


@pytest.mark.quick(1)
@pytest.mark.parametrize("files", [[DIES + TWO, TWO, TWO], [ONE, DIES, DIES, ONE, TWO], [TWO, TWO, TWO, DIES + ONE]])
def test_all_other_tests_run(tmp_path: Path, files: list[str]) -> None:
    for number, text in enumerate(files):
        group = f"import pytest\npytestmark = pytest.mark.xdist_group('{number}')\n"
        (tmp_path / f"test_{number}.py").write_text(group + text)
    plugins = ("-pxdist", "-ptests.scheduling")
    command = [sys.executable, "-m", "pytest", "-n2", "--dist=loadgroup", *plugins, str(tmp_path)]
    only = {"PYTHONPATH": str(CHECKOUT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ended = subprocess.run(
        command, capture_output=True, text=True, timeout=50, cwd=tmp_path, env=os.environ | only, check=False
    )
    every, deadly = (sum(text.count(words) for text in files) for words in ("def test", "os._exit"))
    counts = {what: int(number) for number, what in re.findall(r"(\d+) (passed|failed)", ended.stdout)}
    assert counts == {"passed": every - deadly, "failed": deadly}, ended.stdout
