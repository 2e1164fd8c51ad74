"""The standings of an evening: the points each unit has earned, and the tie-breaks."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from referee.evenings.evening import Evening, Length, Score
from referee.evenings.rounds import Side

Results = Mapping[tuple[int, int], tuple[Score, ...]]
"""The scores of the sides of a table, by the numbers of round and table."""
WON, TIED = 2, 1
"""Points earned by a win and by a tie. A skunk, at cribbage, earns one more."""
SKUNK = 31
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
    beaten: Counter[Entrant] = field(default_factory=Counter)


def standings(evening: Evening, results: Results) -> list[Line]:
    """Return the lines of all units that have been there, best first; equals have the same place.

    Ranked by points earned, then the difference of points, points, rounds won, and, of two who are still equal, who
    beat whom. If everybody plays alone, points made are points earned.
    """
    lines, results = {who: Line(who) for who in evening.units}, evening.net(results)
    for number, seats in enumerate(evening.rounds):
        for place, table in enumerate(seats.tables):
            scores = results.get((number, place))
            if scores:
                _count(lines, evening, table, scores)
    ranked = sorted(lines.values(), key=lambda line: (_key(line), _name(line)))
    ordered = list[Line]()
    for _, found in groupby((line for line in ranked if line.rounds), key=_key):
        equals = _told_apart(list(found))
        for number, line in enumerate(equals, len(ordered) + 1):
            line.place = number if _are_told_apart(equals) else len(ordered) + 1
        ordered += equals
    return ordered + [line for line in ranked if not line.rounds]


def earned(scores: Sequence[Score], skunk: int = 0) -> list[int]:
    """Return the points that each of two sides earns: none for no play, one more for a lead of at least `skunk`."""
    if not any(score.points or score.games for score in scores):
        return [0 for _ in scores]
    one, other = ((score.games, score.points) for score in scores)
    if one == other:
        return [TIED, TIED]
    more = WON + (0 < skunk <= abs(scores[0].points - scores[1].points))
    return [more, 0] if one > other else [0, more]


def _count(lines: dict[Entrant, Line], evening: Evening, table: tuple[Side, ...], scores: tuple[Score, ...]) -> None:
    is_alone = len(table) > 2 or evening.setup.shape.most > 0
    total = sum(score.points for score in scores)
    is_skunk = evening.setup.game == "cribbage" and evening.setup.length is Length.GAME
    got = [score.points for score in scores] if is_alone else earned(scores, SKUNK if is_skunk else 0)
    for number, side in enumerate(table):
        for unit in side:
            line = lines[unit]
            line.rounds += 1
            line.earned += got[number]
            line.points += scores[number].points
            line.won += got[number] == max(got) > min(got)
            if not is_alone:
                line.difference += 2 * scores[number].points - total
            for other, theirs in enumerate(table):
                line.beaten.update(unit for unit in theirs if got[number] > got[other])


def _key(line: Line) -> tuple[int, ...]:
    return -line.earned, -line.difference, -line.points, -line.won


def _name(line: Line) -> tuple[str, ...]:
    return tuple(name.casefold() for name in line.who)


def _told_apart(equals: list[Line]) -> list[Line]:
    """Order two who are equal in all else: first the one who beat the other more often."""
    if len(equals) != 2:
        return equals
    one, other = equals
    return [other, one] if other.beaten[one.who] > one.beaten[other.who] else equals


def _are_told_apart(equals: list[Line]) -> bool:
    """Return True if equals can be told apart. Of three or more each may have beaten the next."""
    return len(equals) == 2 and equals[0].beaten[equals[1].who] != equals[1].beaten[equals[0].who]
