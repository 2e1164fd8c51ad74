"""Actions of an evening in words, for undo and redo."""

from referee.english import joined, plural
from referee.evenings.actions import (
    Action,
    Begin,
    Come,
    End,
    Enter,
    EnterAll,
    Extend,
    Fix,
    Handicap,
    Leave,
    Pause,
    Rename,
    Reseat,
    Resume,
    Unseat,
    results_of,
)
from referee.evenings.changes import NEW
from referee.evenings.evening import Evening
from referee.evenings.rounds import Round


def step(evening: Evening, action: Action | None, of_round: int, seats: Round | None = None) -> str:
    """An action in words; empty if there is none.

    `of_round` is the round that would begin or be undone, from 1; `seats` are those that the action changes.
    """
    match action:
        case Pause() | Resume() | Extend():
            return _of_time(action)
        case Leave() | Handicap() | Fix():
            return _of_unit(action)
        case Come(units):
            named = [" & ".join(unit) for unit in units]
            return f"{joined(named if len(named) < 5 else [*named[:3], f'{len(named) - 3} others'])} came"
        case Begin():
            return f"round {of_round}"
        case Reseat(number):
            return f"{_of_seats(seats or evening.rounds[number], action)} in round {number + 1}"
        case Unseat():
            return f"round {of_round + 1} cancelled"
        case Enter() | EnterAll():
            return _of_results(evening, results_of(action))
        case Rename(name):
            return f"the name “{name}”"
        case End():
            return "the end of the evening"
    return ""


def done(evening: Evening, action: Action | None, seats: Round | None) -> str:
    """A notice that an action was carried out, given the evening after it, and the seats it has changed."""
    if isinstance(action, End):
        return "The evening is over."
    number, is_begun = len(evening.rounds), isinstance(action, Begin)
    return f"Round {number} has begun." if is_begun else f"Saved: {step(evening, action, number, seats)}."


def _of_seats(before: Round, action: Reseat) -> str:
    """A change of seats in words, given the seats before it."""
    after, labels = action.seats, before.all_numbers
    gone = [str(label) for place, label in enumerate(labels) if place not in action.was]
    if NEW in action.was or gone:
        return f"table {joined(gone)} removed" if gone else "an extra table"
    other = [str(old) for old, new in zip(labels, after.all_numbers, strict=False) if old != new]
    if other:
        return f"{'tables' if len(other) > 1 else 'table'} {joined(other)} renumbered"
    moved = [
        (" & ".join(old), " & ".join(new)) for old, new in zip(before.units, after.units, strict=False) if old != new
    ]
    match moved:
        case [(old, new)]:
            return f"{new} for {old}"
        case [(one, other_one), again] if again == (other_one, one):
            return f"{one} and {other_one} swapped"
    return "new seats"


def _of_time(action: Pause | Resume | Extend) -> str:
    match action:
        case Pause():
            return "the pause"
        case Resume():
            return "the end of the pause"
        case Extend(minutes):
            return f"{plural(minutes, 'minute')} more"


def _of_results(evening: Evening, results: tuple[Enter, ...]) -> str:
    number, table, scores = results[0].round, results[0].table, results[0].scores
    if len(results) > 1:
        return f"{len(results)} results of round {number + 1}"
    label = evening.rounds[number].all_numbers[table] if number < len(evening.rounds) else table + 1
    cleared = " cleared" if scores is None else ""
    of_table = f"table {label} written off" if scores == () else f"the result of table {label}{cleared}"
    return f"{of_table}, round {number + 1}"


def _of_unit(action: Leave | Handicap | Fix) -> str:
    who = " & ".join(action.unit)
    match action:
        case Leave():
            return f"{who} left"
        case Handicap():
            return f"{who} +{action.points}" if action.points else f"{who} without a handicap"
        case Fix():
            return f"{who} at table {action.table}" if action.table else f"{who} at any table"
