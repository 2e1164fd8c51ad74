"""Figures of an instance for its operators: its readiness, its size, and its last backup."""

import os
import shutil
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from referee.store.damage import JOURNALS
from referee.store.database import Database
from referee.store.instance import book_file

LEAST_FREE = 32 * 2**20
"""With less disk space than this, in bytes, an instance is not ready: SQLite needs some to store anything."""
_STAMP, _DAMAGE = "last-backup", "damage"


@dataclass(frozen=True, slots=True)
class Vitals:
    """Figures of an instance."""

    entries: int
    matches: int
    """The number of matches, without those in the bin."""
    score_books: int
    bytes: int
    """The size of the database with its journals."""
    free: int
    """The room on its disk in bytes."""
    damaged: int
    """Damage that pages and the last backup have found."""
    last_backup: float | None
    """The time of the last backup, in seconds since 1970; None if there has been none."""


def vitals(database: Database, folder: Path, damaged: Collection[int]) -> Vitals:
    """The figures of the database in an instance folder, given the matches that could not be read.

    Raises sqlite3.Error or OSError if it cannot be read.
    """
    files = (book_file(folder).with_name(book_file(folder).name + end) for end in ("", *JOURNALS))
    size = sum(file.stat().st_size for file in files if file.exists())
    damaged_books = max(len(damaged), _damage_in_backup(folder))
    return Vitals(*database.counts(), size, shutil.disk_usage(folder).free, damaged_books, last_backup(folder))


def must_be_ready(database: Database, folder: Path) -> str:
    """Return the reason why an instance cannot take an entry, or "". Raises sqlite3.Error or OSError."""
    with database.writing():  # Another program may hold the database.
        database.counts()
    free = shutil.disk_usage(folder).free
    return f"only {free // 2**20} MB left on the disk" if free < LEAST_FREE else ""


def note_backup(folder: Path, damaged: int) -> None:
    """Note that a backup has just been made, and the damage in it.

    Only an undamaged one counts as a backup. Raises OSError if that cannot be noted.
    """
    if damaged:
        (folder / _DAMAGE).write_text(str(damaged))
        return
    (folder / _DAMAGE).unlink(missing_ok=True)
    (folder / _STAMP).touch(mode=0o600)


def _damage_in_backup(folder: Path) -> int:
    try:
        return int((folder / _DAMAGE).read_text())
    except (OSError, ValueError):
        return 0


def last_backup(folder: Path) -> float | None:
    """Return the time of the last backup, in seconds since 1970; None if none was noted."""
    try:
        return os.stat(folder / _STAMP).st_mtime
    except OSError:
        return None
