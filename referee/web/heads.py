"""The head of a page names everything that it needs, so that a phone discovers nothing late.

Its styles come as one file, and all modules that its scripts import are named for loading at once.
"""

import posixpath
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from flask import Flask, Response, abort, current_app
from markupsafe import Markup

STYLES = "styles/"
"""The beginning of the names of styles that are sent as one: `styles/core.style+tables.table.css`."""
_SHEET = re.compile(r'<link rel="stylesheet"\s+href="(\S*?/static/\w+/)([\w/-]+)\.css">\s*')
_SCRIPT = re.compile(r'<script src="(\S*?/static/\w+/)([\w/.-]+)"\s+type="module">')
_IMPORT = re.compile(r'^(?:import|export)\b[^;]*?"(\.[^"]+)";', re.MULTILINE)


def register(app: Flask) -> None:
    """Let the app join styles in one file, and its templates list what a head needs."""
    app.view_functions["static"] = _file
    app.jinja_env.filters["whole_head"] = whole_head


def whole_head(markup: str) -> Markup:
    """Return the links and scripts of a head, with one link for its styles, and links for all modules imported."""
    markup, folder = str(markup), current_app.static_folder or ""
    sheets = _SHEET.findall(markup)
    names = dict.fromkeys(name.replace("/", ".") for _, name in sheets)
    style = f'<link rel="stylesheet" href="{sheets[0][0]}{STYLES}{"+".join(names)}.css">\n  ' if sheets else ""
    scripts = _SCRIPT.findall(markup)
    modules = dict.fromkeys(name for _, script in scripts for name in _imported(folder, script))
    named = {script for _, script in scripts}
    links = (f'<link rel="modulepreload" href="{scripts[0][0]}{name}">' for name in modules if name not in named)
    return Markup(f"{style}{_SHEET.sub('', markup)}{''.join(links)}")


@cache
def _imported(folder: str, module: str) -> tuple[str, ...]:
    """The modules that a module imports, each after those that it imports itself."""
    names = dict.fromkeys(name for each in _imports(folder, module) for name in (*_imported(folder, each), each))
    return tuple(names)


def _imports(folder: str, module: str) -> Iterator[str]:
    text = (Path(folder) / module).read_text(encoding="utf-8")
    for name in _IMPORT.findall(text):
        yield posixpath.normpath(posixpath.join(posixpath.dirname(module), name))


def _file(filename: str) -> Response:
    """Send a static file, or some styles as one."""
    if not filename.startswith(STYLES):
        return current_app.send_static_file(filename)
    content = _joined(current_app.static_folder or "", filename)
    if content is None:
        abort(404)
    response = Response(content, mimetype="text/css")
    response.cache_control.max_age = current_app.get_send_file_max_age(filename)
    return response


@lru_cache(maxsize=64)
def _joined(folder: str, filename: str) -> str | None:
    """The styles that a name lists; None if one of them is missing, or one is listed twice."""
    names = filename.removeprefix(STYLES).removesuffix(".css").split("+")
    files = [Path(folder) / f"{name.replace('.', '/')}.css" for name in names]
    if len(set(names)) < len(names) or not all(re.fullmatch(r"\w+\.\w+", name) for name in names):
        return None
    return "".join(file.read_text(encoding="utf-8") for file in files) if all(map(Path.is_file, files)) else None
