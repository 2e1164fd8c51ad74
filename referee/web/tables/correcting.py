"""How the entries of a game are corrected, and told in the log. What has a default, a game names only if it differs.

`now` is the current match, on which depends what is closed.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from referee.english import plural
from referee.games.edits import Edit, Transition
from referee.games.kit.records import type_of
from referee.match.corrections import Misfit
from referee.match.current import CurrentMatch, Trial
from referee.web.correction_draft import Edits
from referee.web.correction_pages import Change, Offer, WayOut
from referee.web.tables.entry_form import EntryForms

MOST_PARTS = 12
"""How many changed deals a comparison names."""


class Corrections(EntryForms, ABC):
    """The correction pages of a game."""

    part_name = "deal"
    """What the parts of a match are called, in which entries are listed."""
    elsewhere = frozenset({"other-deal"})
    """The codes of faults that say that an entry belongs to another place."""
    bare: frozenset[str] = frozenset()
    """The types of action that have nothing to change."""
    entry_template = "tables/entry.html"
    """The template of the form of an entry."""
    scores_template = "_scores"
    """The template of the scores of a screen."""
    wrong_words = "Something wrong?"
    changed_part = "deal"
    """What a comparison lists."""
    not_there = "–"
    """What stands for a deal that the match before or after does not have."""

    def __init__(self, of: Any) -> None:
        """`of` are the pages of the game."""
        self.of, self.game = of, of.game
        self.kinds = of.game.records.kinds

    # --- what differs between games ------------------------------------------------------------------------------

    @abstractmethod
    def told(self, done: Transition[Any, Any], now: Any, opened: Any = ()) -> str:
        """An action in words, given the match now, and what the correction has opened."""

    def number(self, match: Any) -> int:
        """The number of the part of the match that is in hand."""
        number: int = match.deal.number
        return number

    @abstractmethod
    def brief(self, before: Any, now: Any) -> str:
        """What is told of a part in a line while it is folded, given the match before one of its entries.

        Of a closed one it tells nothing that is closed.
        """

    @abstractmethod
    def offers(self, misfit: Misfit, match: Any, may_change: bool) -> tuple[str, list[Offer]]:
        """What may have been forgotten before a misfit, given the match before it, and whether it may be changed.

        With a question that they answer, or an empty text.
        """

    @abstractmethod
    def states(self, match: Any) -> dict[str, str]:
        """What else a correction can change, by name: always the totals."""

    # --- what has a default --------------------------------------------------------------------------------------

    def screen(self, current: CurrentMatch[Any]) -> Any:
        """What the templates show of the match before or after a correction."""
        return self.of.screen(current)

    def opened(self, trial: Trial[Any], edits: Sequence[Edit]) -> Any:
        """What some edits are about, so that it may be shown although it is closed: cards that they change."""
        found = set[Any]()
        for edit in edits:
            if edit.actions:  # What is only dropped need not be looked at.
                replaced = [done.action for done in trial.transitions[edit.first - 1 : edit.last]]
                found |= _cards(replaced) ^ _cards(edit.actions)
        return found

    def opened_to_choose(self, one: Any, other: Any) -> Any:
        """What of two actions, of which the table chooses one, may be shown although it is closed: their cards."""
        return _cards([one]) | _cards([other])

    def refused(self, noted: Mapping[str, Any]) -> str:
        """A refusal that the log notes, in words."""
        return ""

    def part(self, match: Any) -> str:
        """The part of the match that an entry belongs to, given the match before it: `hand 3`."""
        return f"{self.part_name} {self.number(match)}"

    def note(self, before: Any, now: Any) -> str:
        """A hint for that part, given the match before the entry and now; empty if there is none."""
        return ""

    def belonging(self, done: Transition[Any, Any], now: Any) -> str:
        """An entry that belongs to an earlier one, such as a claim to its trick, in words; empty if to none."""
        return ""

    def holds(self, action: Any) -> bool:
        """Whether such entries may belong to an action."""
        return False

    def called(self, done: Transition[Any, Any]) -> str:
        """A short name of an action: `trick 3`, `the result`."""
        if self.type_of(done.action) == "trick" and hasattr(done.before.deal, "tricks"):
            return f"trick {len(done.before.deal.tricks) + 1}"
        return f"the {self.type_of(done.action).replace('-', ' ')}"

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The endpoints and words of links to other ways to put something right."""
        return ((f"{self.of.name}.wrong", self.wrong_words),)

    def may_change(self, misfit: Misfit, match: Any) -> bool:
        """Whether a misfit could fit with other content, given the match before it."""
        action = misfit.placed.action
        elsewhere = any(fault.code in self.elsewhere for fault in misfit.faults)
        return not elsewhere and self.type_of(action) not in self.bare and self.game.is_awaited(match, action)

    def ways_out(self, trial: Trial[Any], edits: Edits) -> list[WayOut]:
        """The ways to make a misfit fit that a game knows of, given the edits so far."""
        return []

    def swapped(self, trial: Trial[Any], edits: Edits, what: str) -> Edits:
        """The edits after a way out whose content a page must not have; the text is its parameter `swap`."""
        return edits

    def changes(self, before: Any, after: Any, opened: Collection[Any] = ()) -> list[Change]:
        """What differs between two states of a match; always the totals."""
        found = self.changed_parts(before, after, opened)
        if len(found) > MOST_PARTS:
            more = plural(len(found) - MOST_PARTS, f"more {self.changed_part}")
            found = [*found[:MOST_PARTS], Change("And", "", f"{more} changed")]
        was, now = self.states(before), self.states(after)
        # Only a game can be there in one match and not in the other.
        states = (Change(name, was.get(name, "not won"), now.get(name, "not won")) for name in {**was, **now})
        return found + [state for state in states if state.what == "Totals" or state.before != state.after]

    def deals(self, match: Any) -> Sequence[str]:
        """How each deal came out, as far as everybody may know; nothing if the game itself compares its parts."""
        return ()

    def changed_parts(self, before: Any, after: Any, opened: Collection[Any]) -> list[Change]:
        """The deals that came out differently."""
        one, other = (list(self.deals(match)) for match in (before, after))
        longest = max(len(one), len(other))
        pairs = zip(*(each + [self.not_there] * (longest - len(each)) for each in (one, other)), strict=True)
        return [Change(f"Deal {at}", was, now) for at, (was, now) in enumerate(pairs, 1) if was != now]

    def forgotten(self, name: str) -> Mapping[str, str]:
        """What can be inserted before an entry of a type: the kinds with their words."""
        return {}

    def is_ruling(self, action: Any) -> bool:
        """Whether an action is a ruling that gave or took points."""
        numbers = (getattr(action, key, None) for key in ("points", "strokes", "deals"))
        return self.type_of(action) == "adjust" and any(numbers)

    def type_of(self, action: Any) -> str:
        """The name of an action's type in a record."""
        return type_of(self.kinds, action)


def _cards(actions: Iterable[Any]) -> set[Any]:
    """The cards of the tricks among some actions."""
    return {tuple(action.cards) for action in actions if getattr(action, "cards", None)}
