"""The server: waitress on the app, and where to open it, as an address and a QR code."""

import socket
import sys
from pathlib import Path

import segno
import waitress

from referee.faults import Fault, RefusedError
from referee.web import create_app

THREADS = 8
EVERYWHERE = ("0.0.0.0", "::", "")


def serve(host: str, port: int, instance: Path | None) -> None:
    """Serve until ended. Raises OSError if the port is taken."""
    app = create_app(instance)
    try:
        server = waitress.create_server(app, host=host, port=port, threads=THREADS, ident="referee")
    except OSError as error:
        text = f"Cannot listen on {host}, port {port}: {error.strerror}. Choose another with --port."
        raise RefusedError(Fault("cannot-listen", text)) from error
    port = getattr(server, "effective_port", port)
    address = f"http://{_shown(host)}:{port}/"
    print(f"The referee is ready. Open {address}", flush=True)
    if host in EVERYWHERE:
        print(f"(on this machine itself http://127.0.0.1:{port}/)", flush=True)
    segno.make(address, error="l").terminal(sys.stdout, compact=True, border=2)
    print("It keeps its book in " + app.instance_path + ". Stop it with Ctrl-C.", flush=True)
    try:
        server.run()
    finally:
        app.extensions["tables"].close()


def _shown(host: str) -> str:
    """The address to open from a phone: this machine's on its network, where it listens on every one."""
    if host not in EVERYWHERE:
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which way out the machine would take.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
