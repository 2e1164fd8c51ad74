"""Merging of logs from phones and files into the matches of a database: see `referee/log/bring.py`.

If a match continued differently here, the table chooses; from a file, it becomes a match of its own.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from referee.books.check import problems_of_match
from referee.books.maintenance import Maintenance
from referee.faults import DamagedError, Fault, NotThereError, RefusedError
from referee.games.edits import Transition
from referee.log.bring import Logs, same
from referee.log.checksums import whole
from referee.log.entry import Entry, Row
from referee.match.corrections import walk
from referee.match.service import MatchService
from referee.moments import noted
from referee.store.log_rows import LogRows


@dataclass(frozen=True, slots=True)
class Differing:
    """The entries of two logs after their common beginning, and the matches that result."""

    here: Sequence[Transition[Any, Any]]
    phone: Sequence[Transition[Any, Any]]
    match_here: Any
    match_phone: Any
    alike: int
    """The number of entries with which both logs begin."""


class OtherMatchError(Exception):
    """A log of another match, which had this number before the server was restored or replaced."""


class DifferentError(Exception):
    """Two logs that continued differently, without a choice between them."""

    def __init__(self, differing: Differing) -> None:
        super().__init__()
        self.differing = differing


class Merge:
    """Merges logs into the logs of a database."""

    def __init__(self, service: MatchService) -> None:
        self._service, self._database = service, service.database
        self._rows = LogRows(service.database)

    def bring_in(
        self,
        match_id: int,
        theirs: Sequence[Row],
        choice: str = "",
        was_here: bool = False,
        start: str | None = None,
    ) -> tuple[int, list[list[Any]]]:
        """Merge a phone's whole log; the `choice` is as for `Logs.to_add`.

        Returns the number of the phone's entries that are stored here unchanged, and the rows of the log after them.
        With `was_here` the phone's entries were here before: missing ones are added only if the table chooses so.
        `start` is the setup with which the phone began the match, if its time differs. Raises OtherMatchError,
        DifferentError, NotThereError, or RefusedError if the phone's entries are not allowed.
        """
        with self.refusing("What this phone has cannot be entered"):
            ours = self.add(match_id, theirs, choice, was_here, start)
        alike = same(*([row[-1] for row in rows] for rows in (ours, theirs)))
        return alike, self._rows.log(match_id, alike + 1)

    def add(
        self,
        match_id: int,
        theirs: Sequence[Row],
        choice: str = "",
        was_here: bool = False,
        start: str | None = None,
    ) -> list[Row]:
        """Add the missing entries of a log, as `bring_in` does. Returns the log as it was.

        Raises the same errors, or those of reading an invalid log: see `refusing`.
        """
        with self._database.writing():
            self._must_be_its_log(match_id, theirs, start)
            ours: list[Row] = list(self._rows.log(match_id))
            logs = Logs.of_rows(ours, theirs)
            new = logs.to_add(choice)
            if new is None or (new and was_here and not choice):
                raise DifferentError(self._differing(match_id, logs))
            if new:
                self._append(match_id, len(ours), new)
        if new:
            self._database.notify_watchers(match_id)
        return ours

    def begun_by_the_same_tap(self, book_id: int, match: Mapping[str, Any]) -> int | None:
        """The match of which a phone that began it, too, got no answer; None if there is none."""
        number = self._database.keyed_match(book_id, match["key"]) if match["key"] else None
        row = self._database.match(number) if number else None
        return row.id if row and row.game == match["game_key"] and row.written != match["setup"] else None

    @contextmanager
    def refusing(self, what: str) -> Iterator[None]:
        """Turn the errors of an impossible log into a RefusedError that begins with some words."""
        try:
            yield
        except sqlite3.OperationalError:  # Busy, or the disk is full: that says nothing about the log.
            self._service.clear_cache()
            raise
        except (sqlite3.Error, DamagedError, AttributeError, LookupError, TypeError, ValueError) as error:
            self._service.clear_cache()
            raise RefusedError(Fault("bad-log", f"{what}: {error}")) from error

    def must_be_right(self, number: int, there: int | None = None) -> None:
        """Project a match and check it, or no backup with it could be restored. Raises ValueError.

        `there` is its number where it comes from, if that is another one.
        """
        Maintenance(self._service).project(number)
        problem = next(problems_of_match(self._database, number, self._service.games), None)
        if problem:
            raise ValueError(problem.replace(f"atch {number}", f"atch {there or number}", 1))

    def _must_be_its_log(self, match_id: int, theirs: Sequence[Row], start: str | None) -> None:
        """Raises OtherMatchError, NotThereError, or ValueError for a log that is not as it was written."""
        row = self._database.match(match_id)
        if row is None:
            raise NotThereError(f"There is no match {match_id}.")
        length = whole(start or row.written, theirs)
        if theirs and not length:
            raise OtherMatchError
        if length < len(theirs):
            raise ValueError(f"entry {length + 1} is not as it was written")

    def _append(self, match_id: int, length: int, new: Iterable[Entry]) -> None:
        """Append entries, dated by the clock of this place."""
        head = self._database.head(match_id)
        assert head
        now = noted(self._service.clock()).isoformat()
        dated = [replace(entry, number=number, at=now) for number, entry in enumerate(new, length + 1)]
        self._rows.ends_with(match_id, self._database.append(match_id, dated, head.checksum))
        self._service.clear_cache()
        self.must_be_right(match_id)

    def _differing(self, match_id: int, logs: Logs) -> Differing:
        row, game = self._service.loader.row(match_id), self._service.game(match_id)
        done, ends = list[Sequence[Transition[Any, Any]]](), list[Any]()
        for live in (logs.our_live, logs.their_live):
            setup = self._service.loader.setup(row, live)
            done.append(walk(game, setup, self._service.loader.actions(row, live)))
            ends.append(done[-1][-1].after if done[-1] else game.begin(setup))
        alike = same(*([replace(each.action, at=None) for each in one] for one in done))
        return Differing(done[0][alike:], done[1][alike:], ends[0], ends[1], logs.alike)
