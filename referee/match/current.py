"""A match as it stands in the book, and what edits would make of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.games.havilering.corrections import Corrected, Edit, Transition, correct, edited
from referee.games.havilering.state import Match, Phase
from referee.games.havilering.turns import mark_of
from referee.store.database import Entry, Row


@dataclass(frozen=True, slots=True)
class CurrentMatch:
    """A match as it stands, and its place in the log."""

    id: int
    book_id: int
    """The score book it belongs to."""
    version: int
    """The number of entries in its log: what a posted form must name to be up to date."""
    match: Match
    show_played: bool
    """The pad shows which cards are gone."""
    teaching: bool
    """The hand may be looked back at while it is played."""
    live: int = 0
    """How many entries are in force, and so can be undone."""
    undone: tuple[Entry, ...] = ()
    """Entries that can be redone, the next one last."""
    refused: tuple[str, ...] = ()
    """The tricks whose claims were refused lately, once for each claim (8.1)."""

    @classmethod
    def of(
        cls, row: Row, version: int, match: Match, live: int, undone: Sequence[Entry], refused: Sequence[str]
    ) -> "CurrentMatch":
        """A match as its row and its log tell."""
        settings = row.show_played, row.teaching
        return cls(row.id, row.book_id, version, match, *settings, live, tuple(undone), tuple(refused))

    def after(self, version: int, match: Match) -> "CurrentMatch":
        """The match after an entry that did something."""
        return replace(self, version=version, match=match, live=self.live + 1, undone=())

    @property
    def claims_refused(self) -> int:
        """How often a claim on the last trick of the hand was refused."""
        trick = self.match.last_trick
        return self.refused.count(mark_of(trick)) if trick else 0

    @property
    def can_be_followed(self) -> bool:
        """The same people may go on with another match: this one is over, or nothing was played in it yet."""
        return self.match.phase is Phase.MATCH_OVER or not self.match.tricks


@dataclass(frozen=True, slots=True)
class Trial:
    """What some edits would make of a match."""

    current: CurrentMatch
    """As it stands now."""
    done: list[Transition]
    """Every action in force, with the match around it."""
    edits: tuple[Edit, ...]
    corrected: Corrected

    @property
    def changes_nothing(self) -> bool:
        """The edits leave every action as it is."""
        actions = [done.action for done in self.done]
        return edited(actions, self.edits) == tuple(actions)

    def upto(self, number: int) -> Match:
        """The match before the action of a number, with the edits before it made as far as they fit."""
        before = [edit for edit in self.edits if edit.last < number]
        # Of what is kept, the part that comes before; and a place for what is put in.
        kept = [edit for edit in self.edits if edit.actions is None and edit.first < number <= edit.last]
        before += [replace(edit, last=number - 1) for edit in kept]
        match = self.current.match
        edits = [*before, Edit(number, number, ())]
        return correct(self.done[:number], match.setup, match.calendar, edits).match


class StaleError(Exception):
    """The poster had not seen the latest entries, so nothing was done."""

    def __init__(self, current: CurrentMatch, since: Sequence[Entry]) -> None:
        super().__init__("the match has moved on")
        self.current = current
        self.since = since
