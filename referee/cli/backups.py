"""Backups: one, or at intervals into a folder that keeps the latest."""

import argparse
import re
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from referee.books import check as checks
from referee.books.vitals import note_backup
from referee.cli.opened import opened_database, tell
from referee.cli.output import writable
from referee.english import plural
from referee.faults import DamagedError, Fault, RefusedError

LOOK_EVERY = 60.0
"""Seconds between two looks at the clock, which a machine that sleeps may have moved on."""
TRY_AGAIN = 600.0
"""Seconds after which a backup that failed is tried again."""
_NAME = re.compile(r"book-(\d{8}T\d{6})Z\.db")
_TIME = "%Y%m%dT%H%M%S"


def copy_book(options: argparse.Namespace, file: Path) -> list[str]:
    """Write a copy of the database to a file; returns what is damaged in it. Raises RefusedError."""
    with opened_database(options) as opened:
        target = writable(file, opened.instance)
        opened.service.back_up(target)
        found = checks.damage_of(target)
        if not found:
            note_backup(opened.instance)
    return found


def back_up_at_intervals(
    options: argparse.Namespace,
    clock: Callable[[], float] = time.time,
    wait: Callable[[float], None] = time.sleep,
) -> int:
    """Back up into a folder whenever its latest backup is older than the interval, until stopped.

    A failure is told and tried again. Raises RefusedError if the folder cannot be used.
    """
    with suppress(ValueError):  # Not in the main thread, as in a test.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    folder = _folder(options.file)
    with suppress(KeyboardInterrupt):
        failed_at: float | None = None
        while True:
            due = max(_latest(folder) + options.every, failed_at + TRY_AGAIN if failed_at is not None else 0)
            now = clock()
            if now >= due:
                failed_at = None if _back_up_now(options, folder, now) else now
            else:
                wait(min(due - now, LOOK_EVERY))
    return 0


def _folder(folder: Path) -> Path:
    """The folder of the backups, made if there is none. Raises RefusedError."""
    if folder.exists() and not folder.is_dir():
        raise RefusedError(Fault("not-a-folder", f"{folder} is a file: with --every name a folder."))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _latest(folder: Path) -> float:
    """When the latest backup of a folder was made, in seconds since 1970; 0 if there is none."""
    times = [_NAME.fullmatch(file.name) for file in _backups(folder)[-1:]]
    return next((datetime.strptime(f"{found[1]}Z", f"{_TIME}%z").timestamp() for found in times if found), 0.0)


def _backups(folder: Path) -> list[Path]:
    """The backups of a folder, oldest first."""
    return sorted(file for file in folder.iterdir() if _NAME.fullmatch(file.name))


def _back_up_now(options: argparse.Namespace, folder: Path, now: float) -> bool:
    """Make a backup and remove those that are too many; whether that went well.

    As long as the database is damaged no earlier backup is removed.
    """
    file = folder / f"book-{datetime.fromtimestamp(now, UTC):{_TIME}}Z.db"
    try:
        found = copy_book(options, file)
    except (RefusedError, DamagedError, OSError, sqlite3.Error) as error:
        tell([str(error)], "No backup was made: it is tried again in ten minutes.")
        return False
    if found:
        tell(found, f"{file} is written, but the book is damaged: no earlier backup is removed.")
        return True
    gone = _backups(folder)[: -options.keep]
    for old in gone:
        old.unlink()
    removed = f", {plural(len(gone), 'earlier one')} removed" if gone else ""
    print(f"{file} is written{removed}.", flush=True)
    return True
