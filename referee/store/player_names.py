"""Players by their names: found and added, renamed, merged and split again.

A player has one current name, and every name they were entered under in a score book. Methods that change something
must be called within `database.writing`.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from referee.faults import Fault, NotThereError, RefusedError
from referee.games.game import Game, Games
from referee.store.database import Database
from referee.store.logs import NUMBERS
from referee.text import folded


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a score book."""

    id: int
    name: str


class Alike:
    """Players by their names, regardless of case and accents."""

    def __init__(self, players: Iterable[Player]) -> None:
        self._groups = defaultdict[str, dict[int, Player]](dict)
        for player in players:
            self.add(player)

    def of(self, name: str) -> list[Player]:
        """The players whose names may differ from a name in case and accents only."""
        return list({number: each for key in _keys(name) for number, each in self._groups[key].items()}.values())

    def add(self, player: Player) -> None:
        """Add a player."""
        for key in _keys(player.name):
            self._groups[key][player.id] = player

    def remove(self, player: Player) -> None:
        """Remove a player, if there."""
        for key in _keys(player.name):
            self._groups[key].pop(player.id, None)


def _keys(name: str) -> set[str]:
    return {folded(name), name.casefold()}


class PlayerNames:
    """The players of a database and their names."""

    def __init__(self, database: Database, games: Games) -> None:
        self._database, self._games = database, games

    def player(self, book_id: int, number: int) -> Player:
        """A player of a score book. Raises NotThereError."""
        select = "SELECT id, name FROM players WHERE book_id = ? AND id = ?"
        for row in self._database.rows(select, [book_id, number]) if number in NUMBERS else ():
            return Player(*row)
        raise NotThereError(f"There is no player {number} in this score book.")

    def players(self, book_id: int) -> list[Player]:
        """Everybody in a score book, by name."""
        rows = self._database.rows("SELECT id, name FROM players WHERE book_id = ?", [book_id])
        return sorted((Player(*row) for row in rows), key=lambda player: player.name.casefold())

    def other_names(self, player: Player) -> list[str]:
        """The other names that a player was entered under."""
        select = "SELECT DISTINCT written FROM names WHERE player_id = ? AND written <> ? ORDER BY 1"
        return [row["written"] for row in self._database.rows(select, [player.id, player.name])]

    def names(self, book_id: int, number: int) -> list[str]:
        """Every name of a player of a score book, the current one first; empty if there is none of that number."""
        select = """SELECT written FROM names JOIN players p ON id = player_id
            WHERE p.book_id = ? AND id = ? ORDER BY written <> name"""
        return [row[0] for row in self._database.rows(select, [book_id, number])] if number in NUMBERS else []

    def by_name(self, book_id: int, name: str) -> Player | None:
        """The player who was entered under a name, or None."""
        select = "SELECT id, name FROM names JOIN players ON id = player_id WHERE names.book_id = ? AND written = ?"
        return next((Player(*row) for row in self._database.rows(select, [book_id, name])), None)

    def ids(self, book_id: int) -> dict[str, int]:
        """The ids of a score book's players by every name that they were entered under."""
        rows = self._database.rows("SELECT written, player_id FROM names WHERE book_id = ?", [book_id])
        return dict(tuple(row) for row in rows)

    def ids_of(self, book_id: int, players: Mapping[str, str]) -> dict[str, int | None]:
        """The ids of players by their seats, given the names that they were entered under; None if unknown."""
        known = {seat: self.by_name(book_id, name) for seat, name in players.items()}
        return {seat: player.id if player else None for seat, player in known.items()}

    def names_now(self, book_id: int, names: Iterable[str]) -> dict[str, str]:
        """The current names of the players who were entered under some names, by those names."""
        wanted = list(names)
        select = (
            "SELECT written, name FROM names JOIN players ON id = player_id WHERE names.book_id = ? AND written IN "
            f"({', '.join('?' * len(wanted))})"
        )
        return dict(tuple(row) for row in self._database.rows(select, [book_id, *wanted]))

    def get_or_add(self, book_id: int, name: str) -> Player:
        """The player with a name; adds a new player if the name is unknown in the score book."""
        known = self.by_name(book_id, name)
        if known:
            return known
        new = self._database.run("INSERT INTO players (book_id, name) VALUES (?, ?)", [book_id, name])
        self._database.run("INSERT INTO names (book_id, written, player_id) VALUES (?, ?, ?)", [book_id, name, new])
        return Player(new, name)

    def rename(self, book_id: int, player: Player, name: str, alike: Alike | None = None) -> Player:
        """Rename a player. If another player has the name already, the two are merged.

        The name must have been validated. Everybody in the book is read unless the players are given with their
        names. Raises RefusedError if the two met in one match, so are different people.
        """
        other, wanted = self.by_name(book_id, name), folded(name)
        if other is None and folded(player.name) != wanted:
            candidates = (alike or Alike(self.players(book_id))).of(name)
            for near in (each.name for each in candidates if folded(each.name) == wanted):
                text = f"There is {near} already: type it the same way to mean the same player."
                raise RefusedError(Fault("nearly-the-same", text))
        if other and other.id != player.id and other.name != name:
            text = f"“{name}” was written for {other.name}: separate that name from {other.name} first."
            raise RefusedError(Fault("an-earlier-name", text))
        for each in self._met(player):
            if each.name.casefold() == name.casefold() and each != other:
                self._must_not_have_met(player, each, "so their names must differ")
        if other and other.id != player.id:
            self._merge(player, other)
            player = other
        self._database.run("INSERT OR IGNORE INTO names (book_id, written, player_id) VALUES (?, ?, ?)",
                       [book_id, name, player.id])  # fmt: skip
        self._database.run("UPDATE players SET name = ? WHERE id = ?", [name, player.id])
        # Forget a name that no match was entered with.
        unused = "written NOT IN (SELECT p.written FROM places p WHERE p.player_id = ?1)"  # All read once.
        self._database.run(
            f"DELETE FROM names WHERE player_id = ?1 AND written <> ?2 AND {unused}", [player.id, name]
        )
        return Player(player.id, name)

    def _met(self, player: Player) -> list[Player]:
        """Everybody whom a player sat at a table with."""
        select = (
            "SELECT DISTINCT id, name FROM places a JOIN places b ON b.match_id = a.match_id "
            "JOIN players ON id = b.player_id WHERE a.player_id = ?1 AND id <> ?1 ORDER BY id"
        )
        return [Player(*row) for row in self._database.rows(select, [player.id])]

    def _must_not_have_met(self, one: Player, other: Player, so: str) -> None:
        select = (
            "SELECT opened FROM places a JOIN places b ON b.match_id = a.match_id "
            "JOIN matches m ON m.id = a.match_id WHERE a.player_id = ? AND b.player_id = ? ORDER BY began LIMIT 1"
        )
        for row in self._database.rows(select, [one.id, other.id]):
            day = f"{datetime.fromisoformat(row['opened']):%d %B %Y}".lstrip("0")
            text = f"{one.name} and {other.name} sat at one table on {day}, {so}."
            raise RefusedError(Fault("two-people", text))

    def _merge(self, gone: Player, kept: Player) -> None:
        self._must_not_have_met(gone, kept, "so they are two people")
        columns = [("names", "player_id"), ("places", "player_id")]
        for game in self._games.values():
            columns += [(game.tables.results, column) for column, _ in _players_of(game)]
        for table, column in columns:
            self._database.run(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", [kept.id, gone.id])
        self._database.run("DELETE FROM players WHERE id = ?", [gone.id])

    def split_if_together(self, book_id: int, other_names: Iterable[str]) -> bool:
        """Split players so that the names of one match belong to different players. Returns True if any was split."""
        met: dict[int, str] = {}
        is_split = False
        for name in dict.fromkeys(other_names):
            player = self.by_name(book_id, name)
            if player and player.id in met:
                self.split(book_id, player, met[player.id] if name == player.name else name)
                is_split = True
            elif player:
                met[player.id] = name
        return is_split

    def are_two(self, one: Player, other: Player) -> bool:
        """Return True if two players are certainly different people: they sat at one table, or people said so."""
        select = (
            "SELECT 1 FROM places a JOIN places b ON b.match_id = a.match_id "
            "WHERE (a.player_id, b.player_id) = (?1, ?2) UNION ALL "
            "SELECT 1 FROM told_apart WHERE (player_id, other_id) IN (VALUES (?1, ?2), (?2, ?1)) LIMIT 1"
        )
        return bool(self._database.rows(select, [one.id, other.id]))

    def note_that_they_are_two(self, one: Player, other: Player) -> None:
        """Note that two players with similar names are two people."""
        self._database.run("INSERT OR IGNORE INTO told_apart VALUES (?, ?)", [one.id, other.id])

    def split(self, book_id: int, player: Player, other_names: str) -> Player:
        """Make one of a player's names a separate player, with the matches under that name.

        Raises NotThereError if the player was never entered under it, or if it is their current name.
        """
        if other_names not in self.other_names(player):
            raise NotThereError(f"“{other_names}” was not written for {player.name}.")
        new = self._database.run("INSERT INTO players (book_id, name) VALUES (?, ?)", [book_id, other_names])
        values = [new, player.id, other_names]
        self._database.run("UPDATE names SET player_id = ? WHERE player_id = ? AND written = ?", values)
        self._database.run("UPDATE places SET player_id = ? WHERE player_id = ? AND written = ?", values)
        places = "SELECT match_id, seat FROM places WHERE player_id = ?"
        for game in self._games.values():
            for column, seat in _players_of(game):
                update = f"UPDATE {game.tables.results} SET {column} = ? WHERE (match_id, {seat}) IN ({places})"
                self._database.run(update, [new, new])
        return Player(new, other_names)

    def forget(self, book_id: int, new_names: Mapping[str, str], name: str) -> None:
        """Replace every name that somebody was entered under, as in rewritten logs; `name` is the current one."""
        for written, new in new_names.items():
            player = self.by_name(book_id, written)
            if player is None:  # Not a player of any match.
                continue
            self._database.run("DELETE FROM names WHERE book_id = ? AND written = ?", [book_id, written])
            insert = "INSERT OR IGNORE INTO names (book_id, written, player_id) VALUES (?, ?, ?)"
            self._database.run(insert, [book_id, new, player.id])
            where = "WHERE player_id = ? AND written = ?"
            self._database.run(f"UPDATE places SET written = ? {where}", [new, player.id, written])
            if written == name:
                self._database.run("UPDATE players SET name = ? WHERE id = ?", [new, player.id])

    def undecodable_names(self) -> list[str]:
        """Names of players and score books that are not valid UTF-8, with replacement characters."""
        select = "SELECT CAST(name AS BLOB) FROM players UNION SELECT CAST(written AS BLOB) FROM names"
        names = self._database.rows(f"{select} UNION SELECT CAST(name AS BLOB) FROM score_books ORDER BY 1")
        legible = [(row[0], row[0].decode("utf-8", "replace")) for row in names]
        return [text for name, text in legible if text.encode() != name]

    def misplaced(self) -> list[int]:
        """The matches whose projections assign a seat to a player without the name entered there."""
        wrong = [
            "SELECT p.match_id FROM places p JOIN matches m ON m.id = p.match_id LEFT JOIN names n "
            "ON n.book_id = m.book_id AND n.written = p.written WHERE n.player_id IS NOT p.player_id"
        ]
        for game in self._games.values():
            for column, seat in _players_of(game):
                wrong.append(
                    f"SELECT r.match_id FROM {game.tables.results} r LEFT JOIN places p ON p.match_id = r.match_id "
                    f"AND p.seat = {seat.replace('seat', 'r.seat')} WHERE p.player_id IS NOT r.{column}"
                )
        return [row["match_id"] for row in self._database.rows(f"{' UNION '.join(wrong)} ORDER BY 1")]


def _players_of(game: Game[Any, Any, Any]) -> list[tuple[str, str]]:
    """The columns of a game's results that name players, each with the SQL of the seat where that player sat."""
    if not game.partners:
        return [("player_id", "seat")]
    across = " ".join(["CASE seat", *(f"WHEN '{s}' THEN '{p}'" for s, p in game.partners.items()), "END"])
    return [("player_id", "seat"), ("partner_id", across)]
