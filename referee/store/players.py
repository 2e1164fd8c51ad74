"""Players: their figures, alone and with a partner, by season; renamed, merged and split again.

A player has one current name, and every name they were entered under in a score book. Figures count finished matches
only, and are summed up by triggers. Methods that change something must be called within `database.writing`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Generic, TypeVar

from referee.faults import Fault, NotThereError, RefusedError
from referee.games.game import Game
from referee.store.database import Database
from referee.store.logs import NUMBERS
from referee.text import folded

RANKED = ("matches", "matches_won", "games", "games_won", "hands", "points", "points_against")
"""The counts that the leagues show."""
F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a score book."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Ranking(Generic[F]):
    """The figures of one player, or of two partners."""

    players: tuple[Player, ...]
    figures: F


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished match of one player."""

    match_id: int
    opened: str
    won: bool
    games_won: int
    games: int
    points: int
    points_against: int
    hands: int


class PlayerStore(Generic[F]):
    """The players of a database, and their figures as a game counts them."""

    def __init__(self, database: Database, game: Game[Any, Any, Any]) -> None:
        self._database = database
        self._figures: type[F] = game.figures
        self._counts = [field.name for field in fields(game.figures)]
        sums = _sums(self._counts)
        self._counted_anew = (
            f"SELECT {_KEY}, {sums} FROM results GROUP BY {_KEY} UNION ALL "
            f"SELECT book_id, '', player_id, partner_id, {sums} FROM results GROUP BY book_id, player_id, partner_id"
        )
        """Selects the totals as summed up from the results: by season, and of all seasons, which is the league ''."""
        self._across = " ".join(["CASE seat", *(f"WHEN '{s}' THEN '{p}'" for s, p in game.partners.items()), "END"])

    # --- names -----------------------------------------------------------------------------------------------

    def player(self, book_id: int, number: int) -> Player:
        """A player of a score book. Raises NotThereError."""
        select = "SELECT id, name FROM players WHERE book_id = ? AND id = ?"
        for row in self._database.rows(select, [book_id, number]) if number in NUMBERS else ():
            return Player(*row)
        raise NotThereError(f"There is no player {number} in this score book.")

    def players(self, book_id: int) -> list[Player]:
        """Everybody in a score book, by name."""
        found = self._database.rows("SELECT id, name FROM players WHERE book_id = ?", [book_id])
        return sorted((Player(*row) for row in found), key=lambda player: player.name.casefold())

    def other_names(self, player: Player) -> list[str]:
        """The other names that a player was entered under."""
        select = "SELECT DISTINCT written FROM names WHERE player_id = ? AND written <> ? ORDER BY 1"
        return [row["written"] for row in self._database.rows(select, [player.id, player.name])]

    def by_name(self, book_id: int, name: str) -> Player | None:
        """The player who was entered under a name, or None."""
        select = "SELECT id, name FROM names JOIN players ON id = player_id WHERE names.book_id = ? AND written = ?"
        return next((Player(*row) for row in self._database.rows(select, [book_id, name])), None)

    def get_or_add(self, book_id: int, name: str) -> Player:
        """The player with a name; adds a new player if the name is unknown in the score book."""
        known = self.by_name(book_id, name)
        if known:
            return known
        new = self._database.run("INSERT INTO players (book_id, name) VALUES (?, ?)", [book_id, name])
        self._database.run("INSERT INTO names (book_id, written, player_id) VALUES (?, ?, ?)", [book_id, name, new])
        return Player(new, name)

    # --- figures: of one season's league, or of all with the league "" ----------------------------------------

    def figures(self, player: Player, partner: Player | None = None, league: str = "") -> F:
        """The figures of a player, in all or with one partner."""
        together, values = ("AND partner_id = ?", [partner.id]) if partner else ("", [])
        select = f"SELECT {_sums(self._counts)} FROM totals WHERE player_id = ? AND league = ? {together}"
        return self._read(self._database.rows(select, [player.id, league, *values])[0])

    def partners(self, player: Player, league: str = "") -> list[Ranking[F]]:
        """The `RANKED` figures of a player with each partner."""
        return self._counted("partner_id", "player_id = ? AND league = ?", [player.id, league])

    def everybody(self, book_id: int, league: str = "", limit: int = -1) -> list[Ranking[F]]:
        """The `RANKED` figures of each player of a score book, best first."""
        return self._counted("player_id", "book_id = ? AND league = ?", [book_id, league], limit)

    def pairs(self, book_id: int, league: str = "", limit: int = -1) -> list[Ranking[F]]:
        """The `RANKED` figures of each pair of partners of a score book, best first."""
        once = "book_id = ? AND league = ? AND player_id < partner_id"
        return self._counted("player_id, partner_id", once, [book_id, league], limit)

    def _counted(self, who: str, where: str, values: list[Any], limit: int = -1) -> list[Ranking[F]]:
        """A league table: by most matches won, then fewest lost, then the difference of points."""
        order = "matches_won DESC, matches - matches_won, points_against - points"
        sums = f"SELECT {who}, {_sums(RANKED)} FROM totals WHERE {where} GROUP BY {who}"
        rows = self._database.rows(f"SELECT * FROM ({sums}) ORDER BY {order}, {who} LIMIT ?", [*values, limit])
        columns = who.split(", ")
        wanted = {row[column] for row in rows for column in columns}
        found = self._database.rows(f"SELECT id, name FROM players WHERE id IN ({', '.join(map(str, wanted))})")
        players = {row["id"]: Player(*row) for row in found}
        return [Ranking(tuple(players[row[column]] for column in columns), self._read(row)) for row in rows]

    def by_league(self, player: Player, limit: int, partner: Player | None = None) -> list[tuple[str, F]]:
        """The `RANKED` figures of a player, or with one partner, in the latest seasons; each with its first day."""
        together, values = ("AND partner_id = ?", [partner.id]) if partner else ("", [])
        select = (
            f"SELECT league, {_sums(RANKED)} FROM totals WHERE player_id = ? AND league <> '' {together} "
            "GROUP BY league ORDER BY league DESC LIMIT ?"
        )
        rows = self._database.rows(select, [player.id, *values, limit])
        return [(row["league"], self._read(row)) for row in rows]

    def champions(self, book_id: int, leagues: Iterable[str]) -> dict[str, tuple[Ranking[F], Ranking[F] | None]]:
        """For each season the leading player, and the leading pair of partners if there is one."""
        return {
            league: (self.everybody(book_id, league, 1)[0], next(iter(self.pairs(book_id, league, 1)), None))
            for league in leagues
        }

    def leagues(self, book_id: int, limit: int, before: str = "") -> list[str]:
        """The first days of the seasons with a finished match, the latest first; `before` is for paging."""
        older = "AND league < ?" if before else ""
        select = (
            f"SELECT DISTINCT league FROM totals WHERE book_id = ? AND league <> '' {older} ORDER BY 1 DESC LIMIT ?"
        )
        return [row["league"] for row in self._database.rows(select, [book_id, *([before] if before else []), limit])]

    def form(self, player: Player, limit: int, partner: Player | None = None) -> list[PlayedMatch]:
        """The latest finished matches of a player, oldest first."""
        together = "AND partner_id = ?" if partner else ""
        select = (
            "SELECT match_id, began, matches_won, games_won, games, points, points_against, hands FROM results "
            f"WHERE player_id = ? {together} ORDER BY began DESC, match_id DESC LIMIT ?"
        )
        values = [player.id, *([partner.id] if partner else []), limit]
        rows = self._database.rows(select, values)
        return [PlayedMatch(row[0], row[1], bool(row[2]), *row[3:]) for row in reversed(rows)]

    def miscounted(self) -> list[Player]:
        """Players whose totals are not the sum of their results."""
        counted, kept = self._counted_anew, f"SELECT {_KEY}, {', '.join(self._counts)} FROM totals"
        more, fewer = f"SELECT * FROM ({counted}) EXCEPT {kept}", f"{kept} EXCEPT SELECT * FROM ({counted})"
        wrong = f"SELECT player_id FROM ({more}) UNION SELECT player_id FROM ({fewer})"
        rows = self._database.rows(f"SELECT id, name FROM players WHERE id IN ({wrong}) ORDER BY id")
        return [Player(*row) for row in rows]

    def rebuild_totals(self) -> None:
        """Rebuild the totals from the results."""
        self._database.run("DELETE FROM totals")
        self._database.run(f"INSERT INTO totals ({_KEY}, {', '.join(self._counts)}) {self._counted_anew}")

    def undecodable_names(self) -> list[str]:
        """Names of players and score books that are not valid UTF-8, with replacement characters."""
        select = "SELECT CAST(name AS BLOB) FROM players UNION SELECT CAST(written AS BLOB) FROM names"
        names = self._database.rows(f"{select} UNION SELECT CAST(name AS BLOB) FROM score_books ORDER BY 1")
        legible = [(row[0], row[0].decode("utf-8", "replace")) for row in names]
        return [text for name, text in legible if text.encode() != name]

    def misplaced(self) -> list[int]:
        """The matches whose projections assign a seat to another player than the one with that name."""
        wrong = (
            "SELECT p.match_id FROM places p JOIN matches m ON m.id = p.match_id LEFT JOIN names n "
            "ON n.book_id = m.book_id AND n.written = p.written WHERE n.player_id IS NOT p.player_id "
            "UNION SELECT r.match_id FROM results r "
            "LEFT JOIN places p ON p.match_id = r.match_id AND p.seat = r.seat "
            f"LEFT JOIN places q ON q.match_id = r.match_id AND q.seat = {self._across.replace('seat', 'r.seat')} "
            "WHERE p.player_id IS NOT r.player_id OR q.player_id IS NOT r.partner_id ORDER BY 1"
        )
        return [row["match_id"] for row in self._database.rows(wrong)]

    def _read(self, row: Any) -> F:
        """The figures that a row has; the others are 0."""
        columns = set(row.keys())
        return self._figures(**{name: row[name] or 0 for name in self._counts if name in columns})

    # --- renaming, merging, splitting -------------------------------------------------------------------------

    def rename(self, book_id: int, player: Player, name: str) -> Player:
        """Rename a player. If another player has the name already, the two are merged.

        The name must have been validated. Raises RefusedError if the two played in one match, so that they are two.
        """
        other, wanted = self.by_name(book_id, name), folded(name)
        alike = [each.name for each in self.players(book_id) if folded(each.name) == wanted]
        if other is None and alike and player.name not in alike:
            text = f"There is {alike[0]} already: write it the same way, and the two are one player."
            raise RefusedError(Fault("nearly-the-same", text))
        if other and other.id != player.id and other.name != name:
            text = f"“{name}” was written for {other.name}: part that name from {other.name} first."
            raise RefusedError(Fault("an-earlier-name", text))
        if other and other.id != player.id:
            self._merge(player, other)
            player = other
        self._database.run("INSERT OR IGNORE INTO names (book_id, written, player_id) VALUES (?, ?, ?)",
                       [book_id, name, player.id])  # fmt: skip
        self._database.run("UPDATE players SET name = ? WHERE id = ?", [name, player.id])
        # Forget a name that no match was entered with.
        unused = "NOT EXISTS (SELECT 1 FROM places p WHERE p.player_id = ?1 AND p.written = names.written)"
        self._database.run(
            f"DELETE FROM names WHERE player_id = ?1 AND written <> ?2 AND {unused}", [player.id, name]
        )
        return Player(player.id, name)

    def _merge(self, gone: Player, kept: Player) -> None:
        select = (
            "SELECT opened FROM places a JOIN places b ON b.match_id = a.match_id "
            "JOIN matches m ON m.id = a.match_id WHERE a.player_id = ? AND b.player_id = ? ORDER BY began LIMIT 1"
        )
        for row in self._database.rows(select, [gone.id, kept.id]):
            day = f"{datetime.fromisoformat(row['opened']):%d %B %Y}".lstrip("0")
            text = f"{gone.name} and {kept.name} sat at one table on {day}, so they are two people."
            raise RefusedError(Fault("two-people", text))
        for table, column in (
            ("names", "player_id"),
            ("places", "player_id"),
            ("results", "player_id"),
            ("results", "partner_id"),
        ):
            self._database.run(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", [kept.id, gone.id])
        self._database.run("DELETE FROM players WHERE id = ?", [gone.id])

    def split_if_together(self, book_id: int, other_names: Iterable[str]) -> bool:
        """Split players so that the names of one match belong to different players. Returns whether any was split."""
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

    def split(self, book_id: int, player: Player, other_names: str) -> Player:
        """Make a new player of a name that a player was entered under, with the matches under that name.

        Raises NotThereError if the player was never entered under it, or if it is their current name.
        """
        if other_names not in self.other_names(player):
            raise NotThereError(f"“{other_names}” was not written for {player.name}.")
        new = self._database.run("INSERT INTO players (book_id, name) VALUES (?, ?)", [book_id, other_names])
        values = [new, player.id, other_names]
        self._database.run("UPDATE names SET player_id = ? WHERE player_id = ? AND written = ?", values)
        self._database.run("UPDATE places SET player_id = ? WHERE player_id = ? AND written = ?", values)
        places = "SELECT match_id, seat FROM places WHERE player_id = ?"
        for column, seat in (("player_id", "seat"), ("partner_id", self._across)):
            self._database.run(f"UPDATE results SET {column} = ? WHERE (match_id, {seat}) IN ({places})", [new, new])
        return Player(new, other_names)


def _sums(names: Iterable[str]) -> str:
    return ", ".join(f"sum({name}) AS {name}" for name in names)


_KEY = "book_id, league, player_id, partner_id"
