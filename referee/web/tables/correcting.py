"""Corrections of the entries of a game, and their words in the log. A game overrides defaults only where it differs.

`now` is the current match, which determines what is closed.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

from referee.cards import listed
from referee.english import plural
from referee.games.edits import Edit, Transition
from referee.games.kit.records import type_of
from referee.match.corrections import Misfit
from referee.match.current import CurrentMatch, Trial
from referee.web.corrections.draft import Edits
from referee.web.corrections.questions import Change, Offer, Solution
from referee.web.tables.entry_form import EntryForms

MOST_PARTS = 12
"""The maximum number of changed deals that a comparison names."""


class Corrections(EntryForms, ABC):
    """The correction pages of a game."""

    part_name = "deal"
    """The word for the parts of a match in which entries are listed."""
    elsewhere = frozenset({"other-deal"})
    """The codes of faults of entries in the wrong place."""
    bare: frozenset[str] = frozenset()
    """The types of action without anything to change."""
    entry_template = "tables/entry.html"
    """The template of the form of an entry."""
    changed_part = "deal"
    """The word for the parts that a comparison lists."""
    not_there = "–"
    """The text for a deal that the match before or after does not have."""
    forgettable: tuple[str, ...] = ()
    """The types of action that a table may have forgotten before another."""
    longer: Mapping[str, str] = MappingProxyType({})
    """The words for types of action whose names are not clear enough."""
    void = Offer("There was a misdeal before this", {"type": "misdeal"})

    def __init__(self, pages: Any) -> None:
        """`of` are the pages of the game."""
        self.pages, self.game = pages, pages.game
        self.kinds = pages.game.kinds

    # --- what differs between games ------------------------------------------------------------------------------

    @abstractmethod
    def describe(self, done: Transition[Any, Any], now: Any, opened: Any = ()) -> str:
        """Describe an action, given the match now, and the cards that the correction has opened."""

    def number(self, match: Any) -> int:
        """The number of the part of the match that is in hand."""
        number: int = match.deal.number
        return number

    @abstractmethod
    def brief(self, before: Any, now: Any) -> str:
        """Return the summary of a folded part in a line, given the match before one of its entries.

        The summary of a closed part reveals nothing that is closed.
        """

    @abstractmethod
    def offers(self, misfit: Misfit, match: Any, may_change: bool) -> tuple[str, list[Offer]]:
        """Return the entries that may have been forgotten before a misfit, given the match before it.

        They come with a question that they answer, or an empty text.
        """

    @abstractmethod
    def states(self, match: Any) -> dict[str, str]:
        """Return the other things that a correction can change, by name: always the totals."""

    # --- what has a default --------------------------------------------------------------------------------------

    def screen(self, current: CurrentMatch[Any]) -> Any:
        """Return the screen that templates show of the match before or after a correction."""
        return self.pages.screen(current)

    def opened(self, trial: Trial[Any], edits: Sequence[Edit]) -> Any:
        """Return the cards that some edits change, which may be shown even if closed."""
        cards = set[Any]()
        for edit in edits:
            if edit.actions:  # A trick that is only dropped need not be shown.
                replaced = [done.action for done in trial.transitions[edit.first - 1 : edit.last]]
                cards |= _cards(replaced) ^ _cards(edit.actions)
        return cards

    def opened_to_choose(self, one: Any, other: Any) -> Any:
        """Return the cards of two actions between which the table chooses; they may be shown even if closed."""
        return _cards([one]) | _cards([other])

    def refused(self, noted: Mapping[str, Any]) -> str:
        """A refusal that the log notes, in words."""
        return ""

    def is_elsewhere(self, misfit: Misfit) -> bool:
        """Return True if a misfit does not belong to the deal in hand."""
        return any(fault.code == "other-deal" for fault in misfit.faults)

    def trick_led(self, match: Any, number: int, leader: Any, cards: Iterable[Any]) -> str:
        """A trick with its cards: `Trick 3: Ann leads 9♠ K♠ 3♥ 4♦`."""
        return f"Trick {number}: {match.player(leader)} leads {listed(cards)}"

    def part(self, match: Any) -> str:
        """The part of the match that an entry belongs to, given the match before it: `hand 3`."""
        return f"{self.part_name} {self.number(match)}"

    def note(self, before: Any, now: Any) -> str:
        """A hint for that part, given the match before the entry and now; empty if there is none."""
        return ""

    def belonging(self, done: Transition[Any, Any], now: Any) -> str:
        """An entry that belongs to an earlier one, such as a claim to its trick, in words; otherwise empty."""
        return ""

    def holds(self, action: Any) -> bool:
        """Return True if further entries, such as claims, may belong to an action."""
        return False

    def called(self, done: Transition[Any, Any]) -> str:
        """A short name of an action: `trick 3`, `the result`."""
        if self.type_of(done.action) == "trick" and hasattr(done.before.deal, "tricks"):
            return f"trick {len(done.before.deal.tricks) + 1}"
        return f"the {self._worded(self.type_of(done.action))}"

    def undone(self, done: Transition[Any, Any]) -> str:
        """An action that was just undone, without cards that the table may keep closed."""
        return self.called(done)

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The endpoints and words of links to other ways of correcting something."""
        return ((f"{self.pages.name}.wrong", "Something wrong?"),)

    def may_change(self, misfit: Misfit, match: Any) -> bool:
        """Return True if a misfit could fit with other content, given the match before it."""
        action = misfit.placed.action
        elsewhere = any(fault.code in self.elsewhere for fault in misfit.faults)
        return not elsewhere and self.type_of(action) not in self.bare and self.game.is_awaited(match, action)

    def known_solutions(self, trial: Trial[Any], edits: Edits) -> list[Solution]:
        """The game’s own solutions for a misfit, given the edits so far."""
        return []

    def swapped(self, trial: Trial[Any], edits: Edits, what: str) -> Edits:
        """Return the edits after a solution whose content a page must not contain; the text is its parameter
        `swap`."""
        return edits

    def changes(self, before: Any, after: Any, opened: Collection[Any] = ()) -> list[Change]:
        """List the differences between two states of a match; always with the totals."""
        changes = self.changed_parts(before, after, opened)
        if len(changes) > MOST_PARTS:
            more = plural(len(changes) - MOST_PARTS, f"more {self.changed_part}")
            changes = [*changes[:MOST_PARTS], Change("And", "", f"{more} changed")]
        was, now = self.states(before), self.states(after)
        # Only games can exist in one match and not in the other.
        states = (Change(name, was.get(name, "not won"), now.get(name, "not won")) for name in {**was, **now})
        return changes + [state for state in states if state.what == "Totals" or state.before != state.after]

    def deals(self, match: Any) -> Sequence[str]:
        """Describe the outcome of each deal, as far as it is public; nothing if the game compares its own parts."""
        return ()

    def changed_parts(self, before: Any, after: Any, opened: Collection[Any]) -> list[Change]:
        """The deals that came out differently."""
        one, other = (list(self.deals(match)) for match in (before, after))
        longest = max(len(one), len(other))
        pairs = zip(*(each + [self.not_there] * (longest - len(each)) for each in (one, other)), strict=True)
        return [Change(f"Deal {at}", was, now) for at, (was, now) in enumerate(pairs, 1) if was != now]

    def forgotten(self, name: str) -> Mapping[str, str]:
        """Return the kinds of entry that can be inserted before an entry of a type, with their words."""
        return {each: self._worded(each) for each in self.forgettable}

    def _worded(self, kind: str) -> str:
        return "ruling" if kind == "adjust" else self.longer.get(kind, kind)

    def is_ruling(self, action: Any) -> bool:
        """Return True if an action is a ruling that gave or took points."""
        numbers = (value for value in asdict(action).values() if isinstance(value, int))
        return self.type_of(action) == "adjust" and any(numbers)

    def type_of(self, action: Any) -> str:
        """The name of an action's type in a record."""
        return type_of(self.kinds, action)


def _cards(actions: Iterable[Any]) -> set[Any]:
    """The cards of the tricks among some actions."""
    return {tuple(action.cards) for action in actions if getattr(action, "cards", None)}
