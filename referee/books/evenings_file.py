"""Evenings of several tables in files of score books: their logs, in which matches have the numbers of the file."""

import json
from collections.abc import Mapping
from typing import Any

from referee.books.file_shapes import LONG, MARK, NUMBER, Read, fields, list_of
from referee.books.file_shapes import row as columns
from referee.evenings.evening import NOT_THERE, Begin, fold
from referee.evenings.shapes import UNDO, in_force, read_action, read_setup
from referee.faults import Fault, RefusedError
from referee.fields import FieldReader
from referee.store.database import Database
from referee.store.evenings import EveningStore

EVENINGS: Read = list_of(fields({
    "opened": FieldReader.moment, "key": MARK, "setup": LONG,
    "entries": list_of(columns(NUMBER, MARK, LONG, FieldReader.moment)),
}))  # fmt: skip


def written(database: Database, book_id: int) -> list[dict[str, Any]]:
    """The evenings of a score book as plain data, oldest first."""
    store = EveningStore(database)
    return [
        {"opened": each.opened, "key": each.key, "setup": each.setup, "entries": store.log(each.id)}
        for each in reversed(store.of_book(book_id))
    ]


def bring_in(database: Database, book_id: int, evenings: list[Mapping[str, Any]], numbers: Mapping[int, int]) -> None:
    """Bring evenings into a score book, given the number here of each match of the file.

    One that is there already goes on where the file has more of it. Raises RefusedError if one cannot be read.
    """
    store = EveningStore(database)
    for each in evenings:
        with database.writing():
            setup = _json(each["setup"])
            read_setup(setup)
            known = store.keyed(book_id, each["key"])
            number = known or store.add(book_id, each["opened"], setup, each["key"])
            there = [entry[1] for entry in store.log(number)]
            if there != [entry[1] for entry in each["entries"]][: len(there)]:
                continue  # It went on otherwise here.
            for entry in each["entries"][len(there) :]:
                store.append(number, entry[0], entry[1], _renumbered(_json(entry[2]), numbers), entry[3])
            _seat(store, number)


def _seat(store: EveningStore, number: int) -> None:
    """Note which match is played at which table. Raises RefusedError if the log cannot be folded."""
    row = store.row(number)
    assert row is not None
    actions = in_force([_json(action) for action, _ in store.entries(number)])
    evening = fold(read_setup(_json(row.setup)), map(read_action, actions))
    store.seat(number, evening.places())


def _renumbered(action: Any, numbers: Mapping[int, int]) -> dict[str, Any]:
    if action == UNDO:
        return dict(action)
    read = read_action(action)
    if isinstance(read, Begin):
        return {**action, "matches": [numbers.get(match, NOT_THERE) for match in read.matches]}
    return dict(action)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise RefusedError(Fault("bad-evening", "An evening of the file cannot be read.")) from error
