"""Run in Pyodide by the build: compiles `/source.zip` to `/compiled.zip`, for the folder `/app`."""

import marshal
import py_compile
import sys
import zipfile
from pathlib import Path

APP = Path("/app")


def compile_templates() -> None:
    """Compile every template, as the app would when it first shows it."""
    from referee.browser.bridge import TEMPLATES
    from referee.web import create_app
    from referee.web.compiled_templates import COMPILED

    app = create_app(Path("/instance"), alone=True)
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
    TEMPLATES.write_bytes(marshal.dumps(COMPILED.codes))


def compile_code() -> None:
    """Put a compiled file in the place of each source; it has no docstrings, and was checked by the tests."""
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    for file in APP.rglob("*.py"):
        py_compile.compile(str(file), f"{file}c", doraise=True, optimize=2, invalidation_mode=unchecked)
        file.unlink()


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
