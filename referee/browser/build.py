"""Builds the site: the app as a folder of static files that any host serves, and a browser runs without a server.

    python -m referee.browser.build FOLDER

needs Node.js: npm fetches Pyodide, which is CPython for browsers, and Node runs it to compile the code. For phones
of a server, `referee engine` builds it. The site is

    index.html, sw.js, 404.html, edition.json       the files at fixed addresses
    site/core-HASH/                                 Pyodide, and `packages.zip` with the packages that the app imports
    site/EDITION/                                   the page that runs the app, its worker, `code.zip`, `pages.zip`

Files that phones keep are packed, as `.lzma`, so that no host has to compress them.
"""

import base64
import hashlib
import io
import json
import lzma
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.metadata import distribution
from pathlib import Path

from referee.faults import Fault, RefusedError
from referee.service_worker import ALONE, BESIDE_SERVER, joined
from referee.store.instance import CHECKOUT

PYODIDE = "314.0.7"
INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The package's checksum, as npm states it."""
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LAST = "python_stdlib.zip", "packages.zip", "code.zip", "pages.zip"
"""The files that are downloaded last, in the order in which a first start needs them."""
WITHOUT = (
    "referee/cli/",
    "referee/operators/",
    "referee/server/",
    "referee/browser/build",
    "referee/browser/compile",
    "referee/web/engine/",
)
"""The parts that only a server needs."""
NEEDED = {
    "blinker": "blinker", "click": "click", "flask": "flask", "flask-htmx": "flask_htmx", "flask-wtf": "flask_wtf",
    "itsdangerous": "itsdangerous", "jinja2": "jinja2", "markupsafe": "markupsafe", "astronomy-engine": "astronomy",
    "pluggy": "pluggy", "python-dateutil": "dateutil", "sqlite-fts4": "sqlite_fts4", "sqlite-utils": "sqlite_utils",
    "werkzeug": "werkzeug", "wtforms": "wtforms", "tzdata": "tzdata", "openskill": "openskill",
}  # fmt: skip
"""The packages, with the modules imported from each."""
UNUSED = (
    "click/_termui_impl", "click/_textwrap", "click/_winconsole", "click/shell_completion", "click/testing",
    "dateutil/easter", "dateutil/rrule", "dateutil/tz/win", "dateutil/tzwin", "dateutil/utils", "dateutil/zoneinfo/",
    "flask/debughelpers", "flask/testing", "flask/views", "flask_wtf/file", "flask_wtf/i18n", "jinja2/constants",
    "jinja2/ext", "jinja2/meta", "jinja2/nativetypes", "jinja2/sandbox", "sqlite_utils/cli", "werkzeug/_reloader",
    "werkzeug/debug/", "werkzeug/middleware/", "werkzeug/testapp", "wtforms/csrf/session", "wtforms/locale/",
)  # fmt: skip
"""The parts of those packages that nothing here imports."""
UNUSED_LIBRARY = (
    "_ast_unparse.", "_markupbase.", "_py_abc.", "_pydatetime.", "_pyio.", "_pyrepl/", "argparse.",
    "asyncio/__main__.", "asyncio/proactor_events.", "asyncio/tools.", "asyncio/windows", "bdb.", "cProfile.", "cmd.",
    "code.", "colorsys.", "compileall.", "concurrent/futures/interpreter.", "concurrent/futures/process.",
    "concurrent/interpreters/", "configparser.", "ctypes/", "doctest.", "email/_header_value_parser.",
    "email/contentmanager.", "email/headerregistry.", "email/mime/", "email/policy.", "filecmp.", "fileinput.",
    "ftplib.", "getopt.", "getpass.", "graphlib.", "html/parser.", "http/cookiejar.", "imaplib.", "json/tool.",
    "logging/config.", "logging/handlers.", "mailbox.", "modulefinder.", "multiprocessing/", "netrc.", "optparse.",
    "pathlib/types.", "pdb.", "pickletools.", "plistlib.", "poplib.", "profile.", "pstats.", "pty.", "py_compile.",
    "pyclbr.", "pydoc", "pyodide/_nodesock_transport.", "pyodide/console.", "rlcompleter.", "runpy.", "sched.",
    "shelve.", "shlex.", "smtplib.", "sqlite3/__main__.", "sqlite3/dump.", "symtable.", "sysconfig/__main__.",
    "tabnanny.", "tarfile.", "timeit.", "tomllib/", "trace.", "turtle", "unittest/", "urllib/robotparser.", "wave.",
    "wsgiref/", "xml/", "xmlrpc/", "zipapp.",
    *(f"encodings/{name}" for name in (
        "big5", "cp1", "cp7", "cp8", "cp9", "euc", "gb", "hp", "hz", "iso", "johab", "koi", "kz", "mac", "palm",
        "ptcp", "shift", "tis",
    )),
)  # fmt: skip
"""The parts of Python's own library that nothing here imports."""
LIBRARY = "library/"
"""The folder of Python's library among the app's files."""
ZONES = ("Europe/London", "UTC")
TYPES = {
    ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css",
    ".svg": "image/svg+xml", ".json": "application/json", ".wasm": "application/wasm", ".zip": "application/zip",
    ".png": "image/png", ".webmanifest": "application/manifest+json",
}  # fmt: skip
PACKAGE = Path(__file__).parent.parent
STATIC = next(each for each in (PACKAGE / "web" / "static", CHECKOUT / "static") if each.is_dir())
SHELL, ICONS = STATIC / "site", ("icon.svg", "icon-192.png", "icon-512.png")


def build(site: Path, work: Path, static: str = "") -> str:
    """Build the site in a folder, which is emptied after compiling; `work` caches downloads. Returns the edition.

    For a server, `static` is the address of its static files: phones keep the app only if they have the same.
    """
    compiled = _compiled(work)
    library = {path.removeprefix(LIBRARY): compiled.pop(path) for path in [*compiled] if path.startswith(LIBRARY)}
    packages = {path: compiled.pop(path) for path in [*compiled] if not path.startswith("referee/")}
    core_files = _core(work, library) | {"packages.zip": _stored(packages)}
    core = f"site/core-{_hash(core_files.values())}/"
    files = {core + name: content for name, content in core_files.items()}
    own = {path.name: path.read_bytes() for path in sorted(SHELL.iterdir())}
    own |= {name: (STATIC / "core" / name).read_bytes() for name in ICONS}
    own["manifest.webmanifest"] = _manifest()
    code = {path: compiled.pop(path) for path in [*compiled] if path.endswith(".pyc")}
    own |= {"code.zip": _stored(code), "pages.zip": _stored(compiled)}
    name, parts = ("engine-sw.js", BESIDE_SERVER) if static else ("sw.js", ALONE)
    worker = joined(STATIC, parts)
    edition = _hash([*own.values(), *files.values(), worker])
    own["index.html"] = own["index.html"].replace(b"EDITION", edition.encode())
    if static:
        own["index.html"] = own["index.html"].replace(b"<html ", b"<html data-server ")
    at_root = {name: worker, "404.html": own.pop("404.html"), "index.html": own["index.html"]}
    files |= {f"site/{edition}/{name}": content for name, content in own.items()}
    shutil.rmtree(site, ignore_errors=True)
    listed = [_pack(site, path, content, work) for path, content in sorted(files.items(), key=_place)]
    _write(site / "site" / edition / "files.json", _json({"core": core, "files": listed}))
    # The files of the first page, which the host serves before there is a service worker.
    needed_first = {path: content for path, content in files.items() if f"/{edition}/" in path and ".zip" not in path}
    for path, content in (
        needed_first | at_root | {"edition.json": _json({"edition": edition, "static": static})}
    ).items():
        _write(site / path, content)
    return edition


def _place(file: tuple[str, bytes]) -> tuple[int, str]:
    """The place of a file among those to download."""
    path, _ = file
    return next((place for place, name in enumerate(LAST, 1) if path.endswith(name)), 0), path


def _hash(contents: Iterable[bytes]) -> str:
    """Return a hash for the address of files, whose content then never changes."""
    return hashlib.sha256(b"".join(contents)).hexdigest()[:10]


def _pack(site: Path, path: str, content: bytes, work: Path) -> Mapping[str, object]:
    """Write a packed file; returns its entry in the list of files. Python is packed once, as it seldom changes."""
    is_python = path.startswith("site/core-")
    cached = work / "packed" / _hash([content])
    smaller = _cached(cached, lambda: packed(content)) if is_python else packed(content)
    _write(site / f"{path}.lzma", smaller)
    return {"path": path, "type": TYPES[Path(path).suffix], **measures(smaller)}


def packed(content: bytes) -> bytes:
    """The content packed by LZMA, with its length in the head, as `unpack.js` reads it."""
    filters = [{"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 2**24, "pb": 0}]
    made = lzma.compress(content, lzma.FORMAT_ALONE, filters=filters)
    return made[:5] + len(content).to_bytes(8, "little") + made[13:]


def _cached(file: Path, make: Callable[[], bytes]) -> bytes:
    """The content of a cached file, made first if it is missing."""
    if not file.exists():
        part = file.with_name(f"{file.name}.part")
        _write(part, make())
        part.replace(file)
    return file.read_bytes()


def measures(content: bytes) -> dict[str, object]:
    """The size of a packed file, and its hash as browsers compute it."""
    return {"size": len(content), "hash": base64.b64encode(hashlib.sha256(content).digest()).decode()}


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def _json(data: object) -> bytes:
    return json.dumps(data).encode()


def _manifest() -> bytes:
    """The app's manifest, for a page in another folder."""
    data = json.loads((STATIC / "core" / "manifest.webmanifest").read_bytes())
    del data["id"]
    return _json(data | {"start_url": "../../", "scope": "../../"})


# --- Pyodide ------------------------------------------------------------------------------------------------------


def _core(work: Path, library: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of Pyodide. Its library is stored without compression, which is quicker to read and packs smaller."""
    folder = pyodide(work)
    files = {name: (folder / name).read_bytes() for name in CORE}
    lock = json.loads((folder / "pyodide-lock.json").read_bytes()) | {"packages": {}}
    return files | {"pyodide-lock.json": _json(lock), "python_stdlib.zip": _stored(library)}


def _library(work: Path) -> Iterator[tuple[str, bytes]]:
    """The used part of Python's library."""
    for name, content in _unzipped((pyodide(work) / "python_stdlib.zip").read_bytes()).items():
        if not name.startswith(UNUSED_LIBRARY):
            yield LIBRARY + name, content


def pyodide(work: Path) -> Path:
    """Return the folder with Pyodide, fetched by npm if necessary. Raises RefusedError if its checksum is wrong."""
    work.mkdir(parents=True, exist_ok=True)
    archive, folder = work / f"pyodide-{PYODIDE}.tgz", work / PYODIDE / "package"
    if not archive.exists():
        subprocess.run(
            ["npm", "pack", "--silent", f"pyodide@{PYODIDE}"], cwd=work, check=True, stdout=subprocess.DEVNULL
        )
    content = archive.read_bytes()
    if "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode() != INTEGRITY:
        archive.unlink()
        text = f"{archive.name} is not the package that was published: run it again."
        raise RefusedError(Fault("wrong-package", text))
    if not (folder / "package.json").exists():
        with tarfile.open(archive) as tar:  # Python 3.11.3 and earlier have no filter for `extractall`.
            for member in tar:
                if content_of := tar.extractfile(member):
                    _write(folder.parent / member.name, content_of.read())
    return folder


# --- the code -----------------------------------------------------------------------------------------------------


def _compiled(work: Path) -> dict[str, bytes]:
    """The code for Pyodide's Python, and of its library, with the templates compiled; cached for the same sources."""
    sources = _stored(dict(sorted((*_app(), *_packages(), *_library(work)))))
    scripts = [Path(__file__).with_name(name) for name in ("compile.mjs", "compile_in_pyodide.py")]
    compiled = work / f"compiled-{_hash([sources, *(script.read_bytes() for script in scripts)])}.zip"
    if not compiled.exists():
        for outdated in work.glob("compiled-*.zip"):
            outdated.unlink()

    def compile_them() -> bytes:
        source, made = work / "source.zip", work / "made.zip"
        source.write_bytes(sources)
        subprocess.run(["node", str(scripts[0]), str(pyodide(work)), str(source), str(made)], check=True)
        return made.read_bytes()

    return _unzipped(_cached(compiled, compile_them))


def _app() -> Iterator[tuple[str, bytes]]:
    for folder, there in (
        (PACKAGE, "referee"),
        (STATIC.with_name("templates"), "referee/web/templates"),
        (STATIC, "referee/web/static"),
    ):
        for file in folder.rglob("*"):
            path = f"{there}/{file.relative_to(folder).as_posix()}"
            if (
                file.is_file()
                and file.suffix != ".pyc"
                and not path.startswith((*WITHOUT, "referee/web/static/site/"))
            ):
                yield path, file.read_bytes()


def _packages() -> Iterator[tuple[str, bytes]]:
    for package, imported in NEEDED.items():
        for file in distribution(package).files or ():
            path = file.as_posix()
            is_zone = path.startswith("tzdata/zoneinfo/") and not path.endswith(".py")
            is_unused = file.suffix in (".pyc", ".so", ".pyi") or path.startswith(UNUSED)
            if path.split("/")[0] != imported or is_unused:
                continue
            if not is_zone or path.removeprefix("tzdata/zoneinfo/") in ZONES:
                yield path, file.read_binary()


def _unzipped(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def _stored(files: Mapping[str, bytes]) -> bytes:
    """An archive without compression; always the same bytes for the same files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return made.getvalue()


if __name__ == "__main__":
    print(build(Path(sys.argv[1]), CHECKOUT / "build" / "pyodide"))
