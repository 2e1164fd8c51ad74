"""Backups: single ones, or at intervals into a folder that keeps the latest."""

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
from referee.cli.opened import opened_database, tell
from referee.cli.output import writable
from referee.english import plural
from referee.faults import DamagedError, Fault, RefusedError
from referee.operators.vitals import note_backup
from referee.store.instance import book_file, instance_folder, instance_id, secret_key

LOOK_EVERY = 60.0
"""Seconds between two looks at the clock, which may jump after the machine slept."""
TRY_AGAIN = 60.0
"""Seconds until a failed backup is tried again; doubled after each further failure, up to the interval."""
OWN = 14
"""The number of backups kept by default."""
_TIME = "%Y%m%dT%H%M%S"


def copy_book(options: argparse.Namespace, file: Path) -> list[str]:
    """Write a copy of the database to a file; returns the damage found in it. Raises RefusedError."""
    with opened_database(options, only_reads=bool(options.every)) as opened:
        target = writable(file, opened.instance)
        opened.service.database.back_up(target)
        problems = checks.damage_of(target)
        try:
            note_backup(opened.instance, len(problems))
        except OSError as error:
            tell([str(error)], "The backup is made, but it could not be noted for the metrics.")
    return problems


def back_up_at_intervals(
    options: argparse.Namespace,
    clock: Callable[[], float] = time.time,
    wait: Callable[[float], None] = time.sleep,
) -> int:
    """Back up into a folder whenever its latest backup is older than the interval, until stopped.

    Failures are reported, and tried again. Raises RefusedError if the folder cannot be used.
    """
    with suppress(ValueError):  # Not in the main thread, for example in a test.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    folder = _folder(options)
    due, pause = _latest(options, folder) + options.every, 0.0
    with suppress(KeyboardInterrupt):
        while True:
            now = clock()
            if not now < due <= now + options.every:  # Nothing is due later than that: the clock has been set back.
                is_made = _back_up_now(options, folder, now)
                pause = options.every if is_made else min(pause * 2 or TRY_AGAIN, options.every)
                due, pause = now + pause, 0.0 if is_made else pause
            wait(min(due - now, LOOK_EVERY))
    return 0


def _folder(options: argparse.Namespace) -> Path:
    """The folder of the backups, created if missing. Raises RefusedError."""
    folder: Path = options.file
    if folder.exists() and not folder.is_dir():
        raise RefusedError(Fault("not-a-folder", f"{folder} is a file: with --every name a folder."))
    writable(folder / "book.db", instance_folder(options.instance), makes_folder=True)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


class _Kept:
    """The backups of one instance in a folder, whole or damaged.

    They are numbered in the order in which they were written, since a clock may have been wrong. Backups of earlier
    releases have no number and come first.
    """

    def __init__(self, options: argparse.Namespace, folder: Path, damaged: bool = False) -> None:
        identity = instance_id(secret_key(instance_folder(options.instance)))[:8]
        self.start, self.end = f"book-{identity}-", f"{'.damaged' if damaged else ''}.db"
        time = r"([0-9]{8}T[0-9]{6})Z(?:-([0-9]+))?"
        self.pattern = re.compile(rf"{re.escape(self.start)}{time}{re.escape(self.end)}")
        self.folder = folder

    def file(self, moment: float, number: int) -> Path:
        """The file of a backup that is made at a moment, in seconds since 1970."""
        return self.folder / f"{self.start}{datetime.fromtimestamp(moment, UTC):{_TIME}}Z-{number}{self.end}"

    def written(self) -> list[tuple[int, float, Path]]:
        """Each backup's number, its time in seconds since 1970, and its file, in the order of writing."""
        made = []
        for file in self.folder.iterdir():
            match = self.pattern.fullmatch(file.name)
            with suppress(ValueError):  # No such day or time.
                if match and file.is_file():
                    moment = datetime.strptime(f"{match[1]}Z", f"{_TIME}%z").timestamp()
                    made.append((int(match[2] or 0), moment, file))
        return sorted(made)

    def remove_parts(self) -> None:
        """Remove what an interrupted backup has left: it would stay for good. Raises OSError."""
        part = re.compile(rf"{re.escape(self.start)}.*\.db[a-z0-9_]{{8}}(-[a-z]+)?")
        for file in self.folder.iterdir():
            if part.fullmatch(file.name):
                file.unlink(missing_ok=True)

    def remove_all_but(self, number: int) -> int:
        """Remove the earliest backups until `number` are left; returns the number removed. Raises OSError."""
        gone = self.written()[:-number]
        for *_, file in gone:
            file.unlink(missing_ok=True)
        return len(gone)


def _both(options: argparse.Namespace, folder: Path) -> tuple[_Kept, _Kept]:
    return _Kept(options, folder), _Kept(options, folder, damaged=True)


def _last(whole: _Kept, damaged: _Kept) -> tuple[int, float]:
    """The number and the time (in seconds since 1970) of the last backup; 0 if there is none."""
    return max((each[:2] for kept in (whole, damaged) for each in kept.written()), default=(0, 0.0))


def _latest(options: argparse.Namespace, folder: Path) -> float:
    """Return the time of the last backup of the instance, in seconds since 1970; 0 if there is none."""
    return _last(*_both(options, folder))[1] if _has_book(options) else 0.0


def _has_book(options: argparse.Namespace) -> bool:
    """Return True if there is an instance with a book: a server that starts for the first time has none yet."""
    folder = instance_folder(options.instance)
    # The instance creates the key, not a backup.
    return (folder / "secret.key").exists() and book_file(folder).is_file() and book_file(folder).stat().st_size > 0


def _back_up_now(options: argparse.Namespace, folder: Path, now: float) -> bool:
    """Make a backup and remove the oldest ones beyond the number to keep; returns True on success.

    Backups of a damaged database are kept apart, so that they do not displace whole ones.
    """
    keep, removed = options.keep or OWN, 0
    if instance_folder(options.instance).is_dir() and not _has_book(options):
        print(f"There is no book in {instance_folder(options.instance)} yet: waiting for it.", flush=True)
        return False
    try:
        whole, damaged = _both(options, folder)
        whole.remove_parts()
        number = _last(whole, damaged)[0] + 1
        file = whole.file(now, number)
        problems = copy_book(options, file)
        if problems:
            file = file.rename(damaged.file(now, number))
            damaged.remove_all_but(keep)
        else:
            removed = whole.remove_all_but(keep)
    except (RefusedError, DamagedError, OSError, ValueError, sqlite3.Error) as error:  # Or after 9999.
        tell([str(error)], "The backup failed. Trying again.")
        return False
    if problems:
        tell(problems, f"{file} was written, but the book is damaged: no earlier backup was removed.")
    else:
        more = f", {plural(removed, 'earlier one')} removed" if removed else ""
        print(f"{file} is written{more}.", flush=True)
    return True
