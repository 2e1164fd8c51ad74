"""The server process: the app behind the gateway; prints its address with a QR code."""

import contextlib
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import segno
import uvicorn
from flask import Flask

from referee.addresses import LOOPBACK
from referee.faults import Fault, RefusedError
from referee.server import logs
from referee.server.gateway import Gateway
from referee.server.logs import Served
from referee.server.protocol import protocol
from referee.store.instance import instance_folder, only_one
from referee.web import create_app
from referee.web.matches.live import news_of, notice_event
from referee.web.permissions import largest_post
from referee.web.sharing.hosting import Hosting
from referee.web.sharing.views import address

GARBAGE = 10_000, 10, 1_000_000
"""Thresholds of the garbage collector; the gateway runs a full collection every hour."""
EVERYWHERE = ("0.0.0.0", "::", "")
BACKLOG = 128
COMMAND_TIMEOUT = 2.0
"""The time for which a start waits for a command that holds the instance, in seconds."""
LONGEST_HEAD = 2**16
"""Maximum size of a request's head in bytes; the address of a draft correction is long."""
KEEP_ALIVE = 75
"""Seconds that an idle connection stays open: long enough for the next trick."""
FEW_FILES, MOST_FILES = 512, 12_000
OTHER_FILES = BACKLOG + 100
"""File descriptors that are not reserved for connections."""
FIRST_PASSED_ON = 3
"""The number of the first file descriptor that a service manager passes on."""
SHUTDOWN_TIMEOUT = 5
"""Seconds within which open requests must finish when the server stops."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(Hosting):
    """The options that the server was started with."""

    host: str
    port: int
    instance: Path | None = None
    public: bool = False
    """True if anybody can start a score book."""
    names: tuple[str, ...] = ()
    """The host names that it answers to, in addition to IP addresses."""
    front: tuple[str, ...] = ()
    """Host names that several instances share: visitors to one of them are redirected to the first of `names`."""
    proxy: str = ""
    """The addresses of proxies whose forwarding headers are trusted, separated by commas; empty for none."""
    status_port: int | None = None
    """The loopback port for the health check and the metrics; None for neither."""
    log: str = logs.QUIET
    """One of `logs.KINDS`."""

    @property
    def base(self) -> str:
        """The address of the pages behind a proxy; empty without one."""
        return f"https://{self.names[0]}/" if self.proxy and self.names else ""


Attend = Callable[[contextlib.ExitStack, Flask, Gateway, Settings], list[Callable[[Served], None]]]
"""Starts the host's services while the stack is open; returns the observer of requests."""


def serve(settings: Settings, attend: Attend) -> None:
    """Serve until stopped. Raises RefusedError if the port or the instance folder is in use."""
    # SIGTERM ends the server like Ctrl-C, so that the database is closed.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    logs.set_up(settings.log)
    folder = instance_folder(settings.instance, make=True)
    with contextlib.suppress(KeyboardInterrupt), only_one(folder, COMMAND_TIMEOUT):
        public, names = settings.public, _names(settings)
        app = create_app(settings.instance, public=public, names=names, front=settings.front, hosting=settings)
        with contextlib.closing(app.extensions["service"]), listen(settings.host, settings.port) as listener:
            port = listener.getsockname()[1]
            base = f"http://{_shown(settings.host)}:{port}/"
            app.config["ADDRESS"] = base
            _run(app, settings, attend, listener, partial(_announce, app, settings, base, port))


def _run(
    app: Flask, settings: Settings, attend: Attend, listener: socket.socket, announce: Callable[[], None]
) -> None:
    news, most = app.extensions["service"].database.news, _most_connections()
    observers: list[Callable[[Served], None]] = [logs.log_request]
    gateway = Gateway(
        app.wsgi_app, news, partial(news_of, app), partial(largest_post, app), most_streams=most * 3 // 4,
        served=lambda served: _tell(observers, served), announced=partial(notice_event, app),
    )  # fmt: skip
    wire = protocol(most, most_of_one=most // 4)
    config = uvicorn.Config(
        gateway, http=wire, ws="none", lifespan="on", log_config=None, log_level="error", access_log=False,
        server_header=False, proxy_headers=bool(settings.proxy), forwarded_allow_ips=settings.proxy,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT, timeout_keep_alive=KEEP_ALIVE,
        h11_max_incomplete_event_size=LONGEST_HEAD,
    )  # fmt: skip
    # Without this, collections scan all cached matches and block every request for 0.2 s.
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    server = uvicorn.Server(config)
    gateway.is_closing = app.extensions["is_closing"] = lambda: server.should_exit
    with contextlib.ExitStack() as held:
        observers += attend(held, app, gateway, settings)
        announce()
        server.run(sockets=[listener])


def _tell(observers: list[Callable[[Served], None]], served: Served) -> None:
    for observer in observers:
        observer(served)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket: the one that the service manager passed on, or a new one.

    Raises RefusedError if the address or port cannot be used.
    """
    if os.environ.get("LISTEN_PID") == str(os.getpid()):  # Socket activation, as systemd does it.
        return _passed_on(os.environ.get("LISTEN_FDS", ""))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With an explicit protocol asyncio sets TCP_NODELAY; otherwise short responses are delayed by 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, TypeError, UnicodeError) as error:  # Python raises the other errors for an invalid host name.
        listener.close()
        why = error.strerror if isinstance(error, OSError) else "this is not a host name or address"
        text = f"Cannot listen on {host}, port {port}: {why}. Choose another with --host or --port."
        raise RefusedError(Fault("cannot-listen", text)) from error
    return listener


def _passed_on(how_many: str) -> socket.socket:
    """Return the listening TCP socket that the service manager passed on. Raises RefusedError if it passed none."""
    fault = Fault("cannot-listen", "The service manager must pass on one listening TCP socket, and nothing else.")
    if how_many != "1":
        raise RefusedError(fault)
    try:
        listener = socket.socket(fileno=FIRST_PASSED_ON)
        is_listening = bool(listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))
    except OSError as error:
        raise RefusedError(fault) from error
    if not is_listening or listener.family not in (socket.AF_INET, socket.AF_INET6):
        raise RefusedError(fault)
    return listener


def _announce(app: Flask, settings: Settings, base: str, port: int) -> None:
    link = base
    if not settings.public:
        score_books = app.extensions["score_books"]
        link = base.rstrip("/") + address(score_books.book_grant(score_books.first().id), app.config["SECRET_KEY"])
    print(f"The referee is ready. Open {link}", flush=True)
    if settings.host in EVERYWHERE:
        print(f"On this machine: {link.replace(base, f'http://127.0.0.1:{port}/')}", flush=True)
    if settings.base:
        print(f"Behind the proxy: {link.replace(base, settings.base)}", flush=True)
    elif not settings.proxy:
        segno.make(link, error="l").terminal(sys.stdout, compact=True, border=2)
        if settings.host in LOOPBACK:
            print("Other devices cannot open this address: to open it to them, omit --host.", flush=True)
    if not settings.public:
        print("This link opens the whole book. Keep it private, and share matches from the app.", flush=True)
    print("Its book is in " + app.instance_path + ". Stop it with Ctrl-C.", flush=True)


def _names(settings: Settings) -> tuple[str, ...]:
    """Return this machine's host names, and the host names of the settings."""
    own = socket.gethostname()
    return (*settings.names, *settings.front, own, f"{own.split('.')[0]}.local")


def _most_connections() -> int:
    """The maximum number of connections. Every watcher keeps one open, and each needs a file descriptor."""
    try:
        import resource

        _, allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
        files = MOST_FILES if allowed == resource.RLIM_INFINITY else min(allowed, MOST_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, allowed))
    except (ImportError, ValueError, OSError):
        files = FEW_FILES
    return files - OTHER_FILES


def _shown(host: str) -> str:
    """The host to open from a phone: this machine's address on its network if it listens on all."""
    if host not in EVERYWHERE:
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a UDP socket sends nothing; it only selects the network interface.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
