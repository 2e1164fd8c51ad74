"""Evenings of several tables in files of score books: their logs, in which matches have the numbers of the file."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any

from referee.books.current_evening import folded_from, shape_of
from referee.books.imported import DIFFERS, THERE, Imported
from referee.evenings.actions import NOT_THERE
from referee.evenings.evening import Evening, fold
from referee.evenings.shapes import UNREADABLE, read_action, read_setup, write_action, write_setup
from referee.faults import DamagedError, Fault, RefusedError
from referee.fields import FieldReader, parse_json
from referee.games import GAMES
from referee.log.bring import Logs
from referee.log.entry import ACT, REDO, UNDO, Entry, dump, in_force
from referee.log.shape import LONG, MARK, NUMBER, Read, fields, list_of, misfit
from referee.log.shape import row as columns
from referee.store.database import Database
from referee.store.evenings import NO_ROUND, EveningStore
from referee.store.logs import OF_EVENINGS

Place = tuple[int, int, int]
"""A round, a table and the number of its match."""
EVENINGS: Read = list_of(fields({
    "opened": FieldReader.moment, "key": MARK, "setup": LONG,
    "entries": list_of(columns(NUMBER, MARK, LONG, FieldReader.moment)),
}))  # fmt: skip


def written(database: Database, book_id: int) -> list[dict[str, Any]]:
    """Return the evenings of a score book as plain data, oldest first, without unreadable ones."""
    store = EveningStore(database)
    return [
        {
            "opened": each.opened,
            "key": each.key,
            "setup": each.setup,
            "entries": list(map(_in_file, store.entries(each.id))),
        }
        for each in reversed(store.of_book(book_id))
        if _fault_of(store, each.id) is None
    ]  # fmt: skip


def bring_in(
    database: Database, book_id: int, evening: Mapping[str, Any], numbers: Mapping[int, int], now: datetime
) -> Imported:
    """Import an evening into a score book, given the number here of each match of the file.

    One that is there already is continued if the file has more of it, unless it continued differently here. Later
    times become `now`, or the evening would stay the latest one until then. Raises RefusedError if unreadable.
    """
    store, setup = EveningStore(database), _setup(evening["setup"])
    name, read = setup["name"] or "The evening", [_entry(row) for row in evening["entries"]]
    fault = misfit(read)
    if fault:
        raise RefusedError(Fault("bad-evening", f"{name} {fault}."))
    _fold(setup, read)
    while True:  # Everything is prepared before the transaction, so that others do not wait for a long evening.
        known = store.keyed(book_id, evening["key"])
        if known and parse_json(store.row(known).setup) != setup:
            raise RefusedError(Fault("other-evening", f"{name}: another evening here has the same key."))
        head, match_here = known and store.head(known), _finder(database, known, setup["game"], numbers)
        here = store.entries(known) if known else []
        of_key = {entry.key: _matches(entry) for entry in here}
        there = [_seated(entry, match_here, of_key.get(entry.key, [])) for entry in read]
        new = Logs(here, there).to_add()
        if known and not new:
            return Imported(known, DIFFERS if new is None else THERE, "evening")
        numbered = enumerate(new or (), len(here) + 1)
        dated = [replace(entry, number=at, at=_until(now, entry.at)) for at, entry in numbered]
        log = [*here, *dated]
        places = list(_fold(setup, log).places())
        with database.writing():
            if store.keyed(book_id, evening["key"]) == known and (known and store.head(known)) == head:
                number = known or store.add(book_id, _until(now, evening["opened"]), setup, evening["key"])
                store.append(number, dated)
                store.seat(number, [*_aside(database, log, places), *places])
                return Imported(number, "", "evening")


def _aside(database: Database, log: Sequence[Entry], places: Sequence[Place]) -> Iterator[Place]:
    """Yield the places of matches that were set aside, given those at tables now; without the bin."""
    named = {match for entry in log for action in entry.actions for match in action.get("matches", ())}
    yield from ((NO_ROUND, 0, match) for match in named - {match for *_, match in places} if database.match(match))


def _fold(setup: Mapping[str, Any], log: Sequence[Entry]) -> Evening:
    """The evening of a log. Raises RefusedError."""
    return fold(read_setup(setup), (read_action(entry.actions[0]) for entry in in_force(log)[0]))


def _until(now: datetime, at: str) -> str:
    """A time, or now if that is earlier."""
    return min(datetime.fromisoformat(at), now).isoformat()


def problems(database: Database) -> Iterator[str]:
    """Yield a line for each problem with the evenings of a database."""
    store = EveningStore(database)
    for number in store.numbers():
        fault = next(database.broken(number, OF_EVENINGS), None) or _fault_of(store, number)
        if fault:
            yield f"evening {number} cannot be read: {fault}"
        elif sorted(store.still_there(folded_from(store, number).evening.places())) != store.places(number):
            yield f"evening {number}: its tables differ from its log: `referee recount` corrects them"


def recount(database: Database) -> list[str]:
    """Rebuild from the logs which match is played at which table; returns the faults of unreadable evenings."""
    store, left_out = EveningStore(database), list[str]()
    for number in store.numbers():
        try:
            with database.writing():
                store.seat(number, folded_from(store, number).evening.places())
        except UNREADABLE as error:
            left_out.append(f"evening {number} cannot be read: {error}")
    return left_out


def _fault_of(store: EveningStore, number: int) -> Exception | None:
    """Return the error that an evening raises when it is read, in force or not; or None."""
    try:
        folded_from(store, number)
        entries = store.entries(number)
        for action in (action for entry in entries for action in entry.actions):
            read_action(action)
    except UNREADABLE as error:
        return error
    fault = misfit(entries)
    return DamagedError(f"its log {fault}") if fault else None


def _setup(written: str) -> dict[str, Any]:
    """The setup of an evening in a file, in its stored form. Raises RefusedError."""
    data: dict[str, Any] = parse_json(written)
    setup = read_setup(data)
    game = GAMES.get(setup.game)
    if game is None or setup.shape != shape_of(game, setup.is_fixed) or not 0 < setup.number < 1000:
        raise RefusedError(Fault("bad-evening", "The settings of the evening fit no game."))
    _must_be_all(data, write_setup(setup))
    return data


def _must_be_all(given: Any, understood: dict[str, Any]) -> None:
    """Raise RefusedError if plain data has fields that were not read."""
    more = next((name for name in given if name not in understood), None)
    if more is not None:
        raise RefusedError(Fault("bad-evening", f"The evening has an unknown field, “{more[:40]}”."))


def _finder(database: Database, number: int | None, game: str, numbers: Mapping[int, int]) -> Callable[[int], int]:
    """A function that returns the number here of a match in the file, or NOT_THERE if it cannot belong to the
    evening."""
    store = EveningStore(database)

    @cache
    def match_here(there: int) -> int:
        here = numbers.get(there, NOT_THERE)
        row, evening = database.match(here), store.of_match(here)
        return here if row and row.game == game and (evening is None or evening[0] == number) else NOT_THERE

    return match_here


def _in_file(entry: Entry) -> list[Any]:
    """An entry in its file form: number, key, action as JSON and time. An undo is an action there."""
    return [entry.number, entry.key, dump(entry.actions[0] if entry.actions else {"type": entry.kind}), entry.at]


def _entry(row: Sequence[Any]) -> Entry:
    """The entry of a row of a file. Raises RefusedError."""
    number, key, written, at = row
    action = parse_json(written)
    if action in ({"type": UNDO}, {"type": REDO}):
        return Entry(number, action["type"], (), key, at)
    read = read_action(action)
    _must_be_all(action, write_action(read))
    return Entry(number, ACT, (action,), key, at)


def _matches(entry: Entry) -> list[int]:
    """The numbers of the matches of the tables that an entry seats."""
    return list(entry.actions[0].get("matches", ())) if entry.actions else []


def _seated(entry: Entry, match_here: Callable[[int], int], known: list[int]) -> Entry:
    """An entry with the numbers here of the matches of its tables.

    Those `known` from the same entry here stay if they differ only where a match was deleted here or there.
    """
    if not _matches(entry):
        return entry
    matches = list(map(match_here, _matches(entry)))
    is_same = len(matches) == len(known) and all(
        one == other or NOT_THERE in (one, other) for one, other in zip(matches, known, strict=True)
    )
    return replace(entry, actions=({**entry.actions[0], "matches": known if is_same else matches},))
