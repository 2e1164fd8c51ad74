"""Database files that are damaged: how that shows, and what can still be read of them."""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from referee.faults import Fault, RefusedError

JOURNALS = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database, after its name."""
ERRORS = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What may be raised where a database is damaged; also where it cannot be used for another reason."""
_NOT_TEXT = "Could not decode to UTF-8"
"""How Python begins to say that a text in the database is none."""


def is_damage(error: BaseException) -> bool:
    """Whether the file itself is damaged."""
    return is_damage_of_a_part(error) or getattr(error, "sqlite_errorname", "") == "SQLITE_NOTADB"


def is_damage_of_a_part(error: BaseException) -> bool:
    """Whether it is a database at least, though damaged."""
    # Where SQLite quotes a damaged schema, Python cannot read what it says.
    is_torn = isinstance(error, UnicodeDecodeError)
    return is_torn or getattr(error, "sqlite_errorname", "").startswith("SQLITE_CORRUPT")


def must_not_be_lost(file: Path) -> None:
    """A journal without its database would be emptied, and it may have everything. Raises RefusedError."""
    journal = file.with_name(file.name + JOURNALS[0])
    sizes = [path.stat().st_size if path.exists() else 0 for path in (file, journal)]
    if sizes[1] and not sizes[0]:
        text = (
            f"{file} is missing or empty, but its journal {journal.name} is not: put the file that belongs to it "
            "back, or a backup in its place with `referee restore`."
        )
        raise RefusedError(Fault("book-lost", text))


def read_schema(connection: sqlite3.Connection, in_part: bool) -> list[str]:
    """Have the tables known, and a journal made. Of a damaged schema those that can be read, `in_part`.

    What is wrong with it, a line each.
    """
    look = "SELECT count(*) FROM sqlite_master"
    try:
        connection.execute(look).fetchone()
    except ERRORS as error:
        if not in_part or not is_damage_of_a_part(error):
            raise
        connection.execute("PRAGMA writable_schema=ON")
        with suppress(*ERRORS):  # The first look fails once more; the next ones see what there is.
            connection.execute(look).fetchone()
        return [f"the file: its schema is damaged: {error}"]
    return []


def rows_of(connection: sqlite3.Connection, select: str, values: Sequence[Any]) -> list[Any]:
    """What a question is answered with, also where a text is damaged."""
    try:
        return connection.execute(select, values).fetchall()
    except sqlite3.OperationalError as error:
        if not str(error).startswith(_NOT_TEXT):
            raise
    # With a sign in the place of the byte it can be read, and is found to be not as it was written.
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    try:
        return connection.execute(select, values).fetchall()
    finally:
        connection.text_factory = str
