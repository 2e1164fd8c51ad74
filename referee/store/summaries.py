"""Summary columns of matches, results of players, tricks, and the bin.

They are derived from the logs by `Projections`. Methods that change something must be called within
`database.writing`.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.games.game import Game
from referee.store.database import Database


class Summaries:
    """The summaries of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- projections -----------------------------------------------------------------------------------------

    def outdated(self, game: str, edition: int) -> list[int]:
        """Return the matches of a game whose projections are missing, or of an earlier edition."""
        select = "SELECT id FROM matches WHERE edition < ? AND game_key = ? AND binned IS NULL"
        return [row[0] for row in self._database.rows(select, [edition, game])]

    def update(self, match_id: int, columns: Mapping[str, Any]) -> None:
        """Update columns of a match's row."""
        marks = ", ".join(f"{name} = ?" for name in columns)
        self._database.run(f"UPDATE matches SET {marks} WHERE id = ?", [*columns.values(), match_id])

    def seat(self, match_id: int, places: Mapping[str, tuple[str, int]]) -> set[int]:
        """Store the name as entered and the player's id for each seat. Returns the players who no longer have one."""
        before = self._sitting(match_id)
        self._database.run("DELETE FROM places WHERE match_id = ?", [match_id])
        for seat, (written, player) in places.items():
            self._insert("places", {"match_id": match_id, "seat": seat, "written": written, "player_id": player})
        return before - {player for _, player in places.values()}

    def erase_players(self, players: Iterable[int]) -> None:
        """Erase the players among these who have no match, and their names."""
        gone = "NOT EXISTS (SELECT 1 FROM places WHERE player_id = ?1)"
        for player in players:
            self._database.run(f"DELETE FROM names WHERE player_id = ?1 AND {gone}", [player])
            self._database.run(f"DELETE FROM players WHERE id = ?1 AND {gone}", [player])

    def seated(self, match_id: int) -> dict[str, str]:
        """The current names of a match's players by seat."""
        select = "SELECT seat, name FROM places JOIN players ON id = player_id WHERE match_id = ?"
        return dict(tuple(row) for row in self._database.rows(select, [match_id]))

    def written(self, match_id: int) -> dict[str, str]:
        """The names of a match's players by seat, as entered."""
        select = "SELECT seat, written FROM places WHERE match_id = ?"
        return dict(tuple(row) for row in self._database.rows(select, [match_id]))

    def replace_results(
        self,
        match_id: int,
        game: Game[Any, Any, Any],
        results: Mapping[str, Mapping[str, int]],
        rows: Iterable[Mapping[str, Any]],
    ) -> None:
        """Replace the results and rows of a match; empty `results` only delete them."""
        tables = game.tables
        for table in (tables.results, tables.rows):
            self._database.run(f"DELETE FROM {table} WHERE match_id = ?", [match_id])
        if not results:
            return
        places = self._database.rows("SELECT seat, player_id FROM places WHERE match_id = ?", [match_id])
        player = {row["seat"]: row["player_id"] for row in places}
        (match,) = self._database.rows("SELECT book_id, league, began FROM matches WHERE id = ?", [match_id])
        for seat, counts in results.items():
            player_ids = {"player_id": player[seat]}
            if game.partners:
                player_ids["partner_id"] = player[game.partners[seat]]
            self._insert(tables.results, {"match_id": match_id, "seat": seat, **dict(match), **player_ids, **counts})
        for row in rows:
            self._insert(tables.rows, {"match_id": match_id, "book_id": match["book_id"], **row})

    def stored(
        self, match_id: int, game: Game[Any, Any, Any]
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]], list[dict[str, Any]]]:
        """All projections of a match: the columns of its row, its results by seat, its rows."""
        columns = self._database.rows("SELECT * FROM matches WHERE id = ?", [match_id])
        results = self._database.rows(f"SELECT * FROM {game.tables.results} WHERE match_id = ?", [match_id])
        return (
            dict(columns[0]),
            {row["seat"]: dict(row) for row in results},
            [dict(row) for row in self.rows(match_id, game)],
        )

    def with_digest(self, book_id: int, digest: str, players: Mapping[str, int | None]) -> list[int]:
        """The numbers of a score book's matches whose record has a digest, played by players in given seats.

        Only the first thousand with that digest are compared.
        """
        select = "SELECT id FROM matches WHERE book_id = ? AND record_digest = ? AND binned IS NULL ORDER BY id"
        is_seated = "(SELECT player_id FROM places WHERE match_id = id AND seat = ?) = ?"
        select = f"SELECT id FROM ({select} LIMIT 1000) WHERE {' AND '.join([is_seated] * len(players))} ORDER BY id"
        seated = [value for place in players.items() for value in place]
        return [row["id"] for row in self._database.rows(select, [book_id, digest, *seated])]

    def without_digest(self, book_id: int, began: str) -> list[tuple[int, str]]:
        """The numbers and checksums of a score book's matches that began at a moment and have no digest.

        Longer ones, of an earlier release, included the names.
        """
        select = (
            "SELECT id, checksum FROM matches WHERE book_id = ? AND began = ? AND length(record_digest) IS NOT 32 "
            "AND binned IS NULL ORDER BY id"
        )
        return [(row["id"], row["checksum"]) for row in self._database.rows(select, [book_id, began])]

    def note_digest(self, match_id: int, checksum: str, digest: str) -> None:
        """Store the digest of a match's record, unless its log has grown since it had the checksum."""
        set_digest = "UPDATE matches SET record_digest = ? WHERE id = ? AND checksum = ?"
        self._database.run(set_digest, [digest, match_id, checksum])

    def rows(self, match_id: int, game: Game[Any, Any, Any]) -> list[Any]:
        """The rows of a finished match, such as its tricks, in order; columns by name."""
        tables = game.tables
        select = f"SELECT * FROM {tables.rows} WHERE match_id = ? ORDER BY {', '.join(tables.order)}"
        return self._database.rows(select, [match_id])

    def columns(self, game: Game[Any, Any, Any]) -> list[str]:
        """The names of the columns of those rows."""
        columns = self._database.rows(f"PRAGMA table_info({game.tables.rows})")
        return [each["name"] for each in columns if each["name"] not in ("match_id", "book_id")]

    def missed_rows(self, book_id: int, game: Game[Any, Any, Any], limit: int) -> list[Any]:
        """The rows of a game whose claims missed most points; columns by name."""
        select = f"SELECT * FROM {game.tables.rows} WHERE book_id = ? AND missed > 0 ORDER BY missed DESC LIMIT ?"
        return self._database.rows(select, [book_id, limit])

    def _insert(self, table: str, row: Mapping[str, Any]) -> None:
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        self._database.run(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(row.values()))

    # --- the bin ---------------------------------------------------------------------------------------------

    def move_to_bin(self, match_id: int, games: Iterable[Game[Any, Any, Any]], when: str) -> None:
        """Move a match to the bin: it is no longer shown, nor counted in any of some games."""
        self._database.run("UPDATE matches SET binned = ? WHERE id = ?", [when, match_id])
        for game in games:
            self.replace_results(match_id, game, {}, ())
        self._database.notify_watchers(match_id)

    def count_binned(self, book_id: int, since: str) -> int:
        """Count the matches moved to the bin since a moment."""
        select = "SELECT count(*) FROM matches WHERE book_id = ? AND binned >= ?"
        return int(self._database.rows(select, [book_id, since])[0][0])

    def restore_from_bin(self, match_id: int) -> None:
        """Take a match out of the bin. The caller must project it again."""
        self._database.run("UPDATE matches SET binned = NULL WHERE id = ?", [match_id])

    def to_erase(self, table: str, before: str, now: str, since: str) -> list[int]:
        """The matches or score books moved to the bin before a moment, by this start and by one at or before `since`.

        Those that are due for the first time are marked; those that are not due lose their mark.
        """
        self._database.run(f"UPDATE {table} SET to_erase = NULL WHERE to_erase > ? OR binned >= ?", [now, before])
        agreed = self._database.rows(f"SELECT id FROM {table} WHERE binned < ? AND to_erase <= ?", [before, since])
        self._database.run(f"UPDATE {table} SET to_erase = ? WHERE binned < ? AND to_erase IS NULL", [now, before])
        return [row["id"] for row in agreed]

    def erase(self, match_id: int) -> None:
        """Erase a match in the bin, and its players who have no other match."""
        sat = self._sitting(match_id)
        for table in ("entries", "places", "match_notes", "evening_matches"):
            self._database.run(f"DELETE FROM {table} WHERE match_id = ?", [match_id])
        self._database.run("UPDATE matches SET follows = NULL WHERE follows = ?", [match_id])
        self._database.run("DELETE FROM matches WHERE id = ?", [match_id])
        self.erase_players(sat)
        self._database.rewind_news()
        self._database.leave_no_trace()

    def _sitting(self, match_id: int) -> set[int]:
        """The ids of a match's players."""
        return {row[0] for row in self._database.rows("SELECT player_id FROM places WHERE match_id = ?", [match_id])}
