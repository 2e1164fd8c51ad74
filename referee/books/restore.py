"""Putting a backup in the place of an instance's database."""

import os
import sqlite3
from contextlib import closing, suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.books.check import copy_of, must_be_a_book, problems
from referee.faults import Fault, RefusedError
from referee.store.damage import JOURNALS
from referee.store.database import Database
from referee.store.instance import book_file, only_one


def restore(backup: Path, instance: Path, now: datetime) -> Path:
    """Put a backup in the place of an instance's book, which is kept beside it; where it is kept.

    Until the very last step, which is one, the book that was there is in its place; after it the backup is. Raises
    RefusedError if anybody uses the book, or if the backup is no book or not whole.
    """
    live = book_file(instance)
    with only_one(instance), TemporaryDirectory(dir=instance, prefix="restoring-") as folder:
        aside = _free(instance, f"book-before-{now:%Y-%m-%d-%H%M%S}")
        new = copy_of(backup, Path(folder))
        _must_be_whole(new, backup)
        _put_aside(live, aside)
        _keep_links(new, live)
        new.chmod(0o600)
        _sync(new)
        os.replace(new, live)
        _sync(instance)
    return aside


def _free(instance: Path, name: str) -> Path:
    """A file of that name, or of the next one that nothing has: two may be restored within a second."""
    for number in count(1):
        file = instance / f"{name}{f'-{number}' if number > 1 else ''}.db"
        if not any(file.with_name(file.name + end).exists() for end in ("", *JOURNALS)):
            break
    return file


def _must_be_whole(file: Path, backup: Path) -> None:
    """Look at all of a copy of a backup, once it is brought up to date."""
    must_be_a_book(file, backup)
    try:
        with closing(Database(file)) as database:
            found = list(problems(database))
    except sqlite3.Error as error:
        raise RefusedError(Fault("no-book", f"{backup} is not a book: {error}.")) from error
    if found:
        raise RefusedError(Fault("bad-backup", f"{backup} is not whole ({found[0]}): nothing was changed."))


def _put_aside(live: Path, aside: Path) -> None:
    """Keep a copy of the book as it is, and leave no journal that would be taken for the new one's."""
    for end in ("", *JOURNALS):
        part = live.with_name(live.name + end)
        if part.exists():
            kept = aside.with_name(aside.name + end)
            kept.write_bytes(part.read_bytes())
            kept.chmod(0o600)
            _sync(kept)
    if live.exists():
        _close(live)
    for end in JOURNALS:
        live.with_name(live.name + end).unlink(missing_ok=True)


def _keep_links(new: Path, live: Path) -> None:
    """A link that was renewed since the backup stays renewed, and one that holds now goes on holding."""
    if live.exists():
        with (
            suppress(sqlite3.Error),
            closing(Database(new)) as database,
        ):  # Of a book too old or damaged there are none.
            database.take_seals(live)


def _close(live: Path) -> None:
    """Write what is in the journal into the book, so that it stands without. Raises RefusedError if it is in use."""
    try:
        with closing(sqlite3.connect(live, timeout=1, isolation_level=None)) as connection:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname.startswith("SQLITE_BUSY"):
            raise RefusedError(Fault("in-use", f"Another program has {live} open: close it first.")) from error
    except sqlite3.DatabaseError:
        pass  # It is damaged, and kept as it was.


def _sync(path: Path) -> None:
    """See to it that the disk has a file, or a folder's list of files."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
