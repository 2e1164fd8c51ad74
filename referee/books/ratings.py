"""Ratings of the players of a score book in a game, and of partners, by OpenSkill, from all matches.

A rating estimates a player's strength, and has an uncertainty; it grows with every win against strong players. Each
finished match counts once, and so does each table of an evening's round.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.books.current_evening import AnyGame, CurrentEvening
from referee.books.evenings import Evenings
from referee.evenings.evening import Score
from referee.evenings.rounds import names_of
from referee.season import local_day, span_of
from referee.store.database import Database
from referee.store.finished import Finished, finished, players, written
from referee.store.player_names import Player

RANKED_AFTER = 5
"""Matches after which somebody is ranked."""
START, MIDDLE, UNIT, SURE = 1000, 25, 40, 2
"""The rating that everybody begins with, and the scale of the ratings.

OpenSkill's mean for that rating, the points of one of its units, and the number of standard deviations shown.
"""
Entrant = tuple[int, ...]
"""The id of a player, or the ids of two partners."""
Side = tuple[Entrant, tuple[int, int]]
"""The players of a side, and its games and points."""
Result = tuple[str, Sequence[Side]]
"""The date of a match, and its sides."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player."""

    players: tuple[Player, ...]
    value: int
    sure: int
    """The uncertainty of the rating: `SURE` standard deviations."""
    matches: int
    place: int | None
    """None before there are enough matches."""


def rated(results: Iterable[Result], by_pairs: bool) -> list[tuple[Entrant, float, float, int]]:
    """Return the mean, the deviation and the number of matches of everyone who played, best first."""
    from openskill.models import PlackettLuce  # A server that shows no ratings does not load it.

    model = PlackettLuce()
    known = dict[Entrant, Any]()
    played = dict[Entrant, int]()
    for _, sides in sorted(results, key=lambda result: result[0]):
        teams = [[side] if by_pairs else [(player,) for player in side] for side, _ in sides]
        scores = [score for _, score in sides]
        ranks = [float(sum(other > score for other in scores)) for score in scores]
        for entrant in (each for team in teams for each in team):
            known.setdefault(entrant, model.rating())
            played[entrant] = played.get(entrant, 0) + 1
        after = model.rate([[known[each] for each in team] for team in teams], ranks=ranks)
        for team, found in zip(teams, after, strict=True):
            known.update(zip(team, found, strict=True))
    lines = [(each, rating.mu, rating.sigma, played[each]) for each, rating in known.items()]
    return sorted(lines, key=lambda line: (line[3] < RANKED_AFTER, SURE * line[2] - line[1]))


class Ratings:
    """The ratings of the players of a database."""

    def __init__(self, database: Database, evenings: Evenings) -> None:
        self._database, self._evenings = database, evenings

    def of(self, book_id: int, game: AnyGame, by_pairs: bool = False, league: str = "") -> list[Rating]:
        """The ratings of a score book in a game, of all time or of a season, best first; `by_pairs` of partners."""
        named, lines, place = players(self._database, book_id), list[Rating](), 0
        for who, mean, deviation, matches in rated(self._results(book_id, game, league), by_pairs):
            is_ranked = matches >= RANKED_AFTER
            place += is_ranked
            value, sure = round(START + UNIT * (mean - MIDDLE)), round(UNIT * SURE * deviation)
            names = tuple(named[each] for each in who)
            lines.append(Rating(names, value, sure, matches, place if is_ranked else None))
        return lines

    def _results(self, book_id: int, game: AnyGame, league: str = "") -> Iterator[Result]:
        """Yield the matches that are over, and the tables of evenings that were played."""
        for match in finished(self._database, book_id, game.key, league):
            yield match.ended, _sides(game, match)
        known = written(self._database, book_id)
        for row in self._evenings.store.of_book(book_id):
            current = self._evenings.current(row.id)
            if current.evening.setup.game == game.key:
                yield from _of_evening(current, known, league)


def _sides(game: AnyGame, match: Finished) -> list[Side]:
    """The players of each side of a match, and its games and points."""
    by_seat = json.loads(match.seat_scores) if match.seat_scores else {}
    sides = dict.fromkeys(frozenset((seat, game.partners.get(seat, seat))) for seat in match.players)
    found = list[Side]()
    for side in sides:
        seat = min(side)
        points, won = by_seat[seat] if by_seat else match.sides[seat not in "NS"][::-1]
        found.append((tuple(sorted(match.players[each] for each in side)), (won, points)))
    return found


def _of_evening(current: CurrentEvening, known: Mapping[str, int], league: str) -> Iterator[Result]:
    evening = current.evening
    for (number, place), scores in current.results.items():
        if league and span_of(local_day(evening.begun[number])).first.isoformat() != league:
            continue
        table = evening.rounds[number].tables[place]
        names = [names_of(side) for side in table]
        is_known = all(name in known for side in names for name in side)
        if is_known and any(score != Score(0) for score in scores):
            ids = [tuple(sorted(known[name] for name in side)) for side in names]
            counted = [(score.games, score.points) for score in scores]
            yield evening.begun[number].isoformat(), list(zip(ids, counted, strict=True))
