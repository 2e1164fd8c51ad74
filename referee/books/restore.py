"""Restore: replace an instance's database with a backup."""

import os
import sqlite3
from contextlib import closing, suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.books.check import copy_of, must_be_a_book, problems
from referee.faults import Fault, RefusedError
from referee.store.damage import JOURNALS, is_damage
from referee.store.database import Database
from referee.store.instance import book_file, only_one

ASIDE = "book-before-"
"""The beginning of the names of replaced databases."""
RESTORING = "restoring-"
"""The beginning of the name of the folder in which a backup is prepared."""


def restore(backup: Path, instance: Path, now: datetime) -> Path:
    """Replace an instance's database with a backup, and return the file that the old one was copied to.

    The replacement is atomic and the last step. Raises RefusedError if the database is in use, or if the backup is
    damaged or not a database of a release.
    """
    live = book_file(instance)
    with only_one(instance), TemporaryDirectory(dir=instance, prefix=RESTORING) as folder:
        aside = _free(instance, f"{ASIDE}{now:%Y-%m-%d-%H%M%S}")
        new = copy_of(backup, Path(folder))
        _must_be_whole(new, backup)
        _put_aside(live, aside)
        _begin_epoch(new, live)
        new.chmod(0o600)
        _sync(new)
        os.replace(new, live)
        _sync(instance)
    return aside


def copies_put_aside(instance: Path) -> list[Path]:
    """The databases that were replaced by backups, and their journals; and those whose restore was interrupted."""
    return sorted((*instance.glob(f"{ASIDE}*.db*"), *instance.glob(f"{RESTORING}*/*")))


def _free(instance: Path, name: str) -> Path:
    """An unused file name, numbered if necessary: two backups may be restored within a second."""
    for number in count(1):
        file = instance / f"{name}{f'-{number}' if number > 1 else ''}.db"
        if not any(file.with_name(file.name + end).exists() for end in ("", *JOURNALS)):
            break
    return file


def _must_be_whole(file: Path, backup: Path) -> None:
    """Migrate and check a copy of a backup. Raises RefusedError if anything is wrong with it."""
    must_be_a_book(file, backup)
    try:
        with closing(Database(file)) as database:
            damage = list(problems(database))
    except sqlite3.Error as error:
        raise RefusedError(Fault("no-book", f"{backup} is not a book: {error}.")) from error
    if damage:
        raise RefusedError(Fault("bad-backup", f"{backup} is damaged ({damage[0]}): nothing was changed."))


def _put_aside(live: Path, aside: Path) -> None:
    """Copy the database and its journals, and remove the journals so that they are not applied to the new one.

    Raises RefusedError if another program has the database open, and OSError or sqlite3.Error if the disk is full;
    then there are no copies, and the database is as it was.
    """
    copies = {
        live.with_name(live.name + end): aside.with_name(aside.name + end)
        for end in ("", *JOURNALS)
        if live.with_name(live.name + end).exists()
    }
    try:
        for part, kept in copies.items():
            kept.write_bytes(part.read_bytes())
            kept.chmod(0o600)
            _sync(kept)
        if live.exists():
            _close(live)
    except BaseException:
        for kept in copies.values():
            kept.unlink(missing_ok=True)
        raise
    for end in JOURNALS:
        live.with_name(live.name + end).unlink(missing_ok=True)


def _begin_epoch(new: Path, live: Path) -> None:
    """Begin a new epoch, so that phones check their copies; revoked links stay revoked and current ones valid."""
    with closing(Database(new)) as database:
        with database.writing():
            database.begin_epoch()
        if live.exists():
            with suppress(sqlite3.Error):
                database.take_seals(live)  # Nothing can be read from a damaged database.


def _close(live: Path) -> None:
    """Checkpoint the journal into the database file. Raises RefusedError if it is in use."""
    try:
        with closing(sqlite3.connect(live, timeout=1, isolation_level=None)) as connection:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
            raise RefusedError(Fault("in-use", f"Another program has {live} open: close it first.")) from error
        if not is_damage(error):  # The disk may be full.
            raise
        # Damaged: it has been copied as it is.


def _sync(path: Path) -> None:
    """Sync a file, or a folder's entries, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
