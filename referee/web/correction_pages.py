"""What a game provides to the pages on which earlier entries are corrected, and to the log."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.games.edits import Edit, Transition
from referee.match.corrections import Misfit
from referee.match.current import CurrentMatch, Trial
from referee.web.correction_draft import Edits


@dataclass(frozen=True, slots=True)
class Change:
    """A difference between the match before and after a correction."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class EntryRequest:
    """A request for the form of an entry that is to be changed, or to be inserted."""

    trial: Trial[Any]
    edits: Edits
    number: int
    """The number of the entry that is to be changed, or before which another is inserted."""
    before: Any
    """The match before the entry."""
    insert: str
    """What is inserted; empty if the entry is to be changed."""
    stands: dict[str, Any]
    """The content of the entry so far, as plain data."""
    given: Mapping[str, str]
    """The parameters of the query string."""


@dataclass(frozen=True, slots=True)
class EntryForm:
    """The form of an entry, as far as it is filled in."""

    content: dict[str, Any] | None = None
    """The complete content as plain data; None if it is not complete."""
    errors: Sequence[str] = ()
    leads_to: dict[str, Any] | None = None
    """The parameters of the page to show instead, if there is one."""
    shown: dict[str, Any] = field(default_factory=dict)
    """What else the template shows."""


@dataclass(frozen=True, slots=True)
class WayOut:
    """A way to make an entry fit that no longer does."""

    words: Any
    """The words of the link, as text or HTML."""
    page: str
    """`compare` or `entry`; with these parameters."""
    query: dict[str, Any]
    why: str
    """The slip that it supposes."""
    is_best: bool = False
    """Whether nothing that was entered is lost by it."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What may have been forgotten before an entry that no longer fits."""

    words: str
    action: dict[str, Any] | None = None
    """The action to insert, as plain data; None if it has to be filled in."""
    insert: str = "1"
    """What is to be filled in."""
    is_missing: bool = False
    """Whether one such entry, filled in, can make the other fit as far as the game can tell."""


@dataclass(frozen=True, slots=True)
class CorrectionPages:
    """What the core shows of the entries of a game. `now` is the current match, on which depends what is closed."""

    screen: Callable[[CurrentMatch[Any]], Any]
    """The view model that the templates show."""
    told: Callable[[Transition[Any, Any], Any, Any], str]
    """An action in words, given the match now, and what the correction has opened."""
    opened: Callable[[Trial[Any], Sequence[Edit]], Any]
    """What some edits are about, so that it may be shown although it is closed."""
    refused: Callable[[Mapping[str, Any]], str]
    """A refusal that the log notes, in words."""
    part: Callable[[Any], str]
    """The part of the match that an entry belongs to, given the match before it: `hand 3`."""
    note: Callable[[Any, Any], str]
    """A hint for that part, given the match before the entry and now; empty if there is none."""
    brief: Callable[[Any, Any], str]
    """What is told of that part in a line while it is folded, likewise; of a closed one nothing that is closed."""
    belonging: Callable[[Transition[Any, Any], Any], str]
    """An entry that belongs to an earlier one, such as a claim to its trick, in words, given the match now.

    Empty if it stands by itself.
    """
    holds: Callable[[Any], bool]
    """Whether such entries may belong to an action."""
    called: Callable[[Transition[Any, Any]], str]
    """A short name of an action: `trick 3`."""
    links: tuple[tuple[str, str], ...]
    """The endpoints and words of links to other ways to put something right."""
    missing: Callable[[Any, str, Mapping[str, str]], dict[str, Any]]
    """The content of an entry to insert as far as it is given, by the match before it, and what is inserted."""
    form: Callable[[EntryRequest], EntryForm]
    refill: Callable[[Any], dict[str, Any]]
    """The parameters of the form in which an inserted action is edited again."""
    may_change: Callable[[Misfit, Any], bool]
    """Whether a misfit could fit with other content, given the match before it."""
    ways_out: Callable[[Trial[Any], Edits], list[WayOut]]
    """The ways to make a misfit fit that a game knows of, given the edits so far."""
    swapped: Callable[[Trial[Any], Edits, str], Edits]
    """The edits after a way out whose content a page must not have; the text is its parameter `swap`."""
    offers: Callable[[Misfit, Any, bool], tuple[str, list[Offer]]]
    """What may have been forgotten before a misfit, given the match before it, and whether the misfit may be changed.

    With a question that they answer, or an empty text.
    """
    changes: Callable[[Any, Any, Collection[Any]], list[Change]]
    """What differs between two states of a match; always the totals."""
    is_ruling: Callable[[Any], bool]
    """Whether an action is a ruling that gave or took points."""
    entry_template: str
    scores_template: str
    """The template of the scores of a screen."""
    styles: tuple[str, ...]
    """The styles of that template."""
