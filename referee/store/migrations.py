"""The database schema as named migrations; each runs once, in its own transaction.

To change the schema add a migration at the end; never change one that has been released.
"""

import sqlite3
from contextlib import closing

from sqlite_utils import Database as SqliteUtils
from sqlite_utils import Migrations

from referee.store.game_tables import ACHIEVEMENTS, CRIBBAGE, GREVJASS, HAVILERING, KARNOFFEL, SITTINGS
from referee.store.tables import TABLES

migration = Migrations("book")


@migration()
def first_release(db: SqliteUtils) -> None:
    """The schema of 0.1.0."""
    for statement in (*TABLES, *HAVILERING, *CRIBBAGE, *SITTINGS, *GREVJASS, *KARNOFFEL, *ACHIEVEMENTS):
        db.execute(statement)


def steps() -> list[str]:
    """The names of all migrations that this release knows, in order."""
    with closing(sqlite3.connect(":memory:")) as empty:
        return [migration.name for migration in migration.pending(SqliteUtils(empty))]


def of_an_earlier_release(db: SqliteUtils) -> bool:
    """Return True if a database lacks migrations that this release knows."""
    return bool(migration.pending(db))


def of_a_later_release(db: SqliteUtils) -> bool:
    """Return True if a database has migrations that this release does not know."""
    return not {migration.name for migration in migration.applied(db)} <= set(steps())
