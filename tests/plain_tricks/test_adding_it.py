"""Add a seventh game as CONTRIBUTING.md describes, in a copy of the project, and run the core's tests there."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.store.instance import CHECKOUT

GAME = Path(__file__).parent / "game"
STEPS = (CHECKOUT / "CONTRIBUTING.md").read_text().split("## To add a game\n")[1].split("\n## ")[0]
NEEDED = ("referee", "templates", "static", "tests", "docs")
TESTS = (
    "tests/core/test_every_game.py",
    "tests/core/test_growth.py",
    "tests/core/test_logs_file.py",
    "tests/core/test_start.py",
    "tests/core/web/test_every_game.py",
    "tests/core/web/test_start.py",
    "tests/core/web/test_correction_list.py",
    "tests/test_structure.py",
)


def edits() -> list[tuple[str, str, str]]:
    """The files to edit, each with what stands there and what comes instead."""
    found = []
    for block in re.findall(r"^ *```diff\n(.*?)^ *```$", STEPS, re.MULTILINE | re.DOTALL):
        file, *lines = [line.removeprefix("   ") for line in block.splitlines()]
        old, new = ("".join(f"{line[1:]}\n" for line in lines if line[0] == sign) for sign in "-+")
        found.append((file, old, new))
    return found


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the game."""
    there = tmp_path_factory.mktemp("copy")
    unneeded = shutil.ignore_patterns("__pycache__", "*.db.gz", "hosting", "browser")
    for name in NEEDED:
        shutil.copytree(CHECKOUT / name, there / name, ignore=unneeded)
    for file in CHECKOUT.iterdir():
        if file.is_file():
            shutil.copy(file, there)
    shutil.copytree(GAME, there, dirs_exist_ok=True)
    for name, old, new in edits():
        text = (there / name).read_text()
        assert text.count(old) == 1, (name, old)
        (there / name).write_text(text.replace(old, new))
    return there


def test_the_steps_name_each_file_and_they_are_few_lines() -> None:
    files = [file for file in GAME.rglob("*") if file.is_file() and file.name != "__init__.py"]
    for file in files:
        assert f"`{file.name}`" in STEPS or f"/{file.name}`" in STEPS, file.name
    lines = sum(len(file.read_text().splitlines()) for file in GAME.rglob("*") if file.is_file())
    assert lines + sum(len(new.splitlines()) for _, _, new in edits()) <= 400


def test_it_is_written_as_the_rest(copy: Path) -> None:
    ruff, added = (
        Path(sys.executable).with_name("ruff"),
        ("referee/games/plain_tricks", "referee/web/games/plain_tricks"),
    )
    for check in (["check"], ["format", "--check"]):
        done = subprocess.run([ruff, *check, "--no-cache", *added], cwd=copy, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


@pytest.mark.timeout(180)
@pytest.mark.quick(0)
def test_the_tests_of_all_games_pass_on_it(copy: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--thorough", "-k", "plain"]
    done = subprocess.run([*command, *TESTS], cwd=copy, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed
    assert int(passed[1]) >= 25
