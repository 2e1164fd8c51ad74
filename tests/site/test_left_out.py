"""Modules that the site omits: no remaining module imports them, apart from code that never runs in a browser."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from referee.browser import build
from referee.store.instance import CHECKOUT

pytestmark = pytest.mark.timeout(180)

OMITTED = (*build.UNUSED, *build.UNUSED_LIBRARY, *build.WITHOUT)
NEVER_RUN = ("click/", "flask/cli.py", "flask/testing.py", "json/__main__.py", "referee/__main__.py",
             "sqlite_utils/__main__.py", "werkzeug/serving.py")  # fmt: skip
"""Files of commands and of a server."""
HARMLESS = {
    "dateutil/tz/tz.py": {"dateutil/rrule", "dateutil/tz/win"},  # Calendars of time zones; Windows.
    "flask/app.py": {"flask/debughelpers", "flask/testing"},  # Debug mode, and a client for tests.
    "flask/sansio/app.py": {"flask/testing"},  # For its types.
    "flask/templating.py": {"flask/debughelpers"},
    "flask/wrappers.py": {"flask/debughelpers"},
    "flask_wtf/form.py": {"flask_wtf/i18n"},  # If Babel is there.
    "jinja2/environment.py": {"jinja2/ext"},  # For its types.
    "jinja2/filters.py": {"jinja2/sandbox"},  # For its types.
    "jinja2/utils.py": {"jinja2/constants"},  # Words to fill a page with.
    "wtforms/meta.py": {"wtforms/csrf/session"},  # Unless a form has a check of its own.
}
"""The omitted modules that a file imports where it never gets."""
IMPORT = re.compile(r"^(?:import [\w., ]+|from [\w.]+ import (?:\([\w\s,]+\)|[\w, ]+|\*))", re.MULTILINE)


def imported(path: str, nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The modules, and names in modules, that a file imports, as paths."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (each.name.replace(".", "/") for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            folders = path.split("/")[: -node.level] if node.level else []
            module = "/".join([*folders, *(node.module or "").split(".")]).replace(".", "/").rstrip("/")
            yield module
            yield from (f"{module}/{each.name}" for each in node.names)


def omitted(path: str, nodes: Iterable[ast.AST]) -> set[str]:
    """The omitted modules that a file imports, each as the list of omitted ones names it."""
    names = [f"{name}." for name in imported(path, nodes)] + [f"{name}/" for name in imported(path, nodes)]
    return {each.rstrip("./") for each in OMITTED for name in names if name.startswith(each)}


def test_the_app_and_its_packages_import_nothing_omitted() -> None:
    files = {path: content for path, content in (*build._app(), *build._packages()) if path.endswith(".py")}
    found = {path: omitted(path, ast.walk(ast.parse(content))) for path, content in files.items()}
    assert len(files) > 500
    assert {path: names for path, names in found.items() if names and not path.startswith(NEVER_RUN)} == HARMLESS


def test_the_library_imports_nothing_omitted_when_it_is_imported() -> None:
    """By the lines that are not indented: its Python is newer than this one."""
    files = dict(build._library(CHECKOUT / "build" / "pyodide"))
    kept = {path.removeprefix(build.LIBRARY): content for path, content in files.items() if path.endswith(".py")}
    found = {path: omitted(path, ast.walk(ast.parse("\n".join(IMPORT.findall(content.decode().replace("\\\n", ""))))))
             for path, content in kept.items()}  # fmt: skip
    assert len(kept) > 100
    assert {path: names for path, names in found.items() if names and not path.startswith(NEVER_RUN)} == {}


def test_what_is_needed_last_comes_last_and_packages_outlive_an_edition(site: Path) -> None:
    (listed,) = site.glob("site/*/files.json")
    paths = [file["path"] for file in json.loads(listed.read_text())["files"]]
    assert [path.split("/")[-1] for path in paths[-4:]] == [*build.LAST]
    assert [path.split("/")[1].startswith("core-") for path in paths[-4:]] == [True, True, False, False]
