"""The core names no game and no game's rule: it asks the game for everything that differs between games."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from referee.games import GAMES
from tests.test_structure import GAMES as PACKAGES
from tests.test_structure import HOME, MODULES, PACKAGE

PLAIN = {"deals", "values", "pack"}
"""Keys that are words of every game, too."""
RULES = {key for game in GAMES.values() for key in game.setups.rules.values} - PLAIN
"""The keys of all rules."""
WORDS = re.compile(r"(?<![a-z])(havilering|cribbage|hearts|humbug|grevjass|karn(?:o|ö)ffel)(?![a-z])", re.IGNORECASE)
COLUMNS = "columns that matches of all games have, or parts of pages that several games share"
ALLOWED = {
    "store/game_tables.py": "SQL, which is frozen text",
    "games/kit/projections.py": COLUMNS,
    "store/match_search.py": COLUMNS,
    "web/tables/history.py": COLUMNS,
    "web/tables/sides.py": COLUMNS,
    "web/tables/posted.py": "fields of forms",
    "web/matches/house_rules.py": COLUMNS,
}
"""The modules that may, and why."""


def named(file: Path) -> Iterator[str]:
    """The names in a module: words in texts that are no docstrings, keys of rules as a text, or of `rules`."""
    tree = ast.parse(file.read_text())
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield from WORDS.findall(node.value)
            if node.value in RULES:
                yield node.value
        elif isinstance(node, ast.Attribute) and node.attr in RULES and ast.unparse(node.value).endswith("rules"):
            yield node.attr


def test_the_core_names_no_game_and_no_rule_of_one() -> None:
    core = [file for file in MODULES if not {*PACKAGES} & {*file.relative_to(PACKAGE).parts}]
    found = {file.relative_to(PACKAGE).as_posix(): sorted(set(named(file))) for file in core}
    assert {file: names for file, names in found.items() if names and file not in ALLOWED} == {}
    assert {file for file in ALLOWED if not found[file]} == set(), "these name nothing any more"


def test_pages_of_evenings_name_no_game() -> None:
    for folder in ("templates/evenings", "templates/core", "templates/tables", "static/evenings", "static/core"):
        for file in (HOME / folder).rglob("*.*"):
            text = re.sub(r"{#.*?#}|/\*.*?\*/|//.*", "", file.read_text(errors="ignore"), flags=re.DOTALL)
            assert not WORDS.search(text), file
