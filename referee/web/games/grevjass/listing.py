"""A match as a row of a list."""

import json
from functools import cached_property

from referee.games.grevjass.sides import SIDES, other
from referee.games.grevjass.state import Phase
from referee.store.match_search import MatchSummary
from referee.text import isolated


class MatchRow:
    """What a row shows of a match."""

    def __init__(self, match: MatchSummary) -> None:
        self.match = match
        self.id = match.id

    @cached_property
    def _strokes(self) -> dict[str, int]:
        """The strokes by side."""
        found: dict[str, list[int]] = json.loads(self.match.seat_scores or "{}")
        return {side: found.get(side[0], [0, 0])[0] for side in SIDES}

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.match.phase == Phase.MATCH_OVER.value

    @cached_property
    def _winner(self) -> str | None:
        """The side that has won the match."""
        return max(SIDES, key=lambda side: self._strokes[side]) if self.is_over else None

    def _names(self, side: str) -> str:
        return " & ".join(isolated(self.match.players[seat]) for seat in side)

    @property
    def sides(self) -> list[tuple[str, str, bool]]:
        """Each side, its names, and whether it has won the match."""
        return [(side, self._names(side), side == self._winner) for side in SIDES]

    @property
    def title(self) -> str:
        """`Ann & Cat v Bob & Dan`."""
        return " v ".join(names for _, names, _ in self.sides)

    @property
    def figures(self) -> str:
        """The strokes on the slate."""
        return "–".join(str(self._strokes[side]) for side in SIDES)

    @property
    def told(self) -> str:
        """The state of the match in words."""
        if self._winner:
            won, lost = self._strokes[self._winner], self._strokes[other(self._winner)]
            return f"Grevjass · {self._names(self._winner)} win {won}–{lost}"
        return f"Grevjass · Game {self.match.game} · Deal {self.match.hand}"
