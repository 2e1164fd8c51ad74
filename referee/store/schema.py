"""Whether a database has the very schema that some release gave it: its tables, indexes, triggers and views."""

import re
import sqlite3
from contextlib import closing

from sqlite_utils import Database as SqliteUtils

from referee.store import migrations

_QUOTES = re.compile(r'[\[\]"`\s]')
"""How names are quoted and lines are broken depends on the release of a library."""


def foreign(connection: sqlite3.Connection) -> str:
    """What a database has that no release made, or lacks, in a few words; empty if its schema is a release's."""
    found = _schema(connection)
    applied = [migration.name for migration in migrations.migration.applied(SqliteUtils(connection))]
    steps = migrations.steps()
    if not applied or applied != steps[: len(applied)]:
        return "its migrations are not those of a release"
    with closing(sqlite3.connect(":memory:")) as empty:
        migrations.migration.apply(SqliteUtils(empty), stop_before=steps[len(applied) :])
        due = _schema(empty)
    wrong = sorted(name for name in found.keys() | due.keys() if found.get(name) != due.get(name))
    return f"{', '.join(wrong[:3])} {'is' if len(wrong) == 1 else 'are'} not as a release has it" if wrong else ""


def _schema(connection: sqlite3.Connection) -> dict[str, str]:
    """Everything that was made, by kind and name; but for what SQLite makes itself."""
    select = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    return {
        f"{kind} {name[:60]}": _QUOTES.sub("", f"{table} {text}").casefold()
        for kind, name, table, text in connection.execute(select)
    }
