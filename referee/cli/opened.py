"""The database as commands open it: exclusively, or read-only while a server runs."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee.books.maintenance import Maintenance
from referee.books.score_books import ScoreBooks
from referee.faults import DamagedError, Fault, RefusedError
from referee.match.service import MatchService
from referee.store.damage import ERRORS, is_damage_of_a_part
from referee.store.database import Database
from referee.store.instance import book_file, instance_folder, only_one


def tell(problems: list[str], summary: str) -> int:
    """Print problems and a summary to standard error, if there are any, and return the exit status."""
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        print(summary, file=sys.stderr)
    return 1 if problems else 0


@dataclass(frozen=True, slots=True)
class Opened:
    """The database of an instance, opened by a command."""

    instance: Path
    service: MatchService
    is_alone: bool
    """True if no server has it open, so that it can be written."""

    @property
    def score_books(self) -> ScoreBooks:
        """Its score books."""
        return ScoreBooks(self.service.database, self.service.clock)

    def update_projections(self) -> None:
        """Update projections of an earlier release; a running server has done that already."""
        if self.is_alone:
            Maintenance(self.service).update_projections()


@contextmanager
def opened_database(
    options: argparse.Namespace,
    make: bool = False,
    writes: str = "",
    only_reads: bool = False,
    may_be_damaged: bool = True,
) -> Iterator[Opened]:
    """Open the database: exclusively, or read-only if a server runs. A missing one is created only with `make`.

    A command that must write is refused while a server runs, with the advice in `writes`. One that `only_reads` does
    not prevent a server from starting meanwhile. Raises RefusedError; DamagedError if the file is damaged and the
    command writes or it must not be.
    """
    folder = instance_folder(options.instance, make)
    if not make and not (book_file(folder).is_file() and book_file(folder).stat().st_size):
        raise RefusedError(Fault("no-book", f"There is no book in {folder}: nothing has been saved there yet."))
    with ExitStack() as held:
        try:
            is_alone = not only_reads and held.enter_context(only_one(folder)) is None
        except RefusedError:
            if writes:
                text = f"A referee is running on {folder}, and only it may write its book: {writes}."
                raise RefusedError(Fault("instance-taken", text)) from None
            is_alone = False
        database = held.enter_context(closing(_open(book_file(folder), is_alone)))
        if is_alone and not database.can_write and (writes or not may_be_damaged):
            advice = "`referee check` tells where, and `referee restore` replaces it with a backup"
            raise DamagedError(f"The book in {folder} is damaged: {advice}.")
        yield Opened(folder, MatchService(database), database.can_write)


def _open(file: Path, is_alone: bool) -> Database:
    """Open for writing if `is_alone`; a damaged database is opened read-only instead."""
    try:
        return Database(file, read_only=not is_alone)
    except ERRORS as error:
        if not is_damage_of_a_part(error):
            raise
        return Database(file, read_only=True)
