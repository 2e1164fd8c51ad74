"""A match as a row of a list."""

from functools import cached_property

from referee.games.grevjass.sides import SIDES, other
from referee.games.grevjass.state import Phase
from referee.web.tables.listing import MatchRow


class GrevjassRow(MatchRow):
    """A match of Grevjass as a row of a list."""

    over = Phase.MATCH_OVER.value

    def _strokes(self, side: str) -> int:
        """The strokes of a side."""
        strokes: int = self.scores.get(side[0], [0, 0])[0]
        return strokes

    @cached_property
    def _winner(self) -> str | None:
        """The side that has won the match."""
        return next((side for side in SIDES if side in self.match.winners), None)

    @property
    def sides(self) -> list[tuple[str, str, bool]]:
        """Each side, its names, and whether it has won the match."""
        return [(side, " & ".join(map(self.name, side)), side == self._winner) for side in SIDES]

    @property
    def figures(self) -> str:
        """The strokes on the slate."""
        return "–".join(str(self._strokes(side)) for side in SIDES)

    @property
    def told(self) -> str:
        """The state of the match in words."""
        if self._winner:
            won, lost = self._strokes(self._winner), self._strokes(other(self._winner))
            return f"Grevjass · {' & '.join(map(self.name, self._winner))} win {won}–{lost}"
        return f"Grevjass · Game {self.match.game} · Deal {self.match.hand}"
