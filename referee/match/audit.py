"""The audit log: every entry of a match, its effect, and whether it is in force."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.games.edits import Transition, placed_by
from referee.games.game import Game
from referee.match.corrections import walk
from referee.match.log import actions_of, edits_of, in_force
from referee.store.logs import CORRECTION, REDO, REFUSED, UNDO, Entry

Transitions = list[Transition[Any, Any]]


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of the log, its effect, and whether it is in force."""

    entry: Entry
    did: tuple[Transition[Any, Any], ...] = ()
    """The actions it added."""
    replaced: tuple[Transition[Any, Any], ...] = ()
    """Of a correction: the actions that it replaced."""
    concerns: tuple[int, ...] = ()
    """The numbers of the entries that it undid, redid or corrected."""
    in_force: bool = True
    """Always true of an undo, a redo or a refusal."""
    corrected_by: int = 0
    """The number of the correction in force that changed it, or 0."""

    @property
    def reason(self) -> str:
        """The reason given for a correction, or an empty text."""
        told = self.entry.actions[:1] if self.entry.kind == CORRECTION else ()
        return "".join(str(each.get("reason", "")) for each in told)


def audit_log(game: Game[Any, Any, Any], setup: Any, entries: Sequence[Entry]) -> list[Line]:
    """The whole log, one line per entry, including entries that were undone."""
    numbers = {entry.number for entry in in_force(entries)[0]}
    reader = _Reader(game, setup)
    lines = [reader.read(entry) for entry in entries]
    corrections = [line for line in lines if line.entry.kind == CORRECTION and line.entry.number in numbers]
    corrected = {number: line.entry.number for line in corrections for number in line.concerns}
    return [
        replace(
            line,
            in_force=line.entry.kind in (UNDO, REDO, REFUSED) or line.entry.number in numbers,
            corrected_by=corrected.get(line.entry.number, 0),
        )
        for line in lines
    ]


def corrected_transitions(game: Game[Any, Any, Any], setup: Any, entries: Sequence[Entry]) -> Transitions:
    """The actions in force that a correction added."""
    live, _ = in_force(entries)
    if not any(entry.kind == CORRECTION for entry in live):
        return []
    actions: list[tuple[Any, bool]] = []
    """Each action, and whether a correction added it."""
    for entry in live:
        if entry.kind == CORRECTION:
            placed = placed_by([action for action, _ in actions], edits_of(game, entry))
            actions = [(each.action, each.is_new or actions[each.number - 1][1]) for each in placed]
        else:
            actions += [(action, False) for action in actions_of(game, entry)]
    walked = walk(game, setup, (action for action, _ in actions))
    return [each for each, (_, is_corrected) in zip(walked, actions, strict=True) if is_corrected]


_State = tuple[Transitions, list[int]]


class _Reader:
    """Reads a log from its beginning, and tracks the actions in force."""

    def __init__(self, game: Game[Any, Any, Any], setup: Any) -> None:
        self._game, self._setup = game, setup
        self._live: list[Entry] = []
        self._undone: list[Entry] = []
        self._transitions: Transitions = []
        self._brought_by: list[int] = []
        """For each transition the number of the entry that added it."""
        self._around: dict[int, tuple[_State, _State]] = {}
        """By the number of a correction: both lists before it, and after it when it was last in force."""

    def read(self, entry: Entry) -> Line:
        """Read the next entry."""
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
                self._transitions, self._brought_by = self._around[again.number][1]
            else:
                self._do(again)
            return Line(entry, concerns=(again.number,))
        self._undone.clear()
        return self._do(entry)

    def _do(self, entry: Entry) -> Line:
        self._live.append(entry)
        if entry.kind == CORRECTION:
            return self._correct(entry)
        new = walk(self._game, self._setup, actions_of(self._game, entry), self._transitions)
        self._transitions += new
        self._brought_by += [entry.number] * len(new)
        return Line(entry, tuple(new))

    def _correct(self, entry: Entry) -> Line:
        edits = edits_of(self._game, entry)
        first = min((edit.first for edit in edits), default=1) - 1
        before, brought_by = self._transitions, self._brought_by
        placed = list(placed_by([each.action for each in before], edits))
        kept = before[:first]
        self._transitions = kept + walk(self._game, self._setup, (each.action for each in placed[first:]), kept)
        self._brought_by = [entry.number if each.is_new else brought_by[each.number - 1] for each in placed]
        self._around[entry.number] = (before, brought_by), (self._transitions, self._brought_by)
        gone = [n for edit in edits if edit.actions is not None for n in range(edit.first, edit.last + 1)]
        came = tuple(each for each, at in zip(self._transitions, placed, strict=True) if at.is_new)
        return Line(entry, came, tuple(before[n - 1] for n in gone), tuple(brought_by[n - 1] for n in gone))

    def _go_back(self) -> None:
        """Restore the state before the entry that was undone last."""
        if self._undone[-1].kind == CORRECTION:
            self._transitions, self._brought_by = self._around[self._undone[-1].number][0]
        else:
            left = len(self._transitions) - len(self._undone[-1].actions)
            del self._transitions[left:], self._brought_by[left:]
