"""The book: score books with their matches, and each match's log of what people did, kept so that nothing
acknowledged is ever lost.

Only this, `archive`, `catalogue`, `people` and `migrations` speak SQL. One connection and one lock serve the whole
process; the journal is a write-ahead log, synced at every commit (`synchronous=FULL`), so a call that has returned
has its entries on the disk. One connection alone checkpoints: some releases of SQLite can damage a write-ahead log
when several do.
"""

import json
import os
import secrets
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Any, cast

from sqlite_utils import Database

from referee import migrations

ACT, UNDO, REDO, MEND = "act", "undo", "redo", "mend"
NUMBERS = range(1, 2**63)
"""What a number in the book can be."""


@dataclass(frozen=True, slots=True)
class Row:
    """A match as the book knows it: what it was set up with, and settings that are no part of its record."""

    id: int
    book_id: int
    """The score book it belongs to."""
    written: str
    """What it was set up with, as JSON."""
    show_played: bool
    over: bool
    teaching: bool
    """The hand may be looked back at while it is played."""

    @property
    def setup(self) -> Any:
        """What it was set up with. Raises ValueError if that is damaged."""
        return json.loads(self.written)


@dataclass(frozen=True, slots=True)
class ScoreBook:
    """The matches of a group of people."""

    id: int
    name: str
    """May be empty."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a match's log: actions done at one go, or an undo, or a redo, or a mending of earlier ones."""

    number: int
    kind: str
    actions: tuple[dict[str, Any], ...]
    """Of a mending, its edits and why it was made."""
    key: str | None
    at: str


class Book:
    """The database file. Usable from any thread."""

    def __init__(self, file: Path, checkpoints: bool = True, patience: float = 10) -> None:
        """Open a book, and make it or bring it up to date. `patience`: seconds to wait for another program."""
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))  # For its owner alone, and so is its journal.
        self._lock = RLock()
        self._stirred: set[int] = set()
        connection = sqlite3.connect(file, timeout=patience, check_same_thread=False)
        connection.row_factory = sqlite3.Row
        self._db = Database(connection)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.execute("PRAGMA foreign_keys=ON")
        if not checkpoints:
            self._db.execute("PRAGMA wal_autocheckpoint=0")
        with self._lock:
            migrations.book.apply(self._db)

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._db.close()

    def rows(self, select: str, values: Sequence[Any] = ()) -> list[Any]:
        """What a question is answered with; rows that know their columns by name."""
        with self._lock:
            return self._db.execute(select, values).fetchall()

    def run(self, statement: str, values: Sequence[Any] = ()) -> int:
        """Change something; the number of a new row. Only within `writing`."""
        return cast(int, self._db.execute(statement, values).lastrowid)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Everything within is written together, and is on the disk when this is left; or nothing is."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.rollback()
                raise
            self._commit()

    def _commit(self) -> None:
        try:
            self._db.conn.execute("COMMIT")
        except BaseException:
            self._db.rollback()
            raise

    def add_score_book(self, name: str, opened: str) -> int:
        """Begin a score book; its number. Only within `writing`."""
        row = {"name": name, "opened": opened, "seal": _seal()}
        return cast(int, self._db.table("score_books").insert(row).last_pk)

    def score_books(self, number: int | None = None) -> list[ScoreBook]:
        """The score book of a number, or all of them, in the order they were begun."""
        select = "SELECT id, name FROM score_books WHERE ? IN (id, 0) ORDER BY id"
        return [ScoreBook(*row) for row in self.rows(select, [number or 0])]

    def add_match(
        self,
        book_id: int,
        setup: dict[str, Any],
        show_played: bool = False,
        teaching: bool = False,
        key: str | None = None,
        follows: int | None = None,
    ) -> int:
        """Open a match, perhaps as the rematch of another that it `follows`; its number. Only within `writing`."""
        row = {"opened": setup["started"], "setup": _dump(setup), "show_played": show_played, "over": 0, "key": key}
        row |= {"book_id": book_id, "score_seal": _seal(), "watch_seal": _seal()}
        row |= {"teaching": teaching, "follows": follows}
        return cast(int, self._db.table("matches").insert(row).last_pk)

    # --- seals ---------------------------------------------------------------------------------------------------

    def seals(self, match_id: int) -> tuple[int, int, int, int] | None:
        """The score book of a match, and the seals of its links: keep, score and watch. None if there is no match."""
        select = (
            "SELECT book_id, seal, score_seal, watch_seal FROM matches m JOIN score_books b ON b.id = m.book_id "
            "WHERE m.id = ? AND binned IS NULL"
        )
        row = self._row(select, match_id)
        return (row[0], row[1], row[2], row[3]) if row else None

    def seal_of_book(self, book_id: int) -> int | None:
        """The seal of a score book's link, or None if there is no such book."""
        row = self._row("SELECT seal FROM score_books WHERE id = ?", book_id)
        return row[0] if row else None

    def reseal(self, table: str, seal: str, number: int) -> None:
        """Give a match or a score book another `seal`, `score_seal` or `watch_seal`. Only within `writing`.

        A match then follows no other any more: nobody comes in by way of the match before.
        """
        alone = ", follows = NULL" if table == "matches" else ""
        self._db.execute(f"UPDATE {table} SET {seal} = ?{alone} WHERE id = ?", [_seal(), number])
        concerned = "id" if table == "matches" else "book_id"
        self._stirred |= {row[0] for row in self.rows(f"SELECT id FROM matches WHERE {concerned} = ?", [number])}

    def stir(self, match_id: int) -> None:
        """Have whoever follows a match asked again, although its log has nothing new."""
        with self._lock:
            self._stirred.add(match_id)

    def take_seals(self, file: Path) -> None:
        """Take over the seals that another book has for the same score books and matches."""
        with self._lock:
            self._db.execute("ATTACH ? AS other", [str(file)])
            with self.writing():
                for table, seals in (("score_books", ["seal"]), ("matches", ["score_seal", "watch_seal"])):
                    for seal in seals:
                        self._db.execute(
                            f"UPDATE {table} SET {seal} = o.{seal} FROM other.{table} o WHERE o.id = {table}.id"
                        )
            self._db.execute("DETACH other")

    def _row(self, select: str, number: int) -> Any:
        if number not in NUMBERS:
            return None
        with self._lock:
            return self._db.execute(select, [number]).fetchone()

    # --- matches and their logs ------------------------------------------------------------------------------------

    def append(self, match_id: int, entry: Entry, over: bool) -> None:
        """Append to a match's log, and note whether the match is over. Only within `writing`."""
        self._db.execute(
            "INSERT INTO entries (match_id, number, kind, actions, key, at) VALUES (?, ?, ?, ?, ?, ?)",
            [match_id, entry.number, entry.kind, _dump(entry.actions), entry.key, entry.at],
        )
        self._db.execute("UPDATE matches SET over = ? WHERE id = ? AND over <> ?", [over, match_id, over])

    def match(self, match_id: int) -> Row | None:
        """A match, or None if there is none of that number."""
        if match_id not in NUMBERS:
            return None
        select = "SELECT id, book_id, setup, show_played, over, teaching FROM matches WHERE id = ? AND binned IS NULL"
        found = self.rows(select, [match_id])
        return Row(*found[0][:3], *map(bool, found[0][3:])) if found else None

    def keyed_match(self, book_id: int, key: str) -> int | None:
        """The number of the match that was opened in a score book with a key, if one was, even if it is gone."""
        found = self.rows("SELECT id FROM matches WHERE book_id = ? AND key = ?", [book_id, key])
        return found[0][0] if found else None

    def numbers(self, book_id: int | None = None) -> list[int]:
        """The numbers of all matches, of a score book or of all."""
        where, values = ("AND book_id = ?", [book_id]) if book_id is not None else ("", [])
        select = f"SELECT id FROM matches WHERE binned IS NULL {where} ORDER BY id"
        return [row["id"] for row in self.rows(select, values)]

    def news(self, after: int | None) -> tuple[int, set[int]]:
        """The place of the last entry of all, and the matches with entries behind a place, whoever wrote them.

        Also those that were stirred since the last time: their links renewed, or they themselves thrown away.
        """
        with self._lock:
            if after is None:
                after = cast(int, self._db.execute("SELECT coalesce(max(rowid), 0) FROM entries").fetchone()[0])
            rows = self._db.execute("SELECT rowid, match_id FROM entries WHERE rowid > ?", [after]).fetchall()
            stirred, self._stirred = self._stirred, set()
        return max((row[0] for row in rows), default=after), {row[1] for row in rows} | stirred

    def entries(self, match_id: int, after: int = 0) -> list[Entry]:
        """A match's log, or what came after an entry's number."""
        return self._entries("number > ? ORDER BY number", match_id, after)

    def length(self, match_id: int) -> int:
        """How many entries a match's log has."""
        return cast(int, self._row("SELECT coalesce(max(number), 0) FROM entries WHERE match_id = ?", match_id)[0])

    def keyed(self, match_id: int, key: str) -> Entry | None:
        """The entry that was posted with a key, if it was."""
        return next(iter(self._entries("key = ?", match_id, key)), None)

    def _entries(self, where: str, match_id: int, value: int | str) -> list[Entry]:
        select = "SELECT number, kind, actions, key, at FROM entries WHERE match_id = ? AND "
        rows = self.rows(select + where, [match_id, value])
        return [Entry(number, kind, tuple(json.loads(actions)), key, at) for number, kind, actions, key, at in rows]

    def house_rules(self, book_id: int) -> dict[str, dict[str, Any]]:
        """The sets of house rules that were kept in a score book, by name."""
        kept = self.rows("SELECT name, rules FROM house_rules WHERE book_id = ? ORDER BY 1", [book_id])
        return {name: json.loads(rules) for name, rules in kept}

    def keep_rules(self, book_id: int, name: str, rules: dict[str, Any]) -> None:
        """Keep a set of house rules under a name that is free. Only within `writing`."""
        values = [book_id, name, _dump(rules)]
        self._db.execute("INSERT INTO house_rules (book_id, name, rules) VALUES (?, ?, ?)", values)

    def forget_rules(self, book_id: int, name: str) -> None:
        """Keep a set of house rules no longer. Only within `writing`."""
        self._db.execute("DELETE FROM house_rules WHERE book_id = ? AND name = ?", [book_id, name])

    def damage(self) -> list[str]:
        """What SQLite finds wrong with the file itself, and with what its tables say of one another."""
        with self._lock:
            found = [f"the file: {row[0]}" for row in self._db.execute("PRAGMA integrity_check") if row[0] != "ok"]
            lost = self._db.execute("PRAGMA foreign_key_check").fetchall()
        return found + [f"the file: a row of {row[0]} belongs to nothing in {row[2]}" for row in lost]

    def back_up(self, file: Path) -> None:
        """Write a consistent copy to a file, also while others write."""
        with tempfile.NamedTemporaryFile(dir=file.parent, prefix=file.name, delete=False) as part:
            try:
                with closing(sqlite3.connect(part.name)) as copy, self._lock:
                    self._db.conn.backup(copy)
                os.fsync(part.fileno())
                os.replace(part.name, file)
            except BaseException:
                os.unlink(part.name)
                raise


def _seal() -> int:
    return secrets.randbits(62)


def _dump(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
