"""Forms of an evening's page as actions, chosen by the button's name."""

import re
from collections.abc import Callable, Iterable
from datetime import timedelta
from itertools import count, takewhile
from math import ceil

from werkzeug.datastructures import MultiDict

from referee.books.current_evening import CurrentEvening
from referee.evenings.actions import (
    Action,
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
    Resume,
    Score,
    sides_of_table,
)
from referee.evenings.evening import Evening
from referee.evenings.legality import NO_TABLE
from referee.evenings.rounds import Unit
from referee.faults import Fault, RefusedError
from referee.fields import NAME_LENGTH, FieldReader, read_value
from referee.web.evenings.people import pairs_in, people_in, unclear_in
from referee.web.players.known_players import as_in_book, latest_people
from referee.web.services import service

Form = MultiDict[str, str]
Scores = tuple[Score, ...]
PEOPLE = "players"
"""The id of the part of the page that lists the players of the next round."""


def asked_for(current: CurrentEvening, form: Form) -> Action | None:
    """Return the action of a form, or None if none of its buttons was used. Raises RefusedError."""
    name = next((name for name in _ACTIONS if name in form), None)
    return _ACTIONS[name](current, form) if name else None


def place_on_page(form: Form, after: Evening) -> str:
    """Return the id of the part of the page at which a form's answer is shown, given the evening after it.

    Without one, browsers keep the part from the previous answer.
    """
    number, table = (form.get(name, 0, type=int) for name in ("round", "table"))
    for name in ("won", "clear", "write_off", "accept"):
        if name in form:
            return "table-" + "-".join(str(int(part) + 1) for part in form[name].split(".")[:2] if part.isdecimal())
    if "more" in form:
        table = len(after.rounds[number].tables) - 1
    if {"result", "renumber", "more"} & set(form):
        return f"table-{number + 1}-{table + 1}"
    if {"come", "leave", "handicap", "fix"} & set(form) and after.rounds:
        return PEOPLE
    return "round" if {"pause", "resume", "extend", "results", "substitute", "dissolve"} & set(form) else "saved"


def _come(current: CurrentEvening, form: Form) -> Action:
    typed, units = form.get("new", ""), list[Unit]()
    if current.evening.setup.is_fixed:
        pair = form.get("one", ""), form.get("other", "")
        units = [*([pair] if any(map(str.strip, pair)) else []), *pairs_in(typed)]
    else:
        known = known_people(current)
        if form["come"] == "1" and (unclear := unclear_in(typed, known)):
            raise RefusedError(Fault("one-or-two", f"“{unclear[0].strip()[:80]}”: one person, or two?"))
        people = people_in(typed, known, form["come"] == "two")
        units = [(name,) for name in [*form.getlist("who"), *people] if name.strip()]
    reader = FieldReader()
    read = tuple(tuple(reader.name(name, name.strip()[:20] or "A player") for name in unit) for unit in units)
    reader.done()
    if not read:
        raise RefusedError(Fault("nobody", "Type a name, or tap one: nobody was added."))
    return Come(tuple(as_in_book(current.row.book_id, read)), int(form.get("kind") == "1"))


def known_people(current: CurrentEvening) -> list[str]:
    """The names of the book's latest players, and of the evening's players."""
    return [*latest_people(current.row.book_id), *(name for unit in current.evening.units for name in unit)]


def unit_named(units: Iterable[Unit], name: str) -> Unit:
    """Return the unit of a name, as pages show it. Raises RefusedError."""
    found = next((unit for unit in units if " & ".join(unit) == name), None)
    if found is None:
        raise RefusedError(Fault("not-here", f"{name[:80]} is not on the list."))
    return found


def _handicap(current: CurrentEvening, form: Form) -> Action:
    points = form.get("points", type=int)
    if points is None:
        raise RefusedError(Fault("bad-points", "Enter the handicap as a number."))
    return Handicap(unit_named(current.evening.units, form.get("unit", "")), points)


def _fix(current: CurrentEvening, form: Form) -> Action:
    return Fix(unit_named(current.evening.units, form.get("unit", "")), form.get("table", -1, type=int))


def _rename(current: CurrentEvening, form: Form) -> Action:
    name = " ".join(form.get("name", "").split())
    return Rename(read_value(lambda reader: reader.words(name, "The name", NAME_LENGTH)))


# --- results from paper ------------------------------------------------------------------------------------------


def _result(current: CurrentEvening, form: Form) -> Action:
    number, table = (form.get(name, -1, type=int) for name in ("round", "table"))
    scores, is_there = _typed(form, "side_", (number, table)), (number, table) in current.tables
    if scores is None and is_there and (number, table) not in current.evening.by_hand:
        about = sides_of_table((number, table), len(current.evening.rounds[number].tables[table]))
        raise RefusedError(Fault("nothing-typed", "Enter the points of each side.", about))
    return Enter(number, table, scores)


def _results(current: CurrentEvening, form: Form) -> Action:
    """The typed results of a round's tables that differ from the current ones.

    A result that the page showed and that is now empty is cleared.
    """
    number = form.get("round", -1, type=int)
    tables = current.evening.rounds[number].tables if 0 <= number < len(current.evening.rounds) else ()
    typed, there, faults = dict[int, Scores | None](), current.evening.by_hand, list[Fault]()
    for table in range(len(tables)):
        try:
            typed[table] = _typed(form, f"table_{table}_side_", (number, table))
        except RefusedError as refused:
            faults += refused.faults
    if faults:
        raise RefusedError(*faults)
    new = [Enter(number, table, scores) for table, scores in typed.items()
           if (scores or f"table_{table}_shown" in form) and scores != there.get((number, table))]  # fmt: skip
    if not new:
        raise RefusedError(Fault("nothing-typed", "Nothing has changed: enter the points of a table."))
    return EnterAll(tuple(new))


def _typed(form: Form, prefix: str, place: tuple[int, int]) -> Scores | None:
    """The points typed for the sides of a table; None if there are none. Raises RefusedError."""
    names = takewhile(form.__contains__, (f"{prefix}{side}" for side in count()))
    typed = [form[name].strip() for name in names]
    if not any(typed):
        return None
    about = tuple(side for side, text in zip(sides_of_table(place, len(typed)), typed, strict=True)
                  if not re.fullmatch(r"[-−+]?\d{1,6}", text))  # fmt: skip
    if about:
        text = "Enter each side’s points as a number, or leave them all empty."
        raise RefusedError(Fault("bad-points", text, about))
    return tuple(Score(int(text.replace("−", "-"))) for text in typed)


def numbers_in(text: str, length: int) -> list[int]:
    """The numbers in a button's value. Raises RefusedError."""
    parts = text.split(".")
    if len(parts) != length or not all(part.isdecimal() and len(part) < 9 for part in parts):
        raise RefusedError(NO_TABLE)
    return list(map(int, parts))


def _won(current: CurrentEvening, form: Form) -> Action:
    """The winner of a table, without points."""
    number, table, winner = numbers_in(form["won"], 3)
    if winner > 1:
        raise RefusedError(NO_TABLE)
    return Enter(number, table, tuple(Score(0, int(side == winner)) for side in range(2)))


def _extend(current: CurrentEvening, form: Form) -> Action:
    """More minutes for the latest round: from now on, if its time is up."""
    evening, minutes = current.evening, form.get("extend", 0, type=int)
    until = evening.until(len(evening.rounds) - 1) if evening.rounds else None
    over = (evening.paused or service().clock()) - until if until else timedelta()
    if minutes > 0 and over > timedelta():
        minutes += ceil(over / timedelta(minutes=1))
    return Extend(minutes)


def _no_result(button: str, scores: Scores | None) -> Callable[[CurrentEvening, Form], Action]:
    def action(current: CurrentEvening, form: Form) -> Action:
        number, table = numbers_in(form[button], 2)
        return Enter(number, table, scores)

    return action


_ACTIONS: dict[str, Callable[[CurrentEvening, Form], Action]] = {
    "leave": lambda current, form: Leave(unit_named(current.evening.units, form["leave"])),
    "result": _result,
    "results": _results,
    "won": _won,
    "clear": _no_result("clear", None),
    "write_off": _no_result("write_off", ()),
    "pause": lambda current, form: Pause(service().clock()),
    "resume": lambda current, form: Resume(service().clock()),
    "extend": _extend,
    "handicap": _handicap,
    "fix": _fix,
    "rename": _rename,
    "end": lambda current, form: End(),
    "come": _come,
}
"""The action of each button, by the button's name."""
