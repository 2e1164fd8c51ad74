"""The service workers: a shared part that keeps files and pages, and a part that fetches them."""

from pathlib import Path

ONLINE = "kept", "network"
"""With a server: asks it first."""
ALONE = "kept", "app"
"""For the app on a phone, without a server."""
BESIDE_SERVER = "kept", "app", "server"
"""For a phone that keeps the referee of a server: asks the server first, then the app."""


def joined(static: Path, parts: tuple[str, ...]) -> bytes:
    """Return a service worker joined from some parts; `static` is the folder of static files."""
    return b"".join((static / "worker" / f"{part}.js").read_bytes() for part in parts)
