"""The audit log: every entry of a match, its effect, and whether it is in force."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.faults import RefusedError
from referee.games.edits import Transition, placed_by
from referee.games.game import Game
from referee.log.entry import CORRECTION, REDO, REFUSED, UNDO, Entry, in_force
from referee.match.corrections import walk
from referee.match.log import Tidying, actions_of, edits_of, setup_of

Transitions = list[Transition[Any, Any]]


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of the log, its effect, and whether it is in force."""

    entry: Entry
    did: tuple[Transition[Any, Any], ...] = ()
    """The actions it added."""
    replaced: tuple[Transition[Any, Any], ...] = ()
    """The actions that a correction replaced."""
    concerns: tuple[int, ...] = ()
    """The numbers of the entries that it undid, redid or corrected."""
    in_force: bool = True
    """Always True for an undo, a redo or a refusal."""
    corrected_by: int = 0
    """The number of the correction in force that changed it, or 0."""
    setups: tuple[Any, Any] | None = None
    """The setups before and after a correction of the setup."""

    @property
    def reason(self) -> str:
        """The reason given for a correction, or an empty text."""
        note = self.entry.actions[:1] if self.entry.kind == CORRECTION else ()
        return "".join(str(each.get("reason", "")) for each in note)


def audit_log(
    game: Game[Any, Any, Any], setup: Any, entries: Sequence[Entry], named: Callable[[Any], Any]
) -> list[Line]:
    """Return the whole log, one line per entry, including entries that were undone.

    `setup` is the match's setup as it was opened; `named` gives a corrected one the current names of its players.
    """
    numbers = {entry.number for entry in in_force(entries)[0]}
    reader = _Reader(game, setup, named)
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


def corrected_transitions(
    game: Game[Any, Any, Any], opened: Any, setup: Any, entries: Sequence[Entry]
) -> Transitions:
    """The actions in force that a correction added to a match, given its setup as `opened` and its current one."""
    live, _ = in_force(entries)
    if not any(entry.kind == CORRECTION for entry in live):
        return []
    tidying, are_corrected = Tidying(game, opened), list[bool]()
    for entry in live:
        if entry.kind == CORRECTION:
            placed = tidying.correct(edits_of(game, entry), setup_of(game, entry))
            are_corrected = [each.is_new or are_corrected[each.number - 1] for each in placed]
        else:
            new = actions_of(game, entry)
            tidying.actions += new
            are_corrected += [False] * len(new)
    walked = walk(game, setup, tidying.actions)
    return [each for each, is_corrected in zip(walked, are_corrected, strict=True) if is_corrected]


@dataclass(frozen=True, slots=True)
class _State:
    """The match at a place of its log."""

    setup: Any
    transitions: Transitions
    brought_by: list[int]
    """The number of the entry that added each transition."""


class _Reader:
    """Reads a log from its beginning, and tracks the actions in force."""

    def __init__(self, game: Game[Any, Any, Any], setup: Any, named: Callable[[Any], Any]) -> None:
        self._game, self._named = game, named
        self._live: list[Entry] = []
        self._undone: list[Entry] = []
        self._state = _State(setup, [], [])
        self._around: dict[int, tuple[_State, _State]] = {}
        """The states before each correction, and after it when it was last in force, by the correction's number."""

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
                self._state = self._around[again.number][1]
            else:
                self._do(again)
            return Line(entry, concerns=(again.number,))
        self._undone.clear()
        return self._do(entry)

    def _do(self, entry: Entry) -> Line:
        """Apply an entry. An entry from elsewhere that the rules forbid, and that has been undone since, does
        nothing."""
        self._live.append(entry)
        self._around[entry.number] = self._state, self._state
        try:
            return self._correct(entry) if entry.kind == CORRECTION else self._add(entry)
        except RefusedError:
            return Line(entry)

    def _add(self, entry: Entry) -> Line:
        state = self._state
        new = walk(self._game, state.setup, actions_of(self._game, entry), state.transitions)
        state.transitions.extend(new)
        state.brought_by.extend([entry.number] * len(new))
        return Line(entry, tuple(new))

    def _correct(self, entry: Entry) -> Line:
        edits, before, setup = edits_of(self._game, entry), self._state, setup_of(self._game, entry)
        first = min((edit.first for edit in edits), default=1) - 1 if setup is None else 0
        setup = before.setup if setup is None else self._named(setup)
        done = [each.action for each in before.transitions]
        if self._game.omits_leaders:
            done = [self._game.stepping.plain(each.before, each.action) for each in before.transitions]
        placed = list(placed_by(done, edits))
        kept = before.transitions[:first]
        after = kept + walk(self._game, setup, (each.action for each in placed[first:]), kept)
        brought_by = [entry.number if each.is_new else before.brought_by[each.number - 1] for each in placed]
        self._state = _State(setup, after, brought_by)
        self._around[entry.number] = before, self._state
        gone = [n for edit in edits if edit.actions is not None for n in range(edit.first, edit.last + 1)]
        came = tuple(each for each, at in zip(after, placed, strict=True) if at.is_new)
        return Line(
            entry,
            came,
            tuple(before.transitions[n - 1] for n in gone),
            tuple(before.brought_by[n - 1] for n in gone),
            setups=None if setup == before.setup else (before.setup, setup),
        )

    def _go_back(self) -> None:
        """Restore the state before the entry that was undone last."""
        if self._undone[-1].kind == CORRECTION:
            self._state = self._around[self._undone[-1].number][0]
        else:
            while self._state.brought_by[-1:] == [self._undone[-1].number]:
                del self._state.transitions[-1], self._state.brought_by[-1]
