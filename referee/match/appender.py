"""Appending entries of every kind to a match's log."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from referee.faults import Fault, NotThereError, RefusedError
from referee.log.entry import ACT, CORRECTION, Entry
from referee.match.current import CurrentMatch, NothingToUndoError
from referee.match.loader import MatchLoader, reporting_damage
from referee.moments import noted
from referee.store.database import Database
from referee.store.projections import Projections

MOST_CORRECTIONS = 50
"""The maximum number of corrections of a match, where the number of entries is limited."""
Do = Callable[[CurrentMatch[Any], Entry], CurrentMatch[Any]]
"""Computes the match after an entry. Raises RefusedError."""
Write = Callable[[CurrentMatch[Any]], tuple[dict[str, Any], ...]]
"""Returns an entry's content as the log stores it, given the match before."""
IsDue = Callable[[CurrentMatch[Any]], bool]
"""A test that an entry fits the current state of a match."""


class NotDueError(Exception):
    """An entry does not fit the current state of the match, or its key was used for another entry."""

    def __init__(self, current: CurrentMatch[Any]) -> None:
        super().__init__()
        self.current = current


@dataclass(frozen=True, slots=True)
class Proposal:
    """An entry to append."""

    key: str
    kind: str
    write: Write
    is_due: IsDue
    do: Do


class Appender:
    """Appends entries to the logs of a database."""

    def __init__(
        self,
        database: Database,
        projections: Projections,
        loader: MatchLoader,
        clock: Callable[[], datetime],
        phone: Callable[[], str | None],
        most_entries: int | None,
        goes_too_far: Callable[[CurrentMatch[Any], CurrentMatch[Any]], Fault | None],
        must_have_room: Callable[[int], None],
    ) -> None:
        """`phone` names the phone an entry comes from; `most_entries` is the maximum number in a log, or None.

        `goes_too_far` says why an action must not turn one match into another, given both.
        `must_have_room` raises RefusedError if the score book of a number is full.
        """
        self._database, self._projections, self._loader = database, projections, loader
        self._clock, self._phone, self._most_entries = clock, phone, most_entries
        self._goes_too_far, self._must_have_room_in = goes_too_far, must_have_room

    def append(self, match_id: int, proposal: Proposal) -> CurrentMatch[Any]:
        """Append an entry, and return the match after it once it is on the disk.

        Optimistic: the cached match is tried first, and an error is raised only if the current log confirms it.
        The transaction compares the log's length; if another entry came first, the call starts again. The same entry
        with the same key changes nothing. Raises NotDueError, RefusedError or NotThereError.
        """
        age, known = self._loader.age, self._loader.known(match_id)
        after = self._try(known, proposal, age) if known else None
        while after is None:
            age, current = self._loader.age, self._loader.current(match_id)
            earlier = self._database.keyed(match_id, proposal.key)
            if earlier and self._is_repeat(current, earlier, proposal):
                return current if current.version >= earlier.number else self._loader.current(match_id)
            if earlier or not proposal.is_due(current):
                raise NotDueError(current)
            after = self._do(current, proposal, age)
        return after

    def _is_repeat(self, current: CurrentMatch[Any], earlier: Entry, proposal: Proposal) -> bool:
        """Return True if the entry with the same key has the same content and the same basis."""
        again = replace(earlier, kind=proposal.kind, actions=proposal.write(current))
        if proposal.kind == ACT and again.says != earlier.says:
            before = self._loader.fold(current.id, before=earlier.number)
            again = replace(again, actions=proposal.write(before))
        return again.says == earlier.says

    def _try(self, known: CurrentMatch[Any], proposal: Proposal, age: int) -> CurrentMatch[Any] | None:
        """Append to the cached match; None if that fails."""
        try:
            return self._do(known, proposal, age) if proposal.is_due(known) else None
        except (RefusedError, NothingToUndoError):
            return None

    def _do(self, before: CurrentMatch[Any], proposal: Proposal, age: int) -> CurrentMatch[Any] | None:
        """Append to a match; None if the log has changed since. Raises RefusedError."""
        self._must_have_room(before, proposal.kind)
        number, at = before.version + 1, noted(self._clock()).isoformat()
        entry = Entry(number, proposal.kind, proposal.write(before), proposal.key, at, self._phone())
        after = proposal.do(before, entry)
        fault = self._goes_too_far(before, after) if proposal.kind == ACT else None
        if fault:
            raise RefusedError(fault)
        if not self._store(before, entry, after):
            return None
        if after.setup != before.setup:  # A new projection may have changed its names.
            return self._loader.current(after.id)
        self._loader.keep(after, age)
        return after

    def _store(self, before: CurrentMatch[Any], entry: Entry, after: CurrentMatch[Any]) -> bool:
        """Store an entry and its projections, unless another entry came first. Returns whether it was stored."""
        change = self._projections.change(after.game, after.whole_match, before.is_over)
        is_other_setup = after.setup != before.setup
        with self._database.writing():
            with reporting_damage(before.id):
                head = self._database.head(before.id, entry.key)
            if head is None:
                raise NotThereError(f"There is no match {before.id}.")
            if head.version != before.version or head.has_key:
                return False
            checksum = self._database.append(before.id, [entry], head.checksum)
            self._projections.update(before.id, after.game, change, checksum)
            if is_other_setup:
                self._loader.project(before.id, after.whole_match)
        return True

    def _must_have_room(self, current: CurrentMatch[Any], kind: str) -> None:
        self._must_have_room_in(current.book_id)
        if self._most_entries is not None:
            corrections = 1 + self._database.count_corrections(current.id) if kind == CORRECTION else 0
            self.must_fit(current.version + 1, corrections)

    def must_fit(self, entries: int, corrections: int) -> None:
        """Refuse a log with too many entries, or too many corrections. Raises RefusedError."""
        if self._most_entries is None:
            return
        if entries > self._most_entries:
            text = f"This match has {self._most_entries:,} entries, which is the limit: open a new match."
            raise RefusedError(Fault("match-full", text))
        # For each correction the audit log replays everything after it.
        if corrections > MOST_CORRECTIONS:
            text = f"This match was corrected {MOST_CORRECTIONS} times, which is the limit: undo what is wrong."
            raise RefusedError(Fault("match-full", text))
