"""Export: match records, a whole score book, and tricks as CSV.

A whole score book is JSON: `{"format": "havilering-book", "version": 1, "name": …, "house_rules": {…}, "matches":
[…]}`, each match a record. House rules of other games are in `house_rules_of`, by the game's key. Undone
entries, the bin and links are not exported; a backup has them.
"""

import csv
import io
import json
import logging
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, TypeVar

from referee.books.score_books import ScoreBooks
from referee.books.spreadsheet import harmless
from referee.faults import DamagedError, NotThereError
from referee.games import DEFAULT
from referee.games.game import Game
from referee.games.kit.records import Record
from referee.match.reader import reporting_damage
from referee.match.service import MatchService

VERSION = 1
log = logging.getLogger("referee")
LeftOut = Callable[[int, str], None]
"""Called with the number of a match that cannot be read, and the reason."""
T = TypeVar("T")


BOOK_FORMAT = f"{DEFAULT.key}-book"
"""The value of `format` in the file of a whole score book."""


def log_left_out(number: int, why: str) -> None:
    """Write to the program's log that a match is omitted."""
    log.error("%s; match %s is omitted. Run `referee check` for details.", why, number)


def record_as_seen(service: MatchService, number: int) -> Record[Any, Any]:
    """Return the record of a match without the hand in play, which may be closed to watchers.

    Raises NotThereError or DamagedError.
    """
    current = service.current(number)
    public = tuple(
        each.action for each in service.transitions(number) if current.game.is_public(current.whole_match, each)
    )
    return Record(service.record(number).setup, public)


def whole_book(
    service: MatchService, score_books: ScoreBooks, book_id: int, left_out: LeftOut = log_left_out
) -> Iterator[str]:
    """A score book as the pieces of one JSON file. Raises NotThereError before the first piece."""
    sets = {key: _own_sets(score_books, book_id, game) for key, game in service.games.items()}
    head: dict[str, Any] = {
        "format": BOOK_FORMAT,
        "version": VERSION,
        "name": score_books.score_book(book_id).name,
        "house_rules": sets.pop(DEFAULT.key),
    }
    if any(sets.values()):
        head["house_rules_of"] = {key: own for key, own in sets.items() if own}
    return _pieces(_dump(head)[:-1] + ', "matches": ', service, service.database.numbers(book_id), "}", left_out)


def _own_sets(score_books: ScoreBooks, book_id: int, game: Game[Any, Any, Any]) -> dict[str, Any]:
    """The sets of house rules of a game that people stored, as plain data."""
    sets = score_books.house_rules(book_id, game).items()
    return {name: game.setups.rules.write(rules) for name, rules in sets if name not in game.house_rules}


def list_of_records(service: MatchService, left_out: LeftOut = log_left_out) -> Iterator[str]:
    """The records of all matches of all score books, as the pieces of one JSON file."""
    return _pieces("", service, service.database.numbers(), "", left_out)


def _pieces(start: str, service: MatchService, numbers: Iterable[int], end: str, left_out: LeftOut) -> Iterator[str]:
    yield f"{start}["
    before = ""
    for number in numbers:
        for record in _readable(number, service.record, left_out):
            yield f"{before}\n{_dump(service.game(number).write(record))}"
            before = ","
    yield f"\n]{end}\n"


def _readable(number: int, read: Callable[[int], T], left_out: LeftOut) -> Iterator[T]:
    """Yield what `read` returns for a match; nothing if it is damaged, which is reported, or was just deleted."""
    try:
        with reporting_damage(number):
            yield read(number)
    except DamagedError as error:
        left_out(number, str(error))
    except NotThereError:
        pass


def _dump(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)


def rows_as_csv(
    service: MatchService,
    numbers: Iterable[int],
    game: Game[Any, Any, Any] = DEFAULT,
    left_out: LeftOut = log_left_out,
) -> Iterator[str]:
    """Yield the rows of some matches as CSV with a header: tricks or deals; only the public ones.

    Only matches of `game` are included.
    """
    columns = service.projections.summaries.columns(game)
    yield _row(("match", "opened", *(word.lower() for word in game.seats.values()), *columns))
    for number in numbers:
        for rows in _readable(number, partial(_rows, service, game, columns), left_out):
            yield "".join(map(_row, rows))


def _rows(
    service: MatchService, game: Game[Any, Any, Any], columns: Iterable[str], number: int
) -> list[list[object]]:
    return [
        [
            number,
            listed.opened,
            *(listed.players.get(seat) for seat in game.seats),
            *(row[name] for name in columns),
        ]
        for listed in service.projections.match_search.listed([number])
        if listed.game_key == game.key
        for row in service.projections.summaries.rows(number, game) or _open_rows(service, number)
    ]


def _open_rows(service: MatchService, number: int) -> list[dict[str, Any]]:
    current = service.current(number)
    return current.game.rows(current.whole_match)


def _row(cells: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow([harmless(cell) if isinstance(cell, str) else cell for cell in cells])
    return line.getvalue()
