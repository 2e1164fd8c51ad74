"""Run in Pyodide by the build: compiles `/source.zip` to `/compiled.zip`, for the folder `/app`."""

import marshal
import py_compile
import sys
import zipfile
from pathlib import Path
from types import CodeType

APP = Path("/app")
LIBRARY = APP / "library"
HEAD = 16
"""The bytes of a compiled file before its code."""
WITH_DOCSTRINGS = ("pyodide", "_pyodide")
"""The packages that read their own docstrings when they start."""


def compile_templates() -> None:
    """Compile every template, as the app would on first use, and replace it with an empty file."""
    from referee.browser.bridge import TEMPLATES
    from referee.web import create_app
    from referee.web.compiled_templates import COMPILED

    app = create_app(Path("/instance"), alone=True)
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
    TEMPLATES.write_bytes(marshal.dumps(COMPILED.codes))
    for file in (APP / "referee/web/templates").rglob("*.html"):
        file.write_bytes(b"")


def compile_code() -> None:
    """Replace each source with a compiled file without docstrings; the tests have checked the source.

    Only the app's own code keeps the numbers of its lines for tracebacks: a seventh of the size.
    """
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    for file in APP.rglob("*.py"):
        has_docstrings = file.is_relative_to(LIBRARY) and file.relative_to(LIBRARY).parts[0] in WITH_DOCSTRINGS
        optimize = 0 if has_docstrings else 2
        py_compile.compile(str(file), f"{file}c", doraise=True, optimize=optimize, invalidation_mode=unchecked)
        file.unlink()
        if not file.is_relative_to(APP / "referee"):
            compiled = file.with_suffix(".pyc")
            head, code = compiled.read_bytes()[:HEAD], marshal.loads(compiled.read_bytes()[HEAD:])
            compiled.write_bytes(head + marshal.dumps(without_lines(code)))


def without_lines(code: CodeType) -> CodeType:
    """The same code without the numbers of its lines."""
    inner = (without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(inner))


with zipfile.ZipFile("/source.zip") as archive:
    archive.extractall(APP)
sys.path.insert(0, str(APP))
compile_templates()
for folder in list(APP.rglob("__pycache__")):
    for cached in folder.iterdir():
        cached.unlink()
    folder.rmdir()
compile_code()
with zipfile.ZipFile("/compiled.zip", "w") as archive:
    for file in sorted(APP.rglob("*")):
        if file.is_file():
            archive.write(file, file.relative_to(APP))
