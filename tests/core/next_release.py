"""A later release of the schema, with one more migration."""

import copy

import pytest
from sqlite_utils import Database as SqliteUtils

from referee.store import migrations


def begin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be the next release from now on: a book of this one is an earlier one then."""
    later = copy.deepcopy(migrations.migration)

    @later()
    def remarks(db: SqliteUtils) -> None:
        db.execute("ALTER TABLE matches ADD COLUMN remark TEXT")

    monkeypatch.setattr(migrations, "migration", later)
