"""The how-tos of CONTRIBUTING.md, applied completely in a copy of the project."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.store.instance import CHECKOUT
from tests.havilering.web.test_contributing import TEXT, shown

PATCH = Path(__file__).with_name("all_red.patch")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the project."""
    unneeded = shutil.ignore_patterns("*.db.gz", "hosting", "vendor")
    for name in ("referee", "templates", "static", "tests", "docs"):
        shutil.copytree(CHECKOUT / name, tmp_path / name, ignore=unneeded)
    for file in CHECKOUT.iterdir():
        if file.is_file():
            shutil.copy(file, tmp_path)
    return tmp_path


def run(copy: Path, *command: str) -> None:
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def check(copy: Path, *files: str, tests: str, names: str) -> None:
    """Run ruff, the structure's test of line lengths, and tests by parts of their names."""
    ruff = str(Path(sys.executable).with_name("ruff"))
    run(copy, ruff, "check", "--no-cache", *files)
    run(copy, ruff, "format", "--check", "--no-cache", *files)
    lengths = "test_lines_of_templates_and_styles_stay_short"
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", f"{names} or {lengths}")
    run(copy, sys.executable, *words, f"tests/test_structure.py::{lengths}", tests)


def test_the_patch_touches_each_file_that_the_steps_name() -> None:
    steps = TEXT.split("## To add a combination\n")[1].split("\n## ")[0]
    patched = set(re.findall(r"^\+\+\+ b/(.+)$", PATCH.read_text(), re.MULTILINE))
    named = set(re.findall(r"`((?:referee|tests)/[\w/]+\.(?:py|md))`", steps))
    assert patched == named - {f"tests/havilering/{Path(__file__).name}"}


@pytest.mark.timeout(180)
@pytest.mark.quick(0)
def test_all_red_can_be_added(copy: Path) -> None:
    run(copy, "git", "apply", str(PATCH))
    names = "set_of_four or near_misses or looks_like or rulebook or learning or talk or house_rules or figures"
    added = ("referee/games/havilering", "referee/web/games/havilering", "tests/havilering")
    check(copy, *added, tests="tests/havilering", names=names)


@pytest.mark.quick(0)
@pytest.mark.timeout(180)
def test_the_page_can_be_added(copy: Path) -> None:
    rulings = copy / "referee/web/games/havilering/rulings.py"
    rulings.write_text(f"{rulings.read_text()}\n\n{shown('To add a page', 'python')}\n")
    (copy / "templates/havilering/dealers.html").write_text(f"{shown('To add a page', 'html')}\n")
    steps = TEXT.split("## To add a page\n")[1].split("\n## ")[0]
    for block in re.findall(r"^```diff\n(.*?)^```$", steps, re.MULTILINE | re.DOTALL):
        file, *lines = block.splitlines()
        old, new = ("".join(f"{line[1:]}\n" for line in lines if line[0] == sign) for sign in "-+")
        text = (copy / file).read_text()
        assert text.count(old) == 1, (file, old)
        (copy / file).write_text(text.replace(old, new))
    added = ("referee/web/games/havilering", "tests/browser/pages.py")
    check(copy, *added, tests="tests/havilering/web/test_history.py", names="sheet")
