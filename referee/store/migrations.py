"""The database schema as named migrations; each runs once, in its own transaction.

To change the schema add a migration at the end; never change one that has been released.
"""

import re
import sqlite3
from contextlib import closing

from sqlite_utils import Database as SqliteUtils
from sqlite_utils import Migrations

from referee.store.game_tables import ACHIEVEMENTS, CRIBBAGE, GREVJASS, HAVILERING, KARNOFFEL, SITTINGS
from referee.store.tables import TABLES

migration = Migrations("book")
_QUOTES = re.compile(r'[\[\]"`\s]')
"""Ignored in comparisons: quoting and whitespace depend on the release of a library."""
_OF_LITESTREAM = {
    "_litestream_seq": "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)",
    "_litestream_lock": "CREATE TABLE _litestream_lock (id INTEGER)",
}
"""The tables that replication adds: no other table may have these names."""


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


def schema_difference(connection: sqlite3.Connection) -> str:
    """Describe in a few words how the schema differs from every release's; empty if it does not."""
    present = _schema(connection)
    applied = [each.name for each in migration.applied(SqliteUtils(connection))]
    known = steps()
    if not applied or applied != known[: len(applied)]:
        return "its migrations belong to no release"
    with closing(sqlite3.connect(":memory:")) as empty:
        migration.apply(SqliteUtils(empty), stop_before=known[len(applied) :])
        due = _schema(empty)
    wrong = sorted(name for name in present.keys() | due.keys() if present.get(name) != due.get(name))
    verb = "differs" if len(wrong) == 1 else "differ"
    return f"{', '.join(wrong[:3])} {verb} from the release's schema" if wrong else ""


def _schema(connection: sqlite3.Connection) -> dict[str, str]:
    """The SQL of every schema object by kind and name, except SQLite's own and Litestream's, which replicates."""
    select = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    return {
        f"{kind} {name[:60]}": _QUOTES.sub("", f"{table} {text}").casefold()
        for kind, name, table, text in connection.execute(select)
        if (kind, table, text) != ("table", name, _OF_LITESTREAM.get(name))
    }
