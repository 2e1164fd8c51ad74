"""Evenings of several tables in files of score books: their logs, in which matches have the numbers of the file."""

from collections.abc import Iterator, Mapping
from typing import Any

from referee.books.current_evening import shape_of
from referee.evenings.evening import NOT_THERE, Begin, Evening, Setup, fold
from referee.evenings.shapes import UNDO, UNREADABLE, in_force, read_action, read_setup
from referee.faults import Fault, RefusedError
from referee.fields import FieldReader, parse_json
from referee.games import GAMES
from referee.log.shape import LONG, MARK, NUMBER, Read, fields, list_of
from referee.log.shape import row as columns
from referee.store.database import Database
from referee.store.evenings import EveningStore

EVENINGS: Read = list_of(fields({
    "opened": FieldReader.moment, "key": MARK, "setup": LONG,
    "entries": list_of(columns(NUMBER, MARK, LONG, FieldReader.moment)),
}))  # fmt: skip


def written(database: Database, book_id: int) -> list[dict[str, Any]]:
    """The evenings of a score book as plain data, oldest first, without those that cannot be read."""
    store = EveningStore(database)
    return [
        {"opened": each.opened, "key": each.key, "setup": each.setup, "entries": store.log(each.id)}
        for each in reversed(store.of_book(book_id))
        if _fault_of(store, each.id) is None
    ]


def bring_in(database: Database, book_id: int, evenings: list[Mapping[str, Any]], numbers: Mapping[int, int]) -> None:
    """Bring evenings into a score book, given the number here of each match of the file.

    One that is there already goes on where the file has more of it. Raises RefusedError if one cannot be read.
    """
    store = EveningStore(database)
    for each in evenings:
        with database.writing():
            setup = parse_json(each["setup"])
            matches = _matches(database, read_setup(setup), numbers)
            known = store.keyed(book_id, each["key"])
            number = known or store.add(book_id, each["opened"], setup, each["key"])
            there = [entry[1] for entry in store.log(number)]
            if there != [entry[1] for entry in each["entries"]][: len(there)]:
                continue  # It went on otherwise here.
            for entry in each["entries"][len(there) :]:
                store.append(number, entry[0], entry[1], _renumbered(parse_json(entry[2]), matches), entry[3])
            store.seat(number, _folded(store, number).places())


def problems(database: Database) -> Iterator[str]:
    """What is wrong with the evenings of a database: one line for each problem."""
    store = EveningStore(database)
    for number in store.numbers():
        if [entry[0] for entry in store.log(number)] != list(range(1, store.length(number) + 1)):
            yield f"evening {number}: entries of its log are missing"
        fault = _fault_of(store, number)
        if fault:
            yield f"evening {number} cannot be read: {fault}"
        elif sorted(_folded(store, number).places()) != store.places(number):
            yield f"evening {number}: its tables are not those of its log: `referee recount` puts them right"


def recount(database: Database) -> None:
    """Note again which match is played at which table, from the logs. Raises RefusedError."""
    store = EveningStore(database)
    for number in store.numbers():
        with database.writing():
            store.seat(number, _folded(store, number).places())


def _fault_of(store: EveningStore, number: int) -> Exception | None:
    """Why an evening cannot be read, or None."""
    try:
        _folded(store, number)
    except UNREADABLE as error:
        return error
    return None


def _folded(store: EveningStore, number: int) -> Evening:
    row = store.row(number)
    assert row is not None
    actions = in_force([parse_json(entry[2]) for entry in store.log(number)])
    return fold(read_setup(parse_json(row.setup)), map(read_action, actions))


def _matches(database: Database, setup: Setup, numbers: Mapping[int, int]) -> dict[int, int]:
    """The matches that an evening may have, by their numbers in the file. Raises RefusedError."""
    game = GAMES.get(setup.game)
    if game is None or setup.shape != shape_of(game, setup.is_fixed) or not 0 < setup.number < 1000:
        raise RefusedError(Fault("bad-evening", "There is no such evening of a game."))
    rows = {here: database.match(here) for here in numbers.values()}
    return {there: here for there, here in numbers.items() if (row := rows[here]) and row.game == setup.game}


def _renumbered(action: Any, numbers: Mapping[int, int]) -> dict[str, Any]:
    if action == UNDO:
        return dict(action)
    read = read_action(action)
    if isinstance(read, Begin):
        return {**action, "matches": [numbers.get(match, NOT_THERE) for match in read.matches]}
    return dict(action)
