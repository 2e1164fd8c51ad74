"""Matches and their logs as rows, in the form used by files and phones.

Methods that change something must be called within `database.writing`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from referee.moments import utc_text
from referee.store.database import Database
from referee.store.logs import OF_MATCHES, LogsOf

MATCH_COLUMNS = ("game_key", "opened", "setup", "show_played", "teaching", "key", "checksum")
"""The columns of a match that are copied with it unchanged."""
ENTRY_COLUMNS = ("number", "kind", "actions", "key", "at", "phone", "checksum")
_MATCHES = f"SELECT id, {', '.join(MATCH_COLUMNS)}, follows, binned FROM matches"

_NAMING = """SELECT setup FROM matches WHERE book_id = ?1 AND instr(setup, ?2)
    UNION ALL SELECT actions FROM entries JOIN matches m ON m.id = match_id
        WHERE book_id = ?1 AND kind = 'mend' AND instr(actions, ?2)
    UNION ALL SELECT actions FROM entries JOIN evenings v ON v.id = evening_id
        WHERE book_id = ?1 AND instr(actions, ?2)"""


class LogRows:
    """The rows of the score books of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- reading ----------------------------------------------------------------------------------------------

    def opened(self, book_id: int) -> str:
        """Return the time at which a score book was opened."""
        return str(self._database.rows("SELECT opened FROM score_books WHERE id = ?", [book_id])[0][0])

    def house_rules(self, book_id: int) -> list[tuple[str, str, str]]:
        """The sets of house rules: game, name and rules as JSON."""
        select = "SELECT game_key, name, rules FROM house_rules WHERE book_id = ? ORDER BY 1, 2"
        return [tuple(row) for row in self._database.rows(select, [book_id])]

    def names(self, book_id: int) -> list[tuple[str, str]]:
        """Every name that a player was entered under, and the player's name now."""
        select = "SELECT written, name FROM names JOIN players ON id = player_id WHERE names.book_id = ? ORDER BY 1"
        return [tuple(row) for row in self._database.rows(select, [book_id])]

    def matches(self, book_id: int) -> Iterator[dict[str, Any]]:
        """The matches with those in the bin; `entries` as lists."""
        for row in self._database.rows(f"{_MATCHES} WHERE book_id = ? ORDER BY id", [book_id]):
            yield dict(row) | {"entries": self.log(row["id"])}

    def match(self, number: int) -> dict[str, Any]:
        """A match, as `matches` gives them. Raises IndexError if there is none."""
        return dict(self._database.rows(f"{_MATCHES} WHERE id = ?", [number])[0]) | {"entries": self.log(number)}

    def heads(self, book_id: int) -> list[tuple[int, str]]:
        """The number and the last checksum of each match, including matches in the bin."""
        select = "SELECT id, checksum FROM matches WHERE book_id = ? ORDER BY id"
        return [tuple(row) for row in self._database.rows(select, [book_id])]

    def log(self, number: int, first: int = 0, logs: LogsOf = OF_MATCHES) -> list[list[Any]]:
        """A log as it is stored, from a `first` entry on: the `ENTRY_COLUMNS` of each entry."""
        columns = ", ".join(ENTRY_COLUMNS)
        select = logs.sql(f"SELECT {columns} FROM entries WHERE {{id}} = ? AND number >= ? ORDER BY number")
        return [list(entry) for entry in self._database.rows(select, [number, first])]

    def naming(self, book_id: int, words: str) -> list[str]:
        """The setups, corrections and entries of evenings, as JSON, of a score book that contain some words."""
        return [row[0] for row in self._database.rows(_NAMING, [book_id, words])]

    # --- writing ----------------------------------------------------------------------------------------------

    def add_match(self, book_id: int, match: Mapping[str, Any]) -> int:
        """Add a match with its log as it was; returns its number here."""
        number = self._database.add_match(book_id, match["game_key"], {"started": ""})
        self._fill(number, match)
        return number

    def put_match(self, book_id: int, match: Mapping[str, Any]) -> None:
        """Store a match under its own number, in place of any match with that number."""
        number = match["id"]
        if not self._database.rows("SELECT 1 FROM matches WHERE id = ?", [number]):
            self._database.add_match(book_id, match["game_key"], {"started": ""}, number=number)
        self.drop_entries(number)
        self._fill(number, match)

    def number_after(self, last: int) -> None:
        """Make sure that matches added from now on have numbers above a given one. There must have been a match."""
        self._database.run("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'matches'", [last])

    def drop_entries(self, number: int) -> None:
        """Drop the entries of a copy: the log itself is elsewhere, and is only ever appended to."""
        binned = "UPDATE matches SET binned = ? WHERE id = ?"
        self._database.run(binned, ["", number])
        self._database.run("DELETE FROM entries WHERE match_id = ?", [number])
        self._database.run(binned, [None, number])

    def _fill(self, number: int, match: Mapping[str, Any]) -> None:
        columns = ", ".join(f"{column} = ?" for column in MATCH_COLUMNS)
        self._database.run(
            f"UPDATE matches SET {columns} WHERE id = ?", [*(match[name] for name in MATCH_COLUMNS), number]
        )
        self.insert(number, match["entries"])

    def add_entries(self, number: int, entries: Sequence[Sequence[Any]]) -> None:
        """Add entries to the end of a match's log."""
        self.insert(number, entries)
        self.ends_with(number, entries[-1][-1])

    def ends_with(self, number: int, checksum: str) -> None:
        """Note the checksum of the last entry of a match's log, to which others were added."""
        ended = "UPDATE matches SET checksum = ?, record_digest = NULL WHERE id = ?"
        self._database.run(ended, [checksum, number])

    def insert(self, number: int, entries: Iterable[Sequence[Any]], logs: LogsOf = OF_MATCHES) -> None:
        """Insert entries as they are; the caller notes the last checksum."""
        columns = ", ".join(ENTRY_COLUMNS)
        insert = logs.sql(f"INSERT INTO entries ({{id}}, {columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        self._database.run_each(insert, ([number, *entry] for entry in entries))

    def begun_with(self, book_id: int, game_key: str, opened: str, setup: str) -> list[tuple[int, str, bool]]:
        """A book's matches of a game opened at a time: number, setup as JSON, and True if it is in the bin.

        At most a hundred, those with the given setup first.
        """
        select = (
            "SELECT id, setup, binned FROM matches WHERE book_id = ? AND began = ? AND game_key = ? AND opened = ?"
            " ORDER BY setup = ? DESC, id LIMIT 100"
        )
        began = utc_text(datetime.fromisoformat(opened))  # Indexed.
        rows = self._database.rows(select, [book_id, began, game_key, opened, setup])
        return [(int(row["id"]), row["setup"], row["binned"] is not None) for row in rows]

    def arrive(self, number: int, at: str) -> None:
        """Note when a match from elsewhere arrived first, in UTC."""
        self._database.run("UPDATE matches SET arrived = ? WHERE id = ? AND arrived = ''", [at, number])

    def rematches(self, match_id: int) -> list[int]:
        """The rematches of a match, except those in the bin, the latest first."""
        select = "SELECT id FROM matches WHERE follows = ? AND binned IS NULL ORDER BY id DESC"
        return [row["id"] for row in self._database.rows(select, [match_id])]

    def follow(self, match_id: int, before: int | None) -> None:
        """Note that a match is the rematch of another, or of none."""
        self._database.run("UPDATE matches SET follows = ? WHERE id = ?", [before, match_id])

    def add_house_rules(self, book_id: int, sets: Iterable[tuple[str, str, str]]) -> None:
        """Add sets of house rules, whose names must be free: game, name and rules as JSON."""
        insert = "INSERT INTO house_rules (book_id, game_key, name, rules) VALUES (?, ?, ?, ?)"
        for game, name, rules in sets:
            self._database.run(insert, [book_id, game, name, rules])
