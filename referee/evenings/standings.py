"""The standings of an evening: the points each unit has earned, and the tie-breaks."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from referee.evenings.actions import EveningSetup, Ranking, Score, Sitting
from referee.evenings.evening import Evening
from referee.evenings.rounds import Side

Results = Mapping[tuple[int, int], tuple[Score, ...]]
"""Each table's scores by side, keyed by the numbers of round and table."""
WON, TIED = 2, 1
"""The points for a round; a wide win earns one more."""
Entrant = tuple[str, ...]
"""The names of those ranked as one: a player, or two who are partners all evening."""


Number = int | Fraction
BREAKS = {
    Ranking.MATCHES: ("won", "difference", "points"),
    Ranking.GAMES: ("difference", "points"),
    Ranking.POINTS: ("won", "difference"),
    Ranking.AVERAGE: ("won", "difference"),
}
"""The tie-breaks of each ranking in their order, by the fields of a line. Between two, their own results come
last."""


@dataclass(slots=True)
class Line:
    """A line of the standings, after the rounds that were played."""

    who: Entrant
    place: int = 0
    """The place, from 1; 0 before the first round played."""
    rounds: int = 0
    earned: Number = 0
    """The number that it is ranked by."""
    won: Number = 0
    """Rounds."""
    difference: Number = 0
    points: Number = 0
    by_round: dict[int, int] = field(default_factory=dict)
    """The points earned in each round played, by its number from 0."""
    beaten: Counter[Entrant] = field(default_factory=Counter)


def standings(evening: Evening, results: Results, wide: int = 0) -> list[Line]:
    """The lines of everybody who has been there, best first; equals have the same place.

    Ranked as the setup says, then by the ranking's `BREAKS`, then, between two who are still equal, by their own
    results. A win by `wide` points or more earns one more.
    """
    lines, results, setup = {who: Line(who) for who in evening.units}, evening.net(results), evening.setup
    for number, seats in enumerate(evening.rounds):
        for place, table in enumerate(seats.tables):
            scores = results.get((number, place))
            if scores:
                _count(lines, evening, number, table, scores, wide)
    for line in lines.values():
        if setup.ranked_by is Ranking.AVERAGE and line.rounds:
            line.earned = Fraction(line.points) / line.rounds
    counted = {number for number, _ in results}
    for unit, often in Counter(unit for number in counted for unit in evening.rounds[number].out).items():
        _sit_out(lines[unit], setup, often)
    return _ranked(lines.values(), BREAKS[setup.ranked_by])


def _ranked(lines: Iterable[Line], breaks: Sequence[str]) -> list[Line]:
    def key(line: Line) -> tuple[Number, ...]:
        return -line.earned, *(-getattr(line, name) for name in breaks)

    ranked = sorted(lines, key=lambda line: (key(line), _name(line)))
    ordered = list[Line]()
    for _, level in groupby((line for line in ranked if line.rounds or line.earned), key=key):
        equals = list(level)
        for line in equals:
            line.place = len(ordered) + 1 + _beaten_by(line, equals)
        ordered += sorted(equals, key=lambda line: line.place)
    return ordered + [line for line in ranked if not line.place]


def earned(scores: Sequence[Score], wide: int = 0) -> list[int]:
    """Return what each side earns: `WON` for each that it beats, `TIED` for each tie; nothing for a table without
    points.

    At a table of two a win by `wide` points earns one more.
    """
    if not any(score.points or score.games for score in scores):
        return [0 for _ in scores]
    decides = [score.decides for score in scores]
    apart = max(score.points for score in scores) - min(score.points for score in scores)
    more = int(len(scores) == 2 and decides[0] != decides[1] and 0 < wide <= apart)
    return [
        sum((WON + more) * (mine > other) + TIED * (mine == other) for other in decides) - TIED for mine in decides
    ]


def _count(
    lines: dict[Entrant, Line],
    evening: Evening,
    of_round: int,
    table: tuple[Side, ...],
    scores: tuple[Score, ...],
    wide: int,
) -> None:
    is_alone = len(table) > 2 or evening.setup.shape.most > 0
    total = sum(score.points for score in scores)
    decides = [score.decides for score in scores]
    best, worst = max(decides), min(decides)
    for_matches, ranking = earned(scores, wide), evening.setup.ranked_by
    for number, side in enumerate(table):
        won, points = int(decides[number] == best > worst), scores[number].points
        got = for_matches[number] if ranking is Ranking.MATCHES else won if ranking is Ranking.GAMES else points
        for unit in side:
            line = lines[unit]
            line.rounds += 1
            line.earned += got
            line.by_round[of_round] = got
            line.points += points
            line.won += won
            if not is_alone:
                line.difference += 2 * points - total
            for other, theirs in enumerate(table):
                if decides[number] > decides[other]:
                    line.beaten.update(theirs)


def _sit_out(line: Line, setup: EveningSetup, often: int) -> None:
    """Count the rounds that somebody sat out; an average is unaffected."""
    if setup.sits_out_for is Sitting.WIN:
        line.won += often
        line.earned += often * (WON if setup.ranked_by is Ranking.MATCHES else 1)
    elif setup.sits_out_for is Sitting.AVERAGE and setup.ranked_by is not Ranking.AVERAGE and line.rounds:
        share = Fraction(line.rounds + often, line.rounds)
        line.earned, line.won, line.difference, line.points = (
            share * each for each in (line.earned, line.won, line.difference, line.points)
        )


def _name(line: Line) -> tuple[str, ...]:
    return tuple(name.casefold() for name in line.who)


def _beaten_by(line: Line, equals: list[Line]) -> int:
    """Count the equals ahead of a unit, if there are just two; among more, their results may form a circle."""
    if len(equals) != 2:
        return 0
    return sum(other.beaten[line.who] > line.beaten[other.who] for other in equals)
