"""Achievements of players in finished matches: found in the rows of their games, by partial indexes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.games.game import Achievement, Game
from referee.store.database import Database

AnyGame = Game[Any, Any, Any]
_SAT = "SELECT 1 FROM places s WHERE s.match_id = r.match_id AND s.player_id = ?"


@dataclass(frozen=True, slots=True)
class Achieved:
    """An achievement: its player, match and date."""

    match_id: int
    opened: str
    """The time at which the match was opened; `began` sorts it."""
    began: str
    place: tuple[int, ...]
    """The columns by which the rows of a match are ordered, such as hand and trick."""
    kind: int
    """The achievement's index within its game."""
    words: str
    names: tuple[str, ...]

    @property
    def cursor(self) -> str:
        """The position after this achievement, from which the next page continues."""
        return "~".join((self.began, *map(str, (self.match_id, self.kind, *self.place))))


class Achievements:
    """The achievements in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(
        self, book_id: int, game: AnyGame, most: int, player_id: int | None = None, before: str = ""
    ) -> list[Achieved]:
        """The latest `most` in a score book, or of a player, before a cursor. Raises ValueError if it is invalid."""
        achievements = [
            done
            for kind, each in enumerate(game.achievements)
            for done in self._each(book_id, game, kind, each, most, player_id, before)
        ]
        return sorted(
            achievements, key=lambda done: (done.began, done.match_id, done.place, done.kind), reverse=True
        )[:most]

    def _each(
        self,
        book_id: int,
        game: AnyGame,
        kind: int,
        what: Achievement,
        most: int,
        player_id: int | None,
        before: str,
    ) -> Iterator[Achieved]:
        order, whose, values = game.tables.order, "1", list[Any]([book_id])
        if player_id is not None:
            whose, values = f"EXISTS ({_SAT} AND instr({what.seats}, s.seat))", [book_id, player_id]
        if before:
            began, match_id, last_kind, *last_place = before.split("~")
            end = [began, *map(int, (match_id, *last_place))]
            keys = ", ".join(("m.began", "r.match_id", *(f"r.{name}" for name in order)))
            whose += f" AND ({keys}) {'<=' if kind < int(last_kind) else '<'} ({', '.join('?' * (2 + len(order)))})"
            values += end
            if len(end) != 2 + len(order):
                raise ValueError(before)
        columns = ", ".join(f"r.{name}" for name in order)
        select = f"""SELECT r.match_id, m.opened, m.began, {what.seats} AS seats, {columns}
            FROM {game.tables.rows} r JOIN matches m ON m.id = r.match_id
            WHERE r.book_id = ? AND {what.when} AND m.binned IS NULL AND {whose}
            ORDER BY m.began DESC, r.match_id DESC, {", ".join(f"r.{name} DESC" for name in order)} LIMIT ?"""
        for row in self._database.rows(select, [*values, most]):
            place = tuple(row[name] for name in order)
            names = self._names(row["match_id"], row["seats"])
            yield Achieved(row["match_id"], row["opened"], row["began"], place, kind, what.words, names)

    def _names(self, match_id: int, seats: str) -> tuple[str, ...]:
        select = "SELECT s.seat, p.name FROM places s JOIN players p ON p.id = s.player_id WHERE s.match_id = ?"
        named = dict(tuple(row) for row in self._database.rows(select, [match_id]))
        return tuple(named[seat] for seat in seats if seat in named)
