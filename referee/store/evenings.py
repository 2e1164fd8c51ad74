"""The evenings of score books: their logs, which match belongs to which, and the seals of their links."""

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from referee.faults import NotThereError
from referee.log.checksums import chained
from referee.log.entry import Entry, dump
from referee.results import Result, read_results
from referee.store.database import Database
from referee.store.logs import NUMBERS, OF_EVENINGS, Head


@dataclass(frozen=True, slots=True)
class EveningRow:
    """The stored row of an evening, without its log."""

    id: int
    book_id: int
    opened: str
    setup: str
    """The setup as JSON."""
    key: str
    """The key of the form that opened it, used in files too."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """The projections' row for a match of an evening."""

    round: int
    table: int
    match_id: int
    over: bool
    hands: int
    """The number of hands played."""
    trick: int
    result: Mapping[str, Result]
    """By the letters of the seats of each side, as if the match ended now."""
    has_entries: bool
    players: Mapping[str, str]
    """The players' names, by seat."""
    last: str | None = None
    """The time of the latest entry."""
    has_begun: bool = True
    """True if something was played, and not only the start corrected."""


OF_AN_EVENING = "evening-"
"""The prefix of keys of evenings’ matches, which contain numbers of the book and mean nothing in another."""
HAND_OVER = "hand-over"
"""The phase in which a hand has been played, and the next one has not begun."""
NO_ROUND = -1
"""Stands for the round of matches set aside: their round was cancelled, or their table seated differently."""


class EveningStore:
    """The evenings of a database. Methods that change something must be called within `database.writing`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, book_id: int, opened: str, setup: dict[str, Any], key: str) -> int:
        """Add an evening and return its number."""
        row = {"book_id": book_id, "opened": opened, "setup": dump(setup), "key": key}
        row |= {"checksum": chained("", row["setup"])}
        row |= {"score_seal": secrets.randbits(62), "watch_seal": secrets.randbits(62)}
        return cast(int, self._database.sqlite.table("evenings").insert(row).last_pk)

    def keyed(self, book_id: int, key: str) -> int | None:
        """The evening of a score book that was opened with a key."""
        return self._number("SELECT id FROM evenings WHERE book_id = ? AND key = ?", book_id, key)

    def row(self, number: int) -> EveningRow:
        """The row of an evening. Raises NotThereError."""
        select = f"SELECT {_COLUMNS} FROM evenings WHERE id = ?"
        rows = self._database.rows(select, [number]) if number in NUMBERS else []
        if not rows:
            raise NotThereError(f"There is no evening {number}.")
        return EveningRow(*rows[0])

    def of_book(self, book_id: int, most: int = -1, before: int = 0, game: str = "") -> list[EveningRow]:
        """Return the evenings of a score book, latest first: all, the latest `most`, or those before another.

        With a `game`, only its evenings.
        """
        earlier = "AND (opened, id) < (SELECT opened, id FROM evenings WHERE id = ?)" if before else "AND ? = 0"
        of_game = "AND json_valid(setup) AND setup ->> 'game' = ?" if game else "AND ? = ''"
        select = (
            f"SELECT {_COLUMNS} FROM evenings WHERE book_id = ? {earlier} {of_game} ORDER BY opened DESC, id DESC"
        )
        return [EveningRow(*row) for row in self._database.rows(f"{select} LIMIT ?", [book_id, before, game, most])]

    def games_of(self, book_id: int) -> list[str]:
        """The games of a score book's evenings, the latest first."""
        select = """SELECT setup ->> 'game' FROM evenings WHERE book_id = ? AND json_valid(setup)
            AND setup ->> 'game' IS NOT NULL GROUP BY 1 ORDER BY max(opened) DESC"""
        return [row[0] for row in self._database.rows(select, [book_id])]

    def delete(self, number: int) -> None:
        """Delete an evening with its log; its matches stay."""
        for table in ("evening_matches", "entries"):
            self._database.run(f"DELETE FROM {table} WHERE evening_id = ?", [number])
        self._database.run("DELETE FROM evenings WHERE id = ?", [number])
        self._database.rewind_news()

    # --- the log ----------------------------------------------------------------------------------------------

    def head(self, number: int, key: str | None = None) -> Head:
        """The end of an evening's log, and whether an entry has the key. Raises NotThereError."""
        head = self._database.head(number, key, OF_EVENINGS)
        if head is None:
            raise NotThereError(f"There is no evening {number}.")
        return head

    def changed(self, number: int) -> datetime:
        """The time of the latest entry of an evening, or the time at which it was opened. Raises NotThereError."""
        select = "SELECT at FROM entries WHERE evening_id = ? ORDER BY number DESC LIMIT 1"
        rows = self._database.rows(select, [number])
        return datetime.fromisoformat(rows[0][0] if rows else self.row(number).opened)

    def entries(self, number: int, after: int = 0) -> list[Entry]:
        """The log of an evening, or the entries after a number. Raises DamagedError if the checksums do not fit."""
        return self._database.entries(number, after, logs=OF_EVENINGS)

    def checksum_of(self, number: int, entry: int) -> str | None:
        """The checksum of an entry of an evening, given its number; None if there is no such entry."""
        select = "SELECT checksum FROM entries WHERE evening_id = ? AND number = ?"
        rows = self._database.rows(select, [number, entry])
        return rows[0][0] if rows else None

    def append(self, number: int, entries: Iterable[Entry]) -> None:
        """Append entries, whose numbers follow, to an evening's log."""
        checksum = self._database.append(number, entries, self.head(number).checksum, OF_EVENINGS)
        self._database.run("UPDATE evenings SET checksum = ? WHERE id = ?", [checksum, number])

    # --- matches ----------------------------------------------------------------------------------------------

    def seat(self, number: int, places: Iterable[tuple[int, int, int]]) -> None:
        """Note the matches of an evening, each with its round, its table and its number. Others are set aside."""
        now, before = {match: (at, table) for at, table, match in places}, self.seated(number)
        aside = [[match] for match, (at, _) in before.items() if match not in now and at != NO_ROUND]
        self._database.run_each(f"UPDATE evening_matches SET round = {NO_ROUND} WHERE match_id = ?", aside)
        insert = "REPLACE INTO evening_matches (evening_id, round, place, match_id) VALUES (?, ?, ?, ?)"
        for place in self.still_there((*at, match) for match, at in now.items() if before.get(match) != at):
            self._database.run(insert, [number, *place])

    def seated(self, number: int) -> dict[int, tuple[int, int]]:
        """The matches of an evening as they were noted, each with its round and table."""
        select = "SELECT match_id, round, place FROM evening_matches WHERE evening_id = ?"
        return {row[0]: (row[1], row[2]) for row in self._database.rows(select, [number])}

    def still_there(self, places: Iterable[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
        """The places, each with its round, table and match, whose matches have not been erased from the bin."""
        return [place for place in places if self._number("SELECT id FROM matches WHERE id = ?", place[-1])]

    def let_go(self, number: int) -> list[int]:
        """Forget the matches that were set aside and in which nothing was entered; returns their numbers.

        Matches that are in the bin already are not among them.
        """
        nothing = """evening_id = ? AND round = ? AND match_id IN (SELECT id FROM matches WHERE binned IS NULL)
            AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.match_id = evening_matches.match_id)"""
        rows = self._database.rows(f"SELECT match_id FROM evening_matches WHERE {nothing}", [number, NO_ROUND])
        self._database.run(f"DELETE FROM evening_matches WHERE {nothing}", [number, NO_ROUND])
        return [row[0] for row in rows]

    def places(self, number: int) -> list[tuple[int, int, int]]:
        """Return the round, table and number of each match of an evening, in that order."""
        select = (
            "SELECT round, place, match_id FROM evening_matches WHERE evening_id = ? AND round >= 0 ORDER BY 1, 2"
        )
        return [tuple(row) for row in self._database.rows(select, [number])]

    def numbers(self) -> list[int]:
        """The numbers of all evenings."""
        return [row[0] for row in self._database.rows("SELECT id FROM evenings ORDER BY id")]

    def of_match(self, match_id: int) -> tuple[int, int, int] | None:
        """The evening of a match, its round and its table; None if it belongs to none."""
        select = "SELECT evening_id, round, place FROM evening_matches WHERE match_id = ?"
        rows = self._database.rows(select, [match_id])
        return tuple(rows[0]) if rows else None

    def tables(self, number: int, match_id: int | None = None, aside: bool = False) -> list[TableRow]:
        """Return the rows of an evening's matches, or of one of them, by round and table; without the bin.

        With `aside`, only matches that were set aside.
        """
        tables = []
        for row in self._database.rows(_TABLES, [number, match_id, aside]):
            hands = hands_of(row["hand"], row["phase"])
            at_table = row["round"], row["place"], row["id"], bool(row["over"]), hands, row["trick"]
            result, players = read_results(row["result"]), json.loads(row["players"])
            tables.append(TableRow(*at_table, result, row["last"] is not None, players, row["last"],
                                   bool(row["has_begun"])))  # fmt: skip
        return tables

    def called(self, number: int) -> dict[str, str]:
        """Return the names of renamed players of an evening's score book, by their names in the log."""
        select = """SELECT n.written, p.name FROM names n JOIN players p ON p.id = n.player_id
            WHERE n.book_id = (SELECT book_id FROM evenings WHERE id = ?) AND n.written <> p.name ORDER BY 1"""
        return {row[0]: row[1] for row in self._database.rows(select, [number])}

    def state(self, number: int, by_trick: bool = True) -> str:
        """A mark that changes with everything that an evening's pages show; or with tables' hands, not tricks."""
        matches = [tuple(row) for row in self._database.rows(_STATE, [by_trick, number])]
        return chained("", self.head(number).checksum, matches)

    def _number(self, select: str, *values: Sequence[Any] | Any) -> int | None:
        rows = self._database.rows(select, values)
        return int(rows[0][0]) if rows else None


def hands_of(hand: int, phase: str) -> int:
    """Count the hands that a match has played, given the number of the latest one and the phase."""
    return hand - (phase != HAND_OVER)


_COLUMNS = "id, book_id, opened, setup, key"
_TABLES = """SELECT e.round, e.place, m.id, m.over, m.phase, m.hand, m.trick, m.result,
    (SELECT json_group_object(seat, written) FROM places WHERE match_id = m.id) AS players,
    (SELECT at FROM entries WHERE match_id = m.id ORDER BY number DESC LIMIT 1) AS last,
    EXISTS (SELECT 1 FROM entries WHERE match_id = m.id AND kind = 'act') AS has_begun
    FROM evening_matches e JOIN matches m ON m.id = e.match_id
    WHERE e.evening_id = ?1 AND (?2 IS NULL OR m.id = ?2) AND (e.round < 0) = ?3 AND m.binned IS NULL ORDER BY 1, 2"""
_STATE = """SELECT m.id, iif(m.over OR ?, m.checksum, m.hand || m.phase)
    FROM evening_matches e JOIN matches m ON m.id = e.match_id
    WHERE e.evening_id = ? AND m.binned IS NULL ORDER BY 1"""
