"""Check that a database has exactly the schema of a release: tables, indexes, triggers and views."""

import re
import sqlite3
from contextlib import closing

from sqlite_utils import Database as SqliteUtils

from referee.store import migrations

_QUOTES = re.compile(r'[\[\]"`\s]')
"""Ignored in comparisons: quoting and whitespace depend on the release of a library."""
_OF_LITESTREAM = {
    (
        "table",
        "_litestream_seq",
        "_litestream_seq",
        "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)",
    ),
    ("table", "_litestream_lock", "_litestream_lock", "CREATE TABLE _litestream_lock (id INTEGER)"),
}
"""The tables that replication adds: no other table may have these names."""


def schema_difference(connection: sqlite3.Connection) -> str:
    """Describe in a few words how the schema differs from every release's; empty if it does not."""
    present = _schema(connection)
    applied = [migration.name for migration in migrations.migration.applied(SqliteUtils(connection))]
    steps = migrations.steps()
    if not applied or applied != steps[: len(applied)]:
        return "its migrations belong to no release"
    with closing(sqlite3.connect(":memory:")) as empty:
        migrations.migration.apply(SqliteUtils(empty), stop_before=steps[len(applied) :])
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
        if (kind, name, table, text) not in _OF_LITESTREAM
    }
