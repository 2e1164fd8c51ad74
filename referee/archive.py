"""The archive: what matches came to is filed here, matches are found again, and thrown away.

It answers from what `digest` has made of the logs, so that it never plays one over. Whatever changes something is to
be called within `book.writing`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.book import NUMBERS, Book
from referee.havilering.seats import SEAT_NAMED, SEATS, Tally

LATEST = 40
"""Matches whose players are offered for the next one."""


@dataclass(frozen=True, slots=True)
class Search:
    """What a match is looked for by; what is empty does not matter."""

    words: tuple[str, ...] = ()
    player: str = ""
    partner: str = ""
    league: str = ""
    """The first day of a season."""
    year: int = 0
    over: bool | None = None

    def __bool__(self) -> bool:
        return self != Search(over=self.over)


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in a list."""

    id: int
    book_id: int
    players: Mapping[str, str]
    """By seat."""
    opened: str
    league: str
    muggins: bool
    target: int
    best_of: int
    phase: str
    hand: int
    trick: int
    """How many tricks of the hand are complete."""
    score: Tally
    games: Tally
    binned: str | None
    """When it was thrown away."""


_LISTED = (
    "SELECT m.id, m.book_id, m.opened, m.league, m.muggins, m.target, m.best_of, m.phase, m.hand, m.trick, "
    "m.score_ns, m.score_ew, m.games_ns, m.games_ew, m.binned FROM matches m WHERE +m.edition > 0 AND "
)
_NEWEST = "FROM matches WHERE book_id = ? AND binned IS NULL AND +edition > 0 ORDER BY opened DESC, id DESC LIMIT ?"
_PARTNERS = "('NS', 'SN', 'EW', 'WE')"


class Archive:
    """The archive of a book file."""

    def __init__(self, book: Book) -> None:
        self._book = book

    # --- filing ----------------------------------------------------------------------------------------------

    def outdated(self, edition: int) -> list[int]:
        """The matches that were digested by another edition, or not yet."""
        select = "SELECT id FROM matches WHERE edition <> ? AND binned IS NULL"
        return [row[0] for row in self._book.rows(select, [edition])]

    def note(self, match_id: int, columns: Mapping[str, Any]) -> None:
        """Note down how a match stands."""
        marks = ", ".join(f"{name} = ?" for name in columns)
        self._book.run(f"UPDATE matches SET {marks} WHERE id = ?", [*columns.values(), match_id])

    def seat(self, match_id: int, book_id: int, written: Mapping[str, str]) -> None:
        """Note down who sits where, by seat; a name that is new to the score book makes a new player."""
        self._book.run("DELETE FROM places WHERE match_id = ?", [match_id])
        for seat, name in written.items():
            player = self._called(book_id, name) or self._add_player(book_id, name)
            self._insert("places", {"match_id": match_id, "seat": seat, "written": name, "player_id": player})

    def seated(self, match_id: int) -> dict[str, str]:
        """The players of a match by seat, by the names they go by now."""
        select = "SELECT seat, name FROM places JOIN players ON id = player_id WHERE match_id = ?"
        return dict(tuple(row) for row in self._book.rows(select, [match_id]))

    def known_as(self, book_id: int, written: Iterable[str]) -> dict[str, str]:
        """For each name as it was written, the name that player goes by now."""
        select = "SELECT name FROM names JOIN players ON id = player_id WHERE names.book_id = ? AND written = ?"
        now = {name: self._book.rows(select, [book_id, name]) for name in written}
        return {name: found[0][0] if found else name for name, found in now.items()}

    def settle(
        self, match_id: int, results: Mapping[str, Mapping[str, int]], tricks: Iterable[Mapping[str, Any]]
    ) -> None:
        """Put what a finished match came to in the place of what was there; nothing for one that is open again."""
        for table in ("results", "tricks"):
            self._book.run(f"DELETE FROM {table} WHERE match_id = ?", [match_id])
        if not results:
            return
        places = self._book.rows("SELECT seat, player_id FROM places WHERE match_id = ?", [match_id])
        player = {row["seat"]: row["player_id"] for row in places}
        (match,) = self._book.rows("SELECT book_id, league, opened FROM matches WHERE id = ?", [match_id])
        for seat, counts in results.items():
            people = {"player_id": player[seat], "partner_id": player[SEAT_NAMED[seat].partner.value]}
            self._insert("results", {"match_id": match_id, "seat": seat, **dict(match), **people, **counts})
        for trick in tricks:
            self._insert("tricks", {"match_id": match_id, "book_id": match["book_id"], **trick})

    def filed(self, match_id: int) -> tuple[dict[str, Any], dict[str, dict[str, Any]], list[dict[str, Any]]]:
        """All that is filed of a match: its columns, its results by seat, its tricks."""
        columns = self._book.rows("SELECT * FROM matches WHERE id = ?", [match_id])
        results = self._book.rows("SELECT * FROM results WHERE match_id = ?", [match_id])
        return (
            dict(columns[0]),
            {row["seat"]: dict(row) for row in results},
            [dict(row) for row in self.tricks(match_id)],
        )

    def tricks(self, match_id: int) -> list[Any]:
        """The tricks of a finished match, in order; columns by name."""
        return self._book.rows("SELECT * FROM tricks WHERE match_id = ? ORDER BY hand, trick", [match_id])

    def missed_tricks(self, book_id: int, limit: int) -> list[Any]:
        """The tricks whose claims left out most points, with the name of who claimed; columns by name."""
        select = (
            "SELECT t.*, name FROM tricks t JOIN places p ON p.match_id = t.match_id AND p.seat = t.winner "
            "JOIN players ON players.id = p.player_id WHERE t.book_id = ? AND t.missed > 0 "
            "ORDER BY t.missed DESC LIMIT ?"
        )
        return self._book.rows(select, [book_id, limit])

    def _insert(self, table: str, row: Mapping[str, Any]) -> int:
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        return self._book.run(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(row.values()))

    def _add_player(self, book_id: int, name: str) -> int:
        player = self._insert("players", {"book_id": book_id, "name": name})
        self._insert("names", {"book_id": book_id, "written": name, "player_id": player})
        return player

    def _called(self, book_id: int, name: str) -> int | None:
        found = self._book.rows("SELECT player_id FROM names WHERE book_id = ? AND written = ?", [book_id, name])
        return found[0][0] if found else None

    # --- finding ---------------------------------------------------------------------------------------------

    def find(self, book_id: int, search: Search, limit: int, before: int = 0) -> list[Listed]:
        """A score book's matches that a search finds, newest first; `before` is the number of one, to page on."""
        where, values = ["m.book_id = ?", "m.binned IS NULL"], [book_id]
        for condition, given in self._conditions(book_id, search):
            where.append(condition)
            values += given
        older = self._book.rows("SELECT opened, id FROM matches WHERE id = ?", [before]) if before in NUMBERS else []
        if older:
            where.append("(m.opened, m.id) < (?, ?)")
            values += older[0]
        found = f"{_LISTED} {' AND '.join(where)} ORDER BY m.opened DESC, m.id DESC LIMIT ?"
        return self._listed(found, [*values, limit])

    def _conditions(self, book_id: int, search: Search) -> Iterator[tuple[str, list[Any]]]:
        if search.over is not None:
            yield "m.over = ?", [int(search.over)]
        if search.league:
            yield "m.league = ?", [search.league]
        if search.year in NUMBERS:
            yield "m.year = ?", [search.year]
        if search.player or search.partner:
            yield self._played_by(book_id, search)
        for word in search.words:
            named = _some(self._named(book_id, word))
            played = f"OR m.id IN (SELECT match_id FROM places WHERE player_id IN ({named}))" if named else ""
            yield f"(instr(m.words, ?) {played})", [word.casefold()]

    def _played_by(self, book_id: int, search: Search) -> tuple[str, list[Any]]:
        names = [name for name in (search.player, search.partner) if name]
        one, other = (_some(self._named(book_id, name)) for name in (names[0], names[-1]))
        played = f"SELECT match_id FROM places WHERE player_id IN ({one})"
        if len(names) == 2:
            played = (
                f"SELECT a.match_id FROM places a JOIN places b ON b.match_id = a.match_id "
                f"AND a.seat || b.seat IN {_PARTNERS} WHERE a.player_id IN ({one}) AND b.player_id IN ({other})"
            )
        return f"m.id IN ({played})", []

    def _named(self, book_id: int, text: str) -> list[int]:
        """The players with exactly this name, or else those whose names have it in them."""
        wanted = text.casefold()
        players = self._book.rows("SELECT id, name FROM players WHERE book_id = ?", [book_id])
        names = [(row["id"], row["name"].casefold()) for row in players]
        exact = [number for number, name in names if name == wanted]
        return exact or [number for number, name in names if wanted in name]

    def listed(self, numbers: Iterable[int]) -> list[Listed]:
        """The matches of some numbers, the latest first."""
        return self._listed(f"{_LISTED} m.id IN ({_some(numbers)}) AND m.binned IS NULL ORDER BY m.id DESC", [])

    def _listed(self, select: str, values: Sequence[Any]) -> list[Listed]:
        rows = self._book.rows(select, values)
        players: dict[int, dict[str, str]] = {row["id"]: {} for row in rows}
        seated = (
            "SELECT match_id, seat, name FROM places JOIN players ON players.id = player_id "
            f"WHERE match_id IN ({_some(players)})"
        )
        for match_id, seat, name in self._book.rows(seated):
            players[match_id][seat] = name
        return [
            Listed(
                row["id"],
                row["book_id"],
                {seat.value: players[row["id"]][seat.value] for seat in SEATS},
                row["opened"],
                row["league"],
                bool(row["muggins"]),
                row["target"],
                row["best_of"],
                row["phase"],
                row["hand"],
                row["trick"],
                Tally(row["score_ns"], row["score_ew"]),
                Tally(row["games_ns"], row["games_ew"]),
                row["binned"],
            )
            for row in rows
        ]

    def latest(self, book_id: int) -> int | None:
        """The match of a score book that was opened last, if there is one."""
        found = self._book.rows(f"SELECT id {_NEWEST}", [book_id, 1])
        return found[0]["id"] if found else None

    def latest_players(self, book_id: int) -> list[str]:
        """The players of the latest matches, each once, latest first."""
        select = (
            "SELECT name, max(match_id) FROM places JOIN players ON id = player_id "
            f"WHERE match_id IN (SELECT id {_NEWEST}) GROUP BY player_id ORDER BY 2 DESC, min(seat)"
        )
        return [row["name"] for row in self._book.rows(select, [book_id, LATEST])]

    def leagues(self, book_id: int) -> list[str]:
        """The seasons in which matches were opened, by their first days, the latest first."""
        return self._each(book_id, "league")

    def years(self, book_id: int) -> list[int]:
        """The years in which matches were opened, the latest first."""
        return self._each(book_id, "year")

    def _each(self, book_id: int, column: str) -> list[Any]:
        # From one to the next by the index, however many matches there are of each.
        select, found = f"SELECT max({column}) FROM matches WHERE book_id = ?", list[Any]()
        while True:
            ((value,),) = self._book.rows(select + (f" AND {column} < ?" if found else ""), [book_id, *found[-1:]])
            if value is None:
                return found
            found.append(value)

    # --- the bin ---------------------------------------------------------------------------------------------

    def throw_away(self, match_id: int, when: str) -> None:
        """Put a match into the bin: nothing is told of it any more, and it counts nowhere."""
        self._book.run("UPDATE matches SET binned = ? WHERE id = ?", [when, match_id])
        self.settle(match_id, {}, ())
        self._book.stir(match_id)

    def binned(self, book_id: int, since: str) -> list[Listed]:
        """What was thrown away since a moment, the latest first."""
        return self._listed(f"{_LISTED} m.book_id = ? AND m.binned >= ? ORDER BY m.binned DESC", [book_id, since])

    def take_back(self, match_id: int) -> None:
        """Take a match out of the bin; it is to be filed anew."""
        self._book.run("UPDATE matches SET binned = NULL WHERE id = ?", [match_id])

    def to_erase(self, before: str) -> list[int]:
        """What was thrown away before a moment, and is not erased yet.

        The newest log entry of all stays, and its match with it: whoever looks for news remembers its place.
        """
        newest = "SELECT match_id FROM entries ORDER BY rowid DESC LIMIT 1"
        select = f"SELECT id FROM matches WHERE binned <> '' AND binned < ? AND id NOT IN ({newest})"
        return [row["id"] for row in self._book.rows(select, [before])]

    def erase(self, match_id: int) -> None:
        """Erase for good a match that was thrown away: its number alone is left, so that it is not used again."""
        for table in ("entries", "places"):
            self._book.run(f"DELETE FROM {table} WHERE match_id = ?", [match_id])
        self._book.run("UPDATE matches SET binned = '', setup = '', words = '' WHERE id = ?", [match_id])


def _some(numbers: Iterable[int]) -> str:
    return ", ".join(str(number) for number in numbers if number in NUMBERS)
