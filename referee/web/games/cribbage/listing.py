"""A match as a row of a list."""

import json
from functools import cached_property

from referee.games.cribbage.seats import SEATS, Seat
from referee.games.cribbage.state import Phase
from referee.store.match_search import MatchSummary
from referee.text import isolated


class MatchRow:
    """What a row shows of a match."""

    def __init__(self, match: MatchSummary) -> None:
        self.match = match
        self.id = match.id

    @cached_property
    def _scores(self) -> dict[str, list[int]]:
        """By seat the points and the games won."""
        found: dict[str, list[int]] = json.loads(self.match.seat_scores or "{}")
        return {seat.value: found.get(seat.value, [0, 0]) for seat in SEATS}

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.match.phase == Phase.MATCH_OVER.value

    @cached_property
    def _winner(self) -> Seat | None:
        """The player who won the match: whose peg is in the hole of its last game."""
        return max(SEATS, key=lambda seat: self._scores[seat.value][0]) if self.is_over else None

    @property
    def sides(self) -> list[tuple[Seat, str, bool]]:
        """Each player, their name, and whether they have won the match."""
        return [(seat, isolated(self.match.players[seat.value]), seat is self._winner) for seat in SEATS]

    @property
    def title(self) -> str:
        """`Ann v Bob`."""
        return " v ".join(name for _, name, _ in self.sides)

    @property
    def figures(self) -> str:
        """The totals of the current or only game; of a match of several that is over, the games."""
        place = 1 if self.is_over and self.match.best_of > 1 else 0
        return self._both(place)

    def _both(self, place: int) -> str:
        return "–".join(str(self._scores[seat.value][place]) for seat in SEATS)

    @property
    def told(self) -> str:
        """The state of the match in words."""
        if self._winner:
            name = self.match.players[self._winner.value]
            won, lost = (self._scores[seat.value][1] for seat in (self._winner, self._winner.other))
            return f"Cribbage · {isolated(name)} wins" + (f" {won}–{lost}" if self.match.best_of > 1 else "")
        in_games = f" · {self._both(1)} in games" if self.match.game > 1 else ""
        game = f"Game {self.match.game} · " if self.match.best_of > 1 else ""
        return f"Cribbage · {game}Deal {self.match.hand}{in_games}"
