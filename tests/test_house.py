"""The house itself: which room may look into which, rules that can be traced, documents that are true."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent
PACKAGE = HOME / "referee"
MODULES = sorted(PACKAGE.rglob("*.py"))


def imports(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} if node.module != "referee" else {f"referee.{name.name}" for name in node.names}
    return found


# Each room, and the rooms of the house it may look into. Imports point one way: up this list.
MAY_SEE = {
    "faults": (),
    "chain": (),
    "cards": ("faults",),
    "plain": ("chain",),
    "havilering": ("faults", "chain", "plain", "cards", "havilering"),
    "season": ("faults", "havilering"),
    "reading": ("faults", "season"),
    "setups": ("faults", "havilering", "reading"),
    "record": ("faults", "cards", "havilering", "reading", "season", "setups"),
    "outcome": ("faults", "cards", "havilering", "record", "season"),
    "verdict": ("faults", "cards", "havilering", "outcome"),
    "checksums": (),
    "migrations": ("checksums",),
    "damage": ("faults",),
    "connections": ("faults", "damage", "migrations"),
    "book": ("faults", "checksums", "connections", "damage"),
    "snapshots": ("book", "checksums"),
    "digest": ("cards", "havilering", "reading", "season"),
    "archive": ("havilering", "book"),
    "catalogue": ("havilering", "reading", "book"),
    "people": ("faults", "havilering", "reading", "book"),
    "filing": ("setups", "havilering", "record", "book", "digest", "archive", "catalogue", "people"),
    "log": ("havilering", "reading", "record", "book"),
    "turns": ("cards", "havilering"),
    "standing": ("havilering", "book", "turns"),
    "cache": (),
    "folding": ("faults", "havilering", "record", "damage", "book", "log", "snapshots", "standing", "cache",
                "filing"),
    "importing": ("setups", "faults", "havilering", "record", "book", "snapshots", "digest", "filing", "folding"),
    "table": ("setups", "faults", "checksums", "havilering", "record", "season", "book", "log", "snapshots", "turns",
              "standing", "digest", "filing", "folding", "importing"),
    "keeper": ("setups", "faults", "havilering", "reading", "record", "digest", "catalogue", "people", "table"),
    "access": (),
    "shelf": ("setups", "faults", "access", "havilering", "reading", "record", "book"),
    "instance": ("faults",),
    "output": ("faults", "damage"),
    "schema": ("migrations",),
    "upkeep": ("setups", "faults", "havilering", "record", "damage", "book", "log", "instance", "digest",
               "archive", "people", "schema"),
    "addresses": (),
    "environ": (),
    "bodies": ("addresses", "environ"),
    "gateway": ("bodies", "cache", "environ"),
    "wire": ("addresses", "bodies"),
    "files": ("setups", "faults", "havilering", "reading", "record", "outcome", "digest", "folding", "shelf",
              "table"),
    "web": ("setups", "faults", "access", "cards", "havilering", "season", "reading", "record", "verdict", "rulebook",
            "connections", "book", "log", "turns", "standing", "table", "addresses", "shelf", "instance", "archive",
            "catalogue", "people", "keeper", "files", "web"),
    "serve": ("faults", "gateway", "instance", "web", "wire"),
    "rulebook": ("cards", "havilering", "season", "verdict"),
    "stream": ("setups", "faults", "havilering", "reading", "record", "verdict"),
    "bookkeeping": ("faults", "havilering", "record", "season", "stream", "damage", "book", "table", "shelf",
                    "instance", "files", "keeper", "upkeep", "output"),
    "cli": ("setups", "faults", "cards", "havilering", "season", "record", "outcome", "verdict", "stream",
            "bookkeeping", "serve"),
    "__main__": ("cli",),
    "__init__": (),
}  # fmt: skip


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_point_one_way(file: Path) -> None:
    room = file.relative_to(PACKAGE).parts[0].removesuffix(".py")
    seen = {name.split(".")[1] for name in imports(file) if name.startswith("referee.")}
    assert seen <= set(MAY_SEE[room])


@pytest.mark.parametrize("file", sorted((PACKAGE / "havilering").glob("*.py")), ids=lambda file: file.stem)
def test_the_rules_are_pure(file: Path) -> None:
    """Standard library only, and of that nothing that has a clock, chance, a file or a wire."""
    outside = {name for name in imports(file) if not name.startswith("referee.")}
    assert outside <= {"collections.abc", "dataclasses", "datetime", "enum", "itertools", "types", "typing"}
    text = file.read_text()
    assert not re.search(r"\b(now\(\)|today\(\)|utcnow|open\(|print\(|input\()", text)


def test_one_small_place_knows_of_flask_htmx() -> None:
    """It has had no release for long: what it does here can be replaced in an hour."""
    (only,) = [file for file in MODULES if "flask_htmx" in imports(file)]
    assert only.name == "fragments.py"
    assert len(only.read_text().splitlines()) < 30


def test_importing_a_rule_does_not_import_the_web() -> None:
    code = "import sys, referee.games.havilering.match; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"flask", "sqlite3", "sqlite_utils", "wtforms", "astronomy"} & set(loaded)


RULES = (PACKAGE / "rules.md").read_text()
NUMBERS = set(re.findall(r"^- (\d\.\d+) ", RULES, re.MULTILINE))


def named_in(texts: list[str]) -> set[str]:
    """Rule numbers in texts, with ranges spelt out: `4.8 to 4.10`."""
    named: set[str] = set()
    for text in texts:
        for first, last in re.findall(r"\b(\d\.\d+) to (\d\.\d+)\b", text):
            chapter, start = first.split(".")
            named |= {f"{chapter}.{number}" for number in range(int(start), int(last.split(".")[1]) + 1)}
        named |= set(re.findall(r"(?<![\d.])([1-9]\.\d{1,2})(?!\d|\.\d)", text))
    return named


def test_every_rule_named_in_the_code_stands_in_the_rules_and_the_other_way_round() -> None:
    docstrings = [
        ast.get_docstring(node) or ""
        for file in MODULES
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    ]
    fields = re.findall(r'"""([^"]*)"""', "".join(file.read_text() for file in MODULES))
    named = named_in([*docstrings, *fields])
    assert named <= NUMBERS
    assert NUMBERS - named == {"2.4"}  # Following suit is the players' affair; what they do shows in 9.3.


DOCUMENTS = [HOME / name for name in ("README.md", "CONTRIBUTING.md")] + sorted((HOME / "docs").glob("*.md"))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.name)
def test_documents_name_what_exists(document: Path) -> None:
    text = document.read_text()
    targets = set(re.findall(r"^([a-z]+):", (HOME / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"`make ([a-z]+)`|^make ([a-z]+)$", text, re.MULTILINE)) <= {
        pair for name in targets for pair in ((name, ""), ("", name))
    }
    for path in re.findall(r"`((?:referee|templates|static|tests|docs|instance|\.ci)/[\w./*-]*)`", text):
        assert list(HOME.glob(path.rstrip("/"))), path
    for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", text):
        assert (document.parent / link).exists(), link


def test_every_room_is_on_the_plan() -> None:
    plan = (HOME / "CONTRIBUTING.md").read_text().split("## From a rule")[0]
    rooms = [*MODULES, *(HOME / "static").glob("*.[jc]s*"), *(HOME / "tests").glob("[!t_]*.py")]
    assert [room.name for room in rooms if not room.name.startswith("__") and room.name not in plan] == []


def test_the_benchmark_stands_in_the_docs() -> None:
    text = (HOME / "docs" / "speed.md").read_text()
    table = text.split("<!-- figures -->")[1].split("<!-- end -->")[0]
    assert len(re.findall(r"^\| [^|]+ \| +[\d.,]+ ?\S* \|", table, re.MULTILINE)) >= 20
    assert "`make bench`" in text


def test_commands_in_the_readme_run() -> None:
    """Each `$ referee …` of the README prints what the README shows beneath it."""
    blocks = re.findall(r"```console\n(.*?)```", (HOME / "README.md").read_text(), re.DOTALL)
    ran = 0
    for block in blocks:
        for command, shown in re.findall(r"^\$ referee (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            done = subprocess.run(
                f"{sys.executable} -m referee {command}", shell=True, capture_output=True, text=True, check=True
            )
            assert done.stdout == shown
            ran += 1
    assert ran >= 2


def test_files_stay_short_enough_to_hold_in_mind() -> None:
    files = [*MODULES, *(HOME / "static").glob("*.[jc]*s"), *(HOME / "templates").rglob("*.html")]
    assert {file.name: lines for file in files if (lines := len(file.read_text().splitlines())) > 300} == {}


def test_front_end_parts_carry_their_version_and_licence() -> None:
    vendored = HOME / "static" / "vendor"
    (script,) = vendored.glob("htmx-*.min.js")
    version = script.name.removeprefix("htmx-").removesuffix(".min.js")
    assert f'version:"{version}"' in script.read_text()
    assert "BSD" in (vendored / "htmx-LICENSE.txt").read_text()
