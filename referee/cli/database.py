"""The commands about the book: records out and in, backups, checks. Each takes its options and prints what it did."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.books import check as checks
from referee.books import files
from referee.books.maintenance import Maintenance
from referee.books.score_books import ScoreBooks
from referee.cli.output import writable, write_whole
from referee.cli.stream import whole
from referee.english import plural
from referee.faults import Fault, RefusedError
from referee.games.havilering import record as records
from referee.match.service import MatchService
from referee.season import SUSSEX, season_at
from referee.store.damage import ERRORS, is_damage_of_a_part
from referee.store.database import Database
from referee.store.instance import book_file, instance_folder, only_one


def export(options: argparse.Namespace) -> int:
    """Write a record, a list of all of them, a whole score book, or tricks as a table; what is damaged is left out.

    Raises NotThereError, or RefusedError if the file is none to write to.
    """
    left_out: list[str] = []
    with _opened(options) as opened:
        target = options.out and writable(options.out, opened.instance)
        pieces = _exported(options, opened, lambda _, why: left_out.append(why))
        if target is None:
            sys.stdout.writelines(pieces)
        else:
            write_whole(target, pieces)
        # A match may be missing without a trace in what was read: the file as a whole tells.
        damage = opened.service.database.damage()
    summary = f"{plural(len(left_out), 'match')} left out" if left_out else "The book is damaged"
    return _told([*left_out, *damage], f"{summary}. `referee check` tells more.")


def _told(troubles: list[str], summary: str) -> int:
    """Tell what is wrong on standard error; the exit status."""
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    if troubles:
        print(summary, file=sys.stderr)
    return 1 if troubles else 0


def _exported(options: argparse.Namespace, opened: "_Opened", left_out: files.LeftOut) -> Iterator[str]:
    service, score_books = opened.service, opened.score_books
    if options.book is not None:
        score_books.score_book(options.book)
    if options.csv:
        opened.tidy()
        numbers = service.numbers(options.book)
        numbers = numbers if options.match is None else [service.current(options.match).id]
        return files.tricks_as_csv(service, numbers, left_out)
    if options.match is not None:
        text = json.dumps(records.write(service.record(options.match)), ensure_ascii=False, indent=1)
        return iter([text, "\n"])
    if options.book is None:
        return files.list_of_records(service, left_out)
    return files.whole_book(service, score_books, options.book, left_out)


def bring_in(options: argparse.Namespace) -> None:
    """Every file is read and replayed before the first match is put into the book."""
    found = [files.read_file(whole(file), file) for file in options.files]
    with _opened(options, make=True, writes="bring files in on its page “Out and in”, or stop it first") as opened:
        opened.tidy()
        score_book = _score_book(opened.score_books, options.book)
        for each in found:
            for number, new in files.bring_in(opened.service, opened.score_books, score_book, each):
                print(f"match {number}" if new else f"match {number}, in the book already")


def back_up(options: argparse.Namespace) -> int:
    """Write a consistent copy of the book, also while a server runs; tells if it is damaged. Raises RefusedError."""
    with _opened(options) as opened:
        target = writable(options.file, opened.instance)
        opened.service.back_up(target)
    found = checks.damage_of(target)
    return _told(found, f"{options.file} is written, but the book is damaged: keep the backups before it.")


def check(options: argparse.Namespace) -> int:
    """Tell everything that is wrong, a line each. Of a backup a copy is looked at, so that it stays as it is."""
    if options.file:
        with TemporaryDirectory() as folder:
            copy = checks.copy_of(options.file, Path(folder))
            checks.must_be_a_book(copy, options.file)
            with closing(Database(copy)) as database:
                return _check(database)
    with _opened(options) as opened:
        return _check(opened.service.database)


def _check(database: Database) -> int:
    found, matches = list(checks.troubles(database, season_at)), len(database.numbers())
    for trouble in found:
        print(trouble)
    if not found:
        print(f"All is well: {matches} match{'' if matches == 1 else 'es'}, each played over from its log.")
    return 1 if found else 0


def recount(options: argparse.Namespace) -> int:
    """File every match anew: what lists and figures show comes from the logs, whatever it was."""
    with _opened(options, writes="stop it first") as opened:
        numbers, left_out = opened.service.numbers(), Maintenance(opened.service).recount()
        print(f"Counted anew: {plural(len(numbers) - len(left_out), 'match')}.")
    return _told(left_out, f"{plural(len(left_out), 'match')} left out. `referee check` tells more.")


def restore(options: argparse.Namespace) -> None:
    """Put a backup in the book's place, and keep what was there. Raises RefusedError if it is not whole."""
    folder = instance_folder(options.instance, make=True)
    aside = checks.restore(options.file, folder, season_at, datetime.now(SUSSEX))
    kept = f" What was there before is kept as {aside}." if aside.exists() else ""
    print(f"Restored.{kept}")


def _score_book(score_books: ScoreBooks, chosen: int | None) -> int:
    """The score book that is meant: the chosen one, or the only one there is, which is begun if there is none."""
    books = score_books.score_books()
    if chosen is not None:
        return score_books.score_book(chosen).id
    if len(books) > 1:
        told = ", ".join(f"{book.id} ({book.name})" if book.name else str(book.id) for book in books)
        raise RefusedError(Fault("which-book", f"There are several score books: choose one with --book: {told}."))
    return score_books.first().id


@dataclass(frozen=True, slots=True)
class _Opened:
    """The book of an instance, opened by a command."""

    instance: Path
    service: MatchService
    is_alone: bool
    """No server has it open; so that it may be written."""

    @property
    def score_books(self) -> ScoreBooks:
        """Its score books."""
        return ScoreBooks(self.service.database, self.service.clock)

    def tidy(self) -> None:
        """Do what an earlier referee left undone; a server that runs has done it."""
        if self.is_alone:
            Maintenance(self.service).tidy()


@contextmanager
def _opened(options: argparse.Namespace, make: bool = False, writes: str = "") -> Iterator[_Opened]:
    """Open the book, alone; or only to read it, where a server runs. One that is not there is made only to `make` it.

    `writes` is said of a command that has to write: what to do instead while a server runs, which alone writes then.
    Raises RefusedError.
    """
    folder = instance_folder(options.instance, make)
    if not make and not (book_file(folder).is_file() and book_file(folder).stat().st_size):
        raise RefusedError(Fault("no-book", f"There is no book in {folder}: nothing has been kept there yet."))
    with ExitStack() as held:
        try:
            is_alone = held.enter_context(only_one(folder)) is None
        except RefusedError:
            if writes:
                text = f"A referee runs on {folder}, and it alone writes its book: {writes}."
                raise RefusedError(Fault("instance-taken", text)) from None
            is_alone = False
        database = held.enter_context(closing(_database_(book_file(folder), is_alone)))
        yield _Opened(folder, MatchService(database), database.can_write)


def _database_(file: Path, is_alone: bool) -> Database:
    """To be written as well, or where that cannot be as it is damaged, to be read as far as it can."""
    try:
        return Database(file, read_only=not is_alone)
    except ERRORS as error:
        if not is_damage_of_a_part(error):
            raise
        return Database(file, read_only=True)
