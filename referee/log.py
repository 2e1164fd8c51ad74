"""A match's log read: which entries are in force, what they come to, and what became of the others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.book import MEND, REDO, UNDO, Entry
from referee.havilering.actions import Action, Setup
from referee.havilering.match import begin, fold, step
from referee.havilering.mending import Edit, edited
from referee.havilering.seasons import Calendar
from referee.havilering.state import Match
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
    """An entry of the log with the match around it, and what became of it."""

    entry: Entry
    before: Match
    after: Match
    earlier: tuple[Action, ...] = ()
    """Of a mending: the actions as they stood before it."""
    concerns: int = 0
    """Of an undo or a redo: the number of the entry that it undid or did again."""
    stands: bool = True
    """It is in force; an undo or a redo says nothing of itself."""


def history(setup: Setup, calendar: Calendar, entries: Sequence[Entry]) -> list[Line]:
    """The whole log line by line, with what was undone."""
    live_now = {entry.number for entry in in_force(entries)[0]}
    live: list[Line] = []
    undone: list[Line] = []
    lines = []
    for entry in entries:
        match = live[-1].after if live else begin(setup, calendar)
        if entry.kind == UNDO:
            undone.append(live.pop())
            after = live[-1].after if live else begin(setup, calendar)
            line = Line(entry, match, after, concerns=undone[-1].entry.number)
        elif entry.kind == REDO:
            live.append(undone.pop())
            line = Line(entry, match, live[-1].after, concerns=live[-1].entry.number)
        else:
            earlier = actions(each.entry for each in live) if entry.kind == MEND else ()
            line = Line(entry, match, _after(setup, calendar, match, entry, earlier), earlier)
            live.append(line)
            undone.clear()
        lines.append(replace(line, stands=entry.kind in (UNDO, REDO) or entry.number in live_now))
    return lines


def _after(setup: Setup, calendar: Calendar, match: Match, entry: Entry, earlier: Sequence[Action]) -> Match:
    if entry.kind == MEND:
        return fold(setup, calendar, edited(earlier, read_edits(entry.actions)))
    for action in acts(entry):
        match = step(match, action)
    return match
