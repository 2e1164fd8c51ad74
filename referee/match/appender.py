"""Appending entries of every kind to the logs of matches."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from referee.faults import Fault, NotThereError, RefusedError
from referee.games import GAMES
from referee.games.game import Games
from referee.log.entry import ACT, CORRECTION, Entry
from referee.match.current import CurrentMatch, NothingToUndoError, StaleError
from referee.match.log import setup_of
from referee.match.reader import MatchReader, reporting_damage
from referee.moments import noted
from referee.season import SUSSEX
from referee.store.database import Database
from referee.store.quota import Quota

MOST_CORRECTIONS = 50
"""The maximum number of corrections of a match, if the number of entries is limited."""
Clock = Callable[[], datetime]
Do = Callable[[CurrentMatch[Any], Entry], CurrentMatch[Any]]
"""Computes the match after an entry. Raises RefusedError."""
Write = Callable[[CurrentMatch[Any]], tuple[dict[str, Any], ...]]
"""Returns an entry's content as the log stores it, given the match before."""
IsDue = Callable[[CurrentMatch[Any]], bool]
"""A test that an entry fits the current state of a match."""


def now_in_sussex() -> datetime:
    """The current time in Sussex, to the second."""
    return datetime.now(SUSSEX).replace(microsecond=0)


@dataclass(frozen=True, slots=True)
class Proposal:
    """An entry to append."""

    version: int
    """The version that the poster saw."""
    key: str
    kind: str
    write: Write
    is_due: IsDue
    do: Do


class Appender(MatchReader):
    """The matches of a database, with a way to append entries to their logs."""

    def __init__(
        self,
        database: Database,
        clock: Clock = now_in_sussex,
        games: Games = GAMES,
        most_entries: int | None = None,
        quota: Quota | None = None,
    ) -> None:
        """`most_entries` is the maximum number of entries in a log, or None; `quota` limits a score book."""
        super().__init__(database, games)
        self.clock = clock
        self.phone: Callable[[], str | None] = lambda: None
        """Names the phone that an entry comes from, if it has a name."""
        self.goes_too_far: Callable[[CurrentMatch[Any]], Fault | None] = lambda current: None
        """Returns the reason why a match must not go as far as its last action, for example in an evening's round."""
        self._most_entries, self._quota = most_entries, quota

    def append(self, match_id: int, proposal: Proposal) -> CurrentMatch[Any]:
        """Append an entry, and return the match after it once it is on the disk.

        Optimistic: the cached match is tried first, and an error is raised only if the current log confirms it.
        The transaction compares the log's length; if another entry came first, the call starts again. The same entry
        with the same key changes nothing. Raises RefusedError, NotThereError, or StaleError if the entry is not due
        or its key was used for another one.
        """
        age, known = self.cache.age, self.cache.get(match_id)
        after = self._try(known, proposal, age) if known else None
        while after is None:
            age, current = self.cache.age, self.current(match_id)
            earlier = self.database.keyed(match_id, proposal.key)
            if earlier and self._is_repeat(current, earlier, proposal):
                return current if current.version >= earlier.number else self.current(match_id)
            if earlier or not proposal.is_due(current):
                raise StaleError(current, self.database.entries(match_id, after=proposal.version))
            after = self._do(current, proposal, age)
        return after

    def _is_repeat(self, current: CurrentMatch[Any], earlier: Entry, proposal: Proposal) -> bool:
        """Return True if the entry with the same key has the same content and the same basis."""
        again = replace(earlier, kind=proposal.kind, actions=proposal.write(current))
        if proposal.kind == ACT and again.says != earlier.says:
            before = self.fold(current.id, before=earlier.number)
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
        self._must_have_room_for(before, proposal.kind)
        number, at = before.version + 1, noted(self.clock()).isoformat()
        entry = Entry(number, proposal.kind, proposal.write(before), proposal.key, at, self.phone())
        after = proposal.do(before, entry)
        fault = self.goes_too_far(after) if proposal.kind == ACT else None
        if fault:
            raise RefusedError(fault)
        if not self._store(before, entry, after):
            return None
        if after.setup != before.setup:  # A new projection may have changed its names.
            written, age = setup_of(after.game, entry), self.cache.age
            if written is None:
                return self.current(after.id)
            named = self.projections.named(after.book_id, written)
            after = replace(after, whole_match=replace(after.whole_match, setup=named))
        self.keep(after, age)
        return after

    def _store(self, before: CurrentMatch[Any], entry: Entry, after: CurrentMatch[Any]) -> bool:
        """Store an entry and its projections, unless another entry came first. Returns whether it was stored."""
        change = self.projections.change(after.game, after.whole_match, before.is_over)
        is_other_setup = after.setup != before.setup
        with self.database.writing():
            with reporting_damage(before.id):
                head = self.database.head(before.id, entry.key)
            if head is None:
                raise NotThereError(f"There is no match {before.id}.")
            if head.version != before.version or head.has_key:
                return False
            checksum = self.database.append(before.id, [entry], head.checksum)
            self.projections.update(before.id, after.game, change, checksum)
            if is_other_setup:
                self.project(before.id, after.whole_match, has_news=True)
        return True

    def must_have_room(self, book_id: int, for_match: bool = False) -> None:
        """Refuse entries in a full score book, or another match as well. Raises RefusedError."""
        if self._quota:
            self._quota.must_have_room(self.database, book_id, for_match)

    def _must_have_room_for(self, current: CurrentMatch[Any], kind: str) -> None:
        self.must_have_room(current.book_id)
        if self._most_entries is not None:
            corrections = 1 + self.database.count_corrections(current.id) if kind == CORRECTION else 0
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
