"""The database: score books with their matches and house rules, and the seals of links.

All SQL is in this package.
"""

import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from referee.log.checksums import chained
from referee.log.entry import dump
from referee.store.damage import ERRORS
from referee.store.logs import MatchLogs


@dataclass(frozen=True, slots=True)
class ScoreBook:
    """The matches of a group of people."""

    id: int
    name: str
    """The name, which may be empty."""


MOST_EPOCHS = 12
"""The maximum number of score books with an epoch of their own: every answer lists them."""


class Database(MatchLogs):
    """The database file. Thread-safe."""

    def __init__(self, file: Path, read_only: bool = False, exclusive: bool = False) -> None:
        super().__init__(file, read_only, exclusive)
        self.epoch = self._epoch()
        """A random id that changes when the file is restored; empty if it cannot be read.

        It is followed by the score books rewritten since then, each as NUMBER=ID.
        """

    def add_score_book(self, name: str, opened: str, number: int | None = None, invitation: str | None = None) -> int:
        """Add a score book, under a given number if any, and return its number. Only within `writing`."""
        row = {"id": number, "name": name, "opened": opened, "invitation": invitation}
        row |= {seal: _seal() for seal in SEALS_OF_BOOKS}
        return cast(int, self.sqlite.table("score_books").insert(row).last_pk)

    def score_books(self, number: int | None = None, with_bin: bool = True) -> list[ScoreBook]:
        """The score book of a number, or all of them, oldest first; those in the bin can be omitted."""
        if number is None:
            select = "SELECT id, name FROM score_books WHERE binned IS NULL OR ? ORDER BY id"
            return [ScoreBook(*row) for row in self.rows(select, [with_bin])]
        found = self._row("SELECT id, name FROM score_books WHERE id = ?", number)
        return [ScoreBook(*found)] if found else []

    def usage(self, book_id: int, with_matches: bool = False) -> tuple[int, int]:
        """The bytes of a score book's logs and, if requested, the number of its matches, including the bin."""
        (row,) = self.rows("SELECT bytes FROM score_books WHERE id = ?", [book_id])
        count = "SELECT count(*) FROM matches WHERE book_id = ?"
        return row[0], self.rows(count, [book_id])[0][0] if with_matches else 0

    def rename_score_book(self, number: int, name: str) -> None:
        """Rename a score book. Only within `writing`."""
        self.run("UPDATE score_books SET name = ? WHERE id = ?", [name, number])

    def add_match(
        self,
        book_id: int,
        game: str,
        setup: dict[str, Any],
        show_played: bool = False,
        teaching: bool = False,
        key: str | None = None,
        follows: int | None = None,
        number: int | None = None,
        arrived: str = "",
    ) -> int:
        """Add a match of a game, given its key, under the given number if any, and return its number.

        A rematch `follows` another match. The match that `arrived` last, in UTC, is on the table; matches from files
        have no such time. Only within `writing`.
        """
        row = {
            "id": number,
            "opened": setup["started"],
            "arrived": arrived and self.arrival(book_id, arrived),
            "setup": dump(setup),
            "show_played": show_played,
            "over": 0,
            "key": key,
        }
        row |= {"book_id": book_id, "game_key": game, "score_seal": _seal(), "watch_seal": _seal()}
        row |= {"teaching": teaching, "follows": follows, "checksum": chained("", row["setup"])}
        return cast(int, self.sqlite.table("matches").insert(row).last_pk)

    def arrival(self, book_id: int, now: str) -> str:
        """The time of an arrival in a score book, in UTC: after all earlier ones, even if the clock was set back."""
        return max(now, self.rows(_AFTER_ALL, [book_id])[0][0] or "")

    def counts(self) -> tuple[int, int, int]:
        """Count the entries ever made, the matches and the score books."""
        return tuple(self.rows(_COUNTS)[0])

    def _epoch(self) -> str:
        with suppress(*ERRORS):
            return next((str(row[0]) for row in self.rows("SELECT id FROM epochs")), "")
        return ""

    def begin_epoch(self, book_id: int | None = None) -> None:
        """Start a new epoch for a score book or for all: entries that were acknowledged may be missing or changed.

        Only within `writing`.
        """
        whole, *books = self._epoch().split() or [""]
        books = [each for each in books if not each.startswith(f"{book_id}=")]
        if book_id is None or len(books) == MOST_EPOCHS:
            new = secrets.token_hex(8)
        else:
            new = " ".join([whole, *books, f"{book_id}={secrets.token_hex(4)}"])
        self.run("UPDATE epochs SET id = ?", [new])
        self.then(lambda: setattr(self, "epoch", new))

    # --- seals ------------------------------------------------------------------------------------------------

    def seals(self, match_id: int) -> dict[str, int] | None:
        """The seals of a match, its score book and its evening by column, with `book_id`; None if there is no match.

        `is_on_table` is True if it is not over, or was the last to arrive in its book. `evening_id` may be None.
        """
        row = self._row(_SEALS, match_id)
        return dict(row) if row else None

    def seals_of_book(self, book_id: int) -> dict[str, int] | None:
        """The seals of a score book's links by column, or None if there is no such book."""
        row = self._row(
            f"SELECT {', '.join(SEALS_OF_BOOKS)} FROM score_books WHERE id = ? AND binned IS NULL", book_id
        )
        return dict(row) if row else None

    def seals_of_evening(self, evening_id: int) -> dict[str, int] | None:
        """The seals of an evening's links by column, with its `book_id`; None if there is no such evening."""
        row = self._row(_SEALS_OF_EVENING, evening_id)
        return dict(row) if row else None

    def latest(self, book_id: int) -> int | None:
        """The number of the match of a score book that arrived last; None if there is none."""
        return cast(int | None, (self._row(_LATEST.format("?"), book_id) or [None])[0])

    def renew_seal(self, table: str, seal: str, number: int) -> list[int]:
        """Change a seal of a match, evening or score book, given its column; returns the matches concerned.

        A match then no longer counts as a rematch, so that grants to its predecessor give no access. Only within
        `writing`.
        """
        alone = ", follows = NULL" if table == "matches" else ""
        self.run(f"UPDATE {table} SET {seal} = ?{alone} WHERE id = ?", [_seal(), number])
        return [row[0] for row in self.rows(_CONCERNED[table], [number])]

    def take_seals(self, file: Path) -> None:
        """Copy the seals that another database has for the same score books, evenings and matches.

        One with the same number that was opened at another time is not the same.
        """
        renewed = "o.score_seal <> matches.score_seal OR o.watch_seal <> matches.watch_seal"
        with self.attached(file):
            same = "FROM other.{0} o WHERE o.id = {0}.id AND o.opened = {0}.opened"
            self.run(f"UPDATE matches SET follows = NULL {same.format('matches')} AND ({renewed})")
            both = "score_seal", "watch_seal"
            for table, seals in (("score_books", SEALS_OF_BOOKS), ("matches", both), ("evenings", both)):
                for seal in seals:
                    self.run(f"UPDATE {table} SET {seal} = o.{seal} {same.format(table)}")

    def house_rules(self, book_id: int, game: str) -> dict[str, str]:
        """The sets of house rules of a game stored in a score book, by name; each as JSON."""
        select = "SELECT name, rules FROM house_rules WHERE book_id = ? AND game_key = ? ORDER BY 1"
        return {row["name"]: row["rules"] for row in self.rows(select, [book_id, game])}

    def forget_rules(self, book_id: int, game: str, name: str) -> None:
        """Delete a set of house rules. Only within `writing`."""
        delete = "DELETE FROM house_rules WHERE book_id = ? AND game_key = ? AND name = ?"
        self.run(delete, [book_id, game, name])


SEALS_OF_BOOKS = ("seal", "read_seal", "table_score_seal", "table_watch_seal")
_COUNTS = """SELECT coalesce((SELECT max(rowid) FROM entries), 0),
    (SELECT count(*) FROM matches WHERE binned IS NULL), (SELECT count(*) FROM score_books)"""
_LATEST = """SELECT id FROM matches WHERE book_id = {} AND binned IS NULL
    ORDER BY arrived DESC, began DESC, id DESC LIMIT 1"""
_AFTER_ALL = """SELECT strftime('%Y-%m-%dT%H:%M:%S+00:00', max(arrived), '+1 second')
    FROM matches WHERE book_id = ? AND binned IS NULL"""
_SEALS = f"""SELECT m.book_id, {", ".join(SEALS_OF_BOOKS)}, m.score_seal, m.watch_seal,
    over = 0 OR m.id = ({_LATEST.format("m.book_id")}) AS is_on_table,
    v.id AS evening_id, v.score_seal AS evening_score_seal, v.watch_seal AS evening_watch_seal
    FROM matches m JOIN score_books b ON b.id = m.book_id
    LEFT JOIN evening_matches e ON e.match_id = m.id LEFT JOIN evenings v ON v.id = e.evening_id
    WHERE m.id = ? AND m.binned IS NULL AND b.binned IS NULL"""
_SEALS_OF_EVENING = """SELECT book_id, score_seal, watch_seal FROM evenings v JOIN score_books b ON b.id = book_id
    WHERE v.id = ? AND b.binned IS NULL"""
_CONCERNED = {
    "matches": "SELECT id FROM matches WHERE id = ?",
    "evenings": "SELECT match_id FROM evening_matches WHERE evening_id = ?",
    "score_books": "SELECT id FROM matches WHERE book_id = ?",
}
"""The matches whose permissions change with a table's seal."""


def _seal() -> int:
    return secrets.randbits(62)
