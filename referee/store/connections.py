"""The connections to the database file: one for writing and one for reading. Thread-safe.

The database is in WAL mode and synced at every commit (`synchronous=FULL`), so a committed transaction is on the
disk. Readers never wait for writers. Only the writing connection checkpoints: some releases of SQLite can damage
the write-ahead log when several connections write or checkpoint at the same time.
"""

import logging
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Lock, RLock, get_ident
from typing import Any, cast

from sqlite_utils import Database as SqliteUtils

from referee.faults import Fault, RefusedError
from referee.store import migrations
from referee.store.damage import ERRORS, JOURNALS, is_damage, must_not_be_lost, read_schema, rows_of

log = logging.getLogger("referee")
TIMEOUT = 2.0
"""Seconds to wait for another writer, in this process or another."""


class BusyError(sqlite3.OperationalError):
    """Another writer held the database for longer than the timeout."""

    sqlite_errorname = "SQLITE_BUSY"


class GoneError(sqlite3.OperationalError):
    """The database file was removed or replaced, so writes would be lost."""

    sqlite_errorname = "FILE_GONE"


class Connections:
    """The connections to one file."""

    def __init__(self, file: Path, read_only: bool = False, exclusive: bool = False) -> None:
        """Open a database; unless `read_only`, create it and apply migrations. Raises RefusedError.

        `exclusive` is for systems where processes cannot share memory, as in a browser: one connection does all, and
        SQLite keeps the index of the write-ahead log in its own memory.
        """
        self._writing, self._reading = Lock(), RLock()
        self._writer: int | None = None
        """The id of the thread that is writing."""
        self._gone = False
        self._then: list[Callable[[], object]] = []
        must_not_be_lost(file)
        if read_only:
            self._db = None
        else:
            with suppress(FileExistsError):
                os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))  # Readable by its owner only.
            self._db = SqliteUtils(_connect(str(file)))
            if exclusive:  # Must come before the write-ahead log is opened.
                self._db.execute("PRAGMA locking_mode=EXCLUSIVE")
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("PRAGMA foreign_keys=ON")
            self._db.execute("PRAGMA secure_delete=ON")  # Overwrite erased data.
            _must_be_known(self._db, file)
            migrations.migration.apply(self._db)
        if exclusive and self._db is not None:
            self._reader = self._db.conn
        else:
            self._reader = _connect(f"{file.resolve().as_uri()}?mode=ro")
            self._reader.execute("PRAGMA query_only=ON")
        self._of_the_schema = read_schema(self._reader, in_part=read_only)
        if read_only and not self._of_the_schema:
            _must_be_up_to_date(self._reader, file)
        files = (str(path) for path in (file, file.with_name(file.name + JOURNALS[0])))
        self._files = {path: seen for path in files if (seen := _identity(path))}

    def close(self) -> None:
        """Close both connections; the writing one last, which checkpoints the journal."""
        with self._writing, self._reading:
            self._reader.close()
            if self._db is not None:
                self._db.close()

    def rows(self, select: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows of a query; columns are accessible by name."""
        if self.is_writing:
            return rows_of(self.sqlite.conn, select, values)
        with self._reading:
            self._must_be_there()
            return rows_of(self._reader, select, values)

    @contextmanager
    def read_transaction(self) -> Iterator[None]:
        """Let all reads of this thread in the block see one consistent state, even if others write meanwhile."""
        with self._reading:
            self._reader.execute("BEGIN")
            try:
                yield
            finally:
                with suppress(*ERRORS):  # In a damaged file the transaction may have ended already.
                    self._reader.execute("ROLLBACK")

    def run(self, statement: str, values: Sequence[Any] = ()) -> int:
        """Execute a statement and return the id of the last inserted row. Only within `writing`."""
        assert self.is_writing, "only within `writing`"
        return cast(int, self.sqlite.execute(statement, values).lastrowid)

    def run_each(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Execute a statement with the values of each row. Only within `writing`."""
        assert self.is_writing, "only within `writing`"
        self.sqlite.conn.executemany(statement, rows)

    @property
    def is_writing(self) -> bool:
        """True within a transaction of this thread."""
        return self._writer == get_ident()

    @property
    def can_write(self) -> bool:
        """True if the database was opened for writing."""
        return self._db is not None

    @property
    def sqlite(self) -> SqliteUtils:
        """The writing connection. Raises sqlite3.OperationalError if the database is open for reading only."""
        if self._db is None:
            raise sqlite3.OperationalError("the database was opened read-only")
        return self._db

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction: on exit everything within is on the disk, or nothing if an exception was raised.

        A nested block joins the outer one. Raises BusyError if another writer takes too long, and GoneError if the
        file was removed or replaced.
        """
        if self.is_writing:
            yield
            return
        if not self._writing.acquire(timeout=TIMEOUT):
            raise BusyError("database is locked")
        try:
            self._must_be_there()
            self.sqlite.execute("BEGIN IMMEDIATE")
            self._writer = get_ident()
            try:
                yield
                self.sqlite.conn.execute("COMMIT")
            except BaseException:
                self._then.clear()
                self.sqlite.rollback()
                raise
            self._check_files()
            for work in self._then:
                work()
        finally:
            self._then.clear()
            self._writer = None
            self._writing.release()

    def then(self, work: Callable[[], object]) -> None:
        """Do something once the transaction is on the disk, before anybody else writes. Only within `writing`."""
        assert self.is_writing, "only within `writing`"
        self._then.append(work)

    def leave_no_trace(self) -> None:
        """Empty the journal after the transaction: it has copies of erased data.

        Only within `writing`. A program that is still reading it, such as a replicator, keeps it until the next time,
        and so does a full disk: the transaction has been committed all the same.
        """
        self.then(self._empty_journal)

    def _empty_journal(self) -> None:
        try:
            self.sqlite.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.Error as error:
            log.warning("The journal still has what was erased: %s", error)

    def _check_files(self) -> None:
        """Detect that the file was removed or replaced, so that nothing lost is acknowledged. Raises GoneError."""
        self._gone = any(_identity(path) != seen for path, seen in self._files.items())
        self._must_be_there()

    def _must_be_there(self) -> None:
        if self._gone:
            raise GoneError("the file was removed or replaced")

    @contextmanager
    def attached(self, file: Path) -> Iterator[None]:
        """A transaction with another database attached as `other`."""
        self.sqlite.execute("ATTACH ? AS other", [str(file)])
        try:
            with self.writing():
                yield
        finally:
            self.sqlite.execute("DETACH other")

    def damage(self) -> list[str]:
        """Return the findings of SQLite's checks of integrity and foreign keys, one line each."""
        problems = [f"the file: {row[0]}" for row in self._pragma_rows("PRAGMA integrity_check") if row[0] != "ok"]
        lost = self._pragma_rows("PRAGMA foreign_key_check")
        problems += self._of_the_schema
        return problems + [f"the file: {row[0]}" if len(row) == 1 else _belongs_to_nothing(row) for row in lost]

    def _pragma_rows(self, pragma: str) -> list[Any]:
        """The rows of a pragma; if it fails because of damage, the error message instead."""
        try:
            return self.rows(pragma)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            return [(str(error),)]

    def back_up(self, file: Path) -> None:
        """Write a consistent copy to a file, even while others write; the file is replaced atomically."""
        with tempfile.NamedTemporaryFile(dir=file.parent, prefix=file.name, delete=False) as part:
            try:
                with closing(sqlite3.connect(part.name)) as copy, self._reading:
                    self._reader.backup(copy)
                    with suppress(*ERRORS):  # Fails if the schema is damaged.
                        copy.execute("PRAGMA journal_mode=DELETE")  # The copy is then a single file.
                os.fsync(part.fileno())
                os.replace(part.name, file)
            except BaseException:
                os.unlink(part.name)
                raise


def _connect(file: str) -> sqlite3.Connection:
    is_address = file.startswith("file:")
    connection = sqlite3.connect(file, timeout=TIMEOUT, check_same_thread=False, uri=is_address)
    connection.row_factory = sqlite3.Row
    if is_address:
        connection.isolation_level = None
    return connection


def _must_be_up_to_date(reader: sqlite3.Connection, file: Path) -> None:
    """Refuse a database that lacks migrations, which cannot be applied when only reading. Raises RefusedError."""
    is_old = False
    with suppress(*ERRORS):
        is_old = migrations.of_an_earlier_release(SqliteUtils(reader))
    if is_old:
        text = f"{file} was written by an earlier release of the referee: stop that one, and start this one once."
        raise RefusedError(Fault("earlier-book", text))


def _must_be_known(sqlite: SqliteUtils, file: Path) -> None:
    """Refuse a database with migrations that this release does not know. Raises RefusedError."""
    if migrations.of_a_later_release(sqlite):
        text = f"{file} was written by a later release of the referee: install that one, or use another folder."
        raise RefusedError(Fault("later-book", text))


def _identity(path: str) -> tuple[int, int, bool] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino, not status.st_size and path.endswith(".db")


def _belongs_to_nothing(row: Any) -> str:
    return f"the file: a row of {row[0]} refers to no row in {row[2]}"
