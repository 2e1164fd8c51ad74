"""Looking after the book: is it whole, and putting a backup in its place."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.faults import DamagedError, Fault, RefusedError
from referee.games.havilering import match as rules
from referee.games.havilering import projection
from referee.games.havilering.seasons import Calendar
from referee.games.havilering.setups import read_kept_rules, read_setup, write_setup
from referee.games.havilering.state import Match, Phase
from referee.match.log import actions, in_force
from referee.store import schema
from referee.store.damage import JOURNALS, is_damage
from referee.store.database import ACT, CORRECTION, REDO, REFUSED, UNDO, Database
from referee.store.instance import book_file, only_one
from referee.store.players import PlayerStore
from referee.store.summaries import Summaries


def troubles(database: Database, calendar: Calendar) -> Iterator[str]:
    """Everything that is wrong with a book, a line each: with the file, and with any match when it is played over."""
    with database.at_one_moment():
        yield from database.damage()
        yield from _as_far_as_it_can_be_read("score books", _of_score_books(database))
        yield from _as_far_as_it_can_be_read("players", _of_players(database))
        for number in database.numbers():
            yield from _as_far_as_it_can_be_read(f"match {number}", _of_match(database, number, calendar))


def _of_score_books(database: Database) -> Iterator[str]:
    yield from (f"a name cannot be read in full: {name}" for name in PlayerStore(database).torn_names())
    for each in database.score_books():
        for name, kept in database.house_rules(each.id).items():
            if read_kept_rules(kept) is None:
                yield f"the house rules {name} of score book {each.id} cannot be read"


def _of_players(database: Database) -> Iterator[str]:
    for player in PlayerStore(database).miscounted():
        yield f"the figures of {player.name} are not the sum of those of the matches: `referee recount` counts anew"
    for number in PlayerStore(database).misplaced():
        yield f"match {number}: somebody is filed as another player: `referee recount` counts anew"


def _as_far_as_it_can_be_read(what: str, found: Iterator[str]) -> Iterator[str]:
    try:
        yield from found
    except sqlite3.DatabaseError as error:
        # Of a damaged schema a table may be missing.
        if not is_damage(error) and not str(error).startswith("no such table"):
            raise
        yield f"{what} cannot be read: {error}"


def damage_of(file: Path) -> list[str]:
    """What is wrong with a backup that can be seen without playing its matches over, a line each."""
    with closing(Database(file, read_only=True)) as database:
        found = database.damage()
        for number in database.numbers():
            broken = (f"match {number}: {line}" for line in database.broken(number))
            found += _as_far_as_it_can_be_read(f"match {number}", broken)
    return found


def _of_match(database: Database, number: int, calendar: Calendar) -> Iterator[str]:
    broken = list(database.broken(number))
    yield from (f"match {number}: {line}" for line in broken)
    try:
        yield from (f"match {number}: {line}" for line in _played_over(database, number, calendar))
    except RefusedError as refused:
        yield f"match {number} cannot be played over: {refused}"
    except DamagedError as error:
        if not broken:
            yield str(error)
    except (LookupError, ValueError, TypeError) as error:
        yield f"match {number} cannot be read: {type(error).__name__}, {error}"


def _played_over(database: Database, number: int, calendar: Calendar) -> Iterator[str]:
    row = database.match(number)
    if row is None or row.book_id is None:
        yield "it belongs to no score book"
        return
    setup, entries = read_setup(row.setup, stored=True), database.entries(number)
    kinds = {entry.kind for entry in entries} - {ACT, UNDO, REDO, CORRECTION, REFUSED}
    if kinds:
        yield f"its log has entries of an unknown kind: {', '.join(sorted(kinds))}"
        return
    live, _ = in_force(entries)
    match = rules.fold(setup, calendar, actions(live))
    if (match.phase is Phase.MATCH_OVER) is not row.over:
        yield f"the list shows it as {'over' if row.over else 'open'}, but by its log it is not"
    if not _is_filed_rightly(Summaries(database), number, match):
        yield "what lists and figures show of it is not what its log comes to: `referee recount` counts anew"


def _is_filed_rightly(summaries: Summaries, number: int, match: Match) -> bool:
    columns, results, tricks = summaries.filed(number)
    if columns["edition"] != projection.EDITION:
        return True  # It is filed when the book is opened next.
    over = match.phase is Phase.MATCH_OVER
    due, due_tricks = (projection.results(match), projection.tricks(match)) if over else ({}, [])
    return (
        (projection.heading(match.setup) | projection.status_columns(match)).items() <= columns.items()
        and summaries.written(number) == write_setup(match.setup)["players"]
        and (due.keys(), len(due_tricks)) == (results.keys(), len(tricks))
        and all(counts.items() <= results[seat].items() for seat, counts in due.items())
        and all(trick.items() <= filed.items() for trick, filed in zip(due_tricks, tricks, strict=True))
    )


def copy_of(file: Path, folder: Path) -> Path:
    """A copy of a book, with what is still in its journal; the book stays as it is. Raises RefusedError."""
    if not file.is_file():
        raise RefusedError(Fault("no-file", f"There is no file {file}."))
    copy = folder / "copy.db"
    try:
        # Opened only to be read: otherwise SQLite would write what is in a journal into it.
        address = f"{file.resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    except sqlite3.Error as error:
        raise RefusedError(Fault("no-book", f"{file} is not a book: {error}.")) from error
    return copy


def restore(backup: Path, instance: Path, calendar: Calendar, now: datetime) -> Path:
    """Put a backup in the place of an instance's book, which is kept beside it; where it is kept.

    Until the very last step, which is one, the book that was there is in its place; after it the backup is. Raises
    RefusedError if anybody uses the book, or if the backup is no book or not whole.
    """
    live = book_file(instance)
    with only_one(instance), TemporaryDirectory(dir=instance, prefix="restoring-") as folder:
        aside = _free(instance, f"book-before-{now:%Y-%m-%d-%H%M%S}")
        new = copy_of(backup, Path(folder))
        _must_be_whole(new, backup, calendar)
        _put_aside(live, aside)
        _keep_links(new, live)
        new.chmod(0o600)
        _sync(new)
        os.replace(new, live)
        _sync(instance)
    return aside


def _free(instance: Path, name: str) -> Path:
    """A file of that name, or of the next one that nothing has: two may be restored within a second."""
    for number in count(1):
        file = instance / f"{name}{f'-{number}' if number > 1 else ''}.db"
        if not any(file.with_name(file.name + end).exists() for end in ("", *JOURNALS)):
            break
    return file


def must_be_a_book(copy: Path, backup: Path) -> None:
    """See that a release has made a backup, by a copy of it. Raises RefusedError."""
    try:
        with closing(sqlite3.connect(copy)) as connection:
            foreign = schema.foreign(connection)
    except sqlite3.Error as error:
        raise RefusedError(Fault("no-book", f"{backup} is not a book: {error}.")) from error
    if foreign:
        raise RefusedError(Fault("no-book", f"{backup} is not a book that a referee has made: {foreign}."))


def _must_be_whole(file: Path, backup: Path, calendar: Calendar) -> None:
    """Look at all of a copy of a backup, once it is brought up to date."""
    must_be_a_book(file, backup)
    try:
        with closing(Database(file)) as database:
            found = list(troubles(database, calendar))
    except sqlite3.Error as error:
        raise RefusedError(Fault("no-book", f"{backup} is not a book: {error}.")) from error
    if found:
        raise RefusedError(Fault("bad-backup", f"{backup} is not whole ({found[0]}): nothing was changed."))


def _put_aside(live: Path, aside: Path) -> None:
    """Keep a copy of the book as it is, and leave no journal that would be taken for the new one's."""
    for end in ("", *JOURNALS):
        part = live.with_name(live.name + end)
        if part.exists():
            kept = aside.with_name(aside.name + end)
            kept.write_bytes(part.read_bytes())
            kept.chmod(0o600)
            _sync(kept)
    if live.exists():
        _close(live)
    for end in JOURNALS:
        live.with_name(live.name + end).unlink(missing_ok=True)


def _keep_links(new: Path, live: Path) -> None:
    """A link that was renewed since the backup stays renewed, and one that holds now goes on holding."""
    if live.exists():
        with (
            suppress(sqlite3.Error),
            closing(Database(new)) as database,
        ):  # Of a book too old or damaged there are none.
            database.take_seals(live)


def _close(live: Path) -> None:
    """Write what is in the journal into the book, so that it stands without. Raises RefusedError if it is in use."""
    try:
        with closing(sqlite3.connect(live, timeout=1, isolation_level=None)) as connection:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname.startswith("SQLITE_BUSY"):
            raise RefusedError(Fault("in-use", f"Another program has {live} open: close it first.")) from error
    except sqlite3.DatabaseError:
        pass  # It is damaged, and kept as it was.


def _sync(path: Path) -> None:
    """See to it that the disk has a file, or a folder's list of files."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
