"""A match's log read: which entries are in force, what they come to, and what became of the others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.book import MEND, REDO, UNDO, Entry
from referee.havilering.actions import Action, Setup
from referee.havilering.mending import Done, Edit, edited, numbered, walk
from referee.havilering.seasons import Calendar
from referee.reading import Reading
from referee.record import read_action, write_action

_NUMBERS = range(10**6)


def in_force(entries: Iterable[Entry]) -> tuple[list[Entry], list[Entry]]:
    """The entries of a log that are in force, and those that can be redone, the next one last."""
    live: list[Entry] = []
    undone: list[Entry] = []
    for entry in entries:
        if entry.kind == UNDO:
            undone.append(live.pop())
        elif entry.kind == REDO:
            live.append(undone.pop())
        else:
            live.append(entry)
            undone.clear()
    return live, undone


def actions(live: Iterable[Entry]) -> tuple[Action, ...]:
    """What entries in force come to: what people did, with what was mended put right."""
    done: list[Action] = []
    for entry in live:
        if entry.kind == MEND:
            done[:] = edited(done, read_edits(entry.actions))
        else:
            done += acts(entry)
    return tuple(done)


def acts(entry: Entry) -> list[Action]:
    """The actions of an entry that is no mending."""
    return [read_action(action) for action in entry.actions]


def write_edits(edits: Iterable[Edit]) -> list[dict[str, Any]]:
    """The edits of a mending as plain data for JSON."""
    return [
        {"first": edit.first, "last": edit.last, "actions": [write_action(action) for action in edit.actions]}
        for edit in edits
    ]


def read_edits(data: object) -> list[Edit]:
    """The edits of a mending. Raises RefusedError."""
    reading = Reading()
    if not isinstance(data, list | tuple):
        reading.fail("edits", "is not a list")
        data = []
    edits = []
    for each in data:
        fields = reading.fields(each, "edit", ("first", "last", "actions"))
        reading.done()
        first = reading.whole(fields["first"], "first", _NUMBERS)
        last = reading.whole(fields["last"], "last", _NUMBERS)
        if not isinstance(fields["actions"], list):
            reading.fail("actions", "is not a list")
        reading.done()
        edits.append(Edit(first, last, tuple(read_action(action) for action in fields["actions"])))
    reading.done()
    return edits


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of the log, what it did, and what became of it."""

    entry: Entry
    did: tuple[Done, ...] = ()
    """What it brought."""
    instead_of: tuple[Done, ...] = ()
    """Of a mending: what gave way to it."""
    concerns: int = 0
    """Of an undo or a redo: the number of the entry that it undid or did again."""
    stands: bool = True
    """It is in force; an undo or a redo says nothing of itself."""


def history(setup: Setup, calendar: Calendar, entries: Sequence[Entry]) -> list[Line]:
    """The whole log line by line, with what was undone."""
    standing = {entry.number for entry in in_force(entries)[0]}
    live: list[tuple[Line, list[Done]]] = []
    undone: list[tuple[Line, list[Done]]] = []
    lines = []
    for entry in entries:
        if entry.kind == UNDO:
            undone.append(live.pop())
            line = Line(entry, concerns=undone[-1][0].entry.number)
        elif entry.kind == REDO:
            live.append(undone.pop())
            line = Line(entry, concerns=live[-1][0].entry.number)
        else:
            before = live[-1][1] if live else []
            line, done = _line(setup, calendar, entry, before)
            live.append((line, done))
            undone.clear()
        lines.append(replace(line, stands=entry.kind in (UNDO, REDO) or entry.number in standing))
    return lines


def _line(setup: Setup, calendar: Calendar, entry: Entry, before: list[Done]) -> tuple[Line, list[Done]]:
    """A line of the history, and everything that is done after it; `before` is what was done before it."""
    if entry.kind != MEND:
        new = walk(setup, calendar, acts(entry), before)
        return Line(entry, tuple(new)), [*before, *new]
    earlier, edits = [done.action for done in before], read_edits(entry.actions)
    after = walk(setup, calendar, edited(earlier, edits))
    fresh = (fresh for _, fresh, _ in numbered(earlier, edits))
    came = tuple(done for done, is_new in zip(after, fresh, strict=True) if is_new)
    gone = (before[number - 1] for edit in edits for number in range(edit.first, edit.last + 1))
    return Line(entry, came, tuple(gone)), after
