"""What players achieved in finished matches: found in the rows of their games, by partial indexes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.games.game import Achievement, Game
from referee.store.database import Database

AnyGame = Game[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Achieved:
    """Who achieved what, when and where."""

    match_id: int
    opened: str
    """When the match was begun."""
    place: tuple[int, ...]
    """The columns by which the rows of a match are ordered, such as hand and trick."""
    words: str
    names: tuple[str, ...]


class Achievements:
    """What is achieved in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_book(self, book_id: int, game: AnyGame, most: int) -> list[Achieved]:
        """The latest in a score book."""
        return self._latest(book_id, game, most, "1", [])

    def of_player(self, book_id: int, player_id: int, game: AnyGame, most: int) -> list[Achieved]:
        """The latest of a player."""
        sat = "SELECT 1 FROM places s WHERE s.match_id = r.match_id AND s.player_id = ? AND instr({seats}, s.seat)"
        return self._latest(book_id, game, most, f"EXISTS ({sat})", [player_id])

    def _latest(self, book_id: int, game: AnyGame, most: int, whose: str, values: list[Any]) -> list[Achieved]:
        found = [done for each in game.achievements for done in self._of(book_id, game, each, most, whose, values)]
        return sorted(found, key=lambda done: (done.opened, done.match_id, done.place), reverse=True)[:most]

    def _of(
        self, book_id: int, game: AnyGame, what: Achievement, most: int, whose: str, values: list[Any]
    ) -> Iterator[Achieved]:
        order = game.tables.order
        select = f"""SELECT r.match_id, m.opened, {what.seats} AS seats, {", ".join(f"r.{name}" for name in order)}
            FROM {game.tables.rows} r JOIN matches m ON m.id = r.match_id
            WHERE r.book_id = ? AND {what.when} AND m.binned IS NULL AND {whose.format(seats=what.seats)}
            ORDER BY m.opened DESC LIMIT ?"""
        for row in self._database.rows(select, [book_id, *values, most]):
            place = tuple(row[name] for name in order)
            names = self._names(row["match_id"], row["seats"])
            yield Achieved(row["match_id"], row["opened"], place, what.words, names)

    def _names(self, match_id: int, seats: str) -> tuple[str, ...]:
        select = "SELECT s.seat, p.name FROM places s JOIN players p ON p.id = s.player_id WHERE s.match_id = ?"
        named = dict(tuple(row) for row in self._database.rows(select, [match_id]))
        return tuple(named[seat] for seat in seats if seat in named)
