"""Changes of a round's seats, as requested by the forms of an evening's page."""

from collections.abc import Callable

from referee.books.current_evening import CurrentEvening, sides_of
from referee.evenings.actions import Come
from referee.evenings.changes import Change, corrected, dissolved, exchanged, more, numbered
from referee.evenings.legality import NO_TABLE
from referee.evenings.rounds import Round, Unit
from referee.faults import Fault, RefusedError
from referee.fields import read_value
from referee.web.evenings.acting import Form, numbers_in, unit_named
from referee.web.evenings.people import pairs_in
from referee.web.players.known_players import as_in_book

Changed = Callable[[CurrentEvening], Change]


def change_asked_for(form: Form) -> tuple[int, Changed] | None:
    """Return the round whose seats a form changes, from 0, and the change; None for any other form."""
    name = next((name for name in _CHANGES if name in form), None)
    if name is None:
        return None
    number = numbers_in(form[name], 2)[0] if name == "accept" else form.get("round", -1, type=int)
    return number, lambda current: _CHANGES[name](current, _round(current, number), form)


def _round(current: CurrentEvening, number: int) -> Round:
    if number not in range(len(current.evening.rounds)):
        raise RefusedError(Fault("no-round", "There is no such round."))
    return current.evening.rounds[number]


def _table(seats: Round, number: int) -> int:
    if number not in range(len(seats.tables)):
        raise RefusedError(NO_TABLE)
    return number


def _substitute(current: CurrentEvening, seats: Round, form: Form) -> Change:
    return exchanged(seats, unit_named(seats.units, form.get("unit", "")), _typed(current, form.get("by", "")))


def _typed(current: CurrentEvening, text: str) -> Unit:
    """The unit of a typed name, or of two."""
    names = next(iter(pairs_in(text)), ("",)) if current.evening.setup.is_fixed else (text.strip(),)
    read = read_value(lambda reader: [reader.name(name, name[:20] or "The player") for name in names])
    (unit,) = as_in_book(current.row.book_id, [read])
    return _known(current, unit)


def _known(current: CurrentEvening, unit: Unit) -> Unit:
    """A unit as the evening knows it, in whatever spelling."""
    return current.evening.as_known(Come((unit,))).units[0]


def _one_more(current: CurrentEvening, seats: Round) -> Change:
    evening = current.evening
    return more(seats, evening.setup.shape, evening.here, evening.kinds)


def _renumbered(current: CurrentEvening, seats: Round, form: Form) -> Change:
    table = _table(seats, form.get("table", -1, type=int))
    return numbered(seats, table, form.get("number", 0, type=int))


def _accepted(current: CurrentEvening, seats: Round, form: Form) -> Change:
    """Seat the people who are playing at a table."""
    number, table = numbers_in(form["accept"], 2)
    row, before = current.tables.get((number, table)), seats.tables[_table(seats, table)]
    if row is None:
        raise RefusedError(NO_TABLE)
    is_fixed, playing = current.evening.setup.is_fixed, sides_of(row)
    units = [[tuple(names)] if is_fixed else [(name,) for name in names] for names in playing]
    sides = [tuple(_known(current, unit) for unit in side) for side in units]
    sides.sort(key=lambda side: -len(set(side) & set(before[0])))  # A side that stayed keeps its place.
    return corrected(seats, table, sides)


_CHANGES: dict[str, Callable[[CurrentEvening, Round, Form], Change]] = {
    "substitute": _substitute,
    "more": lambda current, seats, form: _one_more(current, seats),
    "dissolve": lambda current, seats, form: dissolved(seats, _table(seats, form.get("table", -1, type=int))),
    "renumber": _renumbered,
    "accept": _accepted,
}
"""The change of each button, by the button's name."""
