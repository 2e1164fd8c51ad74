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

from referee.games.game import Game
from referee.store.checksums import chained
from referee.store.database import Database
from referee.store.logs import dump

KEPT = 3
"""How many snapshots are kept of a match: more than one, so that an undo can go back beyond the hand's beginning."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match at the beginning of a hand."""

    version: int
    """The number of entries in its log at that moment."""
    live: int
    """The number of entries in force."""
    setup: dict[str, Any]
    """The match's setup as plain data, which may have been corrected since the match was opened."""
    state: dict[str, Any]

    @classmethod
    def of(cls, game: Game[Any, Any, Any], version: int, live: int, match: Any) -> "Snapshot":
        """The snapshot of a match, given the lengths of its log."""
        return cls(version, live, game.write_setup(match.setup), game.snapshots.write(match))


class Snapshots:
    """The snapshots of a database. Methods that change something must be called within `database.writing`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, match_id: int, snapshot: Snapshot) -> None:
        """Store a snapshot made at the end of a match's log, and delete all but the latest `KEPT`."""
        state = dump([snapshot.setup, snapshot.state])
        checksum = chained(*self._made_from(match_id, snapshot.version), snapshot.live, state)
        values = [match_id, snapshot.version, rules_fingerprint(), checksum, snapshot.live, state]
        self._database.run("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?, ?)", values)
        latest = "SELECT version FROM snapshots WHERE match_id = ?1 ORDER BY version DESC LIMIT ?2"
        self._database.run(
            f"DELETE FROM snapshots WHERE match_id = ?1 AND version NOT IN ({latest})", [match_id, KEPT]
        )

    def drop(self, match_id: int) -> None:
        """Delete the snapshots of a match."""
        self._database.run("DELETE FROM snapshots WHERE match_id = ?", [match_id])

    def latest(self, match_id: int) -> Iterator[Snapshot]:
        """The valid snapshots of a match, the latest first."""
        select = (
            "SELECT version, checksum, live, state FROM snapshots WHERE match_id = ? AND rules = ? ORDER BY 1 DESC"
        )
        for row in self._database.rows(select, [match_id, rules_fingerprint()]):
            if row["checksum"] == chained(*self._made_from(match_id, row["version"]), row["live"], row["state"]):
                yield Snapshot(row["version"], row["live"], *json.loads(row["state"]))

    def _made_from(self, match_id: int, version: int) -> tuple[str, str]:
        """The checksum of the entry that a snapshot was made at, and the match's setup."""
        select = (
            "SELECT e.checksum, setup FROM entries e JOIN matches m ON m.id = match_id WHERE m.id = ? AND number = ?"
        )
        rows = self._database.rows(select, [match_id, version])
        return (rows[0][0], rows[0][1]) if rows else ("", "")


@cache
def rules_fingerprint() -> str:
    """A hash of all code that a snapshot depends on: the rules, the basics that they use, and this file.

    Of the rules of all games, because games share some: a change of those must outdate the snapshots of each.
    """
    basics = Path(__file__).parents[1]
    files = [*sorted(basics.glob("*.py")), *sorted((basics / "games").rglob("*.py")), Path(__file__)]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
