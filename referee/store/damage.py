"""Damaged database files: detecting them, and reading their intact parts."""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from referee.faults import Fault, RefusedError

JOURNALS = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps next to a database."""
ERRORS = (sqlite3.DatabaseError, UnicodeDecodeError)
"""The exceptions that a damaged database may raise; they have other causes as well."""
_NOT_TEXT = "Could not decode to UTF-8"
"""The beginning of Python's message for a column that is not valid UTF-8."""


FULL = "The disk is full: make room on the machine that keeps it."
_REASONS = {
    "SQLITE_FULL": FULL,
    "SQLITE_IOERR": "The disk cannot be read or written: is it full?",
    "SQLITE_READONLY": "Its folder or its file is write-protected.",
    "SQLITE_CANTOPEN": "Its folder or its file is write-protected.",
    "SQLITE_BUSY": "Another program is using it.",
    "SQLITE_CORRUPT": "It is damaged: run `referee check` for details. A backup can be restored.",
    "FILE_GONE": "Its file was removed or replaced while the referee was running: stop it, and check the file.",
    "SQLITE_NOTADB": "It is damaged: run `referee check` for details. A backup can be restored.",
}


def reason_of(error: BaseException) -> str:
    """The reason of an error of SQLite in words; empty if none is known."""
    name = getattr(error, "sqlite_errorname", "")
    return next((text for start, text in _REASONS.items() if name.startswith(start)), "")


def why_unusable(error: BaseException) -> str:
    """The reason why the database cannot be used, for commands."""
    reason = "" if is_damage(error) else reason_of(error)
    return f"the book cannot be used: {'. '.join(filter(None, (str(error), reason)))}"


def is_damage(error: BaseException) -> bool:
    """Return True if an error means that the file is damaged."""
    return is_damage_of_a_part(error) or getattr(error, "sqlite_errorname", "") == "SQLITE_NOTADB"


def is_damage_of_a_part(error: BaseException) -> bool:
    """Return True if an error means that the file is a database with damaged parts."""
    # SQLite's message quotes the damaged schema, and Python fails to decode it.
    is_torn = isinstance(error, UnicodeDecodeError)
    return is_torn or getattr(error, "sqlite_errorname", "").startswith("SQLITE_CORRUPT")


def must_not_be_lost(file: Path) -> None:
    """Refuse a journal without its database: opening would delete the journal, which may hold everything. Raises
    RefusedError."""
    journal = file.with_name(file.name + JOURNALS[0])
    sizes = [path.stat().st_size if path.exists() else 0 for path in (file, journal)]
    if sizes[1] and not sizes[0]:
        text = (
            f"{file} is missing or empty, but its journal {journal.name} is not: put back the file that belongs "
            "to it, or restore a backup with `referee restore`."
        )
        raise RefusedError(Fault("book-lost", text))


def read_schema(connection: sqlite3.Connection, in_part: bool) -> list[str]:
    """Make SQLite read the schema, which also creates the journal. Returns its problems, one line each.

    With `in_part` a damaged schema is read as far as possible; otherwise SQLite's error is raised.
    """
    look = "SELECT count(*) FROM sqlite_master"
    try:
        connection.execute(look).fetchone()
    except ERRORS as error:
        if not in_part or not is_damage_of_a_part(error):
            raise
        connection.execute("PRAGMA writable_schema=ON")
        with suppress(*ERRORS):  # Fails once more; later queries see the readable part.
            connection.execute(look).fetchone()
        return [f"the file: its schema is damaged: {error}"]
    return []


def rows_of(connection: sqlite3.Connection, select: str, values: Sequence[Any]) -> list[Any]:
    """The rows of a query, even if a text is not valid UTF-8."""
    try:
        return connection.execute(select, values).fetchall()
    except sqlite3.OperationalError as error:
        if not str(error).startswith(_NOT_TEXT):
            raise
    # With replacement characters the text can be read, and its checksum reveals the damage.
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    try:
        return connection.execute(select, values).fetchall()
    finally:
        connection.text_factory = str
