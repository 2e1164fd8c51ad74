"""The commands `export` and `import`."""

import argparse
import json
import sys
from collections.abc import Iterator

from referee.books import export as exporting
from referee.books import logs_file, upload
from referee.books.score_books import ScoreBooks
from referee.cli.opened import Opened, opened_database, tell
from referee.cli.output import whole, writable, write_whole
from referee.english import plural
from referee.faults import Fault, RefusedError
from referee.games import DEFAULT


def export(options: argparse.Namespace) -> int:
    """Write a record, a list of all records, a whole score book, its logs, or tricks or deals as CSV.

    Damaged matches are omitted.

    Raises NotThereError, or RefusedError if the file cannot be written.
    """
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
    summary = f"{plural(len(left_out), 'match')} omitted" if left_out else "The book is damaged"
    return tell([*left_out, *damage], f"{summary}. Run `referee check` for details.")


def _exported(options: argparse.Namespace, opened: Opened, left_out: exporting.LeftOut) -> Iterator[str]:
    service, score_books = opened.service, opened.score_books
    if options.match is not None and options.book is not None:
        raise RefusedError(Fault("which", "Name either a match or --book NUMBER."))
    if options.game is not None and (options.match is not None or not options.csv):
        raise RefusedError(Fault("what-game", "--game goes with --csv of several matches."))
    if options.logs and (options.book is None or options.csv or options.match is not None):
        raise RefusedError(Fault("what-logs", "--logs needs --book NUMBER, and nothing else but --out."))
    if options.book is not None:
        score_books.score_book(options.book)
    if options.csv:
        opened.update_projections()
        numbers = service.database.numbers(options.book)
        numbers = numbers if options.match is None else [service.current(options.match).id]
        game = service.games[options.game or DEFAULT.key] if options.match is None else service.game(options.match)
        return exporting.rows_as_csv(service, numbers, game, left_out)
    if options.match is not None:
        text = json.dumps(
            service.game(options.match).write(service.record(options.match)), ensure_ascii=False, indent=1
        )
        return iter([text, "\n"])
    if options.book is None:
        return exporting.list_of_records(service, left_out)
    if options.logs:
        return logs_file.whole_book(service, score_books, options.book, left_out)
    return exporting.whole_book(service, score_books, options.book, left_out)


def import_records(options: argparse.Namespace) -> None:
    """Import files: all of them, or none. Records are replayed before the first match is stored.

    Raises RefusedError.
    """
    contents = [upload.read_file(whole(file), file) for file in options.files]
    with opened_database(
        options, make=options.book is None, writes="import them on its page “Export and import”, or stop it first"
    ) as opened:
        opened.update_projections()
        lines = list[str]()
        with opened.service.database.writing():
            if options.new is None:
                score_book = _score_book(opened.score_books, options.book)
            else:
                score_book = opened.score_books.begin(options.new).id
                lines.append(f"score book {score_book}")
            lines += [
                each.line for each in upload.import_records(opened.service, opened.score_books, score_book, contents)
            ]
    print("\n".join(lines or ["There is no match in it."]))


def _score_book(score_books: ScoreBooks, chosen: int | None) -> int:
    """The chosen score book, or the only one, which is created if there is none.

    Raises RefusedError or NotThereError.
    """
    books = score_books.score_books()
    if chosen is not None:
        return score_books.book_grant(chosen).number  # Not one that is in the bin, and will be erased.
    if len(books) > 1:
        names = ", ".join(f"{book.id} ({book.name})" if book.name else str(book.id) for book in books)
        raise RefusedError(Fault("which-book", f"There are several score books: choose one with --book: {names}."))
    return score_books.first().id
