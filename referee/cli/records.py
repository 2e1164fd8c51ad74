"""The commands `export` and `import`."""

import argparse
import json
import sys
from collections.abc import Iterator

from referee.books import export as exporting
from referee.books import upload
from referee.books.moved import address_of_instance
from referee.books.score_books import ScoreBooks
from referee.cli.opened import Opened, opened_database, tell
from referee.cli.output import whole, writable, write_whole
from referee.english import plural
from referee.faults import Fault, RefusedError
from referee.fields import parse_json
from referee.operators.arrival import Arrival
from referee.operators.moving import FORMAT, Moving
from referee.store.instance import instance_id, secret_key


def export(options: argparse.Namespace) -> int:
    """Write a record, a list of all records, a whole score book, or tricks or deals as CSV.

    Damaged matches are left out.

    Raises NotThereError, or RefusedError if the file cannot be written.
    """
    if options.move_to is not None:
        return _move(options)
    left_out: list[str] = []
    with opened_database(options) as opened:
        target = options.out and writable(options.out, opened.instance)
        pieces = _exported(options, opened, lambda _, why: left_out.append(why))
        if target is None:
            sys.stdout.writelines(pieces)
        else:
            write_whole(target, pieces)
        # A damaged page can hide a whole match, so check the file as well.
        damage = opened.service.database.damage()
    summary = f"{plural(len(left_out), 'match')} left out" if left_out else "The book is damaged"
    return tell([*left_out, *damage], f"{summary}. `referee check` tells more.")


def _move(options: argparse.Namespace) -> int:
    """Write a score book with its logs, and note that it has moved. Raises RefusedError or NotThereError."""
    if options.book is None or options.out is None or options.csv or options.match is not None:
        raise RefusedError(Fault("what-moves", "--move-to needs --book NUMBER and --out FILE, and nothing else."))
    address = address_of_instance(options.move_to)
    with opened_database(options, writes="stop it first") as opened:
        moving = Moving(opened.service, opened.score_books, secret_key(opened.instance))
        write_whole(writable(options.out, opened.instance), moving.whole(options.book))
        moving.mark(options.book, address)
    print(f"Book {options.book} is written. Import {options.out} at {address}: whoever opens it here is led there.")
    return 0


def _exported(options: argparse.Namespace, opened: Opened, left_out: exporting.LeftOut) -> Iterator[str]:
    service, score_books = opened.service, opened.score_books
    if options.book is not None:
        score_books.score_book(options.book)
    if options.csv:
        opened.update_projections()
        numbers = service.numbers(options.book)
        numbers = numbers if options.match is None else [service.current(options.match).id]
        game = service.game(options.match) if options.match is not None else service.games.get(options.game)
        if game is None:
            raise RefusedError(Fault("no-game", f"There is no game {options.game}: {', '.join(service.games)}."))
        return exporting.rows_as_csv(service, numbers, game, left_out)
    if options.match is not None:
        text = json.dumps(
            service.game(options.match).records.write(service.record(options.match)), ensure_ascii=False, indent=1
        )
        return iter([text, "\n"])
    if options.book is None:
        return exporting.list_of_records(service, left_out)
    Moving(service, score_books, secret_key(opened.instance)).must_be_here(options.book)
    return exporting.whole_book(service, score_books, options.book, left_out)


def import_records(options: argparse.Namespace) -> None:
    """Import files: all of them, or none. Records are replayed before the first match is stored.

    A score book that comes from another instance becomes a book of its own. Raises RefusedError.
    """
    moved, found = {}, []
    for file in options.files:
        text = whole(file)
        data = parse_json(text) if f'"{FORMAT}"'.encode() in text[:200] else None
        if isinstance(data, dict) and data.get("format") == FORMAT:
            moved[file] = data
        else:
            found.append(upload.read_file(text, file))
    if options.take_back and (found or not moved):
        raise RefusedError(Fault("what-comes-back", "--take-back is for the file of a score book that moved away."))
    with opened_database(
        options, make=True, writes="import them on its page “Export and import”, or stop it first"
    ) as opened:
        opened.update_projections()
        said = list[str]()
        with opened.service.database.writing():
            arrival = Arrival(opened.service, opened.score_books, instance_id(secret_key(opened.instance)))
            said += [f"book {arrival.bring_in(data, file, options.take_back)}" for file, data in moved.items()]
            score_book = _score_book(opened.score_books, options.book) if found else 0
            for number, new in upload.import_records(opened.service, opened.score_books, score_book, found):
                said.append(f"match {number}" if new else f"match {number}, in the book already")
    print("\n".join(said))


def _score_book(score_books: ScoreBooks, chosen: int | None) -> int:
    """The chosen score book, or the only one, which is created if there is none. Raises RefusedError."""
    books = score_books.score_books()
    if chosen is not None:
        return score_books.score_book(chosen).id
    if len(books) > 1:
        told = ", ".join(f"{book.id} ({book.name})" if book.name else str(book.id) for book in books)
        raise RefusedError(Fault("which-book", f"There are several score books: choose one with --book: {told}."))
    return score_books.first().id
