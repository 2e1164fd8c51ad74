"""A game's matches as rounds of an evening of several tables."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.faults import Fault

Checks = Callable[[Any, Sequence[int]], Iterator[Fault]]
"""The faults of a whole match's points on paper, given its rules."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """The rules by which matches are rounds of an evening: keys and values as in a set of house rules."""

    has_end: bool = False
    """True if a match ends by itself, so that a round can be one."""
    has_balances: bool = False
    """True if points are balances, which may be below 0."""
    rules: Mapping[str, Any] = field(default_factory=dict)
    """The rules of a match that is a round, with any house rules."""
    usual: Mapping[str, Any] = field(default_factory=dict)
    """The default house rules of an evening, if they are not the published ones."""
    endless: Mapping[str, Any] = field(default_factory=dict)
    """Further rules of a match that continues until the evening ends the round: after some hands, or minutes."""
    wide: int = 0
    """A win by at least this many points earns one more; 0 for never."""
    wide_word: str = ""
    """The name of such a win."""
    note: str = ""
    """A sentence for the standings about how a round ends."""
    paper_faults: Checks = lambda rules, points: iter(())
    """Faults of an impossible final score, with one number for each side."""


USUAL = Rounds()
"""Rounds of a game that ends when its players stop."""
