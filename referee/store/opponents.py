"""Opponents of a player, or of two partners, by season: from the results of finished matches of a game."""

from typing import Any, Generic

from referee.store.database import Database
from referee.store.players import BEST_FIRST, F, Order, PlayedMatch, PlayerStore, Ranking, Side, condition

_WON = "(own.place <= other.place)"
"""SQL: true if a match was won against the other side, or drawn with it."""
_SUMS = (
    f"count(*) AS matches, sum({_WON}) AS matches_won, sum(own.games) AS games, sum(own.games_won) AS games_won, "
    "sum(own.hands) AS hands, sum(own.points) AS points, sum(other.points) AS points_against"
)


class Opponents(Generic[F]):
    """Figures of sides against each other; each side's are the `RANKED` figures."""

    def __init__(self, database: Database, players: PlayerStore[F]) -> None:
        self._database, self._players = database, players
        own = "own.player_id, own.partner_id" if players.has_partners else "own.player_id"
        self._met = (
            f"FROM {players.results} own JOIN {players.results} other ON other.match_id = own.match_id "
            f"AND other.player_id NOT IN ({own})"
        )
        """The SQL join of a player's results with the results of each opponent in the same match."""

    def met(self, side: Side, league: str = "", order: Order = BEST_FIRST) -> list[Ranking[F]]:
        """Each player that a player met, or each pair that two partners met, and the figures against them."""
        who = ("player_id", "partner_id")[: len(side)]
        key = ", ".join(f"other.{column}" for column in who)
        where, values = _where(side, league=league)
        once = "AND other.player_id < other.partner_id" if len(side) > 1 else ""
        sums = f"SELECT {key}, {_SUMS} {self._met} WHERE {where} {once} GROUP BY {key}"
        return self._players.ranked(who, sums, values, order)

    def against(self, side: Side, other: Side, league: str = "") -> F:
        """The figures of a side against another; all 0 if they never met."""
        where, values = _where(side, other, league)
        return self._players.read(self._database.rows(f"SELECT {_SUMS} {self._met} WHERE {where}", values)[0])

    def by_league(self, side: Side, other: Side, limit: int) -> list[tuple[str, F]]:
        """The figures of a side against another in the latest seasons; each with its first day."""
        where, values = _where(side, other)
        sums = f"SELECT own.league, {_SUMS} {self._met} WHERE {where}"
        return self._players.latest_leagues(sums, [*values, limit])

    def form(self, side: Side, other: Side, limit: int) -> list[PlayedMatch]:
        """The latest finished matches of a side against another, oldest first."""
        where, values = _where(side, other)
        select = (
            f"SELECT own.match_id, own.began, {_WON}, own.games_won, own.games, own.points, other.points, own.hands"
        )
        return self._players.latest_matches(f"{select} {self._met} WHERE {where}", [*values, limit])


def _where(side: Side, other: Side = (), league: str = "") -> tuple[str, list[Any]]:
    """The condition of a query for a side, against another or all, in a season or all; and its values."""
    # The sign keeps SQLite from scanning all results of the other side, instead of the same matches only.
    of_all: list[tuple[str, list[Any]]] = [condition(side, "own."), condition(other, "+other.")]
    given = [(term, values) for term, values in [*of_all, ("own.league = ?", [league])] if any(values)]
    return " AND ".join(term for term, _ in given), [value for _, values in given for value in values]
