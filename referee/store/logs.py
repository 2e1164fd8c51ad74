"""The logs of matches: every action, undo, redo and correction, stored durably."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, cast

from referee.faults import DamagedError
from referee.log.checksums import ChainedRows, chained, checksum_of
from referee.log.entry import CORRECTION, Entry, dump, entry_of, load
from referee.store.connections import Connections
from referee.store.damage import is_damage

NUMBERS = range(1, 2**63)
"""The ids that SQLite can store."""
USUAL = 200
"""More than the usual length of an entry's actions in characters."""


_ROW = "id, book_id, setup, show_played, over, teaching, game_key, opened"


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
    """True if players may review the hand while it is played."""
    game: str
    """The key of its game."""
    opened: str
    """The time it was opened, in ISO format."""

    @property
    def setup(self) -> Any:
        """The setup as plain data. Raises ValueError if it is damaged."""
        return load(self.written)


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a match's log."""

    version: int
    """The number of entries."""
    checksum: str
    """The checksum of the last entry; in an empty log, the setup's checksum."""
    has_key: bool
    """True if an entry was posted with the key looked for."""


@dataclass(frozen=True, slots=True)
class LogsOf:
    """A kind of thing that has logs: its table, and the column by which entries name it."""

    table: str
    column: str
    word: str

    def sql(self, select: str) -> str:
        """Fill in the names of the table `{of}` and of the column `{id}`."""
        return select.replace("{of}", self.table).replace("{id}", self.column)


OF_MATCHES, OF_EVENINGS = LogsOf("matches", "match_id", "Match"), LogsOf("evenings", "evening_id", "Evening")


class MatchLogs(Connections):
    """The matches of a database file, and their logs; methods that take it also read and write logs `of` evenings."""

    def __init__(self, file: Path, read_only: bool = False, exclusive: bool = False) -> None:
        super().__init__(file, read_only, exclusive)
        self._notified: set[int] = set()
        self._notified_lock = Lock()
        self._rewound: int | None = None

    def notify_watchers(self, match_id: int) -> None:
        """Make `news` report a match even without a new entry."""
        with self._notified_lock:
            self._notified.add(match_id)

    def head(self, number: int, key: str | None = None, logs: LogsOf = OF_MATCHES) -> Head | None:
        """The end of a log, and whether an entry has the key. None if there is no match of that number."""
        rows = self.rows(logs.sql(_HEAD + (" AND binned IS NULL" if logs is OF_MATCHES else "")), [key, number])
        return Head(rows[0][0], rows[0][1], bool(rows[0][2])) if rows else None

    def append(self, number: int, entries: Iterable[Entry], checksum: str, logs: LogsOf = OF_MATCHES) -> str:
        """Append to a log after the entry with a checksum; returns the last checksum. Only within `writing`.

        The caller must store that checksum in the row that the log belongs to.
        """
        rows = list[list[Any]]()
        for entry in entries:
            parts = entry.number, entry.kind, dump(entry.actions), entry.key, entry.at, entry.phone
            checksum = checksum_of(checksum, *parts)
            rows.append([number, *parts, checksum])
        self.run_each(logs.sql(_APPEND), rows)
        return checksum

    def match(self, match_id: int, is_binned: bool = False) -> Row | None:
        """The row of a match, or of one in the bin; None if there is none of that number."""
        if match_id not in NUMBERS:
            return None
        select = f"SELECT {_ROW} FROM matches WHERE id = ? AND (binned IS NULL) <> ?"
        rows = self.rows(select, [match_id, is_binned])
        for number, book_id, written, *settings, game, opened in rows:
            show_played, over, teaching = map(bool, settings)
            return Row(number, book_id, written, show_played, over, teaching, game, opened)
        return None

    def opened(self, number: int, logs: LogsOf) -> str | None:
        """The time at which a match or evening was opened, even if deleted; None if there is none of that number."""
        row = self._row(logs.sql("SELECT opened FROM {of} WHERE id = ?"), number)
        return row and str(row[0])

    def keyed_match(self, book_id: int, key: str) -> int | None:
        """The number of the match opened in a score book with a key, even if deleted; None if there is none."""
        rows = self.rows("SELECT id FROM matches WHERE book_id = ? AND key = ?", [book_id, key])
        return rows[0][0] if rows else None

    def free_key(self, number: int) -> None:
        """Free the key of a match for another one. Only within `writing`."""
        self.run("UPDATE matches SET key = NULL WHERE id = ?", [number])

    def same_rematch(self, match_id: int, game_key: str, setup: Mapping[str, Any]) -> int | None:
        """Return the rematch of a match with the same setup except its time, and nothing played yet; or None."""
        select = """SELECT id, setup FROM matches WHERE follows = ? AND game_key = ? AND binned IS NULL
            AND NOT EXISTS (SELECT 1 FROM entries WHERE match_id = matches.id) ORDER BY id DESC"""
        untimed = dict(setup) | {"started": ""}
        rows = self.rows(select, [match_id, game_key])
        return next((number for number, text in rows if load(text) | {"started": ""} == untimed), None)

    def numbers(self, book_id: int | None = None) -> list[int]:
        """The numbers of all matches in a score book, or in every book; includes those whose rows cannot be read."""
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
        return max((row[0] for row in rows), default=after), {row[1] for row in rows if row[1]} | notified

    def rewind_news(self) -> None:
        """Let `news` continue after the current last entry, because the row ids of erased entries are reused.

        Only within `writing`.
        """
        last = cast(int, self.rows("SELECT coalesce(max(rowid), 0) FROM entries")[0][0])

        def rewind() -> None:
            with self._notified_lock:
                self._rewound = last if self._rewound is None else min(last, self._rewound)

        self.then(rewind)

    def entries(self, number: int, after: int = 0, logs: LogsOf = OF_MATCHES) -> list[Entry]:
        """A log, or the entries after a number. Raises DamagedError if the checksums do not fit."""
        log = self._log(number, after, logs)
        broken = next(log.broken(), None)
        if broken:
            raise DamagedError(f"{logs.word} {number} cannot be read: {broken}")
        return [entry_of(row) for row in log.rows]

    def broken(self, number: int, logs: LogsOf = OF_MATCHES) -> Iterator[str]:
        """Describe each place where a setup or log is damaged, one line each."""
        yield from self._log(number, 0, logs).broken()

    def _log(self, number: int, after: int, logs: LogsOf) -> ChainedRows:
        # A single query, so that the result is consistent while others write.
        try:
            found = self.rows(logs.sql(_LOG).format(""), [after, number])
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            # Perhaps only the index is damaged: read the entries without it.
            found = self.rows(logs.sql(_LOG).format("NOT INDEXED"), [after, number])
        last, tail = found[0]["last"], found[0]["tail"]
        rows = [row[:-2] for row in found if row["number"] is not None]
        if after > 0 and rows:
            is_there = rows[0][0] == after
            return ChainedRows(rows[is_there:], after, rows[0][-1] if is_there else "", last)
        if after > 0 and tail:  # The caller is ahead of the log, for example after a restore.
            return ChainedRows(rows, after, tail, last)
        (setup,) = self.rows(logs.sql("SELECT setup FROM {of} WHERE id = ?"), [number])[0]
        return ChainedRows(rows, 0, chained("", setup), last)

    def length(self, match_id: int) -> int:
        """Count the entries of a match's log."""
        return cast(int, self._row("SELECT coalesce(max(number), 0) FROM entries WHERE match_id = ?", match_id)[0])

    def weight(self, match_id: int) -> int:
        """Count the entries of a match's log, long ones as several, for they may have many actions."""
        select = f"SELECT coalesce(sum(1 + length(actions) / {USUAL}), 0) FROM entries WHERE match_id = ?"
        return cast(int, self.rows(select, [match_id])[0][0])

    def count_corrections(self, match_id: int) -> int:
        """Count the corrections in a match's log."""
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


_HEAD = """SELECT coalesce((SELECT max(number) FROM entries WHERE {id} = m.id), 0), m.checksum,
    EXISTS (SELECT 1 FROM entries WHERE {id} = m.id AND key = ?) FROM {of} m WHERE id = ?"""
_APPEND = """INSERT INTO entries ({id}, number, kind, actions, key, at, phone, checksum)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
_OF_AN_ENTRY = "number, kind, actions, e.key, at, phone"
_LOG = f"""SELECT {_OF_AN_ENTRY}, e.checksum, m.checksum AS last,
    (SELECT checksum FROM entries {{0}} WHERE {{id}} = m.id ORDER BY number DESC LIMIT 1) AS tail
    FROM {{of}} m LEFT JOIN entries e {{0}} ON e.{{id}} = m.id AND e.number >= ?
    WHERE m.id = ? ORDER BY e.number"""
