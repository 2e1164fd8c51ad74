"""The current state of a match, and a trial of edits to it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, TypeVar

from referee.faults import Fault
from referee.games.edits import Edit, Preview, Transition, edited
from referee.games.game import Game
from referee.log.entry import ACT, CORRECTION, Entry
from referee.match.corrections import Corrected, correct

M = TypeVar("M")
MOST_RECENT = 4
"""The number of entries that can be undone one after the other without a replay."""


@dataclass(frozen=True)
class CurrentMatch(Generic[M]):
    """The current state of a match and of its log."""

    game: Game[Any, M, Any]
    id: int
    book_id: int
    """The score book it belongs to."""
    version: int
    """The number of entries in its log; a posted form names the version that it was made from."""
    whole_match: M
    """The match with its closed parts, for the rules to judge. It must not be shown."""
    show_played: bool
    """The pad shows which cards have been played."""
    teaching: bool
    """Players may review the hand while it is played."""
    live: int = 0
    """The number of entries in force, which can be undone."""
    undone: tuple[Entry, ...] = ()
    """The entries that can be redone, the next one last."""
    refused: tuple[dict[str, Any], ...] = ()
    """The refusals that the log notes."""
    opened: str = ""
    """The time it was opened, in ISO format: after a backup was restored, another match may have its number."""
    kind: str = ""
    """The kind of the latest entry in its log; empty if there is none."""
    last: Transition[M, Any] | None = None
    """The last action in force; None if there is none, or if a correction was the last entry in force."""
    recent: "tuple[CurrentMatch[M], ...]" = field(default=(), compare=False, repr=False)
    """The matches before the last entries in force, as far as these are actions; the latest last."""

    def after(self, version: int, match: M, last: Transition[M, Any] | None = None) -> "CurrentMatch[M]":
        """The match after an entry of actions, with the last of them, or after a correction."""
        kind = ACT if last else CORRECTION
        recent = (*self.recent, replace(self, recent=()))[-MOST_RECENT:] if last else ()
        return replace(
            self, version=version, whole_match=match, live=self.live + 1, undone=(), kind=kind, last=last,
            recent=recent,
        )  # fmt: skip

    @cached_property
    def match(self) -> M:
        """The match as everybody may see it."""
        return self.game.seen(self.whole_match)

    @property
    def setup(self) -> Any:
        """The setup of the match, with the current names of its players."""
        match: Any = self.whole_match
        return match.setup

    @property
    def is_over(self) -> bool:
        """True if the match is over."""
        return self.game.is_over(self.whole_match)

    @property
    def can_be_followed(self) -> bool:
        """True if a rematch may be opened: the match is over, or nothing has been played in it yet."""
        return self.is_over or not self.game.has_begun(self.whole_match)


@dataclass(frozen=True, slots=True)
class Trial(Generic[M]):
    """The result of edits that are not stored."""

    current: CurrentMatch[M]
    """The match without the edits."""
    setup: Any
    """The setup after the correction."""
    transitions: list[Transition[M, Any]]
    """Every action in force, with the match before and after it."""
    edits: tuple[Edit, ...]
    """The edits, with those that follow from the corrected setup."""
    corrected: Corrected

    @property
    def changes_setup(self) -> bool:
        """True if the setup is corrected."""
        return bool(self.setup != self.current.setup)

    @property
    def changes_nothing(self) -> bool:
        """True if neither an action nor the setup is changed."""
        actions = [each.action for each in self.transitions]
        return not self.changes_setup and edited(actions, self.edits) == tuple(actions)

    def guessing_faults(self, edits: Sequence[Edit], number: int | None = None) -> Iterator[Fault]:
        """Faults of edits whose preview would reveal hidden cards or points, taking a corrected setup into account.

        `number` is another action about to be edited. Raises RefusedError if the edits are out of range.
        """
        done = self.transitions
        if self.changes_setup and edits and done:
            # Follow the actions from the first one, because the setup matters from there.
            done = [replace(done[0], before=self.current.game.begin(self.setup)), *done[1:]]
            edits = [Edit(1, 0, ()), *edits]
        game = self.current.game
        return game.guessing_faults(Preview(game.step, self.current.whole_match, done, edits, number))

    def up_to(self, number: int) -> M:
        """Return the match before the action of a number, with the edits before that action as far as they fit."""
        before = [edit for edit in self.edits if edit.last < number]
        # Shorten an edit that keeps actions to those before the number; an empty edit marks the place itself.
        kept = [edit for edit in self.edits if edit.actions is None and edit.first < number <= edit.last]
        before += [replace(edit, last=number - 1) for edit in kept]
        edits = [*before, Edit(number, number, ())]
        match: M = correct(self.current.game, self.transitions[:number], self.setup, edits).match
        return match


class NothingToUndoError(Exception):
    """A match without entries in force: only its start can be wrong."""


class StaleError(Exception):
    """The match has entries that the poster had not seen; nothing was changed."""

    def __init__(self, current: CurrentMatch[Any], since: Sequence[Entry]) -> None:
        super().__init__("the match has moved on")
        self.current = current
        self.since = since
        """The entries that the poster had not seen."""
        self.next_turn: str | None = None
        """The turn after the same entry from another page; None if there is none."""

    @property
    def is_entered(self) -> bool:
        """True if the same entry was already made from another page."""
        return self.next_turn is not None
