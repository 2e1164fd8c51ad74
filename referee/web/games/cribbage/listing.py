"""A match as a row of a list."""

from functools import cached_property

from referee.games.cribbage.seats import SEATS, Seat
from referee.web.tables.listing import MatchRow


class CribbageRow(MatchRow):
    """A match of cribbage as a row of a list."""

    def _figure(self, seat: Seat, place: int) -> int:
        """The points of a player, or the games won."""
        figures: list[int] = self.scores.get(seat.value, [0, 0])
        return figures[place]

    @cached_property
    def _winner(self) -> Seat | None:
        """The player who won the match."""
        return next((seat for seat in SEATS if seat.value in self.match.winners), None)

    @property
    def sides(self) -> list[tuple[Seat, str, bool]]:
        """Each player, their name, and whether they have won the match."""
        return [(seat, self.name(seat.value), seat is self._winner) for seat in SEATS]

    @property
    def figures(self) -> str:
        """The totals of the current or only game; for a finished match of several games, the games won."""
        return self._both(1 if self.is_over and self.match.best_of > 1 else 0)

    def _both(self, place: int) -> str:
        return "–".join(str(self._figure(seat, place)) for seat in SEATS)

    @property
    def summary(self) -> str:
        """The state of the match in words."""
        if self._winner:
            won, lost = (self._figure(seat, 1) for seat in (self._winner, self._winner.other))
            games = f" {won}–{lost}" if self.match.best_of > 1 else ""
            return f"{self.game} · {self.name(self._winner.value)} wins{games}"
        in_games = f" · {self._both(1)} in games" if self.match.game > 1 else ""
        game = f"Game {self.match.game} · " if self.match.best_of > 1 else ""
        return f"{self.game} · {game}Deal {self.match.hand}{in_games}"
