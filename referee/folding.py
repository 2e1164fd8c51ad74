"""Matches as they stand, folded from their logs; those in play are kept in memory, and in snapshots.

A match in memory has only its latest tricks. Whoever asks for earlier ones has the whole log folded.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from referee.book import MEND, REDO, REFUSED, UNDO, Book, Entry, Row
from referee.cache import Cache
from referee.damage import is_damage
from referee.faults import DamagedError, NotThereError, RefusedError
from referee.filing import Filing
from referee.havilering import match as rules
from referee.havilering import snapshot as snapshot_of
from referee.havilering.seasons import Calendar
from referee.havilering.state import Match
from referee.log import actions, acts, in_force, refused_in
from referee.record import Record
from referee.snapshots import Snapshot, Snapshots
from referee.standing import Standing

CACHE_BYTES = 64 * 2**20
"""What matches in play may take in memory: more than a thousand of them."""
WHOLE_BYTES = 16 * 2**20
"""What matches that somebody looks back at may take."""
_BYTES_OF_A_MATCH, _BYTES_OF_A_TRICK, _BYTES_OF_AN_ENTRY = 12_000, 1_300, 1_000


class Folding:
    """The matches of a book file as they stand."""

    def __init__(self, book: Book, filing: Filing, calendar: Calendar) -> None:
        self._book, self._filing, self._calendar = book, filing, calendar
        self.snapshots = Snapshots(book)
        self._cache: Cache[Standing] = Cache(CACHE_BYTES, _size)
        self._whole: Cache[Match] = Cache(WHOLE_BYTES, lambda match: _BYTES_OF_A_TRICK * (10 + len(match.tricks)))

    def row(self, match_id: int) -> Row:
        """A match's row. Raises NotThereError, or DamagedError."""
        with unspoilt(match_id):
            row = self._book.match(match_id)
        if row is None:
            raise NotThereError(f"There is no match {match_id}.")
        return row

    def record(self, match_id: int) -> Record:
        """The match as people played it, without what was undone. Raises NotThereError, or DamagedError."""
        row = self.row(match_id)
        with unspoilt(match_id):
            live, _ = in_force(self._book.entries(match_id))
            return Record(self._filing.setup(row), actions(live))

    def standing(self, match_id: int) -> Standing:
        """The match as it stands now. Raises NotThereError, or DamagedError."""
        known, age = self._cache.get(match_id), self._cache.age
        with unspoilt(match_id):
            news = self._book.entries(match_id, after=known.version) if known else []
        if known is None or any(entry.kind in (UNDO, REDO, MEND) for entry in news):
            known = self.fold(match_id)
        else:
            for entry in news:
                known = self.follow(known, entry)
        self._cache.keep(match_id, known, age)
        return known

    def keep(self, standing: Standing, age: int) -> None:
        """Keep a standing in memory that was worked out at an `age` of it."""
        self._cache.keep(standing.id, standing, age)

    @property
    def age(self) -> int:
        """How often what is in memory was forgotten."""
        return self._cache.age

    def forget(self) -> None:
        """Keep nothing in memory: the matches' rows, or the names in them, have changed."""
        self._cache.forget()
        self._whole.forget()

    def follow(self, standing: Standing, entry: Entry) -> Standing:
        """The match after an entry that does something. Raises RefusedError."""
        if entry.kind == REFUSED:
            return replace(standing, version=entry.number, refused=(*standing.refused, *refused_in([entry])))
        match = standing.match
        for action in acts(entry):
            match = rules.step(match, action)
        if snapshot_of.is_due(standing.match, match):
            match = snapshot_of.trimmed(match, self._past(standing.id, entry.number))
        return standing.after(entry.number, match)

    def fold(self, match_id: int, after: Entry | None = None) -> Standing:
        """The match folded from its log; from a snapshot, if one helps.

        With an entry that is to come `after` the one before it, whatever others have entered there meanwhile.
        """
        row = self.row(match_id)
        with unspoilt(match_id):
            # The latest snapshot may have been made at the beginning of this hand, and the one before is told of.
            for snapshot in [*self.snapshots.latest(match_id)][1:]:
                if after is None or snapshot.version < after.number:
                    found = self._fold_on(row, snapshot, self._entries(match_id, snapshot.version, after))
                    if found:
                        return found
            entries = self._entries(match_id, 0, after)
            live, undone = in_force(entries)
            match = rules.fold(self._filing.setup(row), self._calendar, actions(live))
        return Standing.of(row, len(entries), match, len(live), undone, refused_in(entries))

    def _entries(self, match_id: int, start: int, after: Entry | None) -> list[Entry]:
        """The log from an entry's number on; up to the entry that is to come `after` it, and that one."""
        entries = self._book.entries(match_id, start)
        return entries if after is None else [*(each for each in entries if each.number < after.number), after]

    def _fold_on(self, row: Row, snapshot: Snapshot, entries: list[Entry]) -> Standing | None:
        """From a snapshot on; None if something before it was undone, or put right."""
        try:
            live, undone = in_force(entries)
        except IndexError:
            return None
        if any(entry.kind == MEND for entry in live):
            return None
        past = self._past(row.id, snapshot.version)
        match = snapshot_of.read(snapshot.state, self._filing.setup(row), self._calendar, past)
        for action in actions(live):
            match = rules.step(match, action)
        version, count = snapshot.version + len(entries), snapshot.live + len(live)
        return Standing.of(row, version, match, count, undone, refused_in(entries))

    def _past(self, match_id: int, version: int) -> Callable[[], Match]:
        """What folds a match from its first entry to a version."""
        return partial(self._fold_upto, match_id, version)

    def _fold_upto(self, match_id: int, version: int) -> Match:
        known, age = self._whole.get((match_id, version)), self._whole.age
        if known is None:
            row = self.row(match_id)
            with unspoilt(match_id):
                live, _ = in_force(self._book.entries(match_id)[:version])
                known = rules.fold(self._filing.setup(row), self._calendar, actions(live))
            self._whole.keep((match_id, version), known, age)
        return known


@contextmanager
def unspoilt(match_id: int) -> Iterator[None]:
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


def _size(standing: Standing) -> int:
    """Roughly, in bytes: what is in memory of a match."""
    match = standing.match
    entries = len(standing.undone) + len(standing.refused) + len(match.adjustments) + len(match.misdeals)
    return _BYTES_OF_A_MATCH + _BYTES_OF_A_TRICK * match.tricks.in_memory + _BYTES_OF_AN_ENTRY * entries
