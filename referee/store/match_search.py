"""Search for matches by their projections, without reading logs."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from referee.games.game import Games
from referee.results import read_results, winners
from referee.store.database import Database
from referee.store.logs import NUMBERS
from referee.text import folded

LATEST = 40
"""The number of latest matches whose players are offered for the next one."""
SEASONS, YEARS = 12, 30
"""The numbers of seasons (three years' worth) and of years offered as search criteria."""


@dataclass(frozen=True, slots=True)
class Criteria:
    """Criteria of a search; empty ones are ignored."""

    words: tuple[str, ...] = ()
    player: str = ""
    partner: str = ""
    league: str = ""
    """The first day of a season."""
    year: int = 0
    over: bool | None = None
    of_no_evening: bool = False
    """True to find only matches that belong to no evening of several tables."""

    def __bool__(self) -> bool:
        return self != Criteria(over=self.over, of_no_evening=self.of_no_evening)


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match in a list of matches."""

    id: int
    book_id: int
    game_key: str
    """The key of its game."""
    players: Mapping[str, str]
    """By seat."""
    opened: str
    best_of: int
    phase: str
    game: int
    """The number of the game it is in, from 1."""
    hand: int
    trick: int
    """The number of complete tricks of the hand."""
    score: tuple[int, int]
    """The points of the two sides."""
    games: tuple[int, int]
    """The games that each side has won."""
    binned: str | None
    """The time at which it was moved to the bin, or None."""
    seat_scores: str | None
    """In a game without sides, the points and games by seat, as JSON."""
    winners: str = ""
    """The letters of the winners' seats: none before the match is over, or if all are level."""
    is_damaged: bool = False
    """True if its row cannot be read: then only its numbers are right."""


DAMAGED = MatchSummary(0, 0, "", {}, "", 1, "", 1, 1, 0, (0, 0), (0, 0), None, None, is_damaged=True)
_LISTED = (
    "SELECT m.id, m.book_id, m.game_key, m.opened, m.best_of, m.phase, m.game, m.hand, m.trick, "
    "m.score_ns, m.score_ew, m.games_ns, m.games_ew, m.binned, m.seat_scores, m.over, m.result "
    "FROM matches m WHERE m.began > '' AND "
)
_DAY = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d)")
"""The first day of a season; anything else is damage."""
_NEWEST = "FROM matches WHERE book_id = ? AND binned IS NULL AND began > '' ORDER BY began DESC, id DESC LIMIT ?"


_Names = list[tuple[int, str]]


def _named(names: _Names, text: str, exactly: bool = True) -> set[int]:
    """The ids of players with a name that contains a text; with `exactly` only exact matches, if there are any."""
    wanted = folded(text)
    exact = {number for number, name in names if name == wanted} if exactly else set()
    return exact or {number for number, name in names if wanted in name}


_OF_NO_EVENING = "NOT EXISTS (SELECT 1 FROM evening_matches e WHERE e.match_id = m.id)"


class MatchSearch:
    """Finds the matches of a database."""

    def __init__(self, database: Database, games: Games) -> None:
        self._database, self._games = database, games
        pairs = (f"'{key} {one}{other}'" for key, game in games.items() for one, other in game.partners.items())
        self._partners = ", ".join(pairs)

    def find(self, book_id: int, criteria: Criteria, limit: int, before: int = 0) -> list[MatchSummary]:
        """The matches of a score book that meet the criteria, newest first; `before` is a match number for paging."""
        where, values = ["m.book_id = ?", "m.binned IS NULL"], [book_id]
        for condition, given in self._conditions(book_id, criteria):
            where.append(condition)
            values += given
        place = "SELECT began, id FROM matches WHERE id = ? AND book_id = ?"
        older = self._database.rows(place, [before, book_id]) if before in NUMBERS else []
        if older:
            where.append("(m.began, m.id) < (?, ?)")
            values += older[0]
        select = f"{_LISTED} {' AND '.join(where)} ORDER BY m.began DESC, m.id DESC LIMIT ?"
        return self._listed(select, [*values, limit])

    def _conditions(self, book_id: int, criteria: Criteria) -> Iterator[tuple[str, list[Any]]]:
        if criteria.over is not None:
            yield "m.over = ?", [int(criteria.over)]
        if criteria.of_no_evening:
            yield _OF_NO_EVENING, []
        if criteria.league:
            yield "m.league = ?", [criteria.league]
        if criteria.year in NUMBERS:
            yield "m.year = ?", [criteria.year]
        names = self._names(book_id) if criteria.player or criteria.partner or criteria.words else []
        if criteria.player or criteria.partner:
            yield self._played_by(names, criteria)
        for word in criteria.words:
            named = _some(_named(names, word, exactly=False))
            played = f"OR m.id IN (SELECT match_id FROM places WHERE player_id IN ({named}))" if named else ""
            yield f"(instr(m.words, ?) {played})", [folded(word)]

    def _played_by(self, known: _Names, criteria: Criteria) -> tuple[str, list[Any]]:
        names = [name for name in (criteria.player, criteria.partner) if name]
        one, other = (_some(_named(known, name)) for name in (names[0], names[-1]))
        played = f"SELECT match_id FROM places WHERE player_id IN ({one})"
        if len(names) == 2:
            together = "SELECT a.match_id FROM places a JOIN places b ON b.match_id = a.match_id"
            partners = f"g.game_key || ' ' || a.seat || b.seat IN ({self._partners})"
            played = (
                f"{together} JOIN matches g ON g.id = a.match_id AND {partners} "
                f"WHERE a.player_id IN ({one}) AND b.player_id IN ({other})"
            )
        return f"m.id IN ({played})", []

    def _names(self, book_id: int) -> _Names:
        """Every name that a player of a score book was entered under, folded."""
        rows = self._database.rows("SELECT player_id, written FROM names WHERE book_id = ?", [book_id])
        return [(row["player_id"], folded(row["written"])) for row in rows]

    def listed(self, numbers: Iterable[int]) -> list[MatchSummary]:
        """The matches of some numbers, the latest first."""
        return self._listed(f"{_LISTED} m.id IN ({_some(numbers)}) AND m.binned IS NULL ORDER BY m.id DESC", [])

    def _listed(self, select: str, values: Sequence[Any]) -> list[MatchSummary]:
        rows = self._database.rows(select, values)
        players: dict[int, dict[str, str]] = {row["id"]: {} for row in rows}
        seated = (
            "SELECT match_id, seat, name FROM places JOIN players ON players.id = player_id "
            f"WHERE match_id IN ({_some(players)})"
        )
        for match_id, seat, name in self._database.rows(seated):
            players[match_id][seat] = name
        return [self._summary(row, players[row["id"]]) for row in rows]

    def _summary(self, row: Any, players: Mapping[str, str]) -> MatchSummary:
        try:
            datetime.fromisoformat(row["opened"])
            seated = {seat: name for seat in self._games[row["game_key"]].seats if (name := players.get(seat))}
            won = winners(read_results(row["result"])) if row["over"] else ""
        except (AttributeError, LookupError, TypeError, ValueError):
            return replace(DAMAGED, id=row["id"], book_id=row["book_id"], binned=row["binned"])
        scores, games = (row["score_ns"], row["score_ew"]), (row["games_ns"], row["games_ew"])
        state = row["phase"], row["game"], row["hand"], row["trick"], scores, games
        known = row["id"], row["book_id"], row["game_key"], seated, row["opened"], row["best_of"]
        return MatchSummary(*known, *state, row["binned"], row["seat_scores"], won)

    def rematch_of(self, match_id: int) -> int | None:
        """The latest rematch of a match in the same score book, or None."""
        own = "(SELECT book_id FROM matches WHERE id = ?1)"
        select = f"SELECT max(id) FROM matches WHERE follows = ?1 AND binned IS NULL AND book_id = {own}"
        number: int | None = self._database.rows(select, [match_id])[0][0]
        return number

    def latest(self, book_id: int, game: str = "") -> MatchSummary | None:
        """The latest match of a score book or, given a game's key, the latest of that game outside evenings; None
        if there is none."""
        of_game = f"AND m.game_key = ? AND {_OF_NO_EVENING}" if game else ""
        where = f"m.book_id = ? AND m.binned IS NULL {of_game} ORDER BY m.began DESC, m.id DESC LIMIT 1"
        return next(iter(self._listed(_LISTED + where, [book_id, *([game] if game else [])])), None)

    def latest_players(self, book_id: int) -> list[str]:
        """The players of the latest matches, each once, latest first."""
        select = (
            "SELECT name, max(match_id) FROM places JOIN players ON id = player_id "
            f"WHERE match_id IN (SELECT id {_NEWEST}) GROUP BY player_id ORDER BY 2 DESC, min(seat)"
        )
        return [row["name"] for row in self._database.rows(select, [book_id, LATEST])]

    def leagues(self, book_id: int) -> list[str]:
        """The latest seasons in which matches were opened, by their first days, the latest first."""
        return [league for league in self._each(book_id, "league", SEASONS) if _DAY.fullmatch(league)]

    def years(self, book_id: int) -> list[int]:
        """The years in which matches were opened, the latest first."""
        return self._each(book_id, "year", YEARS)

    def _each(self, book_id: int, column: str, limit: int) -> list[Any]:
        # One index lookup per value, for any number of matches.
        select, values = f"SELECT max({column}) FROM matches WHERE book_id = ? AND binned IS NULL", list[Any]()
        while len(values) < limit:
            ((value,),) = self._database.rows(
                select + (f" AND {column} < ?" if values else ""), [book_id, *values[-1:]]
            )
            if value is None:
                break
            values.append(value)
        return values

    def binned(self, book_id: int, since: str) -> list[MatchSummary]:
        """The matches moved to the bin since a moment, the latest first."""
        return self._listed(f"{_LISTED} m.book_id = ? AND m.binned >= ? ORDER BY m.binned DESC", [book_id, since])


def _some(numbers: Iterable[int]) -> str:
    return ", ".join(str(number) for number in numbers if number in NUMBERS)
