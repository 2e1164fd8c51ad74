"""Faults that forbid an action at an evening."""

from collections import Counter
from typing import TYPE_CHECKING

from referee.evenings.actions import Action, Begin, Come, Enter, EnterAll, Handicap, Leave, results_of
from referee.evenings.rounds import Unit
from referee.faults import Fault
from referee.text import same_name

if TYPE_CHECKING:
    from referee.evenings.evening import Evening

MOST_PEOPLE, MOST_ROUNDS, MOST_POINTS, MOST_HANDICAP, MOST_GAMES = 400, 60, 2_000, 200, 100


def fault_of(evening: "Evening", action: Action) -> Fault | None:
    """Return the fault that forbids an action, or None."""
    if evening.is_over and not isinstance(action, Enter | EnterAll):
        return Fault("evening-over", "The evening is over: take that back first.")
    match action:
        case Come(units):
            return _of_names(evening, units)
        case Leave(unit) if unit not in evening.here:
            return Fault("not-here", f"{' and '.join(unit)} has left already.")
        case Begin(seats, matches) if sorted(seats.units) != sorted(evening.here) or len(matches) != len(
            seats.tables
        ):
            return Fault("not-who-is-here", "Somebody has come or left meanwhile: begin the round again.")
        case Begin(seats) if not all(map(evening.setup.shape.fits, seats.tables)):
            return Fault("bad-seats", "There is a table at which too many or too few would sit.")
        case Begin() if len(evening.rounds) >= MOST_ROUNDS:
            return Fault("too-many-rounds", f"An evening has at most {MOST_ROUNDS} rounds.")
        case Enter() | EnterAll():
            return next(filter(None, (_of_result(evening, each) for each in results_of(action))), None)
        case Handicap(unit) if unit not in evening.seated_before and unit not in evening.here:
            return Fault("not-here", f"{' and '.join(unit)} is not on the list.")
        case Handicap(_, points) if points not in range(MOST_HANDICAP + 1):
            return Fault("bad-handicap", f"A handicap is from 0 to {MOST_HANDICAP} points.")
    return None


def _of_result(evening: "Evening", entered: Enter) -> Fault | None:
    number, table, scores = entered.round, entered.table, entered.scores
    there = 0 <= number < len(evening.rounds) and 0 <= table < len(evening.rounds[number].tables)
    sides = len(evening.rounds[number].tables[table]) if there else 0
    if not there or (scores and len(scores) != sides):
        return Fault("no-table", "There is no such table.")
    least = -MOST_POINTS if evening.setup.shape.most else 0
    points, games = range(least, MOST_POINTS + 1), range(MOST_GAMES)
    if any(score.points not in points or score.games not in games for score in scores or ()):
        return Fault("bad-points", f"Points are from {least} to {MOST_POINTS}.".replace("-", "−"))
    return None


def _of_names(evening: "Evening", units: tuple[Unit, ...]) -> Fault | None:
    size = 2 if evening.setup.is_fixed else 1
    if any(len(unit) != size for unit in units):
        return Fault("bad-pair", "Partners come in twos: give both names.")
    if size * (len(evening.here) + len(units)) > MOST_PEOPLE:
        return Fault("too-many-people", f"An evening has at most {MOST_PEOPLE} people.")
    times = Counter(same_name(name) for unit in (*evening.here, *units) for name in unit)
    twice = next((name for unit in units for name in unit if times[same_name(name)] > 1), None)
    return Fault("name-twice", f"{twice} is there already: add a letter to tell the two apart.") if twice else None
