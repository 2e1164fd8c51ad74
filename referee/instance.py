"""The instance folder: where the book and the secret key live. Made on first start."""

import os
import secrets
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent


def instance_folder(chosen: Path | None, make: bool = False) -> Path:
    """The folder to use: the chosen one, else `instance/` of a checkout, else the user's data folder."""
    folder = chosen or _usual()
    if make:
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def _usual() -> Path:
    if (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "instance").is_dir():
        return CHECKOUT / "instance"
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home)) / "referee"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "referee"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "referee"


def book_file(folder: Path) -> Path:
    """The database of an instance."""
    return folder / "book.db"


def secret_key(folder: Path) -> bytes:
    """The key that signs cookies: made once, readable by its owner alone."""
    file = folder / "secret.key"
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = file.read_bytes()
        if len(key) >= 32:
            return key
        # A start that was cut off between making the file and writing it: no cookie was signed with this.
        descriptor = os.open(file, os.O_WRONLY | os.O_TRUNC)
    key = secrets.token_bytes(32)
    with os.fdopen(descriptor, "wb") as out:
        out.write(key)
        out.flush()
        os.fsync(out.fileno())
    return key
