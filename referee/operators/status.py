"""The status server: `/healthz` and `/metrics`, on a loopback port of its own, never on the public one."""

import logging
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from socketserver import ThreadingMixIn
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from flask import Flask

from referee.faults import Fault, RefusedError
from referee.operators.chores import do_chores
from referee.operators.control import take_orders
from referee.operators.orders import Host
from referee.operators.vitals import Vitals, must_be_ready, vitals
from referee.server.gateway import Gateway
from referee.server.logs import Served
from referee.server.serve import Settings

LOOPBACK = "127.0.0.1"
TIMEOUT = 5.0
"""Seconds within which a client must send its request."""
log = logging.getLogger("referee")
Start = Callable[[str, list[tuple[str, str]]], Any]


class _Handler(WSGIRequestHandler):
    timeout = TIMEOUT

    def log_message(self, *parts: object) -> None:
        pass


class _Server(ThreadingMixIn, WSGIServer):
    """Answers each client in a separate thread, so that no client waits for another."""

    daemon_threads = True

    def handle_error(self, request: object, client: object) -> None:
        log.debug("A client of the status port went away.", exc_info=True)


class _App:
    """Answers from three functions: why the server is not ready, or ""; how many parts are damaged; metrics."""

    def __init__(self, fault: Callable[[], str], damaged: Callable[[], int], metrics: Callable[[], bytes]) -> None:
        self._fault, self._damaged, self._metrics = fault, damaged, metrics

    def __call__(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        status, kind, body = self._answer(environ["REQUEST_METHOD"], environ["PATH_INFO"])
        start(status, [("Content-Type", kind), ("Content-Length", str(len(body))), ("Cache-Control", "no-store")])
        return [b"" if environ["REQUEST_METHOD"] == "HEAD" else body]

    def _answer(self, method: str, path: str) -> tuple[str, str, bytes]:
        text = "text/plain; charset=utf-8"
        if path not in ("/healthz", "/metrics"):
            return "404 Not Found", text, b"There are /healthz and /metrics.\n"
        if method not in ("GET", "HEAD"):
            return "405 Method Not Allowed", text, b""
        try:
            if path == "/metrics":
                return "200 OK", "text/plain; version=0.0.4; charset=utf-8", self._metrics()
            fault, damaged = self._fault(), self._damaged()
        except (sqlite3.Error, OSError) as error:
            log.warning("The status could not be read: %s", error)
            fault, damaged = f"the database cannot be read: {error}", 0
        if fault:
            return "503 Service Unavailable", text, f"not ready: {fault}\n".encode()
        if damaged:  # It still serves all other matches, so a proxy must not remove it.
            return "200 OK", text, f"degraded: {damaged} cannot be read, see `referee check`\n".encode()
        return "200 OK", text, b"ready\n"


def attend(held: ExitStack, app: Flask, gateway: Gateway, settings: Settings) -> list[Callable[[Served], None]]:
    """Start what the host of a server needs: orders of commands, chores, and the status server if it has a port.

    Returns the function that counts requests. Raises RefusedError if the port is in use.
    """
    folder, extensions = Path(app.instance_path), app.extensions
    base = settings.base or app.config["ADDRESS"]
    host = Host(
        folder, extensions["service"], extensions["score_books"], extensions["evenings"], extensions["notice"], base
    )
    take_orders(held, folder, host.carry_out)
    do_chores(held, folder, extensions["maintenance"], extensions["service"].clock)
    return [] if settings.status_port is None else [_serve_status(held, app, gateway, settings.status_port)]


def _serve_status(held: ExitStack, app: Flask, gateway: Gateway, port: int) -> Callable[[Served], None]:
    from referee.operators.metrics import Metrics  # Only if requested: the import takes a while.

    database, folder = app.extensions["service"].database, Path(app.instance_path)

    def now() -> Vitals:
        return vitals(database, folder, app.extensions["damaged"])

    metrics = Metrics(now, lambda: gateway.open_streams)

    def fault() -> str:
        return "it is being stopped" if gateway.is_closing() else must_be_ready(database, folder)

    try:
        server = _Server((LOOPBACK, port), _Handler)
    except OSError as error:
        text = f"Cannot listen on {LOOPBACK}, port {port}: {error.strerror}. Choose another with --status-port."
        raise RefusedError(Fault("cannot-listen", text)) from error
    server.set_app(_App(fault, lambda: now().damaged, metrics.text))
    held.callback(server.server_close)
    held.callback(server.shutdown)
    Thread(target=server.serve_forever, name="referee-status", daemon=True).start()
    print(f"Health and metrics: http://{LOOPBACK}:{server.server_port}/healthz and /metrics", flush=True)
    return metrics.count
