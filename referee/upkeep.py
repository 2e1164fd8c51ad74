"""Looking after the book: is it whole, and putting a backup in its place."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from referee.book import ACT, MEND, REDO, UNDO, Book
from referee.faults import Fault, RefusedError
from referee.havilering import match as rules
from referee.havilering.seasons import Calendar
from referee.havilering.state import Phase
from referee.instance import book_file, only_one
from referee.log import actions, in_force
from referee.record import read_setup


def troubles(book: Book, calendar: Calendar) -> Iterator[str]:
    """Everything that is wrong with a book, a line each: with the file, and with any match when it is played over."""
    yield from book.damage()
    for number in book.numbers():
        try:
            yield from (f"match {number}: {trouble}" for trouble in _of_match(book, number, calendar))
        except RefusedError as refused:
            yield f"match {number} cannot be played over: {refused}"
        except (LookupError, ValueError, TypeError) as error:
            yield f"match {number} cannot be read: {type(error).__name__}, {error}"


def _of_match(book: Book, number: int, calendar: Calendar) -> Iterator[str]:
    row, entries = book.match(number), book.entries(number)
    if row is None or row.book_id is None:
        yield "it belongs to no score book"
        return
    if [entry.number for entry in entries] != list(range(1, len(entries) + 1)):
        yield "entries are missing from its log"
    kinds = {entry.kind for entry in entries} - {ACT, UNDO, REDO, MEND}
    if kinds:
        yield f"its log has entries of an unknown kind: {', '.join(sorted(kinds))}"
        return
    live, _ = in_force(entries)
    match = rules.fold(read_setup(row.setup), calendar, actions(live))
    if (match.phase is Phase.MATCH_OVER) is not row.over:
        yield f"the list shows it as {'over' if row.over else 'open'}, but by its log it is not"


def restore(backup: Path, instance: Path, calendar: Calendar, now: datetime) -> Path:
    """Put a backup in the place of an instance's book, which is kept beside it; where it is kept.

    Raises RefusedError if a server runs there, or if the backup is no book or not whole.
    """
    live, new = book_file(instance), instance / "restoring.db"
    aside = instance / f"book-before-{now:%Y-%m-%d-%H%M%S}.db"
    with only_one(instance):
        try:
            shutil.copyfile(backup, new)
            new.chmod(0o600)
            _must_be_whole(new, backup, calendar)
            if live.exists():
                _put_aside(live, aside)
            os.replace(new, live)
        finally:
            new.unlink(missing_ok=True)
    return aside


def _must_be_whole(file: Path, backup: Path, calendar: Calendar) -> None:
    """Open a copy of the backup, bring it up to date, and look at all of it."""
    try:
        book = Book(file)
    except sqlite3.Error as error:
        raise RefusedError(Fault("no-backup", f"{backup} is not a book: {error}.")) from error
    try:
        found = list(troubles(book, calendar))
    finally:
        book.close()
    if found:
        raise RefusedError(Fault("bad-backup", f"{backup} is not whole ({found[0]}): nothing was changed."))


def _put_aside(live: Path, aside: Path) -> None:
    """Keep the book as it was, with what is still in its journal."""
    try:
        Book(live).close()  # The last one to close writes the journal into the file.
    except sqlite3.Error:
        for journal in ("-wal", "-shm"):
            part = live.with_name(live.name + journal)
            if part.exists():
                os.replace(part, aside.with_name(aside.name + journal))
    os.replace(live, aside)
