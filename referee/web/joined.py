"""Files sent as one: the styles of a page, and its scripts with all modules that they import.

A page's scripts are modules. Sent one by one, a table's are two dozen requests, on the first visit one after another
in several rounds. Joined, each module is a function that returns what it exports and runs when it is first needed.
Browsers run the files themselves just as well, so the modules stay ordinary ones.
"""

import posixpath
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, abort, current_app, url_for
from markupsafe import Markup

_KINDS = {
    "styles": (".css", "text/css", '<link rel="stylesheet" href="{}">'),
    "scripts": (".js", "text/javascript", '<script src="{}" type="module"></script>'),
}
"""The folders of joined files, which are named after their parts: `styles/core.style+tables.table.css`."""
_PART = re.compile(r"\w+\.\w+")
_IMPORT = re.compile(r'^import (?:(\* as \w+|\{[^}]*\}) from )?"(\.[^"]+)\.js";$', re.MULTILINE)
_LATER = re.compile(r'\bimport\("(\.[^"]+)\.js"\)')
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+|[\[{].*?[\]}])|\{(.*?)\})", re.MULTILINE)
_START = "const done = {};\nconst need = (name) => (done[name] = done[name] || modules[name]());\nconst modules = {\n"


def register(app: Flask) -> None:
    """Let the app send joined files, and templates load them."""
    app.view_functions["static"] = _file
    app.jinja_env.filters["joined"] = _joined_in_page


def _joined_in_page(listed: str, kind: str) -> Markup:
    """The element that loads static files as one, given their names with spaces between; none for no names."""
    parts = [posixpath.splitext(file)[0].replace("/", ".") for file in dict.fromkeys(listed.split())]
    suffix, _, element = _KINDS[kind]
    address = url_for("static", filename=f"{kind}/{'+'.join(parts)}{suffix}")
    return Markup(element).format(address) if parts else Markup()


def _file(filename: str) -> Response:
    """Send a static file, or several joined."""
    kind, _, name = filename.partition("/")
    if kind not in _KINDS:
        return current_app.send_static_file(filename)
    suffix, mimetype, _ = _KINDS[kind]
    content = _joined(Path(current_app.static_folder or ""), suffix, name)
    if content is None:
        abort(404)
    response = Response(content, mimetype=mimetype)
    response.cache_control.max_age = current_app.get_send_file_max_age(filename)
    return response


@lru_cache(maxsize=64)
def _joined(folder: Path, suffix: str, name: str) -> str | None:
    """The files that a name lists, joined; None if one of them is missing, or listed twice."""
    parts = name.removesuffix(suffix).split("+")
    names = [part.replace(".", "/") for part in parts]
    if len(set(parts)) < len(parts) or not all(map(_PART.fullmatch, parts)):
        return None
    if not all((folder / f"{each}{suffix}").is_file() for each in names):
        return None
    if suffix == ".js":
        return script(folder, names)
    return "".join((folder / f"{each}{suffix}").read_text(encoding="utf-8") for each in names)


def script(folder: Path, names: Iterable[str]) -> str:
    """Modules, such as `core/deliver`, joined with all that they import; each runs as a module would."""
    texts = _with_imported(folder, names)
    functions = "".join(f'"{name}": () => {{\n{_as_function(name, texts)}}},\n' for name in texts)
    # In separate microtasks, so that an error in one does not stop the others.
    needed = "".join(f'queueMicrotask(() => need("{name}"));\n' for name in names)
    return f"{_START}{functions}}};\n{needed}"


def _with_imported(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """The texts of modules and of all that they import.

    A dynamically imported module stays a separate file if it imports nothing, since it may never be needed.
    """
    texts, waiting = dict[str, str](), [*names]
    while waiting:
        name = waiting.pop()
        text = texts[name] = (folder / f"{name}.js").read_text(encoding="utf-8")
        later = [_beside(name, found) for found in _LATER.findall(text)]
        now = [_beside(name, found) for _, found in _IMPORT.findall(text)]
        shares = [each for each in later if _IMPORT.search((folder / f"{each}.js").read_text(encoding="utf-8"))]
        waiting += [each for each in now + shares if each not in texts]
    return texts


def _beside(module: str, imported: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), imported))


def _as_function(name: str, texts: dict[str, str]) -> str:
    """The body of a module's function."""
    exported = list[str]()

    def imported(found: re.Match[str]) -> str:
        names = (found[1] or "").removeprefix("* as ").replace(" as ", ": ")
        needed = f'need("{_beside(name, found[2])}");'
        return f"const {names} = {needed}" if names else needed

    def imported_later(found: re.Match[str]) -> str:
        module = _beside(name, found[1])
        return f'Promise.resolve(need("{module}"))' if module in texts else f'import("../{module}.js")'

    def noted(found: re.Match[str]) -> str:
        exported.extend(re.findall(r"\w+", found[1] or found[2]))
        return ""

    text = _EXPORT.sub(noted, _LATER.sub(imported_later, _IMPORT.sub(imported, texts[name])))
    return f"{text}return {{ {', '.join(exported)} }};\n"
