"""The instance folder, which holds the database and the secret key. Created on first start."""

import hashlib
import os
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.faults import Fault, RefusedError

CHECKOUT = Path(__file__).resolve().parents[2]


def instance_folder(chosen: Path | None, make: bool = False) -> Path:
    """The folder to use: the chosen one, else a checkout's `instance/`, else the user's data folder.

    Raises RefusedError if it is a file.
    """
    folder = chosen or _usual()
    if folder.is_file():
        raise RefusedError(Fault("not-a-folder", f"{folder} is a file: name a folder with --instance."))
    if make:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
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
    """The key that signs cookies: created once, readable by its owner only; at least 32 bytes."""
    file = folder / "secret.key"
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        file.chmod(0o600)  # An existing file may have had wider permissions.
        key = file.read_bytes()
        if len(key) >= 32:
            return key
        # A start was interrupted between creating and writing the file: no cookie was signed with this key.
        descriptor = os.open(file, os.O_WRONLY | os.O_TRUNC)
    key = secrets.token_bytes(32)
    with os.fdopen(descriptor, "wb") as out:
        out.write(key)
        out.flush()
        os.fsync(out.fileno())
    return key


def instance_id(secret: bytes) -> str:
    """Return the public identifier of an instance: 16 hexadecimal digits, which reveal nothing of its secret key."""
    return hashlib.sha256(b"referee instance " + secret).hexdigest()[:16]


@contextmanager
def only_one(folder: Path, patience: float = 0) -> Iterator[None]:
    """Lock an instance, so that only one process writes its database. Raises RefusedError if another holds the lock.

    The folder itself is locked, so that deleting a lock file cannot defeat it. Waits up to `patience` seconds.
    """
    descriptor = os.open(*_what_is_locked(folder))
    try:
        try:
            _lock_in_time(descriptor, time.monotonic() + patience)
        except OSError as error:
            text = (
                f"A referee is running on {folder} already, or a command is at work there: stop it first, or choose "
                "another folder with --instance."
            )
            raise RefusedError(Fault("instance-taken", text)) from error
        yield
    finally:
        os.close(descriptor)


def _what_is_locked(folder: Path) -> tuple[Path, int]:
    # Windows cannot lock folders, but an open file cannot be deleted there.
    if sys.platform == "win32":
        return folder / "server.lock", os.O_RDWR | os.O_CREAT
    return folder, os.O_RDONLY


def _lock_in_time(descriptor: int, deadline: float) -> None:
    while True:
        try:
            return _lock(descriptor)
        except OSError:
            if time.monotonic() >= deadline:
                raise
        time.sleep(0.1)


def _lock(descriptor: int) -> None:
    """Lock an open file until it is closed or the process ends."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
