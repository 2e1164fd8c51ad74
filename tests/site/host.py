"""A minimal static host on loopback for the site."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import copyfileobj
from threading import Lock, Thread
from time import sleep
from typing import Any


class Line:
    """A slow line that all requests share: seconds until an answer begins, and bytes a second."""

    def __init__(self, latency: float, pace: float) -> None:
        self.latency, self.pace, self._busy = latency, pace, Lock()
        self.sent = 0
        """The bytes sent so far."""

    def send(self, source: Any, target: Any) -> None:
        """Send a file."""
        sleep(self.latency)
        while piece := source.read(8192):
            with self._busy:
                sleep(len(piece) / self.pace)
                self.sent += len(piece)
            target.write(piece)


class _Files(SimpleHTTPRequestHandler):
    """The files of a folder below a path of the host; what is not there is answered with its `404.html`."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".webmanifest": "application/manifest+json"}

    def __init__(
        self, *given: object, path: str, instead: dict[str, bytes], line: Line | None, **more: object
    ) -> None:
        self.below, self.instead, self.line = path, instead, line
        super().__init__(*given, **more)  # type: ignore[arg-type]

    def translate_path(self, path: str) -> str:
        """The file of an address; one that is not there for addresses that are not below the path."""
        inner = path.removeprefix(self.below) if path.startswith(self.below) else "not-there"
        return super().translate_path("/" + inner)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file, as the line does."""
        (self.line.send if self.line else copyfileobj)(source, outputfile)

    def do_GET(self) -> None:
        """Answer with a file, or with what a test gives instead: nothing cuts the connection."""
        content = self.instead.get(self.path.rsplit("/", 1)[-1])
        if content is None:
            super().do_GET()
        elif content:
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
        else:
            self.close_connection = True

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer with `404.html`, as hosts of static files do."""
        page = (Path(str(self.directory)) / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(page)

    def log_message(self, *given: object) -> None:
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of browsers that have gone."""


class Host:
    """A host that serves a folder below a path; it can be stopped, and started again at the same port."""

    def __init__(self, folder: Path, path: str = "/") -> None:
        self.folder, self.path, self.port = folder, path, 0
        self.instead: dict[str, bytes] = {}
        """The answers given instead of files, by their names; nothing cuts the connection."""
        self.line: Line | None = None
        """A slow line; None for one without limits."""
        self._server: ThreadingHTTPServer | None = None

    @property
    def address(self) -> str:
        """The address of the site."""
        return f"http://localhost:{self.port}{self.path}"

    def start(self) -> None:
        """Answer requests, at the port of the time before."""
        files = partial(_Files, directory=str(self.folder), path=self.path, instead=self.instead, line=self.line)
        self._server = _Server(("127.0.0.1", self.port), files)
        self.port = self._server.server_address[1]
        Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Answer nothing any more."""
        if self._server:
            self._server.shutdown()
            self._server.server_close()
        self._server = None


@contextmanager
def host(folder: Path, path: str = "/", line: Line | None = None) -> Iterator[Host]:
    """A host that runs."""
    found = Host(folder, path)
    found.line = line
    found.start()
    try:
        yield found
    finally:
        found.stop()


@contextmanager
def hotspot(port: int, status: int, is_cut: bool = False) -> Iterator[list[str]]:
    """Somebody else who answers whatever is asked at a port, as the network of a hotel does. Gives what was asked.

    Or a server whose answers are cut off (`is_cut`).
    """
    asked = list[str]()

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            content = b"<!doctype html><title>Welcome</title><h1>Sign in</h1>"
            self.send_response(status)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(content) + 100 * is_cut))
            if is_cut:
                self.send_header("Referee-Book", "cut off")
            asked.append(self.path)
            if status == 302:
                self.send_header("Location", f"http://127.0.0.1:{port}/sign-in")
            self.end_headers()
            self.wfile.write(content)
            self.close_connection = True

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, *given: object) -> None:
            """Say nothing."""

    server = _Server(("127.0.0.1", port), Answers)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield asked
    finally:
        server.shutdown()
        server.server_close()
