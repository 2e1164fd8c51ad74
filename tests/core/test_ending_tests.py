"""Aborted tests leave no server running and no temporary files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from referee.store.instance import CHECKOUT

BODY = """
import signal
from tests.servers import COMMAND, Server

def test_it(tmp_path):
    servers = Server(tmp_path / "a"), Server(tmp_path / "b", COMMAND)
    print("GROUPS", *[server.process.pid for server in servers], flush=True)
    signal.pause()
"""


@pytest.mark.quick(0)
def test_ending_the_tests_ends_their_servers(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(BODY)
    short = Path(tempfile.mkdtemp())  # The name of a socket in it has at most 108 bytes.
    words = [sys.executable, "-m", "pytest", "-s", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    command = [*words, "--basetemp", str(tmp_path / "base"), str(tmp_path / "test_it.py")]
    environment = os.environ | {"TMPDIR": str(short), "PYTHONPATH": str(CHECKOUT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=CHECKOUT) as tests:
        assert tests.stdout
        said = next(line for line in tests.stdout if "GROUPS" in line)
        tests.terminate()
        tests.communicate(timeout=30)
        assert tests.returncode == 2
    for pid in said.split("GROUPS")[1].split():
        with pytest.raises(ProcessLookupError):
            os.killpg(int(pid), 0)
    assert not list(short.glob("pymp-*"))
    shutil.rmtree(short)
