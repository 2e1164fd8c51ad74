"""Players' figures, alone and with a partner, by season.

Figures count finished matches only, and are summed up by triggers. Methods that change something must be called
within `database.writing`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

from referee.games.game import Game, Games
from referee.results import Result, read_results
from referee.store.database import Database
from referee.store.player_names import Player, PlayerNames

RANKED = ("matches", "matches_won", "games", "games_won", "hands", "points", "points_against")
"""The counts that the leagues show."""
F = TypeVar("F")
Side = Sequence[Player]
"""A player, or two partners."""
_PLACES = {
    "won": "matches_won * 1.0 / matches DESC, matches DESC, points_against - points",
    "points": "points * 1.0 / hands DESC, matches DESC",
}
"""Orders by which a league is ranked. Players who are level in all parts of one share a place.

`won` ranks by the share of matches won, then most matches, then the points difference; `points` by points per
hand, then most matches.
"""
_ORDERS = {
    "won": ("matches_won * 1.0 / matches", True),
    "name": ("name", False),
    "games": ("games_won * 1.0 / games", True),
    "points": ("points * 1.0 / hands", True),
}
"""The columns by which a league can be sorted: their SQL, and whether the greatest comes first. The column that it is
ranked by is sorted by the places."""


@dataclass(frozen=True, slots=True)
class Order:
    """The order of a league: a column of `columns()`, and whether it is turned round."""

    column: str = "won"
    is_turned: bool = False
    rank: str = "won"
    """One of `ranks()`: the order that decides the places."""

    @staticmethod
    def ranks() -> tuple[str, ...]:
        """Return the names of the orders by which a league may be ranked."""
        return tuple(_PLACES)

    @staticmethod
    def columns() -> tuple[str, ...]:
        """Return the columns by which a league can be sorted."""
        return tuple(_ORDERS)

    def sql(self, names: Sequence[str]) -> str:
        """The terms of ORDER BY, given the columns with the names of players."""
        term, is_falling = ("place", False) if self.column == self.rank else _ORDERS[self.column]
        by_name = [f"{name} COLLATE NOCASE" for name in names]
        direction = "DESC" if is_falling != self.is_turned else "ASC"
        columns = (f"{each} {direction} NULLS LAST" for each in (by_name if term == "name" else [term]))
        return ", ".join([*columns, "place", *by_name, *names])


BEST_FIRST = Order()


@dataclass(frozen=True, slots=True)
class Ranking(Generic[F]):
    """The figures of one player, or of two partners, and their place in the league, regardless of its sorting."""

    players: tuple[Player, ...]
    figures: F
    place: int


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


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that is over and belongs to no evening of several tables: the basis of ratings."""

    ended: str
    """In UTC."""
    players: Mapping[str, int]
    """The ids of the players by seat."""
    result: Mapping[str, Result]
    """By the letters of the seats of each side."""


class PlayerStore(PlayerNames, Generic[F]):
    """The players of a database, and their figures as a game counts them."""

    def __init__(self, database: Database, games: Games, game: Game[Any, Any, Any]) -> None:
        super().__init__(database, games)
        self.results, self._totals = game.tables.results, game.tables.totals
        self._game, self.has_partners = game.key, bool(game.partners)
        self._figures: type[F] = game.figures
        self._counts = [field.name for field in fields(game.figures)]
        sums, who = _sums(self._counts), "player_id, partner_id" if game.partners else "player_id"
        self._key = f"book_id, league, {who}"
        self._counted_anew = (
            f"SELECT {self._key}, {sums} FROM {self.results} GROUP BY {self._key} UNION ALL "
            f"SELECT book_id, '', {who}, {sums} FROM {self.results} GROUP BY book_id, {who}"
        )
        """Selects the totals as summed up from the results: by season, and of all seasons, which is the league ''."""

    def figures(self, side: Side, league: str = "") -> F:
        """The figures of a player, or of one with a partner."""
        of_side, values = condition(side)
        select = f"SELECT {_sums(self._counts)} FROM {self._totals} WHERE {of_side} AND league = ?"
        return self.read(self._database.rows(select, [*values, league])[0])

    def partners(self, player: Player, league: str = "", order: Order = BEST_FIRST) -> list[Ranking[F]]:
        """The `RANKED` figures of a player with each partner; none in a game without partners."""
        if not self.has_partners:
            return []
        return self._counted(("partner_id",), "player_id = ? AND league = ?", [player.id, league], order)

    def everybody(self, book_id: int, league: str = "", order: Order = BEST_FIRST) -> list[Ranking[F]]:
        """The `RANKED` figures of each player of a score book."""
        return self._counted(("player_id",), "book_id = ? AND league = ?", [book_id, league], order)

    def pairs(self, book_id: int, league: str = "", limit: int = -1, order: Order = BEST_FIRST) -> list[Ranking[F]]:
        """The `RANKED` figures of each pair of partners of a score book; none without partners."""
        if not self.has_partners:
            return []
        once = "book_id = ? AND league = ? AND player_id < partner_id"
        return self._counted(("player_id", "partner_id"), once, [book_id, league], order, limit)

    def pairs_among(self, players: Iterable[Player]) -> list[Ranking[F]]:
        """The `RANKED` figures of each pair of partners among some players; none without partners."""
        if not self.has_partners:
            return []
        among = ", ".join(str(player.id) for player in players)
        once = f"player_id IN ({among}) AND partner_id IN ({among}) AND league = '' AND player_id < partner_id"
        return self._counted(("player_id", "partner_id"), once, [])

    def _counted(
        self, who: Sequence[str], where: str, values: list[Any], order: Order = BEST_FIRST, limit: int = -1
    ) -> list[Ranking[F]]:
        """A league table from the totals, for the players or pairs in the columns `who`."""
        key = ", ".join(who)
        sums = f"SELECT {key}, {_sums(RANKED)} FROM {self._totals} WHERE {where} GROUP BY {key}"
        return self.ranked(who, sums, values, order, limit)

    def ranked(
        self, who: Sequence[str], sums: str, values: list[Any], order: Order, limit: int = -1
    ) -> list[Ranking[F]]:
        """A league table of `sums`, a query with the columns `who` of players and the `RANKED` figures."""
        names = [f"{column}_name" for column in who]
        named = ", ".join(f"{column}_of.name AS {name}" for column, name in zip(who, names, strict=True))
        joins = " ".join(f"JOIN players {column}_of ON {column}_of.id = {column}" for column in who)
        place = f"rank() OVER (ORDER BY {_PLACES[order.rank]})"
        select = f"SELECT counted.*, {named}, {place} AS place FROM ({sums}) counted {joins}"
        rows = self._database.rows(f"{select} ORDER BY {order.sql(names)} LIMIT ?", [*values, limit])
        columns = list(zip(who, names, strict=True))
        return [
            Ranking(tuple(Player(row[number], row[name]) for number, name in columns), self.read(row), row["place"])
            for row in rows
        ]

    def by_league(self, side: Side, limit: int) -> list[tuple[str, F]]:
        """The `RANKED` figures of a player, or of two partners, in the latest seasons; each with its first day."""
        of_side, values = condition(side)
        sums = f"SELECT league, {_sums(RANKED)} FROM {self._totals} WHERE {of_side} AND league <> ''"
        return self.latest_leagues(sums, [*values, limit])

    def latest_leagues(self, sums: str, values: list[Any]) -> list[tuple[str, F]]:
        """The figures of a query that begins with the season, the latest first; its last value is their number."""
        rows = self._database.rows(f"{sums} GROUP BY 1 ORDER BY 1 DESC LIMIT ?", values)
        return [(row[0], self.read(row)) for row in rows]

    def champions(self, book_id: int, leagues: Iterable[str]) -> dict[str, tuple[list[Ranking[F]], list[Ranking[F]]]]:
        """Return the players in first place in each season, and the pairs of partners."""
        return {
            league: (first(self.everybody(book_id, league)), first(self.pairs(book_id, league))) for league in leagues
        }

    def leagues(self, book_id: int, limit: int, before: str = "") -> list[str]:
        """The first days of the seasons with a finished match, the latest first; `before` is for paging."""
        older = "AND league < ?" if before else ""
        where = f"WHERE book_id = ? AND league <> '' {older} ORDER BY 1 DESC LIMIT ?"
        select = f"SELECT DISTINCT league FROM {self._totals} {where}"
        return [row["league"] for row in self._database.rows(select, [book_id, *([before] if before else []), limit])]

    def form(self, side: Side, limit: int) -> list[PlayedMatch]:
        """The latest finished matches of a player, or of two partners, oldest first."""
        of_side, values = condition(side)
        select = "SELECT match_id, began, matches_won, games_won, games, points, points_against, hands"
        return self.latest_matches(f"{select} FROM {self.results} WHERE {of_side}", [*values, limit])

    def latest_matches(self, select: str, values: list[Any]) -> list[PlayedMatch]:
        """The latest matches of a query for their fields, oldest first; its last value is their number."""
        rows = self._database.rows(f"{select} ORDER BY 2 DESC, 1 DESC LIMIT ?", values)
        return [PlayedMatch(row[0], row[1], bool(row[2]), *row[3:]) for row in reversed(rows)]

    def finished(self, book_id: int, league: str = "") -> Iterator[Finished]:
        """Yield the finished matches of a score book, or of one season, in the order in which they ended."""
        seats: dict[int, dict[str, int]] = {}
        for row in self._database.rows(_SEATS, [book_id, self._game]):
            seats.setdefault(row["match_id"], {})[row["seat"]] = row["player_id"]
        for row in self._database.rows(_FINISHED, [book_id, self._game, league]):
            yield Finished(row["ended"], seats.get(row["id"], {}), read_results(row["result"]))

    def miscounted(self) -> list[Player]:
        """Players whose totals are not the sum of their results."""
        counted, kept = self._counted_anew, f"SELECT {self._key}, {', '.join(self._counts)} FROM {self._totals}"
        more, fewer = f"SELECT * FROM ({counted}) EXCEPT {kept}", f"{kept} EXCEPT SELECT * FROM ({counted})"
        wrong = f"SELECT player_id FROM ({more}) UNION SELECT player_id FROM ({fewer})"
        rows = self._database.rows(f"SELECT id, name FROM players WHERE id IN ({wrong}) ORDER BY id")
        return [Player(*row) for row in rows]

    def rebuild_totals(self) -> None:
        """Rebuild the totals from the results."""
        self._database.run(f"DELETE FROM {self._totals}")
        self._database.run(
            f"INSERT INTO {self._totals} ({self._key}, {', '.join(self._counts)}) {self._counted_anew}"
        )

    def read(self, row: Any) -> F:
        """The figures that a row has; the others are 0."""
        columns = set(row.keys())
        return self._figures(**{name: row[name] or 0 for name in self._counts if name in columns})


def first(rankings: Iterable[Ranking[F]]) -> list[Ranking[F]]:
    """Return the rankings in first place; several if they are level."""
    return [each for each in rankings if each.place == 1]


def condition(side: Side, row: str = "") -> tuple[str, list[int]]:
    """The condition for the results of a side, whose columns begin with `row`; and its values."""
    columns = zip(("player_id", "partner_id"), side, strict=False)
    return " AND ".join(f"{row}{column} = ?" for column, _ in columns), [player.id for player in side]


def _sums(names: Iterable[str]) -> str:
    return ", ".join(f"sum({name}) AS {name}" for name in names)


_SEATS = """SELECT match_id, seat, player_id FROM places JOIN matches ON id = match_id
    WHERE matches.book_id = ? AND game_key = ? AND over = 1 AND binned IS NULL"""
_FINISHED = """SELECT id, ended, result FROM matches m
    WHERE book_id = ?1 AND game_key = ?2 AND over = 1 AND binned IS NULL AND (?3 = '' OR league = ?3)
    AND NOT EXISTS (SELECT 1 FROM evening_matches e WHERE e.match_id = m.id) ORDER BY ended, id"""
