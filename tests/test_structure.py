"""The structure: allowed imports, traceable rules, and true documents."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent
PACKAGE = HOME / "referee"
MODULES = sorted(PACKAGE.rglob("*.py"))
GAMES = sorted(file.parent.name for file in (PACKAGE / "games").glob("*/game.py"))


def parts_of(file: Path) -> tuple[str, ...]:
    """The folders and the name of a file within the project, regardless of its location."""
    return file.relative_to(HOME).parts


@cache
def nodes(file: Path) -> list[ast.AST]:
    """The nodes of a module's syntax tree, flattened."""
    return list(ast.walk(ast.parse(file.read_text())))


@cache
def imports(file: Path) -> set[str]:
    return imported(nodes(file))


def imported(among: Iterable[ast.AST]) -> set[str]:
    """The modules imported by some nodes of a module."""
    found = set()
    for node in among:
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            # `from a.b import c`: c may be a module of its own.
            for name in node.names:
                path = PACKAGE.parent.joinpath(*node.module.split("."), name.name)
                is_module = path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()
                found.add(f"{node.module}.{name.name}" if is_module else node.module)
    return found


BASICS = {
    "faults", "cards", "fields", "text", "english", "season", "moments", "results", "chain", "cache", "addresses",
    "release", "service_worker",
}  # fmt: skip
SHARED = {"games.edits", "games.game", "games.kit", "games.rulebook", "games.sittings"}
"""Modules shared by games and the core."""
# Each package or module, and the packages and modules it may import, beside itself and the basics. The longest name
# that fits counts. Imports point one way: up this list.
MAY_IMPORT: dict[str, set[str]] = {
    "games.edits": set(),
    "games.kit": {"games.edits"},
    "games.game": {"games.edits", "games.kit"},
    "games.rulebook": set(),
    "games.sittings": {"games.edits", "games.game", "games.kit"},
    **{f"games.{game}": SHARED for game in GAMES},
    "games": SHARED | {f"games.{game}" for game in GAMES},
    "evenings": set(),
    "log": set(),
    "store": SHARED | {"log"},
    "match": SHARED | {"games", "log", "store"},
    "books": SHARED | {"games", "evenings", "log", "store", "match"},
    "web.components": SHARED | {"store"},
    **{
        f"web.games.{game}": SHARED | {f"games.{game}", "log", "store", "match", "books", "web", "web.components"}
        for game in GAMES
    },
    "web.games": {f"web.games.{game}" for game in GAMES} | {f"games.{game}" for game in GAMES} | {"web"},
    "web": SHARED | {"evenings", "log", "store", "match", "books", "web.components", "web.games"},
    "server": {"store", "books", "web"},
    "browser": {"store", "books", "web"},
    "operators": {"store", "match", "books", "server"},
    **{f"cli.games.{game}": {f"games.{game}", "cli"} for game in GAMES},
    "cli.games": {f"cli.games.{game}" for game in GAMES},
    "cli": {"games", "games.kit", "store", "match", "books", "web", "server", "operators", "browser", "cli.games"},
    "__main__": {"cli"},
    "__init__": set(),
}


def longest(name: str, among: Iterable[str]) -> str:
    """The longest of some dotted names that equals a dotted name or contains it; empty if there is none."""
    return max((each for each in among if f"{name}.".startswith(f"{each}.")), key=len, default="")


def module_name(file: Path) -> str:
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def test_imports_point_one_way() -> None:
    for file in MODULES:
        own = longest(module_name(file), {*MAY_IMPORT, *BASICS})
        assert own, f"{file} has no place in the list"
        allowed = BASICS | {own} | MAY_IMPORT.get(own, set())
        for name in imports(file):
            if name.startswith("referee."):
                imported = name.removeprefix("referee.")
                assert longest(imported, {*MAY_IMPORT, *BASICS}) in allowed, f"{file} imports {imported}"


def test_imports_form_no_circle() -> None:
    """So that modules can be read in order. Imports for annotations do not count."""
    graph = {}
    for file in MODULES:
        blocks = [
            node for node in nodes(file) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        ]
        of_types = {each for block in blocks for each in imported(ast.walk(block))}
        graph[f"referee.{module_name(file)}"] = imports(file) - of_types
    TopologicalSorter(graph).prepare()
    with pytest.raises(CycleError):
        TopologicalSorter(graph | {"referee.faults": {"referee.cli"}}).prepare()


def test_no_game_imports_the_core_and_only_registries_import_a_game() -> None:
    """Check the same with an independent implementation."""
    core = {"store", "match", "books", "web", "cli", "server", "operators"}
    for file in MODULES:
        name = module_name(file)
        imported = {each.removeprefix("referee.") for each in imports(file) if each.startswith("referee.")}
        games = {each.split(".")[1] for each in imported if re.match(rf"games\.({'|'.join(GAMES)})\b", each)}
        own = re.match(rf"(?:web\.|cli\.)?games\.({'|'.join(GAMES)})\b", name)
        if own and name.startswith("games."):
            assert not {each.split(".")[0] for each in imported} & core, name
        if own:
            assert games <= {own[1]}, name
        elif name not in ("games", "web.games", "cli.games"):
            assert not games, name


def reaches_the_whole(code: str) -> bool:
    """True if code uses the whole match: `current.whole_match`, its record, or its actions."""
    return any(
        isinstance(node, ast.Attribute)
        and (
            node.attr in ("whole_match", "transitions", "corrected", "audit_log")
            or (node.attr == "record" and "service" in ast.unparse(node.value))
        )
        for node in ast.walk(ast.parse(code))
    )


MAY_REACH_THE_WHOLE = {
    **dict.fromkeys(("tables/table.py", "tables/entries.py", "games/havilering/table.py"), "it judges an entry"),
    **dict.fromkeys(
        ("corrections/views.py", "corrections/listing.py", "corrections/preview.py", "corrections/solutions.py",
         "matches/start.py", "tables/correcting.py", "games/grevjass/correcting.py", "games/havilering/changes.py",
         "games/havilering/correcting.py", "games/havilering/rulings.py"),
        "what follows from a correction is found in it; guesses are refused before",
    ),
    "tables/announcing.py": "the words of the log tell what was undone, given what may be seen",
    **dict.fromkeys(("games/havilering/screen.py", "tables/tricks.py"), "the pad marks the cards that are gone"),
    **dict.fromkeys(
        ("games/cribbage/history.py", "games/havilering/history.py", "tables/history.py"),
        "replays have the deals that are over; a table that agrees looks back at a hand in play",
    ),
}  # fmt: skip


def test_pages_show_what_may_be_seen_of_a_match() -> None:
    """All other modules use `current.match`, from which each game omits what its rules keep closed."""
    web = PACKAGE / "web"
    reach = {file.relative_to(web).as_posix() for file in web.rglob("*.py") if reaches_the_whole(file.read_text())}
    assert reach == MAY_REACH_THE_WHOLE.keys()
    for template in (HOME / "templates").rglob("*.*"):
        assert "whole_match" not in template.read_text(), template
    assert reaches_the_whole("deal = current.whole_match.deal")
    assert reaches_the_whole("service().transitions(1)")
    assert reaches_the_whole("self._service.record(1)")
    assert not reaches_the_whole("current.match, screen.match, game.result")


RULES_OF_GAMES = [file for game in [*GAMES, "sittings"] for file in sorted((PACKAGE / "games" / game).glob("*.py"))]
READS_A_FILE = {"game.py": {"pathlib"}, "projection.py": {"json"},
                "records.py": {"hashlib", "json"}}  # fmt: skip
"""Imports that only some of a game's modules may have."""


def test_the_rules_are_pure() -> None:
    """Standard library only, and none of its modules for clocks, randomness, files or sockets."""
    usual = {
        "collections",
        "collections.abc",
        "dataclasses",
        "datetime",
        "enum",
        "functools",
        "itertools",
        "types",
        "typing",
    }
    for file in RULES_OF_GAMES:
        outside = {name for name in imports(file) if not name.startswith("referee.")}
        assert outside <= usual | READS_A_FILE.get(file.name, set()), file
        assert not re.search(r"\b(now\(\)|today\(\)|utcnow|open\(|print\(|input\()", file.read_text()), file


def test_one_small_place_knows_of_flask_htmx() -> None:
    """Not released for a long time, but its function here can be replaced in an hour."""
    (only,) = [file for file in MODULES if "flask_htmx" in imports(file)]
    assert only.name == "fragments.py"
    assert len(only.read_text().splitlines()) < 30


def test_importing_a_rule_does_not_import_the_web() -> None:
    code = "import sys, referee.games.havilering.match; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"flask", "sqlite3", "sqlite_utils", "wtforms", "astronomy"} & set(loaded)


def named_in(texts: list[str]) -> set[str]:
    """Rule numbers in texts, with ranges spelt out: `4.8 to 4.10`."""
    named: set[str] = set()
    for text in texts:
        for first, last in re.findall(r"\b(\d\.\d+) to (\d\.\d+)\b", text):
            chapter, start = first.split(".")
            named |= {f"{chapter}.{number}" for number in range(int(start), int(last.split(".")[1]) + 1)}
        named |= set(re.findall(r"(?<![\d.])([1-9]\.\d{1,2})(?!\d|\.\d)", text))
    return named


def texts_of(files: list[Path]) -> list[str]:
    """The docstrings of some modules, including the docstrings of constants and fields."""
    docstrings = [
        ast.get_docstring(node) or ""
        for file in files
        for node in nodes(file)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    ]
    return [*docstrings, *re.findall(r'"""([^"]*)"""', "".join(file.read_text() for file in files))]


UNENFORCED = {
    "havilering": {"2.4"},
    "cribbage": {"7.5"},
    "grevjass": {"4.2", "4.3"},
    "hearts": {"4.4", "7.3"},
}
"""Rules that no code implements, because they are up to the players: following suit, which shows in 9.3; how long
too few points may be corrected; the cards allowed in a trick of Grevjass; a wrong dealer; the price of counters."""


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_named_in_the_code_stands_in_the_rules_and_the_other_way_round(game: str) -> None:
    rules = (PACKAGE / "games" / game / "rules.md").read_text()
    numbers = set(re.findall(r"^- (\d\.\d+) ", rules, re.MULTILINE))
    named = named_in(texts_of([file for file in MODULES if game in parts_of(file)]))
    assert named <= numbers
    assert numbers - named == UNENFORCED.get(game, set())


def test_the_core_names_no_rule_of_a_game() -> None:
    texts = texts_of([file for file in MODULES if not {*GAMES} & {*parts_of(file)}])
    assert named_in([text.replace("HTTP/1.1", "") for text in texts]) == set()


DOCUMENTS = [HOME / name for name in ("README.md", "CONTRIBUTING.md")] + sorted((HOME / "docs").glob("*.md"))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.name)
def test_documents_name_what_exists(document: Path) -> None:
    text = document.read_text()
    targets = set(re.findall(r"^([a-z]+):", (HOME / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"`make ([a-z]+)`|^make ([a-z]+)$", text, re.MULTILINE)) <= {
        pair for name in targets for pair in ((name, ""), ("", name))
    }
    for path in re.findall(r"`((?:referee|templates|static|tests|docs|instance|\.ci)/[\w./*-]*)`", text):
        assert any(list(home.glob(path.rstrip("/"))) for home in (HOME, HOME / "tests" / "plain_tricks" / "game")), (
            path
        )
    for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", text):
        assert (document.parent / link).exists(), link


OVERVIEW = (HOME / "CONTRIBUTING.md").read_text().split("## The packages")[1].split("## Glossary")[0]
FOLDERS = {
    file.parent.relative_to(HOME).as_posix() + "/"
    for top, kinds in (("referee", "*.py"), ("static", "*.[jc]s*"), ("templates", "*.html"), ("tests", "*.py"))
    for file in (HOME / top).rglob(kinds)
}  # fmt: skip


def untold(overview: str) -> set[str]:
    """The packages and folders that an overview does not name; a game's pages are covered by the game."""
    packages = {folder for folder in FOLDERS if re.match(r"referee/(games/|(?!.*games/.))", folder)}
    folders = {"/".join(folder.split("/")[:2]) + "/" for folder in FOLDERS if folder.count("/") > 1} - {
        "static/vendor/"
    }
    return {folder for folder in packages | folders if f"`{folder}`" not in overview}


def test_every_package_and_folder_is_in_the_overview() -> None:
    assert untold(OVERVIEW) == set()
    assert untold(OVERVIEW.replace("`referee/web/tables/`", "")) == {"referee/web/tables/"}
    assert untold(OVERVIEW.replace("`static/tables/`", "")) == {"static/tables/"}


def test_the_benchmark_stands_in_the_docs() -> None:
    text = (HOME / "docs" / "speed.md").read_text()
    table = text.split("<!-- figures -->")[1].split("<!-- end -->")[0]
    assert len(re.findall(r"^\| [^|]+ \| +[\d.,]+ ?\S* \|", table, re.MULTILINE)) >= 20
    assert "`make bench`" in text


def test_commands_in_the_documents_run() -> None:
    """Each `$ referee …` prints what the document shows beneath it."""
    text = "\n".join(document.read_text() for document in DOCUMENTS)
    blocks, ran = re.findall(r"```console\n(.*?)```", text, re.DOTALL), 0
    for block in blocks:
        for command, shown in re.findall(r"^\$ referee (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            done = subprocess.run(
                f"{sys.executable} -m referee {command}", shell=True, capture_output=True, text=True, check=True
            )
            assert done.stdout == shown
            ran += 1
    assert ran >= 4


def test_files_stay_short_enough_to_hold_in_mind() -> None:
    files = [*MODULES, *(HOME / "static").glob("[!v]*/*.[jc]s*"), *(HOME / "templates").rglob("*.html")]
    assert {file.name: lines for file in files if (lines := len(file.read_text().splitlines())) > 300} == {}


def test_lines_of_templates_and_styles_stay_short() -> None:
    files = [*(HOME / "templates").rglob("*.*"), *(HOME / "static").glob("[!v]*/*.css")]
    long = [(file.name, line) for file in files for line in file.read_text().splitlines() if len(line) > 120]
    assert long == []


def test_no_has_restyles_whatever_is_below_it() -> None:
    """Browsers reapply such a rule to everything below its `:has` after each change there: a page per tap."""
    found = set[tuple[str, str]]()
    for file in (HOME / "static").glob("[!v]*/*.css"):
        styles = re.sub(r"/\*.*?\*/|@supports \(-moz.*?\n\}", "", file.read_text(), flags=re.DOTALL)
        selectors = re.findall(r"([^{};]*:has\([^{};]*)\{", styles)
        found |= {(file.name, each) for each in selectors if re.search(r"\)[^()]* (\*|:not\([^()]*\)) $", each)}
    assert found == set()


def lines_of(file: Path) -> list[str]:
    """The lines of a file without imports, empty lines and game names."""
    text = re.sub(r"^(from|import) [^(\n]*(\([^)]*\))?\n", "", file.read_text(), flags=re.MULTILINE)
    names = "|".join(name.split("_")[0] for name in GAMES)
    return [re.sub(names, "", line.strip(), flags=re.IGNORECASE) for line in text.splitlines() if line.strip(" )}],")]


def test_no_two_games_repeat_each_other() -> None:
    """Nine equal lines in two games are written once, in a module that games share."""
    files = [*MODULES, *(HOME / "templates").rglob("*.*"), *(HOME / "static").glob("[!v]*/*.[jc]s*")]
    games_with: dict[tuple[str, ...], set[str]] = {}
    for file in files:
        lines, of = lines_of(file), [game for game in GAMES if game in parts_of(file)]
        for at in range(len(lines) - 8) if of else ():
            games_with.setdefault(tuple(lines[at : at + 9]), set()).add(of[0])
    assert len(games_with) > 10_000
    assert {lines: games for lines, games in games_with.items() if len(games) > 1} == {}


def test_functions_fit_on_a_screen() -> None:
    """The body of a function: up to about 40 lines."""
    long = []
    for file in MODULES:
        for node in nodes(file):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                start = node.body[1 if ast.get_docstring(node) and len(node.body) > 1 else 0].lineno
                if (node.end_lineno or start) - start >= 42:
                    long.append((file.name, node.name))
    assert long == []


def test_front_end_parts_carry_their_version_and_licence() -> None:
    vendored = HOME / "static" / "vendor"
    (script,) = vendored.glob("htmx-*.min.js")
    version = script.name.removeprefix("htmx-").removesuffix(".min.js")
    assert f'version:"{version}"' in script.read_text()
    assert "BSD" in (vendored / "htmx-LICENSE.txt").read_text()
