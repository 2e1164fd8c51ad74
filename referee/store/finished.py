"""Finished matches, with their seats and results: the basis of ratings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.results import Result, read_results
from referee.store.database import Database
from referee.store.player_names import Player


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that is over and belongs to no evening of several tables."""

    ended: str
    """In UTC."""
    players: Mapping[str, int]
    """The ids of the players by seat."""
    result: Mapping[str, Result]
    """By the letters of the seats of each side."""


def finished(database: Database, book_id: int, game: str, league: str = "") -> Iterator[Finished]:
    """Yield the finished matches of a game in a score book, or in one season, in the order in which they ended."""
    seats: dict[int, dict[str, int]] = {}
    for row in database.rows(_SEATS, [book_id, game]):
        seats.setdefault(row["match_id"], {})[row["seat"]] = row["player_id"]
    for row in database.rows(_FINISHED, [book_id, game, league]):
        yield Finished(row["ended"], seats.get(row["id"], {}), read_results(row["result"]))


def players(database: Database, book_id: int) -> dict[int, Player]:
    """The players of a score book by their ids."""
    rows = database.rows("SELECT id, name FROM players WHERE book_id = ?", [book_id])
    return {row["id"]: Player(row["id"], row["name"]) for row in rows}


def written(database: Database, book_id: int) -> dict[str, int]:
    """The ids of players by every name that they were entered under."""
    rows = database.rows("SELECT written, player_id FROM names WHERE book_id = ?", [book_id])
    return {row["written"]: row["player_id"] for row in rows}


_SEATS = """SELECT match_id, seat, player_id FROM places JOIN matches ON id = match_id
    WHERE matches.book_id = ? AND game_key = ? AND over = 1 AND binned IS NULL"""
_FINISHED = """SELECT id, ended, result FROM matches m
    WHERE book_id = ?1 AND game_key = ?2 AND over = 1 AND binned IS NULL AND (?3 = '' OR league = ?3)
    AND NOT EXISTS (SELECT 1 FROM evening_matches e WHERE e.match_id = m.id) ORDER BY ended, id"""
