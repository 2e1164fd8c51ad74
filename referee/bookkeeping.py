"""The commands about the book: records out and in, backups, checks. Each takes its options and prints what it did."""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory

from referee import files, upkeep
from referee import record as records
from referee.book import Book
from referee.faults import Fault, RefusedError
from referee.havilering.talk import plural
from referee.instance import book_file, instance_folder
from referee.keeper import Keeper
from referee.season import SUSSEX, season_at
from referee.shelf import Shelf
from referee.stream import whole
from referee.table import Tables


def export(options: argparse.Namespace) -> None:
    """Write a record, a list of all of them, a whole score book, or tricks as a table. Raises NotThereError."""
    with _tables(options) as tables:
        pieces = _exported(options, tables)
        if options.out is None:
            sys.stdout.writelines(pieces)
        else:
            _write(options.out, pieces)


def _exported(options: argparse.Namespace, tables: Tables) -> Iterator[str]:
    shelf = Shelf(tables.book, tables.clock)
    if options.book is not None:
        shelf.score_book(options.book)
    if options.csv:
        Keeper(tables).tidy()
        numbers = tables.numbers(options.book)
        return files.tricks_as_csv(tables, numbers if options.match is None else [tables.standing(options.match).id])
    if options.match is not None:
        text = json.dumps(records.write(tables.record(options.match)), ensure_ascii=False, indent=1)
        return iter([text, "\n"])
    return files.list_of_records(tables) if options.book is None else files.whole_book(tables, shelf, options.book)


def _write(file: Path, pieces: Iterator[str]) -> None:
    """All of it, or the file stays as it was."""
    if file.exists() and not file.is_file():  # A pipe, or a device.
        with file.open("w", encoding="utf-8", newline="") as out:
            out.writelines(pieces)
        return
    with NamedTemporaryFile("w", encoding="utf-8", newline="", dir=file.parent, delete=False) as part:
        try:
            part.writelines(pieces)
            part.flush()
            os.replace(part.name, file)
        except BaseException:
            os.unlink(part.name)
            raise


def bring_in(options: argparse.Namespace) -> None:
    """Every file is read and replayed before the first match is put into the book."""
    found = [files.read_file(whole(file), file) for file in options.files]
    with _tables(options, make=True) as tables:
        Keeper(tables).tidy()
        shelf = Shelf(tables.book, tables.clock)
        score_book = _score_book(shelf, options.book)
        for each in found:
            for number, new in files.bring_in(tables, shelf, score_book, each):
                print(f"match {number}" if new else f"match {number}, in the book already")


def back_up(options: argparse.Namespace) -> None:
    """Write a consistent copy of the book, also while a server runs. Raises RefusedError if it is the book itself."""
    book = book_file(instance_folder(options.instance))
    if options.file.is_dir():
        raise RefusedError(Fault("not-a-file", f"{options.file} is a folder: name the file to write."))
    if options.file.resolve().name.startswith(book.name) and options.file.resolve().parent == book.resolve().parent:
        raise RefusedError(Fault("live-book", f"{options.file} is the live book itself: name another file."))
    with _tables(options) as tables:
        tables.back_up(options.file)


def check(options: argparse.Namespace) -> int:
    """Tell everything that is wrong, a line each. Of a backup a copy is looked at, so that it stays as it is."""
    with TemporaryDirectory() as folder:
        if options.file:
            looked_at = Book(upkeep.copy_of(options.file, Path(folder)))
        else:
            looked_at = Book(_book_that_is_there(options), checkpoints=False)
        with closing(looked_at):
            found, matches = list(upkeep.troubles(looked_at, season_at)), len(looked_at.numbers())
    for trouble in found:
        print(trouble)
    if not found:
        print(f"All is well: {matches} match{'' if matches == 1 else 'es'}, each played over from its log.")
    return 1 if found else 0


def recount(options: argparse.Namespace) -> None:
    """File every match anew: what lists and figures show comes from the logs, whatever it was."""
    with _tables(options) as tables:
        print(f"Counted anew: {plural(Keeper(tables).recount(), 'match')}.")


def restore(options: argparse.Namespace) -> None:
    """Put a backup in the book's place, and keep what was there. Raises RefusedError if it is not whole."""
    folder = instance_folder(options.instance, make=True)
    aside = upkeep.restore(options.file, folder, season_at, datetime.now(SUSSEX))
    kept = f" What was there before is kept as {aside}." if aside.exists() else ""
    print(f"Restored.{kept}")


def _book_that_is_there(options: argparse.Namespace) -> Path:
    """The book of the instance. Raises RefusedError if there is none."""
    file = book_file(instance_folder(options.instance))
    if not file.is_file():
        raise RefusedError(Fault("no-book", f"There is no book in {file.parent}: nothing has been kept there yet."))
    return file


def _score_book(shelf: Shelf, chosen: int | None) -> int:
    """The score book that is meant: the chosen one, or the only one there is, which is begun if there is none."""
    books = shelf.score_books()
    if chosen is not None:
        return shelf.score_book(chosen).id
    if len(books) > 1:
        told = ", ".join(f"{book.id} ({book.name})" if book.name else str(book.id) for book in books)
        raise RefusedError(Fault("which-book", f"There are several score books: choose one with --book: {told}."))
    return shelf.first().id


@contextmanager
def _tables(options: argparse.Namespace, make: bool = False) -> Iterator[Tables]:
    """The tables of the book; one that is not there is made only for what is brought in."""
    file = book_file(instance_folder(options.instance, make)) if make else _book_that_is_there(options)
    # A command beside a running server never checkpoints: the server alone does.
    book = Book(file, checkpoints=False)
    try:
        yield Tables(book)
    finally:
        book.close()
