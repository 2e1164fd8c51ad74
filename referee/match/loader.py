"""Matches as they stand, folded from their logs; those in play are kept in memory, and in snapshots.

A match in memory has only its latest tricks. Whoever asks for earlier ones has the whole log folded.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from referee.cache import Cache
from referee.faults import DamagedError, NotThereError, RefusedError
from referee.games.havilering import match as rules
from referee.games.havilering import snapshot as snapshot_of
from referee.games.havilering.record import Record
from referee.games.havilering.seasons import Calendar
from referee.games.havilering.state import Match
from referee.match.current import CurrentMatch
from referee.match.log import actions, acts, in_force, refused_in
from referee.store.damage import is_damage
from referee.store.database import CORRECTION, REDO, REFUSED, UNDO, Database, Entry, Row
from referee.store.projections import Projections
from referee.store.snapshots import Snapshot, Snapshots

CACHE_BYTES = 64 * 2**20
"""What matches in play may take in memory: more than a thousand of them."""
WHOLE_BYTES = 16 * 2**20
"""What matches that somebody looks back at may take."""
_BYTES_OF_A_MATCH, _BYTES_OF_A_TRICK, _BYTES_OF_AN_ENTRY = 12_000, 1_300, 1_000


class MatchLoader:
    """The matches of a book file as they stand."""

    def __init__(self, database: Database, projections: Projections, calendar: Calendar) -> None:
        self._database, self._projections, self._calendar = database, projections, calendar
        self.snapshots = Snapshots(database)
        self._cache: Cache[CurrentMatch] = Cache(CACHE_BYTES, _size)
        self._whole: Cache[Match] = Cache(WHOLE_BYTES, lambda match: _BYTES_OF_A_TRICK * (10 + len(match.tricks)))

    def row(self, match_id: int) -> Row:
        """A match's row. Raises NotThereError, or DamagedError."""
        with reporting_damage(match_id):
            row = self._database.match(match_id)
        if row is None:
            raise NotThereError(f"There is no match {match_id}.")
        return row

    def record(self, match_id: int) -> Record:
        """The match as people played it, without what was undone. Raises NotThereError, or DamagedError."""
        row = self.row(match_id)
        with reporting_damage(match_id):
            live, _ = in_force(self._database.entries(match_id))
            return Record(self._projections.setup(row), actions(live))

    def current(self, match_id: int) -> CurrentMatch:
        """The match as it stands now. Raises NotThereError, or DamagedError."""
        known, age = self._cache.get(match_id), self._cache.age
        with reporting_damage(match_id):
            news = self._database.entries(match_id, after=known.version) if known else []
        if known is None or any(entry.kind in (UNDO, REDO, CORRECTION) for entry in news):
            known = self.fold(match_id)
        else:
            for entry in news:
                known = self.follow(known, entry)
        self._cache.keep(match_id, known, age)
        return known

    def keep(self, current: CurrentMatch, age: int) -> None:
        """Keep a standing in memory that was worked out at an `age` of it."""
        self._cache.keep(current.id, current, age)

    @property
    def age(self) -> int:
        """How often what is in memory was forgotten."""
        return self._cache.age

    def forget(self) -> None:
        """Keep nothing in memory: the matches' rows, or the names in them, have changed."""
        self._cache.forget()
        self._whole.forget()

    def follow(self, current: CurrentMatch, entry: Entry) -> CurrentMatch:
        """The match after an entry that does something. Raises RefusedError."""
        if entry.kind == REFUSED:
            return replace(current, version=entry.number, refused=(*current.refused, *refused_in([entry])))
        match = current.match
        for action in acts(entry):
            match = rules.step(match, action)
        if snapshot_of.is_due(current.match, match):
            match = snapshot_of.trimmed(match, self._past(current.id, entry.number))
        return current.after(entry.number, match)

    def fold(self, match_id: int, after: Entry | None = None) -> CurrentMatch:
        """The match folded from its log; from a snapshot, if one helps.

        With an entry that is to come `after` the one before it, whatever others have entered there meanwhile.
        """
        row = self.row(match_id)
        with reporting_damage(match_id):
            # The latest snapshot may have been made at the beginning of this hand, and the one before is told of.
            for snapshot in [*self.snapshots.latest(match_id)][1:]:
                if after is None or snapshot.version < after.number:
                    found = self._fold_on(row, snapshot, self._entries(match_id, snapshot.version, after))
                    if found:
                        return found
            entries = self._entries(match_id, 0, after)
            live, undone = in_force(entries)
            match = rules.fold(self._projections.setup(row), self._calendar, actions(live))
        return CurrentMatch.of(row, len(entries), match, len(live), undone, refused_in(entries))

    def _entries(self, match_id: int, start: int, after: Entry | None) -> list[Entry]:
        """The log from an entry's number on; up to the entry that is to come `after` it, and that one."""
        entries = self._database.entries(match_id, start)
        return entries if after is None else [*(each for each in entries if each.number < after.number), after]

    def _fold_on(self, row: Row, snapshot: Snapshot, entries: list[Entry]) -> CurrentMatch | None:
        """From a snapshot on; None if something before it was undone, or put right."""
        try:
            live, undone = in_force(entries)
        except IndexError:
            return None
        if any(entry.kind == CORRECTION for entry in live):
            return None
        past = self._past(row.id, snapshot.version)
        match = snapshot_of.read(snapshot.state, self._projections.setup(row), self._calendar, past)
        for action in actions(live):
            match = rules.step(match, action)
        version, count = snapshot.version + len(entries), snapshot.live + len(live)
        return CurrentMatch.of(row, version, match, count, undone, refused_in(entries))

    def _past(self, match_id: int, version: int) -> Callable[[], Match]:
        """What folds a match from its first entry to a version."""
        return partial(self._fold_upto, match_id, version)

    def _fold_upto(self, match_id: int, version: int) -> Match:
        known, age = self._whole.get((match_id, version)), self._whole.age
        if known is None:
            row = self.row(match_id)
            with reporting_damage(match_id):
                live, _ = in_force(self._database.entries(match_id)[:version])
                known = rules.fold(self._projections.setup(row), self._calendar, actions(live))
            self._whole.keep((match_id, version), known, age)
        return known


@contextmanager
def reporting_damage(match_id: int) -> Iterator[None]:
    """What is read within is a match; raises DamagedError if it cannot be."""
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


def _size(current: CurrentMatch) -> int:
    """Roughly, in bytes: what is in memory of a match."""
    match = current.match
    entries = len(current.undone) + len(current.refused) + len(match.adjustments) + len(match.misdeals)
    return _BYTES_OF_A_MATCH + _BYTES_OF_A_TRICK * match.tricks.in_memory + _BYTES_OF_AN_ENTRY * entries
