"""Players: their figures, alone and with a partner, by season; renamed, merged and split again.

A player is known by every name that was ever written for them in a score book, and goes by one. Figures are of
matches that are over, and are summed up by triggers. Whatever changes something is to be called within
`database.writing`.
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
"""The counts that leagues are made from."""
F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays in a score book."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Counted(Generic[F]):
    """Somebody, or two partners, and what they did."""

    players: tuple[Player, ...]
    figures: F


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match of a player's."""

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
        """What the totals are when counted: of each season's league, and of all of them, which has no name."""
        self._across = " ".join(["CASE seat", *(f"WHEN '{s}' THEN '{p}'" for s, p in game.partners.items()), "END"])

    # --- who they are ----------------------------------------------------------------------------------------

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

    def written(self, player: Player) -> list[str]:
        """The other names that were written for a player."""
        select = "SELECT DISTINCT written FROM names WHERE player_id = ? AND written <> ? ORDER BY 1"
        return [row["written"] for row in self._database.rows(select, [player.id, player.name])]

    def by_name(self, book_id: int, name: str) -> Player | None:
        """The player for whom a name was written, if there is one."""
        select = "SELECT id, name FROM names JOIN players ON id = player_id WHERE names.book_id = ? AND written = ?"
        return next((Player(*row) for row in self._database.rows(select, [book_id, name])), None)

    def called(self, book_id: int, name: str) -> Player:
        """Whom a name means; one that was never written in the score book makes a new player."""
        known = self.by_name(book_id, name)
        if known:
            return known
        new = self._database.run("INSERT INTO players (book_id, name) VALUES (?, ?)", [book_id, name])
        self._database.run("INSERT INTO names (book_id, written, player_id) VALUES (?, ?, ?)", [book_id, name, new])
        return Player(new, name)

    # --- what they did; in the league of a season, or without one in all of them ----------------------------------

    def figures(self, player: Player, partner: Player | None = None, league: str = "") -> F:
        """What a player did, in all or with a partner."""
        together, values = ("AND partner_id = ?", [partner.id]) if partner else ("", [])
        select = f"SELECT {_sums(self._counts)} FROM totals WHERE player_id = ? AND league = ? {together}"
        return self._read(self._database.rows(select, [player.id, league, *values])[0])

    def partners(self, player: Player, league: str = "") -> list[Counted[F]]:
        """What a player won with each partner."""
        return self._counted("partner_id", "player_id = ? AND league = ?", [player.id, league])

    def everybody(self, book_id: int, league: str = "", limit: int = -1) -> list[Counted[F]]:
        """What each player of a score book won."""
        return self._counted("player_id", "book_id = ? AND league = ?", [book_id, league], limit)

    def pairs(self, book_id: int, league: str = "", limit: int = -1) -> list[Counted[F]]:
        """What each two partners of a score book won."""
        once = "book_id = ? AND league = ? AND player_id < partner_id"
        return self._counted("player_id, partner_id", once, [book_id, league], limit)

    def _counted(self, who: str, where: str, values: list[Any], limit: int = -1) -> list[Counted[F]]:
        """A league in its order: most matches won, then fewest lost, then points made more than the others'."""
        order = "matches_won DESC, matches - matches_won, points_against - points"
        sums = f"SELECT {who}, {_sums(RANKED)} FROM totals WHERE {where} GROUP BY {who}"
        rows = self._database.rows(f"SELECT * FROM ({sums}) ORDER BY {order}, {who} LIMIT ?", [*values, limit])
        columns = who.split(", ")
        wanted = {row[column] for row in rows for column in columns}
        found = self._database.rows(f"SELECT id, name FROM players WHERE id IN ({', '.join(map(str, wanted))})")
        players = {row["id"]: Player(*row) for row in found}
        return [Counted(tuple(players[row[column]] for column in columns), self._read(row)) for row in rows]

    def by_league(self, player: Player, limit: int, partner: Player | None = None) -> list[tuple[str, F]]:
        """What a player won in the latest seasons, or there with a partner; each by its first day."""
        together, values = ("AND partner_id = ?", [partner.id]) if partner else ("", [])
        select = (
            f"SELECT league, {_sums(RANKED)} FROM totals WHERE player_id = ? AND league <> '' {together} "
            "GROUP BY league ORDER BY league DESC LIMIT ?"
        )
        rows = self._database.rows(select, [player.id, *values, limit])
        return [(row["league"], self._read(row)) for row in rows]

    def champions(self, book_id: int, leagues: Iterable[str]) -> dict[str, tuple[Counted[F], Counted[F] | None]]:
        """For each season's league the player and the two partners, if any, who lead it, or led it in the end."""
        return {
            league: (self.everybody(book_id, league, 1)[0], next(iter(self.pairs(book_id, league, 1)), None))
            for league in leagues
        }

    def leagues(self, book_id: int, limit: int, before: str = "") -> list[str]:
        """The seasons in which a match was finished, by their first days, the latest first; `before` to page on."""
        older = "AND league < ?" if before else ""
        select = (
            f"SELECT DISTINCT league FROM totals WHERE book_id = ? AND league <> '' {older} ORDER BY 1 DESC LIMIT ?"
        )
        return [row["league"] for row in self._database.rows(select, [book_id, *([before] if before else []), limit])]

    def form(self, player: Player, limit: int, partner: Player | None = None) -> list[Played]:
        """The latest finished matches of a player, in the order they were played."""
        together = "AND partner_id = ?" if partner else ""
        select = (
            "SELECT match_id, began, matches_won, games_won, games, points, points_against, hands FROM results "
            f"WHERE player_id = ? {together} ORDER BY began DESC, match_id DESC LIMIT ?"
        )
        values = [player.id, *([partner.id] if partner else []), limit]
        rows = self._database.rows(select, values)
        return [Played(row[0], row[1], bool(row[2]), *row[3:]) for row in reversed(rows)]

    def miscounted(self) -> list[Player]:
        """Players whose totals are not the sum of their results."""
        counted, kept = self._counted_anew, f"SELECT {_KEY}, {', '.join(self._counts)} FROM totals"
        more, fewer = f"SELECT * FROM ({counted}) EXCEPT {kept}", f"{kept} EXCEPT SELECT * FROM ({counted})"
        wrong = f"SELECT player_id FROM ({more}) UNION SELECT player_id FROM ({fewer})"
        rows = self._database.rows(f"SELECT id, name FROM players WHERE id IN ({wrong}) ORDER BY id")
        return [Player(*row) for row in rows]

    def count_anew(self) -> None:
        """Make the totals anew from the results."""
        self._database.run("DELETE FROM totals")
        self._database.run(f"INSERT INTO totals ({_KEY}, {', '.join(self._counts)}) {self._counted_anew}")

    def torn_names(self) -> list[str]:
        """Names of players and of score books of which a byte is damaged, as far as they can be read."""
        select = "SELECT CAST(name AS BLOB) FROM players UNION SELECT CAST(written AS BLOB) FROM names"
        names = self._database.rows(f"{select} UNION SELECT CAST(name AS BLOB) FROM score_books ORDER BY 1")
        legible = [(row[0], row[0].decode("utf-8", "replace")) for row in names]
        return [text for name, text in legible if text.encode() != name]

    def misplaced(self) -> list[int]:
        """Matches in which somebody is filed as another than the one whose name was written."""
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
        """The figures of a row, as far as it has them."""
        columns = set(row.keys())
        return self._figures(**{name: row[name] or 0 for name in self._counts if name in columns})

    # --- typed twice, or wrongly -----------------------------------------------------------------------------

    def rename(self, book_id: int, player: Player, name: str) -> Player:
        """Have a player go by another name. If that is somebody's already, the two become one, who goes by it.

        The name has been read. Raises RefusedError if the two sat at one table: then they are two.
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
        # A name that was never written at a table is forgotten with the renaming.
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

    def keep_apart(self, book_id: int, written: Iterable[str]) -> bool:
        """See to it that names that are written at one table are those of as many players; whether any was parted."""
        met: dict[int, str] = {}
        is_split = False
        for name in dict.fromkeys(written):
            player = self.by_name(book_id, name)
            if player and player.id in met:
                self.split(book_id, player, met[player.id] if name == player.name else name)
                is_split = True
            elif player:
                met[player.id] = name
        return is_split

    def split(self, book_id: int, player: Player, written: str) -> Player:
        """Make a name that was written for a player another player's, with the matches it was written in.

        Raises NotThereError if it was not written for them, or is the one they go by.
        """
        if written not in self.written(player):
            raise NotThereError(f"“{written}” was not written for {player.name}.")
        new = self._database.run("INSERT INTO players (book_id, name) VALUES (?, ?)", [book_id, written])
        values = [new, player.id, written]
        self._database.run("UPDATE names SET player_id = ? WHERE player_id = ? AND written = ?", values)
        self._database.run("UPDATE places SET player_id = ? WHERE player_id = ? AND written = ?", values)
        places = "SELECT match_id, seat FROM places WHERE player_id = ?"
        for column, seat in (("player_id", "seat"), ("partner_id", self._across)):
            self._database.run(f"UPDATE results SET {column} = ? WHERE (match_id, {seat}) IN ({places})", [new, new])
        return Player(new, written)


def _sums(names: Iterable[str]) -> str:
    return ", ".join(f"sum({name}) AS {name}" for name in names)


_KEY = "book_id, league, player_id, partner_id"
