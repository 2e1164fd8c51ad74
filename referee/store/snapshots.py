"""Snapshots of matches in play: how each stood when a hand began, so that it need not be folded from its first entry.

All of it is derived. A snapshot is only believed if it was written by the very rules that read it, and if both it and
the entry it was made at are as they were written.
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
"""Of each match the latest ones, so that Undo can go back over the beginning of a hand."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match at the beginning of a hand."""

    version: int
    """The number of entries in its log at that moment."""
    live: int
    """How many of them were in force."""
    state: dict[str, Any]


class Snapshots:
    """The snapshots of a book file. What changes something is to be called within `book.writing`."""

    def __init__(self, database: Database, code: Path) -> None:
        """`code` is the folder of the rules' code."""
        self._database, self._rules = database, rules_fingerprint(code)

    def keep(self, match_id: int, snapshot: Snapshot) -> None:
        """Keep a snapshot at the end of a match's log, and the latest ones before it."""
        state = json.dumps(snapshot.state, ensure_ascii=False, separators=(",", ":"))
        checksum = chained(*self._made_from(match_id, snapshot.version), snapshot.live, state)
        values = [match_id, snapshot.version, self._rules, checksum, snapshot.live, state]
        self._database.run("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?, ?)", values)
        latest = "SELECT version FROM snapshots WHERE match_id = ?1 ORDER BY version DESC LIMIT ?2"
        self._database.run(
            f"DELETE FROM snapshots WHERE match_id = ?1 AND version NOT IN ({latest})", [match_id, KEPT]
        )

    def drop(self, match_id: int) -> None:
        """Keep none of a match any longer."""
        self._database.run("DELETE FROM snapshots WHERE match_id = ?", [match_id])

    def latest(self, match_id: int) -> Iterator[Snapshot]:
        """The snapshots of a match that can be believed, the latest first."""
        select = (
            "SELECT version, checksum, live, state FROM snapshots WHERE match_id = ? AND rules = ? ORDER BY 1 DESC"
        )
        for row in self._database.rows(select, [match_id, self._rules]):
            if row["checksum"] == chained(*self._made_from(match_id, row["version"]), row["live"], row["state"]):
                yield Snapshot(row["version"], row["live"], json.loads(row["state"]))

    def _made_from(self, match_id: int, version: int) -> tuple[str, str]:
        """The checksum of the entry that a snapshot was made at, and what the match was set up with."""
        select = (
            "SELECT e.checksum, setup FROM entries e JOIN matches m ON m.id = match_id WHERE m.id = ? AND number = ?"
        )
        rows = self._database.rows(select, [match_id, version])
        return (rows[0][0], rows[0][1]) if rows else ("", "")


@cache
def rules_fingerprint(code: Path) -> str:
    """A hash that changes whenever the code of some rules does."""
    basics = Path(__file__).parents[1]
    files = [basics / "json_data.py", basics / "season.py", *sorted(code.glob("*.py"))]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
