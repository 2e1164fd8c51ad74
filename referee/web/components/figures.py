"""Figures of players as text, and detection of misspelt duplicate names."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from referee.english import decimal
from referee.fields import NAME_LENGTH
from referee.store.player_names import Player
from referee.store.players import Ranking
from referee.text import folded

GAMES_WON = "Games won"
_LONG_ENOUGH = 4
"""The minimum length of a name in which one letter may differ; short names often differ in one letter."""


@dataclass(frozen=True, slots=True)
class Line:
    """A figure: its label, its value, and how it is computed."""

    name: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Figures under a heading; a table if it has the headings of three columns."""

    title: str
    lines: Sequence[Line]
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FigurePages:
    """Presentation of a game's figures of players."""

    lines: Callable[[Any], list[Line]]
    """The figures of a player."""
    sections: Callable[[Any], list[Section]] = lambda counts: []
    """Further figures of a player, under headings."""
    hand: str = "deal"
    """The game's word for a hand or deal in which points are counted."""
    games: str = GAMES_WON
    """The label of the counts of games; likewise for points."""
    points: str = "Points"
    order: str = "points difference"
    """The criterion that ranks players with equal matches won and lost."""
    has_against: bool = True
    """True if points are also made against a player."""
    won_against: str = ""
    """The meaning of a match won against a player, if more than two sides play."""
    of_both: Callable[[Any], list[Line]] = lambda counts: []
    """The figures that two partners share."""
    of_each: Callable[[Sequence[Any]], list[tuple[str, list[str]]]] = lambda two: []
    """The figures of two partners side by side: a label, and the value of each."""


def side_by_side(own_lines: Callable[[Any], list[Line]]) -> Callable[[Sequence[Any]], list[tuple[str, list[str]]]]:
    """The `of_each` of lines that each of two partners has alone."""

    def of_each(two: Sequence[Any]) -> list[tuple[str, list[str]]]:
        rows = zip(*map(own_lines, two), strict=True)
        return [(lines[0].name, [line.value for line in lines]) for lines in rows]

    return of_each


def of_partners(shared: Callable[[Any], list[Line]], own: Callable[[Any], list[Line]], **more: Any) -> FigurePages:
    """The pages of a game with partners: games won, the other figures that they share, and each one's own."""

    def of_both(counts: Any) -> list[Line]:
        return [*won_lines(counts, more.get("games", GAMES_WON)), *shared(counts)]

    def lines(counts: Any) -> list[Line]:
        return [*of_both(counts), *own(counts)]

    return FigurePages(lines=lines, of_both=of_both, of_each=side_by_side(own), **more)


def share(part: int, whole: int) -> str:
    """A part of a whole as a percentage."""
    return f"{(200 * part + whole) // (2 * whole)}%" if whole else "–"


def mean(total: int, count: int) -> str:
    """A mean with one decimal."""
    return decimal(Fraction(total, count)) if count else "–"


def won_lines(counts: Any, games: str = GAMES_WON) -> list[Line]:
    """The figures that every game has: matches won, and `games`."""
    return [
        Line("Matches won", f"{counts.matches_won} of {counts.matches}", share(counts.matches_won, counts.matches)),
        Line(games, f"{counts.games_won} of {counts.games}", share(counts.games_won, counts.games)),
    ]


def best_partners(partners: Sequence[Ranking[Any]]) -> list[Ranking[Any]]:
    """Return the best-placed partners among those with three matches, else among all; none if they won nothing."""
    tried = [each for each in partners if each.figures.matches >= 3] or partners
    best = min((each.place for each in tried), default=0)
    return [each for each in tried if each.place == best and each.figures.matches_won]


def similar_names(players: Sequence[Player]) -> Iterator[tuple[Player, Player]]:
    """Pairs of players whose names differ in case, accents or punctuation only; then names that differ in one
    letter."""
    same, near = defaultdict[str, list[Player]](list), defaultdict[str, list[Player]](list)
    for player in players:
        plain = _plain(player.name)
        same[plain].append(player)
        for spelling in _spellings(plain):
            near[spelling].append(player)
    pairs_seen = set[tuple[int, int]]()
    for group in (*same.values(), *near.values()):
        for one, other in combinations(group, 2):
            if (one.id, other.id) not in pairs_seen:
                pairs_seen.add((one.id, other.id))
                yield one, other


def _plain(name: str) -> str:
    """A name folded and without punctuation."""
    return "".join(sign for sign in folded(name) if sign.isalnum())[:NAME_LENGTH] or name


def _spellings(plain: str) -> set[str]:
    """Return a plain name, and its variants with one letter omitted."""
    if len(plain) < _LONG_ENOUGH:
        return {plain}
    return {plain, *(plain[:place] + plain[place + 1 :] for place in range(len(plain)))}
