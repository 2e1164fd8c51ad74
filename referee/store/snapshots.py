"""Snapshots of matches in play, taken when a hand begins, so that a match need not be folded from its first entry.

They are derived data. A snapshot is used only if the same version of the rules' code wrote it, and if its checksum
and that of its entry fit.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from referee.store.checksums import chained
from referee.store.database import Database

KEPT = 3
"""How many snapshots are kept of a match: more than one, so that an undo can go back beyond the hand's beginning."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match at the beginning of a hand."""

    version: int
    """The number of entries in its log at that moment."""
    live: int
    """The number of entries in force."""
    state: dict[str, Any]


class Snapshots:
    """The snapshots of a database. Methods that change something must be called within `database.writing`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, match_id: int, code: Path, snapshot: Snapshot) -> None:
        """Store a snapshot made at the end of a match's log, and delete all but the latest `KEPT`.

        `code` is the folder with the code of the rules; likewise in `latest`.
        """
        state = json.dumps(snapshot.state, ensure_ascii=False, separators=(",", ":"))
        checksum = chained(*self._made_from(match_id, snapshot.version), snapshot.live, state)
        values = [match_id, snapshot.version, rules_fingerprint(code), checksum, snapshot.live, state]
        self._database.run("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?, ?)", values)
        latest = "SELECT version FROM snapshots WHERE match_id = ?1 ORDER BY version DESC LIMIT ?2"
        self._database.run(
            f"DELETE FROM snapshots WHERE match_id = ?1 AND version NOT IN ({latest})", [match_id, KEPT]
        )

    def drop(self, match_id: int) -> None:
        """Delete the snapshots of a match."""
        self._database.run("DELETE FROM snapshots WHERE match_id = ?", [match_id])

    def latest(self, match_id: int, code: Path) -> Iterator[Snapshot]:
        """The valid snapshots of a match, the latest first."""
        select = (
            "SELECT version, checksum, live, state FROM snapshots WHERE match_id = ? AND rules = ? ORDER BY 1 DESC"
        )
        for row in self._database.rows(select, [match_id, rules_fingerprint(code)]):
            if row["checksum"] == chained(*self._made_from(match_id, row["version"]), row["live"], row["state"]):
                yield Snapshot(row["version"], row["live"], json.loads(row["state"]))

    def _made_from(self, match_id: int, version: int) -> tuple[str, str]:
        """The checksum of the entry that a snapshot was made at, and the match's setup."""
        select = (
            "SELECT e.checksum, setup FROM entries e JOIN matches m ON m.id = match_id WHERE m.id = ? AND number = ?"
        )
        rows = self._database.rows(select, [match_id, version])
        return (rows[0][0], rows[0][1]) if rows else ("", "")


@cache
def rules_fingerprint(code: Path) -> str:
    """A hash of the code of some rules."""
    basics = Path(__file__).parents[1]
    files = [basics / "json_data.py", basics / "season.py", *sorted(code.glob("*.py"))]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
