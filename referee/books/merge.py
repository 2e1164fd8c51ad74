"""Merging of logs from phones and files into the matches of a database: see `referee/log/bring.py`.

If a match continued differently here, the table chooses; from a file, it becomes a separate match.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from referee.books.check import problems_of_log
from referee.books.forgetting import Renaming, renamed_by_corrections, renamed_since
from referee.faults import DamagedError, Fault, NotThereError, RefusedError
from referee.games.edits import Transition
from referee.log.bring import Logs, same
from referee.log.checksums import chained, whole
from referee.log.entry import CORRECTION, Entry, Row, in_force, load
from referee.match.corrections import walk
from referee.match.current import CurrentMatch
from referee.match.reader import reporting_damage
from referee.match.service import MatchService
from referee.moments import noted
from referee.store.log_rows import LogRows
from referee.store.logs import Head
from referee.store.logs import Row as MatchRow
from referee.store.rewriting import rewritten_entries


@dataclass(frozen=True, slots=True)
class Differing:
    """The entries of two logs after their common beginning, and the resulting matches."""

    here: Sequence[Transition[Any, Any]]
    phone: Sequence[Transition[Any, Any]]
    match_here: Any
    match_phone: Any


class OtherMatchError(Exception):
    """A log of another match, which had this number before the server was restored or replaced."""


class WrongLogError(Exception):
    """A log that cannot be imported; the text says why."""


class DifferentError(Exception):
    """Two logs of a match continued differently, and nobody has chosen between them."""

    def __init__(self, number: int, logs: Logs) -> None:
        super().__init__()
        self.number, self.logs = number, logs


class Merge:
    """Merges logs into the logs of a database."""

    def __init__(self, service: MatchService) -> None:
        self._service, self._database = service, service.database
        self._rows = LogRows(service.database)

    def bring_in(self, match_id: int, theirs: Sequence[Row], **more: Any) -> None:
        """Merge a phone's log, as `add` does with `more`. Raises RefusedError also for an invalid log."""
        with self.refusing("The entries on this phone cannot be sent"):
            self.add(match_id, theirs, **more)

    def add(
        self,
        match_id: int,
        theirs: Sequence[Row],
        choice: str = "",
        was_here: int = 0,
        began: str | None = None,
        by_same_tap: bool = False,
    ) -> None:
        """Add the missing entries of a log; the `choice` is as for `Logs.to_add`.

        If some of the first `was_here` entries, which the server once had, are gone, the table must choose.
        `began` is the setup with which the log began: if somebody has been forgotten since, the log is merged under
        the names used here. A match begun here and on a phone `by_same_tap` was opened there at another time.
        Raises OtherMatchError, DifferentError, NotThereError, RefusedError if an entry of the phone is not allowed,
        and errors about an invalid log: see `refusing`.
        """
        is_done = False
        while not is_done:
            with self._database.writing():  # A consistent snapshot of both.
                ours, row = self._rows.log(match_id), self._database.match(match_id)
            if row is None:
                raise NotThereError(f"There is no match {match_id}.")
            named = with_names_here(row.written, ours, began, theirs, by_same_tap) if began else theirs
            _must_be_its_log(row.written, named)
            logs = Logs.of_rows(ours, named, row.written)
            new = logs.to_add(choice)
            is_doubtful = logs.alike < was_here and not choice and not logs.agree
            if new is None or (new and is_doubtful):
                raise DifferentError(match_id, logs)
            is_done = not new or self._append(row, ours, new)

    def begun_already(self, book_id: int, match: Mapping[str, Any], follows: int | None) -> int | None:
        """The match that a phone began here without receiving an answer, or the rematch that another phone began.

        None if there is none; a rematch whose first entry is different is another match.
        """
        keyed = self._database.keyed_match(book_id, match["key"]) if match["key"] else None
        rematches = self._rows.rematches(follows) if follows else []
        for number in filter(None, [keyed, *rematches]):
            row = self._database.match(number)
            if row is None or row.game != match["game_key"] or row.written == match["setup"]:
                continue
            is_same = renamed_since(match["setup"], row.written, at_any_time=True) is not None
            if is_same and (number == keyed or self._begins_alike(number, match["entries"])):
                return number
        return None

    def _begins_alike(self, number: int, theirs: Sequence[Row]) -> bool:
        """Return True if a match here and another log have the same first entry, or one of them has none."""
        ours = self._rows.log(number)[:1]
        return not ours or not theirs or Logs.of_rows(ours, theirs[:1]).agree

    @contextmanager
    def refusing(self, what: str) -> Iterator[None]:
        """Turn the errors of an invalid log into a RefusedError whose text begins with `what`."""
        try:
            yield
        except sqlite3.OperationalError:  # The database is busy, or the disk full: not the log's fault.
            raise
        except (WrongLogError, DamagedError) as error:
            raise RefusedError(Fault("bad-log", f"{what}: {str(error).removesuffix('.')}.")) from error
        except (sqlite3.Error, AttributeError, LookupError, TypeError, ValueError) as error:
            raise RefusedError(Fault("bad-log", f"{what}: an entry cannot be read.")) from error

    def judged(self, row: MatchRow, entries: Sequence[Entry]) -> CurrentMatch[Any]:
        """Replay a log before it is stored, since an invalid one would prevent restoring any backup.

        Raises WrongLogError or DamagedError.
        """
        with reporting_damage(row.id):
            problem = next(problems_of_log(self._service.games[row.game], entries), None)
        if problem:
            raise WrongLogError(f"match {row.id}: {problem}")
        return self._service.folded(row, entries)

    def _append(self, row: MatchRow, ours: Sequence[Row], new: Sequence[Entry]) -> bool:
        """Append entries, dated by this machine's clock. False if the match has changed since it was read.

        It is replayed before the transaction, so that others can write meanwhile.
        """
        here, last = self._database.entries(row.id), ours[-1][-1] if ours else chained("", row.written)
        if len(here) != len(ours):
            return False
        self._service.must_have_room(row.book_id)
        of_new, of_ours = (sum(entry.kind == CORRECTION for entry in log) for log in (new, here))
        self._service.must_fit(len(ours) + len(new), of_new and of_new + of_ours)
        now = noted(self._service.clock()).isoformat()
        dated = [replace(entry, number=number, at=now) for number, entry in enumerate(new, len(ours) + 1)]
        log = [*here, *dated]
        current = self.judged(row, log)
        fault = self._service.goes_too_far(current)
        if fault:
            raise RefusedError(fault)
        with self._database.writing():
            head = self._database.head(row.id)
            if head != Head(len(ours), last, has_key=False) or self._database.match(row.id) != row:
                return False
            self._rows.ends_with(row.id, self._database.append(row.id, dated, last))
            self._service.project(row.id, current.whole_match, in_force(log)[0])
        self._database.notify_watchers(row.id)
        return True

    def differing(self, error: DifferentError) -> Differing:
        """Replay both logs, to show them."""
        row, game, logs = self._service.row(error.number), self._service.game(error.number), error.logs
        done, ends = list[Sequence[Transition[Any, Any]]](), list[Any]()
        for live in (logs.our_live, logs.their_live):
            setup = self._service.setup(row, live)
            done.append(walk(game, setup, self._service.actions(row, live)))
            ends.append(done[-1][-1].after if done[-1] else game.begin(setup))
        alike = same(*([replace(each.action, at=None) for each in one] for one in done))
        return Differing(done[0][alike:], done[1][alike:], ends[0], ends[1])


def with_names_here(
    setup: str, ours: Sequence[Row], began: str, theirs: Sequence[Row], at_any_time: bool = False
) -> Sequence[Row]:
    """Return a log that began with another setup, under the names of ours; unchanged if it is another match's.

    Raises WrongLogError for an altered log.
    """
    names = renamed_since(began, setup, at_any_time)
    if names is None:
        return theirs
    if whole(began, theirs) < len(theirs):
        raise WrongLogError("an entry has been altered")
    known = same(*(list(map(_mark, rows)) for rows in (ours, theirs)))
    last, last_now = (
        rows[known - 1][-1] if known else chained("", written) for rows, written in ((theirs, began), (ours, setup))
    )
    rename = Renaming(names | renamed_by_corrections(theirs[:known], ours))
    return [*ours[:known], *rewritten_entries(theirs[known:], rename, last, last_now)]


def _mark(row: Row) -> Any:
    """The values that identify an entry even if names in it were replaced; without a key, also its actions."""
    number, kind, actions, key, at = row[:5]
    of_record = load(actions) if key is None else ()
    said = [{name: each[name] for name in each if name != "reason"} for each in of_record]
    return number, kind, key, at, said


def _must_be_its_log(setup: str, theirs: Sequence[Row]) -> None:
    """Check a log. Raises OtherMatchError, or WrongLogError for an altered log."""
    length = whole(setup, theirs)
    if theirs and not length:
        raise OtherMatchError
    if length < len(theirs):
        raise WrongLogError(f"entry {length + 1} has been altered")
