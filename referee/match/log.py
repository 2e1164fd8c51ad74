"""A match's log read: which entries are in force, what they come to, and what became of the others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.fields import FieldReader
from referee.games.havilering.actions import Action, Play, Setup
from referee.games.havilering.corrections import Edit, Placed, Transition, edited, placed_by, walk
from referee.games.havilering.record import read_action, write_action
from referee.games.havilering.seasons import Calendar
from referee.store.database import CORRECTION, REDO, REFUSED, UNDO, Entry

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
        elif entry.kind != REFUSED:
            live.append(entry)
            undone.clear()
    return live, undone


def refused_in(entries: Iterable[Entry]) -> list[str]:
    """The marks of the tricks on which claims were refused, once for each claim. Rule 8.1."""
    return [str(entry.actions[0]["trick"]) for entry in entries if entry.kind == REFUSED]


def actions(live: Iterable[Entry]) -> tuple[Action, ...]:
    """What entries in force come to: what people did, with what was mended put right."""
    done: list[Action] = []
    for entry in live:
        if entry.kind == CORRECTION:
            done[:] = edited(done, edits_of(entry))
        else:
            done += acts(entry)
    return tuple(done)


def acts(entry: Entry) -> list[Action]:
    """The actions of an entry that is no mending."""
    return [read_action(action) for action in entry.actions]


def edits_of(entry: Entry) -> list[Edit]:
    """The edits of an entry that is a mending."""
    return read_edits(entry.actions[0]["edits"])


def write_correction(edits: Iterable[Edit], reason: str) -> dict[str, Any]:
    """A mending as an entry of the log keeps it."""
    return {"edits": write_edits(edits), "reason": reason}


def write_edits(edits: Iterable[Edit]) -> list[dict[str, Any]]:
    """The edits of a mending as plain data for JSON."""
    return [
        {
            "first": edit.first,
            "last": edit.last,
            "actions": None if edit.actions is None else [write_action(action) for action in edit.actions],
        }
        for edit in edits
    ]


def read_edits(data: object) -> list[Edit]:
    """The edits of a mending. Raises RefusedError."""
    reader = FieldReader()
    if not isinstance(data, list):
        reader.fail("edits", "is not a list")
        data = []
    edits = []
    for each in data:
        fields = reader.fields(each, "edit", ("first", "last", "actions"))
        reader.done()
        first = reader.whole(fields["first"], "first", _NUMBERS)
        last = reader.whole(fields["last"], "last", _NUMBERS)
        if not isinstance(fields["actions"], list | None):
            reader.fail("actions", "is not a list")
        reader.done()
        new = fields["actions"]
        edits.append(Edit(first, last, None if new is None else tuple(read_action(action) for action in new)))
    reader.done()
    return edits


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of the log, what it did, and what became of it."""

    entry: Entry
    did: tuple[Transition, ...] = ()
    """What it brought."""
    instead_of: tuple[Transition, ...] = ()
    """Of a mending: what gave way to it."""
    concerns: tuple[int, ...] = ()
    """The numbers of the entries that it undid, did again or put right."""
    stands: bool = True
    """It is in force; what an undo, a redo or a refusal says stands always."""
    put_right_in: int = 0
    """The number of the mending that is in force and changed it, or 0."""

    @property
    def trick_refused(self) -> str:
        """Of a claim that was refused, the number its trick had then."""
        return str(self.entry.actions[0]["number"])

    @property
    def reason(self) -> str:
        """Why a mending was made, if that was said."""
        return str(self.entry.actions[0].get("reason", "")) if self.entry.kind == CORRECTION else ""


def history(setup: Setup, calendar: Calendar, entries: Sequence[Entry]) -> list[Line]:
    """The whole log line by line, with what was undone."""
    numbers_in_force = {entry.number for entry in in_force(entries)[0]}
    reader = _Reader(setup, calendar)
    lines = [reader.read(entry) for entry in entries]
    corrections = [line for line in lines if line.entry.kind == CORRECTION and line.entry.number in numbers_in_force]
    put_right = {number: line.entry.number for line in corrections for number in line.concerns}
    return [
        replace(
            line,
            stands=line.entry.kind in (UNDO, REDO, REFUSED) or line.entry.number in numbers_in_force,
            put_right_in=put_right.get(line.entry.number, 0),
        )
        for line in lines
    ]


def put_right(setup: Setup, calendar: Calendar, entries: Sequence[Entry]) -> set[tuple[int, int]]:
    """The tricks of a match that a mending in force has entered, as hand and number."""
    live, _ = in_force(entries)
    if not any(entry.kind == CORRECTION for entry in live):
        return set()
    done: list[tuple[Action, bool]] = []
    for entry in live:
        if entry.kind == CORRECTION:
            placed = placed_by([action for action, _ in done], edits_of(entry))
            done = [(each.action, _is_fresh(each) or done[each.number - 1][1]) for each in placed]
        else:
            done += [(action, False) for action in acts(entry)]
    walked = walk(setup, calendar, (action for action, _ in done))
    corrected = [each for each, (_, is_mended) in zip(walked, done, strict=True) if is_mended]
    tricks = [each.after.tricks[-1] for each in corrected if isinstance(each.action, Play)]
    return {(trick.hand, trick.number) for trick in tricks}


def _is_fresh(placed: Placed) -> bool:
    """Whether an edit brought it, and not only kept it."""
    return placed.edit is not None and placed.edit.actions is not None


_State = tuple[list[Transition], list[int]]


class _Reader:
    """Reads a log from its beginning, and knows at each entry what is done by then."""

    def __init__(self, setup: Setup, calendar: Calendar) -> None:
        self._setup, self._calendar = setup, calendar
        self._live: list[Entry] = []
        self._undone: list[Entry] = []
        self._done: list[Transition] = []
        self._brought: list[int] = []
        """For each action that is done the number of the entry that brought it."""
        self._around: dict[int, tuple[_State, _State]] = {}
        """What was done before each mending, and after it as it was last in force, by its number."""

    def read(self, entry: Entry) -> Line:
        """The next entry."""
        if entry.kind == REFUSED:
            return Line(entry)
        if entry.kind == UNDO:
            self._undone.append(self._live.pop())
            self._go_back()
            return Line(entry, concerns=(self._undone[-1].number,))
        if entry.kind == REDO:
            again = self._undone.pop()
            if again.kind == CORRECTION:
                self._live.append(again)
                self._done, self._brought = self._around[again.number][1]
            else:
                self._do(again)
            return Line(entry, concerns=(again.number,))
        self._undone.clear()
        return self._do(entry)

    def _do(self, entry: Entry) -> Line:
        self._live.append(entry)
        if entry.kind == CORRECTION:
            return self._mend(entry)
        new = walk(self._setup, self._calendar, acts(entry), self._done)
        self._done += new
        self._brought += [entry.number] * len(new)
        return Line(entry, tuple(new))

    def _mend(self, entry: Entry) -> Line:
        edits = edits_of(entry)
        first = min((edit.first for edit in edits), default=1) - 1
        before, brought = self._done, self._brought
        placed = list(placed_by([done.action for done in before], edits))
        kept = before[:first]
        after = walk(self._setup, self._calendar, (each.action for each in placed[first:]), kept)
        fresh = [_is_fresh(each) for each in placed]
        self._done = kept + after
        self._brought = [
            entry.number if new else brought[each.number - 1] for each, new in zip(placed, fresh, strict=True)
        ]
        self._around[entry.number] = (before, brought), (self._done, self._brought)
        gone = [n for edit in edits if edit.actions is not None for n in range(edit.first, edit.last + 1)]
        came = tuple(done for done, new in zip(self._done, fresh, strict=True) if new)
        return Line(entry, came, tuple(before[n - 1] for n in gone), tuple(brought[n - 1] for n in gone))

    def _go_back(self) -> None:
        """To what was done before the entry that was undone last."""
        if self._undone[-1].kind == CORRECTION:
            self._done, self._brought = self._around[self._undone[-1].number][0]
        else:
            left = len(self._done) - len(self._undone[-1].actions)
            del self._done[left:], self._brought[left:]
