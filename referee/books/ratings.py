"""Ratings of the players of a score book in a game, and of partners, by OpenSkill, from all matches.

A rating estimates a player's strength, and has an uncertainty; it rises with every win, and most against strong
players. Each finished match counts once, and so does each table of an evening's round.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.books.current_evening import AnyGame, CurrentEvening
from referee.books.evenings import Evenings
from referee.evenings.actions import Score
from referee.evenings.rounds import names_of
from referee.moments import utc_text
from referee.results import places
from referee.season import local_day, span_of
from referee.store.player_names import Player
from referee.store.players import Finished, PlayerStore

RANKED_AFTER = 5
"""Matches after which somebody is ranked."""
START, MIDDLE, UNIT, SURE = 1000, 25, 40, 2
"""The rating that everybody begins with, and the scale of the ratings.

OpenSkill's mean for that rating, the points of one of its units, and the number of standard deviations shown.
"""
Entrant = tuple[int, ...]
"""The id of a player, or of two who are partners."""
Side = tuple[Entrant, Any]
"""The players of a side, and its ranking values, the greatest first."""
Result = tuple[str, Sequence[Side]]
"""Its time in UTC, and the sides."""


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
    """The mean, the deviation and the number of matches of every player; best first."""
    # A server that shows no ratings does not load it. This model compares every two sides, so level
    # sides are rated alike; Plackett and Luce's puts several level sides below the sides they beat.
    from openskill.models import BradleyTerryFull

    model = BradleyTerryFull()
    known = dict[Entrant, Any]()
    played = dict[Entrant, int]()
    for _, sides in sorted(results, key=lambda result: result[0]):
        teams = [[side] if by_pairs else [(player,) for player in side] for side, _ in sides]
        ranks = list(map(float, places([decides for _, decides in sides])))
        for entrant in (each for team in teams for each in team):
            known.setdefault(entrant, model.rating())
            played[entrant] = played.get(entrant, 0) + 1
        after = model.rate([[known[each] for each in team] for team in teams], ranks=ranks)
        for team, ratings in zip(teams, after, strict=True):
            known.update(zip(team, ratings, strict=True))
    lines = [(each, rating.mu, rating.sigma, played[each]) for each, rating in known.items()]
    return sorted(lines, key=lambda line: (line[3] < RANKED_AFTER, SURE * line[2] - line[1]))


def _order(line: Rating) -> tuple[float, int, str]:
    """Players with a place first, the others by rating, and equals by name."""
    names = " & ".join(player.name.casefold() for player in line.players)
    return line.place or float("inf"), line.sure - line.value, names


class Ratings:
    """The ratings of the players of a database, given its players by game."""

    def __init__(self, stores: Mapping[str, PlayerStore[Any]], evenings: Evenings) -> None:
        self._stores, self._evenings = stores, evenings

    def of(self, book_id: int, game: AnyGame, by_pairs: bool = False, league: str = "") -> list[Rating]:
        """The ratings of a score book in a game, of all time or of a season, best first; `by_pairs` of partners."""
        named = {each.id: each for each in self._stores[game.key].players(book_id)}
        results = [
            (who, round(START + UNIT * (mean - MIDDLE)), round(UNIT * SURE * deviation), matches)
            for who, mean, deviation, matches in rated(self._results(book_id, game, league), by_pairs)
        ]
        # The rounded values decide, so that equals look equal.
        ranked = sorted(value - sure for _, value, sure, matches in results if matches >= RANKED_AFTER)
        lines = [
            Rating(tuple(named[each] for each in who), value, sure, matches,
                   1 + len(ranked) - bisect_right(ranked, value - sure) if matches >= RANKED_AFTER else None)
            for who, value, sure, matches in results
        ]  # fmt: skip
        return sorted(lines, key=_order)

    def _results(self, book_id: int, game: AnyGame, league: str = "") -> Iterator[Result]:
        """Yield the matches that are over, and the tables of evenings that were played."""
        store = self._stores[game.key]
        for match in store.finished(book_id, league):
            yield match.ended, _sides(match)
        known = store.ids(book_id)
        for current in self._evenings.of_book(book_id):
            if current.evening.setup.game == game.key:
                yield from _of_evening(current, known, league)


def _sides(match: Finished) -> list[Side]:
    """The players of each side of a match, and minus its place."""
    return [(tuple(sorted(match.players[seat] for seat in side)), -each.place) for side, each in match.result.items()]


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
            yield utc_text(evening.begun[number]), list(zip(ids, [each.decides for each in scores], strict=True))
