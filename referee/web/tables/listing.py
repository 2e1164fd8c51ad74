"""A match as a row of a list."""

import json
from functools import cached_property
from typing import Any, ClassVar

from referee.store.match_search import MatchSummary
from referee.text import isolated


class MatchRow:
    """A match as a row of a list. A game gives the sides, their figures, and the words."""

    over: ClassVar[str]
    """The phase of a match that is over."""
    between = " v "
    """The text between the names of the sides."""

    def __init__(self, match: MatchSummary) -> None:
        self.match = match
        self.id = match.id

    @property
    def is_over(self) -> bool:
        """True if the match is over."""
        return self.match.phase == self.over

    @cached_property
    def scores(self) -> dict[str, Any]:
        """The game's summary of a match, by seat and more."""
        found: dict[str, Any] = json.loads(self.match.seat_scores or "{}")
        return found

    def name(self, seat: str) -> str:
        """The name of a player, for a line with others."""
        return isolated(self.match.players[seat])

    @property
    def sides(self) -> list[tuple[Any, str, bool]]:
        """Each side, its names, and whether it has won the match."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """The sides: `Ann & Cat v Bob & Dan`."""
        return self.between.join(names for _, names, _ in self.sides)

    @property
    def figures(self) -> str:
        """The totals, or the text in their place."""
        raise NotImplementedError

    @property
    def told(self) -> str:
        """The state of the match in words."""
        raise NotImplementedError
