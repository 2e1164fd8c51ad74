"""Questions and answers of the pages on which earlier entries are corrected."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.match.current import Trial
from referee.web.corrections.draft import Edits


@dataclass(frozen=True, slots=True)
class Change:
    """A difference between the match before and after a correction."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class EntryRequest:
    """A request for the form of an entry to change or to insert."""

    trial: Trial[Any]
    edits: Edits
    number: int
    """The number of the entry to change, or before which another is inserted."""
    before: Any
    """The match before the entry."""
    insert: str
    """The kind of entry to insert; empty to change one."""
    stands: dict[str, Any]
    """The content of the entry so far, as plain data."""
    inputs: Mapping[str, str]
    """The parameters of the query string."""


@dataclass(frozen=True, slots=True)
class EntryForm:
    """The form of an entry, perhaps incomplete."""

    content: dict[str, Any] | None = None
    """The complete content as plain data; None if it is not complete."""
    errors: Sequence[str] = ()
    leads_to: dict[str, Any] | None = None
    """The parameters of the page to show instead, if there is one."""
    variables: dict[str, Any] = field(default_factory=dict)
    """Further variables for the template."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A way to make an entry fit again."""

    words: Any
    """The words of the link, as text or HTML."""
    page: str
    """`compare` or `entry`; with these parameters."""
    query: dict[str, Any]
    why: str
    """The mistake that it assumes."""
    count: int | None
    """The extent of its changes to what was entered; None if it is not recommended."""
    is_drop: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """An entry that may have been forgotten before one that no longer fits."""

    words: str
    action: dict[str, Any] | None = None
    """The action to insert, as plain data; None if it has to be filled in."""
    insert: str = "1"
    """The kind of entry to fill in."""
    is_missing: bool = False
    """True if, as far as the game can tell, filling in one such entry can make the other fit."""
