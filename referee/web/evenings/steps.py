"""Actions of an evening in words, for undo and redo."""

from referee.english import joined, plural
from referee.evenings.actions import Action, Begin, Come, End, Enter, EnterAll, Handicap, Leave, Reseat, Unseat
from referee.evenings.evening import Evening


def step(evening: Evening, action: Action | None, of_round: int) -> str:
    """An action in words; empty if there is none. `of_round` is the round that would begin or be undone, from 1."""
    match action:
        case Come(units):
            return f"{joined(' & '.join(unit) for unit in units[:3])}{' …' if len(units) > 3 else ''} came"
        case Leave(unit):
            return f"{' & '.join(unit)} left"
        case Begin():
            return f"round {of_round}"
        case Reseat(number):
            return f"other seats in round {number + 1}"
        case Unseat():
            return f"round {of_round + 1} taken back"
        case Enter(number, table, scores):
            what = "table {} written off" if scores == () else "the result of table {}"
            label = evening.rounds[number].all_numbers[table] if number < len(evening.rounds) else table + 1
            return f"{what.format(label)}, round {number + 1}"
        case EnterAll(results):
            return f"{plural(len(results), 'result')} of round {results[0].round + 1}"
        case Handicap(unit, points):
            return f"{' & '.join(unit)} +{points}"
        case End():
            return "the end"
    return ""
