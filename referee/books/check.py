"""Checks of a database: the file is intact, and everything derived agrees with the logs."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from referee.books import evenings_file
from referee.books.score_books import read_kept_rules
from referee.faults import DamagedError, Fault, RefusedError
from referee.fields import read_value
from referee.games import GAMES
from referee.games.game import Game, Games
from referee.log.entry import Entry, in_force
from referee.log.shape import misfit
from referee.match.log import actions, must_be_readable, refused_in, setup_in_force
from referee.store.book_rows import BookRows
from referee.store.damage import is_damage, is_damage_of_a_part
from referee.store.database import Database
from referee.store.migrations import schema_difference
from referee.store.projections import Projections


def problems(database: Database, games: Games = GAMES) -> Iterator[str]:
    """Check the file, and replay every match from its log. Yields one line for each problem."""
    checker = _Checker(database, games)
    with database.read_transaction():
        yield from database.damage()
        yield from _as_far_as_it_can_be_read("score books", checker.of_score_books())
        yield from _as_far_as_it_can_be_read("the sizes of score books", checker.of_counts())
        yield from _as_far_as_it_can_be_read("players", checker.of_players())
        yield from _as_far_as_it_can_be_read("evenings", evenings_file.problems(database))
        yield from _as_far_as_it_can_be_read("matches", checker.of_matches())


def problems_of_log(game: Game[Any, Any, Any], entries: Sequence[Entry]) -> Iterator[str]:
    """Check the form of a log, including entries that are not in force. Raises as `must_be_readable` does."""
    fault = misfit(entries)
    if fault:
        yield f"its log {fault}"
        return
    if any(not isinstance(note, dict) or note.keys() != game.refusal_keys for note in refused_in(entries)):
        yield "a refusal noted in its log is malformed"
    must_be_readable(game, entries)


def problems_of_match(database: Database, number: int, games: Games = GAMES) -> Iterator[str]:
    """Check a single match. Yields one line for each problem."""
    return _Checker(database, games).of_match(number)


class _Checker:
    """Checks the content of a database; every method yields one line for each problem."""

    def __init__(self, database: Database, games: Games) -> None:
        self._database, self._games, self._projections = database, games, Projections(database, games)

    def of_score_books(self) -> Iterator[str]:
        """Check the names and house rules of all score books."""
        torn = self._projections.player_store.undecodable_names()
        yield from (f"a name cannot be read in full: {name}" for name in torn)
        for each in self._database.score_books():
            sets = ((game, *kept) for game in self._games.values()
                    for kept in self._database.house_rules(each.id, game.key).items())  # fmt: skip
            for game, name, kept in sets:
                if read_kept_rules(game, kept) is None:
                    yield f"the house rules {name} of score book {each.id} cannot be read"

    def of_counts(self) -> Iterator[str]:
        """Check the sizes of score books."""
        for number in BookRows(self._database).miscounted():
            yield f"the size of score book {number} differs from its logs: `referee recount` recounts it"

    def of_players(self) -> Iterator[str]:
        """Check the players' figures."""
        recount = "`referee recount` rebuilds them"
        stores = self._projections.player_stores.values()
        for player in dict.fromkeys(player for store in stores for player in store.miscounted()):
            yield f"the figures of {player.name} are not the sum of its matches: {recount}"
        for number in self._projections.player_store.misplaced():
            yield f"match {number}: somebody is filed as another player: {recount}"

    def of_matches(self) -> Iterator[str]:
        """Check every match."""
        for number in self._database.numbers():
            yield from _as_far_as_it_can_be_read(f"match {number}", self.of_match(number))

    def of_match(self, number: int) -> Iterator[str]:
        """Check a match: its checksums, its replay and its projections."""
        broken = list(self._database.broken(number))
        yield from (f"match {number}: {line}" for line in broken)
        try:
            yield from (f"match {number}: {line}" for line in self._played_over(number))
        except RefusedError as refused:
            yield f"match {number} cannot be replayed: {refused}"
        except DamagedError as error:
            if not broken:
                yield str(error)
        except (LookupError, ValueError, TypeError):
            yield f"match {number} cannot be read: its setup or an entry is malformed"

    def _played_over(self, number: int) -> Iterator[str]:
        row = self._database.match(number)
        if row is None:  # It was erased a moment ago.
            return
        game = self._games[row.game]
        opened, entries = game.setups.read(row.setup), self._database.entries(number)
        problems = list(problems_of_log(game, entries))
        yield from problems
        if problems:
            return
        live, _ = in_force(entries)
        setup = setup_in_force(game, opened, live)
        match = game.fold(setup, actions(game, opened, live))
        if game.is_over(match) is not row.over:
            yield f"the list shows it as {'over' if row.over else 'open'}, but its log says otherwise"
        if not self._is_projected(number, game, setup, match):
            yield "its lists and figures differ from its log: `referee recount` rebuilds them"

    def _is_projected(self, number: int, game: Game[Any, Any, Any], setup: Any, match: Any) -> bool:
        """True if a match's stored projections are current. Raises RefusedError if its opening time is damaged."""
        columns, results, rows = self._projections.summaries.stored(number, game)
        read_value(lambda reader: reader.moment(columns["opened"], "opened"))  # Lists depend on it.
        if columns["edition"] != game.edition:
            return True  # It is projected again when the database is next opened.
        due = self._projections.change(game, match, was_over=True)
        counts = due.results or {}
        return (
            (game.setup_columns(setup) | game.columns(match)).items() <= columns.items()
            and self._projections.summaries.written(number) == game.setups.players(setup)
            and (counts.keys(), len(due.rows)) == (results.keys(), len(rows))
            and all(each.items() <= results[seat].items() for seat, each in counts.items())
            and all(one.items() <= other.items() for one, other in zip(due.rows, rows, strict=True))
        )


def _as_far_as_it_can_be_read(what: str, problems: Iterator[str]) -> Iterator[str]:
    try:
        yield from problems
    except sqlite3.DatabaseError as error:
        # A damaged schema may lack a table.
        if not is_damage(error) and not str(error).startswith("no such table"):
            raise
        yield f"{what} cannot be read: {error}"


def damage_of(file: Path) -> list[str]:
    """List the damage in a backup, one line each; checks the file and the checksums, without replaying matches."""
    with closing(Database(file, read_only=True)) as database:
        problems = database.damage()
        for number in database.numbers():
            broken = (f"match {number}: {line}" for line in database.broken(number))
            problems += _as_far_as_it_can_be_read(f"match {number}", broken)
    return problems


def must_be_there(file: Path) -> None:
    """Check that a backup can be read. Raises RefusedError or OSError."""
    if not file.is_file():
        text = f"{file} is a folder: name a file." if file.is_dir() else f"There is no file {file}."
        raise RefusedError(Fault("no-file", text))
    with file.open("rb") as opened:
        if not opened.read(1):
            raise RefusedError(Fault("no-book", f"{file} is empty."))


def copy_of(file: Path, folder: Path) -> Path:
    """Copy a database with its journal into a folder; the original is unchanged.

    Raises RefusedError, DamagedError, or OSError if it cannot be read.
    """
    must_be_there(file)
    copy = folder / "copy.db"
    try:
        # Read-only, because SQLite would otherwise checkpoint the journal into the original.
        address = f"{file.resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    except sqlite3.Error as error:
        if is_damage_of_a_part(error):
            raise DamagedError(f"{file} is damaged: {error}.") from error
        if not is_damage(error):  # The disk may be full.
            raise
        raise RefusedError(Fault("no-book", f"{file} is not a book: {error}.")) from error
    return copy


def must_be_a_book(copy: Path, backup: Path) -> None:
    """Check that a backup, read from its `copy`, has the schema of a release. Raises RefusedError."""
    try:
        with closing(sqlite3.connect(copy)) as connection:
            difference = schema_difference(connection)
    except sqlite3.Error as error:
        raise RefusedError(Fault("no-book", f"{backup} is not a book: {error}.")) from error
    if difference:
        raise RefusedError(Fault("no-book", f"{backup} was not made by a referee: {difference}."))
