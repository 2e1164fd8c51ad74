"""Score books that move from one instance to another: their rows as plain data, and what is kept of a move.

Methods that change something must be called within `database.writing`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.store.database import Database

MATCH, BOOK = "match", "book"
MATCH_COLUMNS = ("game_key", "opened", "setup", "show_played", "teaching", "key", "checksum")
"""The columns of a match that go with it as they are."""
ENTRY_COLUMNS = ("number", "kind", "actions", "key", "at", "phone", "checksum")
_MATCHES = f"SELECT id, {', '.join(MATCH_COLUMNS)}, follows, binned, score_seal, watch_seal FROM matches"


@dataclass(frozen=True, slots=True)
class FormerLink:
    """A link that a score book, or a match of it, had where it was before."""

    origin: str
    """The instance where it was."""
    kind: str
    number: int
    """Of the match or score book as it is here."""
    seal: int
    """The seal as it was when the book came: the link ends when it is renewed."""


class Moves:
    """The moves of the score books of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- going ------------------------------------------------------------------------------------------------

    def moved(self) -> dict[int, str]:
        """The addresses of the instances that score books have moved to."""
        select = "SELECT id, moved_to FROM score_books WHERE moved_to IS NOT NULL"
        return {row[0]: row[1] for row in self._database.rows(select)}

    def mark(self, book_id: int, address: str | None) -> None:
        """Note where a score book has moved to, or with None that it is here."""
        self._database.run("UPDATE score_books SET moved_to = ? WHERE id = ?", [address, book_id])

    def opened(self, book_id: int) -> str:
        """When a score book was begun."""
        return str(self._database.rows("SELECT opened FROM score_books WHERE id = ?", [book_id])[0][0])

    def house_rules(self, book_id: int) -> list[tuple[str, str, str]]:
        """The sets of house rules: game, name and rules as JSON."""
        select = "SELECT game_key, name, rules FROM house_rules WHERE book_id = ? ORDER BY 1, 2"
        return [tuple(row) for row in self._database.rows(select, [book_id])]

    def names(self, book_id: int) -> list[tuple[str, str]]:
        """Every name that a player was entered under, and the player's name now."""
        select = "SELECT written, name FROM names JOIN players ON id = player_id WHERE names.book_id = ? ORDER BY 1"
        return [tuple(row) for row in self._database.rows(select, [book_id])]

    def numbers(self, book_id: int) -> list[int]:
        """The numbers of the matches that move: those in the bin too, but not those that were erased."""
        select = "SELECT id FROM matches WHERE book_id = ? AND setup <> '' ORDER BY id"
        return [int(row["id"]) for row in self._database.rows(select, [book_id])]

    def matches(self, book_id: int) -> Iterator[dict[str, Any]]:
        """The matches with those in the bin, without those that were erased; `entries` as lists."""
        for row in self._database.rows(f"{_MATCHES} WHERE book_id = ? AND setup <> '' ORDER BY id", [book_id]):
            yield dict(row) | {"entries": self.log(row["id"])}

    def match(self, number: int) -> dict[str, Any]:
        """A match, as `matches` gives them. Raises IndexError if there is none."""
        return dict(self._database.rows(f"{_MATCHES} WHERE id = ?", [number])[0]) | {"entries": self.log(number)}

    def log(self, number: int, first: int = 0) -> list[list[Any]]:
        """The log of a match as it is stored, from a `first` entry on: of each entry the `ENTRY_COLUMNS`."""
        select = f"SELECT {', '.join(ENTRY_COLUMNS)} FROM entries WHERE match_id = ? AND number >= ? ORDER BY number"
        return [list(entry) for entry in self._database.rows(select, [number, first])]

    def former_numbers(self, book_id: int) -> list[list[Any]]:
        """What a score book and its matches were called elsewhere: origin, what, number there, and number here."""
        select = f"""SELECT origin, what, former, number FROM moved_numbers
            WHERE (what = '{BOOK}' AND number = ?1)
            OR (what = '{MATCH}' AND number IN (SELECT id FROM matches WHERE book_id = ?1)) ORDER BY 1, 2, 3"""
        return [list(row) for row in self._database.rows(select, [book_id])]

    def former_links(self, book_id: int) -> list[tuple[str, FormerLink]]:
        """The links that a score book and its matches had elsewhere, by the hashes of their tokens."""
        select = """SELECT word_hash, origin, kind, number, seal FROM moved_links
            WHERE (kind NOT IN ('score', 'watch') AND number = ?1)
            OR (kind IN ('score', 'watch') AND number IN (SELECT id FROM matches WHERE book_id = ?1)) ORDER BY 1"""
        return [(row[0], FormerLink(*row[1:])) for row in self._database.rows(select, [book_id])]

    # --- coming -----------------------------------------------------------------------------------------------

    def add_match(self, book_id: int, match: Mapping[str, Any]) -> int:
        """Add a match with its log as it was; returns its number here."""
        number = self._database.add_match(book_id, match["game_key"], {"started": ""})
        self._fill(number, match)
        return number

    def put_match(self, book_id: int, match: Mapping[str, Any]) -> None:
        """Have a match under its own number, instead of what is there under it."""
        number = match["id"]
        if not self._database.rows("SELECT 1 FROM matches WHERE id = ?", [number]):
            added = self._database.add_match(book_id, match["game_key"], {"started": ""})
            self._database.run("UPDATE matches SET id = ? WHERE id = ?", [number, added])
        self.drop_entries(number, 0)
        self._fill(number, match)

    def drop_entries(self, number: int, after: int) -> None:
        """Drop the entries of a copy after a number: the log itself is somewhere else, and only added to."""
        binned = "UPDATE matches SET binned = ? WHERE id = ?"
        self._database.run(binned, ["", number])
        self._database.run("DELETE FROM entries WHERE match_id = ? AND number > ?", [number, after])
        self._database.run(binned, [None, number])

    def _fill(self, number: int, match: Mapping[str, Any]) -> None:
        columns = ", ".join(f"{column} = ?" for column in MATCH_COLUMNS)
        self._database.run(
            f"UPDATE matches SET {columns} WHERE id = ?", [*(match[name] for name in MATCH_COLUMNS), number]
        )
        self._add_entries(number, match["entries"])

    def add_entries(self, number: int, entries: Sequence[Sequence[Any]]) -> None:
        """Add entries to the end of a match's log."""
        self._add_entries(number, entries)
        self.ends_with(number, entries[-1][-1])

    def ends_with(self, number: int, checksum: str) -> None:
        """Note the checksum of the last entry of a match's log, to which others were added."""
        ended = "UPDATE matches SET checksum = ?, record_digest = NULL WHERE id = ?"
        self._database.run(ended, [checksum, number])

    def _add_entries(self, number: int, entries: Iterable[Sequence[Any]]) -> None:
        insert = f"INSERT INTO entries (match_id, {', '.join(ENTRY_COLUMNS)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        for entry in entries:
            self._database.run(insert, [number, *entry])

    def begun_alike(self, book_id: int, game_key: str, setup: str) -> list[tuple[int, bool]]:
        """The numbers of a score book's matches of a game with a setup, and whether each is in the bin."""
        select = "SELECT id, binned FROM matches WHERE book_id = ? AND game_key = ? AND setup = ? ORDER BY id"
        rows = self._database.rows(select, [book_id, game_key, setup])
        return [(int(row["id"]), row["binned"] is not None) for row in rows]

    def checksums(self, number: int) -> list[str]:
        """The checksums of the entries of a match."""
        select = "SELECT checksum FROM entries WHERE match_id = ? ORDER BY number"
        return [row["checksum"] for row in self._database.rows(select, [number])]

    def follow(self, match_id: int, before: int) -> None:
        """Note that a match is the rematch of another."""
        self._database.run("UPDATE matches SET follows = ? WHERE id = ?", [before, match_id])

    def add_names(self, book_id: int, names: Iterable[tuple[str, str]]) -> None:
        """Add players with every name that they were entered under."""
        players: dict[str, int] = {}
        for written, name in names:
            if name not in players:
                insert = "INSERT INTO players (book_id, name) VALUES (?, ?)"
                players[name] = self._database.run(insert, [book_id, name])
            insert = "INSERT INTO names (book_id, written, player_id) VALUES (?, ?, ?)"
            self._database.run(insert, [book_id, written, players[name]])

    def add_house_rules(self, book_id: int, sets: Iterable[tuple[str, str, str]]) -> None:
        """Add sets of house rules."""
        insert = "INSERT INTO house_rules (book_id, game_key, name, rules) VALUES (?, ?, ?, ?)"
        for game, name, rules in sets:
            self._database.run(insert, [book_id, game, name, rules])

    def book_of_number(self, origin: str, what: str, former: int) -> int | None:
        """The score book for which a number of an instance is noted, or None."""
        return self._book_of("moved_numbers", "what", "origin = ? AND what = ? AND former = ?", origin, what, former)

    def book_of_link(self, word_hash: str) -> int | None:
        """The score book for which a link is noted, or None."""
        return self._book_of("moved_links", "kind", "word_hash = ?", word_hash)

    def _book_of(self, table: str, kind: str, where: str, *values: str | int) -> int | None:
        of_match = f"{kind} IN ('{MATCH}', 'score', 'watch')"
        select = f"""SELECT CASE WHEN {of_match} THEN (SELECT book_id FROM matches WHERE id = number) ELSE number END
            FROM {table} WHERE {where}"""
        return next((row[0] for row in self._database.rows(select, values)), None)

    def note(self, origin: str, what: str, former: int, number: int) -> None:
        """Note the number that a match or score book had on an instance where it was before."""
        insert = "INSERT OR REPLACE INTO moved_numbers (origin, what, former, number) VALUES (?, ?, ?, ?)"
        self._database.run(insert, [origin, what, former, number])

    def number(self, origin: str, what: str, former: int) -> int | None:
        """The number here of a match or score book that came from an instance, or None."""
        select = "SELECT number FROM moved_numbers WHERE origin = ? AND what = ? AND former = ?"
        found = self._database.rows(select, [origin, what, former])
        return int(found[0][0]) if found else None

    def note_link(self, word_hash: str, link: FormerLink) -> None:
        """Note a link by the hash of its token."""
        insert = "INSERT OR REPLACE INTO moved_links (word_hash, origin, kind, number, seal) VALUES (?, ?, ?, ?, ?)"
        self._database.run(insert, [word_hash, link.origin, link.kind, link.number, link.seal])

    def link(self, word_hash: str) -> FormerLink | None:
        """The link with a token, given its hash, or None."""
        select = "SELECT origin, kind, number, seal FROM moved_links WHERE word_hash = ?"
        return next((FormerLink(*row) for row in self._database.rows(select, [word_hash])), None)
