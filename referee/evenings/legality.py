"""Faults that forbid an action at an evening."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from referee.evenings.actions import (
    NOT_THERE,
    Action,
    Begin,
    Come,
    Enter,
    EnterAll,
    Extend,
    Fix,
    Handicap,
    Leave,
    Length,
    Pause,
    Rename,
    Reseat,
    Resume,
    Unseat,
    results_of,
    sides_of_table,
)
from referee.evenings.changes import NEW
from referee.evenings.rounds import Round, Unit
from referee.faults import Fault
from referee.text import same_name

if TYPE_CHECKING:
    from referee.evenings.evening import Evening

MOST_PEOPLE, MOST_ROUNDS, MOST_POINTS, MOST_HANDICAP, MOST_GAMES = 400, 60, 2_000, 200, 100
MOST_MINUTES = 120
"""The maximum number of minutes added to a round at once."""
MOST_TABLES = 999
"""The highest number of a table."""
NO_TABLE = Fault("no-table", "There is no such table.")


def fault_of(evening: "Evening", action: Action) -> Fault | None:
    """Return the fault that forbids an action, or None."""
    if evening.is_over and not isinstance(action, Enter | EnterAll | Reseat | Rename):
        return Fault("evening-over", "The evening is over: undo that first.")
    match action:
        case Come(units):
            return _of_names(evening, units, evening.here)
        case Rename(name) if not name.strip():
            return Fault("no-name", "Give the evening a name.")
        case Begin():
            return _of_beginning(evening, action)
        case Reseat():
            return _of_seats(evening, action)
        case Unseat() if not evening.rounds:
            return Fault("no-round", "No round has begun.")
        case Enter() | EnterAll():
            return next(filter(None, (_of_result(evening, each) for each in results_of(action))), None)
        case Pause() | Resume() | Extend():
            return _of_time(evening, action)
        case Leave() | Handicap() | Fix():
            return _of_unit(evening, action)
    return None


def _of_beginning(evening: "Evening", begin: Begin) -> Fault | None:
    seats = begin.round
    if sorted(seats.units) != sorted(evening.here) or len(begin.matches) != len(seats.tables):
        return Fault("not-who-is-here", "Somebody has come or left in the meantime. Begin the round again.")
    if len(evening.rounds) >= MOST_ROUNDS:
        return Fault("too-many-rounds", f"An evening has at most {MOST_ROUNDS} rounds.")
    return _of_tables(evening, len(evening.rounds), seats, begin.matches)


def _of_tables(evening: "Evening", number: int, seats: Round, matches: Sequence[int]) -> Fault | None:
    """Return a fault in the tables of a round or in their matches, or None."""
    labels, playing = seats.all_numbers, [match for match in matches if match != NOT_THERE]
    elsewhere = {match for at, of_round in enumerate(evening.matches) if at != number for match in of_round}
    if not len(seats.tables) == len(matches) == len(labels) == len(set(labels)):
        return Fault("bad-seats", "Another table has this number.")
    if not all(map(evening.setup.shape.fits, seats.tables)):
        return Fault("bad-seats", "One table would have too many or too few people.")
    if any(not 0 < label <= MOST_TABLES for label in labels):
        return Fault("bad-number", f"Tables have numbers from 1 to {MOST_TABLES}.")
    if len(set(playing)) < len(playing) or elsewhere & set(playing):
        return Fault("bad-match", "One match would be played at two tables.")
    return None


def _of_time(evening: "Evening", action: Pause | Resume | Extend) -> Fault | None:
    if evening.setup.length is not Length.MINUTES or not evening.rounds:
        return Fault("no-time", "No timed round is running.")
    if isinstance(action, Extend) and action.minutes not in range(1, MOST_MINUTES + 1):
        return Fault("bad-minutes", f"A round can get 1 to {MOST_MINUTES} more minutes.")
    if not isinstance(action, Extend) and (evening.paused is not None) == isinstance(action, Pause):
        return Fault("paused", "The round is paused already." if evening.paused else "The round is not paused.")
    return None


def _of_unit(evening: "Evening", action: Leave | Handicap | Fix) -> Fault | None:
    unit = action.unit
    if isinstance(action, Leave):
        return None if unit in evening.here else Fault("not-here", f"No longer here: {' and '.join(unit)}.")
    if unit not in evening.seated_before and unit not in evening.here:
        return Fault("not-here", f"Not on the list: {' and '.join(unit)}.")
    if isinstance(action, Fix):
        text = f"Tables have numbers from 1 to {MOST_TABLES}; 0 for none."
        return None if action.table in range(MOST_TABLES + 1) else Fault("bad-number", text)
    if action.points not in range(MOST_HANDICAP + 1):
        return Fault("bad-handicap", f"A handicap is from 0 to {MOST_HANDICAP} points.")
    return None


def _of_seats(evening: "Evening", action: Reseat) -> Fault | None:
    if action.number not in range(len(evening.rounds)):
        return Fault("no-round", "There is no such round.")
    seats, before = action.seats, evening.rounds[action.number]
    old_tables = [place for place in action.was if place != NEW]
    has_gaps = len(action.was) != len(seats.tables) or len(set(old_tables)) < len(old_tables)
    if has_gaps or set(old_tables) - set(range(len(before.tables))):
        return Fault("bad-seats", "One table would have too many or too few people.")
    fault = _of_tables(evening, action.number, seats, action.matches)
    if fault:
        return fault
    former = set(before.units)
    known, gone = former.union(evening.here), former.difference(seats.units)
    came = [unit for unit in seats.units if unit not in known]
    return _of_names(evening, came, [unit for unit in evening.here if unit not in gone]) or _twice(
        name for unit in seats.units for name in unit
    )


def _of_result(evening: "Evening", entered: Enter) -> Fault | None:
    number, table, scores = entered.round, entered.table, entered.scores
    there = 0 <= number < len(evening.rounds) and 0 <= table < len(evening.rounds[number].tables)
    if not there or (scores and len(scores) != len(evening.rounds[number].tables[table])):
        return NO_TABLE
    return fault_of_points(entered, -MOST_POINTS)


def fault_of_points(entered: Enter, least: int) -> Fault | None:
    """Return a fault in the points of a result, which are from `least` on, or None."""
    points, games, scores = range(least, MOST_POINTS + 1), range(MOST_GAMES), entered.scores or ()
    sides = zip(sides_of_table((entered.round, entered.table), len(scores)), scores, strict=True)
    about = tuple(side for side, each in sides if each.points not in points or each.games not in games)
    text = f"Points are from {least} to {MOST_POINTS}.".replace("-", "−")
    return Fault("bad-points", text, about) if about else None


def _of_names(evening: "Evening", units: Sequence[Unit], here: Sequence[Unit]) -> Fault | None:
    """Return a fault in the names of units that come to those who are there, or None."""
    size = 2 if evening.setup.is_fixed else 1
    if any(len(unit) != size for unit in units):
        return Fault("bad-pair", "Partners come in twos: give both names.")
    if size * (len(here) + len(units)) > MOST_PEOPLE:
        return Fault("too-many-people", f"An evening has at most {MOST_PEOPLE} people.")
    taken = {same_name(name) for unit in here for name in unit}
    names = [name for unit in units for name in unit]
    return _twice([*(name for name in names if same_name(name) in taken), *names])


def _twice(names: Iterable[str]) -> Fault | None:
    persons = list(names)
    times = Counter(map(same_name, persons))
    twice = next((name for name in persons if times[same_name(name)] > 1), None)
    return Fault("name-twice", f"{twice} is there already: add a letter to tell the two apart.") if twice else None
