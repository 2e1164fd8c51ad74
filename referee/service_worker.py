"""The service workers: what all keep of files and pages, and behind that who is asked for them."""

from pathlib import Path

ONLINE = "kept", "network"
"""Of a server: asks it first."""
ALONE = "kept", "app"
"""Of the app on a phone, without a server."""
BESIDE_SERVER = "kept", "app", "server"
"""Of a phone that keeps the referee of a server: asks the server first, then the app."""


def joined(static: Path, parts: tuple[str, ...]) -> bytes:
    """Return a service worker made of some parts; `static` is the folder of static files."""
    return b"".join((static / "worker" / f"{part}.js").read_bytes() for part in parts)
