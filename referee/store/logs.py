"""The logs of matches: every action, undo, redo and correction, stored durably."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, cast

from referee.faults import DamagedError
from referee.store.checksums import ChainedRows, chained, checksum_of
from referee.store.connections import TIMEOUT, Connections
from referee.store.damage import is_damage

ACT, UNDO, REDO, CORRECTION, REFUSED = "act", "undo", "redo", "mend", "refused"
NUMBERS = range(1, 2**63)
"""The ids that SQLite can store."""


_ROW = "id, book_id, setup, show_played, over, teaching, game_key"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of `matches`: the setup, and the settings that are not part of the record."""

    id: int
    book_id: int
    """The score book it belongs to."""
    written: str
    """The setup as JSON."""
    show_played: bool
    over: bool
    teaching: bool
    """Whether players may review the hand while it is played."""
    game: str
    """The key of its game."""

    @property
    def setup(self) -> Any:
        """The setup as plain data. Raises ValueError if it is damaged."""
        return load(self.written)


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a match's log: actions done together, an undo, a redo, a correction, or a note of a refusal."""

    number: int
    kind: str
    actions: tuple[dict[str, Any], ...]
    """Of a correction, its edits and its reason."""
    key: str | None
    at: str
    phone: str | None = None
    """The name of the phone that made it, if it has one."""


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a match's log."""

    version: int
    """The number of entries."""
    checksum: str
    """The checksum of the last entry; in an empty log, that of the setup."""
    has_key: bool
    """Whether an entry was posted with the given key."""


class MatchLogs(Connections):
    """The matches of a database file, and their logs."""

    def __init__(
        self, file: Path, timeout: float = TIMEOUT, read_only: bool = False, exclusive: bool = False
    ) -> None:
        super().__init__(file, timeout, read_only, exclusive)
        self._notified: set[int] = set()
        self._notified_lock = Lock()
        self._rewound: int | None = None

    def notify_watchers(self, match_id: int) -> None:
        """Make `news` report a match even without a new entry."""
        with self._notified_lock:
            self._notified.add(match_id)

    def head(self, match_id: int, key: str | None = None) -> Head | None:
        """The end of a match's log, and whether an entry has the key. None if there is no match of that number."""
        found = self.rows(_HEAD, [key, match_id])
        return Head(found[0][0], found[0][1], bool(found[0][2])) if found else None

    def append(self, match_id: int, entries: Iterable[Entry], checksum: str) -> str:
        """Append to a match's log after the entry with a checksum; returns the last checksum. Only within `writing`.

        The caller must store that checksum in the match's row.
        """
        for entry in entries:
            parts = entry.number, entry.kind, dump(entry.actions), entry.key, entry.at, entry.phone
            checksum = checksum_of(checksum, *parts)
            self.run(_APPEND, [match_id, *parts, checksum])
        return checksum

    def match(self, match_id: int) -> Row | None:
        """The row of a match, or None if there is none of that number."""
        if match_id not in NUMBERS:
            return None
        found = self.rows(f"SELECT {_ROW} FROM matches WHERE id = ? AND binned IS NULL", [match_id])
        for number, book_id, written, *settings, game in found:
            show_played, over, teaching = map(bool, settings)
            return Row(number, book_id, written, show_played, over, teaching, game)
        return None

    def keyed_match(self, book_id: int, key: str) -> int | None:
        """The number of the match that was opened in a score book with a key, also if it was deleted; else None."""
        found = self.rows("SELECT id FROM matches WHERE book_id = ? AND key = ?", [book_id, key])
        return found[0][0] if found else None

    def same_rematch(self, match_id: int, game_key: str, setup: Mapping[str, Any]) -> int | None:
        """The rematch of a match with the same setup but for its time, in which nothing has been played; or None."""
        select = """SELECT id, setup FROM matches WHERE follows = ? AND game_key = ? AND binned IS NULL
            AND NOT EXISTS (SELECT 1 FROM entries WHERE match_id = matches.id) ORDER BY id DESC"""
        untimed = dict(setup) | {"started": ""}
        found = self.rows(select, [match_id, game_key])
        return next((number for number, text in found if load(text) | {"started": ""} == untimed), None)

    def numbers(self, book_id: int | None = None) -> list[int]:
        """The numbers of all matches of a score book, or of all; includes those whose rows cannot be read."""
        where, values = ("AND book_id = ?", [book_id]) if book_id is not None else ("", [])
        select = f"SELECT id FROM matches WHERE binned IS NULL {where}"
        try:
            return [row["id"] for row in self.rows(f"{select} ORDER BY id", values)]
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
        return [
            number for number in range(1, self._highest() + 1) if self._may_be(f"{select} AND id = {number}", values)
        ]

    def _highest(self) -> int:
        """The highest match number that can be read anywhere."""
        highest = 0
        for select in ("SELECT max(id) FROM matches", "SELECT max(match_id) FROM entries"):
            with suppress(sqlite3.DatabaseError):
                highest = max(highest, self.rows(select)[0][0] or 0)
        return highest

    def _may_be(self, select: str, values: list[Any]) -> bool:
        try:
            return bool(self.rows(select, values))
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            return True

    def news(self, after: int | None) -> tuple[int, set[int]]:
        """The row id of the last entry of all, and the matches with entries after the row id `after`.

        Includes the matches passed to `notify_watchers` since the last call: their links were renewed, or they were
        deleted.
        """
        if after is None:
            after = cast(int, self.rows("SELECT coalesce(max(rowid), 0) FROM entries")[0][0])
        with self._notified_lock:
            notified, self._notified = self._notified, set()
            rewound, self._rewound = self._rewound, None
        after = after if rewound is None else min(after, rewound)
        rows = self.rows("SELECT rowid, match_id FROM entries WHERE rowid > ?", [after])
        return max((row[0] for row in rows), default=after), {row[1] for row in rows} | notified

    def rewind_news(self) -> None:
        """Let `news` go on where the entries end now, as the row ids of erased ones are used again.

        Only within `writing`.
        """
        last = cast(int, self.rows("SELECT coalesce(max(rowid), 0) FROM entries")[0][0])

        def rewind() -> None:
            with self._notified_lock:
                self._rewound = last if self._rewound is None else min(last, self._rewound)

        self.then(rewind)

    def entries(self, match_id: int, after: int = 0) -> list[Entry]:
        """A match's log, or the entries after a number. Raises DamagedError if the checksums do not fit."""
        log = self._log(match_id, after)
        broken = next(log.broken(), None)
        if broken:
            raise DamagedError(f"Match {match_id} cannot be read: {broken}")
        return [entry_of(row) for row in log.rows]

    def broken(self, match_id: int) -> Iterator[str]:
        """Describe each place where a match's setup or log is damaged, one line each."""
        yield from self._log(match_id, 0).broken()

    def _log(self, match_id: int, after: int) -> ChainedRows:
        # A single query, so that the result is consistent while others write.
        try:
            found = self.rows(_LOG.format(""), [after, match_id])
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            # Perhaps only the index is damaged: read the entries without it.
            found = self.rows(_LOG.format("NOT INDEXED"), [after, match_id])
        last, tail = found[0]["last"], found[0]["tail"]
        rows = [row[:-2] for row in found if row["number"] is not None]
        if after > 0 and rows:
            is_there = rows[0][0] == after
            return ChainedRows(rows[is_there:], after, rows[0][-1] if is_there else "", last)
        if after > 0 and tail:  # The caller is ahead of the log, as after a restore.
            return ChainedRows(rows, after, tail, last)
        (setup,) = self.rows("SELECT setup FROM matches WHERE id = ?", [match_id])[0]
        return ChainedRows(rows, 0, chained("", setup), last)

    def length(self, match_id: int) -> int:
        """How many entries a match's log has."""
        return cast(int, self._row("SELECT coalesce(max(number), 0) FROM entries WHERE match_id = ?", match_id)[0])

    def count_corrections(self, match_id: int) -> int:
        """How many entries of a match's log are corrections."""
        select = "SELECT count(*) FROM entries WHERE match_id = ? AND kind = ?"
        return cast(int, self.rows(select, [match_id, CORRECTION])[0][0])

    def keyed(self, match_id: int, key: str) -> Entry | None:
        """The entry that was posted with a key, or None."""
        rows = self.rows(f"SELECT {_OF_AN_ENTRY} FROM entries e WHERE match_id = ? AND key = ?", [match_id, key])
        return entry_of(rows[0]) if rows else None

    def _row(self, select: str, number: int) -> Any:
        if number not in NUMBERS:
            return None
        return next(iter(self.rows(select, [number])), None)


_HEAD = """SELECT coalesce((SELECT max(number) FROM entries WHERE match_id = m.id), 0), m.checksum,
    EXISTS (SELECT 1 FROM entries WHERE match_id = m.id AND key = ?) FROM matches m WHERE id = ? AND binned IS NULL"""
_APPEND = """INSERT INTO entries (match_id, number, kind, actions, key, at, phone, checksum)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
_OF_AN_ENTRY = "number, kind, actions, e.key, at, phone"
_LOG = f"""SELECT {_OF_AN_ENTRY}, e.checksum, m.checksum AS last,
    (SELECT checksum FROM entries {{0}} WHERE match_id = m.id ORDER BY number DESC LIMIT 1) AS tail
    FROM matches m LEFT JOIN entries e {{0}} ON e.match_id = m.id AND e.number >= ?
    WHERE m.id = ? ORDER BY e.number"""


def entry_of(row: Sequence[Any]) -> Entry:
    """The entry of a row that begins with its number, kind, actions as JSON, key, time and phone."""
    number, kind, actions, key, at, phone = row[:6]
    return Entry(number, kind, tuple(load(actions)), key, at, phone)


def load(text: str) -> Any:
    """Plain data of JSON. Raises ValueError, also if it is nested too deep."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error


def dump(data: Any) -> str:
    """Plain data as compact JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
