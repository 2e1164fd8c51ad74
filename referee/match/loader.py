"""Loading matches: folded from their logs, with a cache and snapshots for matches in play.

A cached match may lack its beginning, which is folded from the whole log when it is needed.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from referee.cache import Cache
from referee.faults import DamagedError, NotThereError, RefusedError
from referee.games.game import Game, Games
from referee.games.kit.records import Record
from referee.match.current import CurrentMatch
from referee.match.log import actions, actions_of, in_force, refused_in, setup_in_force
from referee.store.damage import is_damage
from referee.store.database import Database
from referee.store.logs import CORRECTION, REDO, REFUSED, UNDO, Entry, Row
from referee.store.projections import Projections
from referee.store.snapshots import Snapshot, Snapshots

CACHE_BYTES = 64 * 2**20
"""The memory for matches in play: enough for more than a thousand."""
WHOLE_BYTES = 16 * 2**20
"""The memory for matches whose beginning was needed."""
_BYTES_OF_AN_ENTRY = 1_000


class MatchLoader:
    """Loads the matches of a database."""

    def __init__(self, database: Database, projections: Projections, games: Games) -> None:
        self._database, self._projections, self._games = database, projections, games
        self.snapshots = Snapshots(database)
        self._cache: Cache[CurrentMatch[Any]] = Cache(CACHE_BYTES, _size)
        self._whole: Cache[tuple[Game[Any, Any, Any], Any]] = Cache(WHOLE_BYTES, _full_size)

    def row(self, match_id: int) -> Row:
        """A match's row. Raises NotThereError or DamagedError."""
        with reporting_damage(match_id):
            row = self._database.match(match_id)
        if row is None:
            raise NotThereError(f"There is no match {match_id}.")
        return row

    def game(self, match_id: int) -> Game[Any, Any, Any]:
        """The game of a match. Raises NotThereError or DamagedError."""
        known = self._cache.get(match_id)
        return known.game if known else self._game_of(self.row(match_id))

    def _game_of(self, row: Row) -> Game[Any, Any, Any]:
        with reporting_damage(row.id):
            return self._games[row.game]

    def record(self, match_id: int) -> Record[Any, Any]:
        """The record of a match: its setup and the actions in force. Raises NotThereError or DamagedError."""
        row = self.row(match_id)
        with reporting_damage(match_id):
            live, _ = in_force(self._database.entries(match_id))
            return Record(self.setup(row, live), actions(self._games[row.game], live))

    def setup(self, row: Row, live: Sequence[Entry] = ()) -> Any:
        """The setup of a match by its entries in force, with the current names of its players.

        Raises RefusedError, LookupError or ValueError if it cannot be read.
        """
        return self._projections.named(row.book_id, self._written_setup(row, live))

    def _written_setup(self, row: Row, live: Sequence[Entry]) -> Any:
        """The same with the names as they were entered."""
        game = self._games[row.game]
        return setup_in_force(game, game.read_setup(row.setup, stored=True), live)

    def project(self, match_id: int, match: Any) -> None:
        """Rebuild the projections of a match as it stands. Only within `writing`. Raises DamagedError."""
        row = self.row(match_id)
        with reporting_damage(match_id):
            live, _ = in_force(self._database.entries(match_id))
            setup = self._written_setup(row, live)
        if self._projections.project(match_id, row.book_id, setup, match):
            self.clear()

    def known(self, match_id: int) -> CurrentMatch[Any] | None:
        """The cached match, or None. The log may have grown since it was cached."""
        return self._cache.get(match_id)

    def current(self, match_id: int) -> CurrentMatch[Any]:
        """The current match, read from the database. Raises NotThereError or DamagedError."""
        known, age = self._cache.get(match_id), self._cache.age
        with reporting_damage(match_id):
            news = self._database.entries(match_id, after=known.version) if known else []
        if known is None or any(entry.kind in (UNDO, REDO, CORRECTION) for entry in news):
            known = self.fold(match_id)
        else:
            for entry in news:
                known = self._follow(known, entry)
        self._cache.keep(match_id, known, age)
        return known

    def keep(self, current: CurrentMatch[Any], age: int) -> None:
        """Cache a match, unless the cache was cleared since the `age` at which the computation began."""
        self._cache.keep(current.id, current, age)

    @property
    def age(self) -> int:
        """How often the cache was cleared."""
        return self._cache.age

    def clear(self) -> None:
        """Clear the cache, because rows of matches or names in them have changed."""
        self._cache.clear()
        self._whole.clear()

    def _follow(self, current: CurrentMatch[Any], entry: Entry) -> CurrentMatch[Any]:
        if entry.kind == REFUSED:
            return self.after_refusal(current, entry)
        return self.after(current, entry.number, actions_of(current.game, entry))

    def after_refusal(self, current: CurrentMatch[Any], entry: Entry) -> CurrentMatch[Any]:
        """The match after an entry that notes a refusal."""
        return replace(current, version=entry.number, refused=(*current.refused, *refused_in([entry])))

    def after(self, current: CurrentMatch[Any], number: int, new: Sequence[Any]) -> CurrentMatch[Any]:
        """The match after the entry of a number with some actions. Raises RefusedError."""
        match, snapshots = current.match, current.game.snapshots
        for action in new:
            match = current.game.step(match, action)
        if snapshots.is_due(current.match, match):
            match = snapshots.trim(match, self._past(current.id, number))
        return current.after(number, match)

    def fold(self, match_id: int, next_entry: Entry | None = None) -> CurrentMatch[Any]:
        """The match folded from its log, starting from a snapshot if possible.

        With a `next_entry`, which is not stored yet, the log is cut before its number and that entry is added.
        """
        row = self.row(match_id)
        game = self._game_of(row)
        with reporting_damage(match_id):
            # Skip the latest snapshot: it may be from the beginning of this hand, and pages show the hand before it.
            for snapshot in [*self.snapshots.latest(match_id)][1:]:
                if next_entry is None or snapshot.version < next_entry.number:
                    entries = self._entries(match_id, snapshot.version, next_entry)
                    found = self._fold_from(row, snapshot, entries)
                    if found:
                        return found
            entries = self._entries(match_id, 0, next_entry)
            live, undone = in_force(entries)
            match = game.fold(self.setup(row, live), actions(game, live))
        return CurrentMatch.of(game, row, len(entries), match, len(live), undone, refused_in(entries))

    def _entries(self, match_id: int, start: int, next_entry: Entry | None) -> list[Entry]:
        """The entries after number `start`; with a `next_entry`, those before it and the entry itself."""
        entries = self._database.entries(match_id, start)
        if next_entry is None:
            return entries
        return [*(each for each in entries if each.number < next_entry.number), next_entry]

    def _fold_from(self, row: Row, snapshot: Snapshot, entries: list[Entry]) -> CurrentMatch[Any] | None:
        """Fold from a snapshot; None if something before it was undone or corrected."""
        try:
            live, undone = in_force(entries)
        except IndexError:
            return None
        if any(entry.kind == CORRECTION for entry in live):
            return None
        game, past = self._games[row.game], self._past(row.id, snapshot.version)
        setup = self._projections.named(row.book_id, game.read_setup(snapshot.setup, stored=True))
        match = game.snapshots.read(snapshot.state, setup, past)
        for action in actions(game, live):
            match = game.step(match, action)
        version, count = snapshot.version + len(entries), snapshot.live + len(live)
        return CurrentMatch.of(game, row, version, match, count, undone, refused_in(entries))

    def _past(self, match_id: int, version: int) -> Callable[[], Any]:
        """A function that folds a match from its first entry to a version."""
        return partial(self._fold_up_to, match_id, version)

    def _fold_up_to(self, match_id: int, version: int) -> Any:
        known, age = self._whole.get((match_id, version)), self._whole.age
        if known is None:
            row = self.row(match_id)
            game = self._game_of(row)
            with reporting_damage(match_id):
                live, _ = in_force(self._database.entries(match_id)[:version])
                known = game, game.fold(self.setup(row, live), actions(game, live))
            self._whole.keep((match_id, version), known, age)
        return known[1]


@contextmanager
def reporting_damage(match_id: int) -> Iterator[None]:
    """Turn exceptions that mean that a match cannot be read into DamagedError."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        raise DamagedError(f"Match {match_id} cannot be read: {error}") from error
    except NotThereError:
        raise
    except (RefusedError, LookupError, ValueError, TypeError) as error:
        raise DamagedError(f"Match {match_id} cannot be read: {error}") from error


def _size(current: CurrentMatch[Any]) -> int:
    """The estimated memory of a match in bytes."""
    entries = len(current.undone) + len(current.refused)
    return current.game.snapshots.size(current.match) + _BYTES_OF_AN_ENTRY * entries


def _full_size(known: tuple[Game[Any, Any, Any], Any]) -> int:
    """The same of an untrimmed match, given with its game."""
    game, match = known
    return game.snapshots.full_size(match)
