"""A sitting as a row of a list."""

import json
from functools import cached_property
from typing import Any

from referee.games.sittings.sheet import signed
from referee.games.sittings.state import Phase
from referee.store.match_search import MatchSummary
from referee.text import isolated


class MatchRow:
    """What a row shows of a sitting; `title` is the game's name."""

    def __init__(self, match: MatchSummary, title: str) -> None:
        self.match, self._game = match, title
        self.id = match.id

    @cached_property
    def _scores(self) -> dict[str, Any]:
        """By seat the total; and what else the game keeps there."""
        found: dict[str, Any] = json.loads(self.match.seat_scores or "{}")
        return found

    def _total(self, seat: str) -> int:
        return int(self._scores.get(seat, [0])[0])

    @property
    def is_over(self) -> bool:
        """Whether the sitting is over."""
        return self.match.phase == Phase.OVER.value

    @property
    def sides(self) -> list[tuple[str, str, bool]]:
        """Each player, their name, and whether they ended with the most."""
        most = max(map(self._total, self.match.players))
        return [
            (seat, isolated(name), self.is_over and self._total(seat) == most)
            for seat, name in self.match.players.items()
        ]

    @property
    def title(self) -> str:
        """The players, `Ann, Bob, Cat`."""
        return ", ".join(name for _, name, _ in self.sides)

    @property
    def figures(self) -> str:
        """The totals of two players; of more, the highest."""
        totals = [self._total(seat) for seat in self.match.players]
        return " ".join(map(signed, totals if len(totals) == 2 else [max(totals)]))

    @property
    def told(self) -> str:
        """The state of the sitting in words."""
        best = max(self.match.players, key=self._total)
        has_most = len(self.match.players) > 2 and self._total(best) > 0
        most = f" · {isolated(self.match.players[best])} {'won' if self.is_over else 'is ahead'}" if has_most else ""
        if self.is_over:
            return f"{self._game} · finished{most}"
        pool, jack = self._scores.get("pool", [0, 0])
        held = f" · {pool} in the pool{', a Jack' if jack else ''}" if pool else ""
        return f"{self._game} · Deal {self.match.hand}{most}{held}"
