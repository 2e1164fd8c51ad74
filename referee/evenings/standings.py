"""The standings of an evening: the points each unit has earned, and the tie-breaks."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from referee.evenings.actions import Score
from referee.evenings.evening import Evening
from referee.evenings.rounds import Side

Results = Mapping[tuple[int, int], tuple[Score, ...]]
"""The scores of the sides of a table, by the numbers of round and table."""
WON, TIED = 2, 1
"""The points for a round; a wide win earns one more."""
Entrant = tuple[str, ...]
"""The names of those ranked as one: a player, or two who are partners all evening."""


@dataclass(slots=True)
class Line:
    """A line of the standings, after the rounds that were played."""

    who: Entrant
    place: int = 0
    """The place, from 1; 0 before the first round played."""
    rounds: int = 0
    earned: int = 0
    won: int = 0
    """Rounds."""
    difference: int = 0
    points: int = 0
    by_round: dict[int, int] = field(default_factory=dict)
    """The points earned in each round played, by its number from 0."""
    beaten: Counter[Entrant] = field(default_factory=Counter)


def standings(evening: Evening, results: Results, wide: int = 0) -> list[Line]:
    """The lines of all who have been there, best first; equals have the same place.

    Ranked by what was earned, then rounds won, the difference of points, points, and, of two who are still equal, who
    beat whom more often. From a difference of `wide` on a win earns one more. Where everybody plays alone, points are
    what was earned.
    """
    lines, results = {who: Line(who) for who in evening.units}, evening.net(results)
    for number, seats in enumerate(evening.rounds):
        for place, table in enumerate(seats.tables):
            scores = results.get((number, place))
            if scores:
                _count(lines, evening, number, table, scores, wide)
    ranked = sorted(lines.values(), key=lambda line: (_key(line), _name(line)))
    ordered = list[Line]()
    for _, found in groupby((line for line in ranked if line.rounds), key=_key):
        equals = list(found)
        for line in equals:
            before = _beaten_by(line, equals)
            line.place = len(ordered) + 1 + before
        ordered += sorted(equals, key=lambda line: line.place)
    return ordered + [line for line in ranked if not line.rounds]


def earned(scores: Sequence[Score], wide: int = 0) -> list[int]:
    """Return what each of two sides earns; nothing without a point, and one more for a win by `wide` points."""
    if not any(score.points or score.games for score in scores):
        return [0 for _ in scores]
    one, other = (score.decides for score in scores)
    if one == other:
        return [TIED, TIED]
    more = WON + (0 < wide <= abs(scores[0].points - scores[1].points))
    return [more, 0] if one > other else [0, more]


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
    got = [score.points for score in scores] if is_alone else earned(scores, wide)
    for number, side in enumerate(table):
        for unit in side:
            line = lines[unit]
            line.rounds += 1
            line.earned += got[number]
            line.by_round[of_round] = got[number]
            line.points += scores[number].points
            line.won += decides[number] == best > worst
            if not is_alone:
                line.difference += 2 * scores[number].points - total
            for other, theirs in enumerate(table):
                if decides[number] > decides[other]:
                    line.beaten.update(theirs)


def _key(line: Line) -> tuple[int, ...]:
    return -line.earned, -line.won, -line.difference, -line.points


def _name(line: Line) -> tuple[str, ...]:
    return tuple(name.casefold() for name in line.who)


def _beaten_by(line: Line, equals: list[Line]) -> int:
    """Count how many of two equals are ahead of one of them; of more, none: each may have beaten the next."""
    if len(equals) != 2:
        return 0
    return sum(other.beaten[line.who] > line.beaten[other.who] for other in equals)
