"""Merges the log of a match that a phone has gone on with into the one that is here.

What both have counts once, and what only one has is added. If each went on in another way, the table chooses; both
stay in the log, one of them undone.
"""

import json
import sqlite3
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from referee.books.file_shapes import MATCH
from referee.books.forgetting import Renaming, renamed_since
from referee.books.logs_file import can_be_written, must_be_right
from referee.faults import DamagedError, Fault, NotThereError, RefusedError
from referee.fields import FieldReader, parse_json
from referee.games.edits import Transition
from referee.match.corrections import walk
from referee.match.log import actions, in_force
from referee.match.service import MatchService
from referee.moments import noted
from referee.store.checksums import chained, whole
from referee.store.log_rows import LogRows
from referee.store.logs import REDO, REFUSED, UNDO, Entry, entry_of
from referee.store.rewriting import rewritten_entries

PHONE, HERE = "phone", "here"
"""What the table may choose."""
LogRow = list[Any]
"""An entry as the log stores it: number, kind, actions as JSON, key, time, phone and checksum."""


@dataclass(frozen=True, slots=True)
class Differing:
    """What was done in each of two logs after what is the same in both, and the matches to which that led."""

    here: Sequence[Transition[Any, Any]]
    phone: Sequence[Transition[Any, Any]]
    match_here: Any
    match_phone: Any
    alike: int
    """With how many entries both logs begin."""


class OtherMatchError(Exception):
    """The log is that of another match, which had this number before the server was restored or replaced."""


class DifferentError(Exception):
    """The two logs went on in different ways, and nothing was chosen."""

    def __init__(self, differing: Differing) -> None:
        super().__init__()
        self.differing = differing


def read_log(text: str) -> list[LogRow]:
    """The rows of a log that was written as JSON. Raises RefusedError if they have not the shape of a log.

    That they are allowed is checked as they are merged.
    """
    reader, rows = FieldReader(), parse_json(text)
    MATCH["entries"](reader, rows, "the log")
    reader.done()
    found: list[LogRow] = rows
    if [row[0] for row in found] != list(range(1, len(found) + 1)):
        reader.fail("the log", "has entries that are not numbered from 1 on")
    if not all(can_be_written(row[2]) for row in found):
        reader.fail("the log", "has entries that cannot be read")
    reader.done()
    return found


class Merge:
    """Merges logs into those of a database."""

    def __init__(self, service: MatchService) -> None:
        self._service, self._database = service, service.database
        self._rows = LogRows(service.database)

    def bring_in(
        self,
        match_id: int,
        theirs: Sequence[LogRow],
        choice: str = "",
        was_here: bool = False,
        start: str | None = None,
        began: str | None = None,
    ) -> tuple[int, list[LogRow]]:
        """Merge a phone's whole log; `choice` is PHONE or HERE if the table chose.

        Returns how many entries the phone has as they are stored here, and what the log has now after those. What
        `was_here` already, and is not here any more, is entered only if the table chooses so. The `start` is the
        setup with which the phone began the match, if that has another time. `began` is the setup of the phone's
        copy: somebody may have been forgotten since, and the log is merged with the names of here. Raises
        OtherMatchError, DifferentError, NotThereError, or RefusedError if what the phone has is not allowed.
        """
        with self._refusing(), self._database.writing():
            ours, brought = self._rows.log(match_id), theirs
            theirs = self._with_names_here(match_id, ours, began, theirs) if began else theirs
            self._must_be_its_log(match_id, theirs, start)
            alike = _alike(ours, theirs)
            two = _Two(ours, theirs, alike)
            new = _news(two, choice)
            if new is None or (new and was_here and not choice and theirs is brought):
                raise DifferentError(self._differing(match_id, two))
            if new:
                head = self._database.head(match_id)
                assert head
                self._service.must_have_room(self._service.loader.row(match_id).book_id)
                self._add(match_id, len(ours), new, head.checksum)
                must_be_right(self._service, match_id, match_id)
        if new:
            self._database.notify_watchers(match_id)
        same = _same(*([row[-1] for row in rows] for rows in (ours, brought)))
        return same, self._rows.log(match_id, same + 1)

    def begun_by_the_same_tap(self, book_id: int, match: Mapping[str, Any]) -> int | None:
        """The match of which a phone that began it, too, got no answer; None if there is none."""
        number = self._database.keyed_match(book_id, match["key"]) if match["key"] else None
        row = self._database.match(number) if number else None
        return row.id if row and row.game == match["game_key"] and row.written != match["setup"] else None

    def _with_names_here(
        self, match_id: int, ours: Sequence[LogRow], began: str, theirs: Sequence[LogRow]
    ) -> Sequence[LogRow]:
        """A phone's log with the names that took the place of others here since; itself if there are none.

        Raises ValueError for a log that is not as it was written.
        """
        row = self._database.match(match_id)
        names = renamed_since(parse_json(began), row.setup) if row else None
        if row is None or names is None:
            return theirs
        if whole(began, theirs) < len(theirs):
            raise ValueError("an entry is not as it was written")
        known = _same(*([(*each[:2], *each[3:5]) for each in rows] for rows in (ours, theirs)))
        last = ours[known - 1][-1] if known else chained("", row.written)
        found = [*ours[:known], *rewritten_entries(last, theirs[known:], Renaming(names))]
        return theirs if found == theirs else found

    def _must_be_its_log(self, match_id: int, theirs: Sequence[LogRow], start: str | None) -> None:
        """Raises OtherMatchError, NotThereError, or ValueError for a log that is not as it was written."""
        row = self._database.match(match_id)
        if row is None:
            raise NotThereError(f"There is no match {match_id}.")
        length = whole(start or row.written, theirs)
        if theirs and not length:
            raise OtherMatchError
        if length < len(theirs):
            raise ValueError(f"entry {length + 1} is not as it was written")

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError:  # Busy, or the disk is full: that says nothing about the log.
            self._service.clear_cache()
            raise
        except (sqlite3.Error, DamagedError, AttributeError, LookupError, TypeError, ValueError) as error:
            self._service.clear_cache()
            raise RefusedError(Fault("bad-log", f"What this phone has cannot be entered: {error}")) from error

    def _differing(self, match_id: int, two: "_Two") -> Differing:
        row, game = self._service.loader.row(match_id), self._service.game(match_id)
        done, ends = list[Sequence[Transition[Any, Any]]](), list[Any]()
        for live in (two.live_here, two.live_there):
            setup = self._service.loader.setup(row, live)
            done.append(walk(game, setup, actions(game, live)))
            ends.append(done[-1][-1].after if done[-1] else game.begin(setup))
        same = _same(*([replace(each.action, at=None) for each in one] for one in done))
        return Differing(done[0][same:], done[1][same:], ends[0], ends[1], two.alike)

    def _add(self, match_id: int, length: int, new: Iterable[Entry], checksum: str) -> None:
        now = noted(self._service.clock()).isoformat()
        numbered = (
            Entry(number, each.kind, each.actions, each.key, now, each.phone)
            for number, each in enumerate(new, length + 1)
        )
        self._rows.ends_with(match_id, self._database.append(match_id, numbered, checksum))
        self._service.clear_cache()


class _Two:
    """Two logs that begin alike."""

    def __init__(self, ours: Sequence[LogRow], theirs: Sequence[LogRow], alike: int) -> None:
        self.ours, self.theirs = ([entry_of(row) for row in rows] for rows in (ours, theirs))
        self.alike = alike
        self.base = _contents(in_force(self.ours[:alike])[0])
        self.live_here, self.live_there = in_force(self.ours)[0], in_force(self.theirs)[0]
        self.here, self.there = _contents(self.live_here), _contents(self.live_there)

    @property
    def both_go_on(self) -> bool:
        """Whether neither has undone anything of what both began with."""
        return all(each[: len(self.base)] == self.base for each in (self.here, self.there))

    @property
    def is_taken_back(self) -> bool:
        """Whether one has undone what the other has in force: then it is not only behind."""
        return _undid(self.ours[self.alike :], self.here, self.there) or _undid(
            self.theirs[self.alike :], self.there, self.here
        )


def _undid(entries: Iterable[Entry], live: Sequence[str], others: Sequence[str]) -> bool:
    contents = _contents(entry for entry in entries if entry.kind not in (UNDO, REDO, REFUSED))
    return not (set(contents) & set(others)).issubset(live)


def _same(ones: Sequence[Any], others: Sequence[Any]) -> int:
    """How many values two sequences begin with alike."""
    pairs = enumerate(zip(ones, others, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(ones), len(others)))


def _alike(ours: Sequence[LogRow], theirs: Sequence[LogRow]) -> int:
    """Count the entries that two logs begin with alike: with the same content and key, whenever they came in."""
    return _same(*([row[1:4] for row in rows] for rows in (ours, theirs)))


def _contents(entries: Iterable[Entry]) -> list[str]:
    """Give the content of entries as JSON, without time, key and phone."""
    return [json.dumps([entry.kind, *map(_untimed, entry.actions)], sort_keys=True) for entry in entries]


def _untimed(action: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in action.items() if name != "at"}


def _news(two: _Two, choice: str) -> list[Entry] | None:
    """What is to be added here; None if the table has to choose."""
    new = two.theirs[two.alike :]
    if not new or new[-1].key in {entry.key or "" for entry in two.ours}:  # It is here already, or was decided upon.
        return []
    if len(two.ours) == two.alike:
        return _played_again(two, new, HERE) if choice == HERE else new
    follow = two.both_go_on and not two.is_taken_back
    if follow and two.there[: len(two.here)] == two.here:
        choice = PHONE
    elif two.here == two.there or (follow and two.here[: len(two.there)] == two.there):
        choice = HERE
    else:
        return _played_again(two, new, choice) if choice in (PHONE, HERE) else None
    if _has_lost(two, new):
        return _played_again(two, new, choice)
    known = {entry.key for entry in two.ours}
    added = {entry.number for entry in two.live_there[len(two.here) :]} if choice == PHONE else set()
    notes = {entry.number for entry in new if entry.kind == REFUSED and entry.key not in known}
    wanted = added | notes
    return [_again(entry, known) for entry in new if entry.number in wanted]


def _has_lost(two: _Two, new: Iterable[Entry]) -> bool:
    """Whether the phone has undone something that this log does not have."""
    live = {entry.number for entry in two.live_there}
    lost = (entry for entry in new if entry.kind not in (UNDO, REDO, REFUSED) and entry.number not in live)
    return not set(_contents(lost)).issubset(_contents(two.ours))


def _played_again(two: _Two, new: Sequence[Entry], choice: str) -> list[Entry]:
    """The phone's entries, one after another as they were made; and if HERE is right, then what stood here again."""
    known = {entry.key for entry in two.ours}
    base, _ = in_force(two.ours[: two.alike])
    common = _same(two.here, two.base)
    found = [_undo() for _ in two.here[common:]] + [_again(entry) for entry in base[common:]]
    live, undone = in_force(two.theirs[: two.alike])
    for entry in new:
        if entry.kind == REFUSED and entry.key in known:
            continue
        made = replace(undone[-1], key=entry.key, at=entry.at) if entry.kind == REDO else entry
        found.append(_again(made, known))
        live, undone = _after(live, undone, entry)
    if choice == HERE:
        common = _same(two.here, two.there)
        found += [_undo() for _ in two.there[common:]] + [_again(entry) for entry in two.live_here[common:]]
    return found


def _after(live: list[Entry], undone: list[Entry], entry: Entry) -> tuple[list[Entry], list[Entry]]:
    """The entries in force, and those that can be redone, after one more."""
    if entry.kind == UNDO:
        return live[:-1], [*undone, live[-1]]
    if entry.kind == REDO:
        return [*live, undone[-1]], undone[:-1]
    return (live, undone) if entry.kind == REFUSED else ([*live, entry], [])


def _undo() -> Entry:
    return Entry(0, UNDO, (), None, "")


def _again(entry: Entry, known: Container[str | None] | None = None) -> Entry:
    """An entry as it was made, but without its key; or if that is not `known`, with it."""
    return replace(entry, key=None) if known is None or entry.key in known else entry
