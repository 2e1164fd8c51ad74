"""The maintenance commands: backup, check, recount and restore."""

import argparse
from codecs import BOM_UTF8
from contextlib import closing
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.books import check as checks
from referee.books import evenings_file, upload
from referee.books import restore as restoring
from referee.books.maintenance import Maintenance
from referee.books.score_books import ScoreBooks
from referee.cli.backups import back_up_at_intervals, copy_book
from referee.cli.opened import opened_database, tell
from referee.english import plural
from referee.faults import DamagedError, Fault, RefusedError
from referee.match.service import MatchService
from referee.season import SUSSEX
from referee.store.database import Database
from referee.store.instance import instance_folder


def back_up(options: argparse.Namespace) -> int:
    """Write a consistent copy of the database, even while a server runs; exit status 1 if it is damaged.

    With `--every` it writes copies into a folder at intervals, until it is stopped. Raises RefusedError.
    """
    if options.every:
        return back_up_at_intervals(options)
    if options.keep is not None:
        raise RefusedError(Fault("no-interval", "--keep needs --every."))
    problems = copy_book(options, options.file)
    return tell(problems, f"{options.file} was written, but the book is damaged: keep the earlier backups.")


def check(options: argparse.Namespace) -> int:
    """Print every problem, one line each; exit status 1 if there is any. Raises RefusedError."""
    try:
        if options.file:
            return _check_file(options.file)
        with opened_database(options) as opened:
            return _check(opened.service.database)
    except DamagedError as error:
        print(error)
        return 1


def _check_file(file: Path) -> int:
    """Check a copy of a backup, or import a file of records into an empty database."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        if is_of_records := file.is_file() and _begins_like_json(file):
            content = upload.read_file(file.read_bytes(), str(file))
        else:
            checks.must_be_a_book(checks.copy_of(file, Path(folder)), file)
        with closing(Database(copy)) as database:
            if is_of_records:
                service = MatchService(database)
                score_books = ScoreBooks(database, service.clock)
                list(upload.import_records(service, score_books, score_books.first().id, [content]))
            return _check(database)


def _begins_like_json(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(100).removeprefix(BOM_UTF8).lstrip()[:1] in (b"{", b"[")


def _check(database: Database) -> int:
    problems = list(checks.problems(database))
    for trouble in problems:
        print(trouble)
    if not problems:
        print(f"All is well: {plural(len(database.numbers()), 'match')}, each replayed from its log.")
    return 1 if problems else 0


def recount(options: argparse.Namespace) -> int:
    """Rebuild all projections from the logs."""
    with opened_database(options, writes="stop it first") as opened:
        numbers, left_out = opened.service.database.numbers(), Maintenance(opened.service).recount()
        evenings = evenings_file.recount(opened.service.database)
        print(f"Recounted: {plural(len(numbers) - len(left_out), 'match')}.")
    counts = (plural(len(each), word) for each, word in ((left_out, "match"), (evenings, "evening")) if each)
    return tell([*left_out, *evenings], f"{' and '.join(counts)} omitted. Run `referee check` for details.")


def restore(options: argparse.Namespace) -> None:
    """Replace the database with a backup, and keep the old one. Raises RefusedError if the backup is damaged."""
    checks.must_be_there(options.file)
    folder = instance_folder(options.instance, make=True)
    aside = restoring.restore(options.file, folder, datetime.now(SUSSEX))
    kept = f" The previous book is kept as {aside}." if aside.exists() else ""
    print(f"Restored.{kept}")
