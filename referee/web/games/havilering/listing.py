"""A match as a row of a list."""

from referee.games.havilering.seats import SEATS, Side
from referee.games.havilering.state import Phase
from referee.web.games.havilering.texts import where
from referee.web.tables.listing import MatchRow


class HavileringRow(MatchRow):
    """A match of Havilering as a row of a list."""

    @property
    def sides(self) -> list[tuple[Side, str, bool]]:
        """Each side, its two names, and whether it has won the match."""
        names = {side: " & ".join(self.name(seat.value) for seat in SEATS if seat.side is side) for side in Side}
        return [(side, names[side], side.value in self.match.winners) for side in Side]

    @property
    def figures(self) -> str:
        """The totals of the current or only game; for a finished match of several games, the games won."""
        ns, ew = self.match.games if self.is_over and self.match.best_of > 1 else self.match.score
        return f"{ns}–{ew}"

    @property
    def summary(self) -> str:
        """The state of the match in words."""
        if self.is_over:
            won, lost = sorted(self.match.games, reverse=True)
            side = next(names for _, names, has_won in self.sides if has_won)
            games = f" {won}–{lost}" if self.match.best_of > 1 else ""
            return f"{self.game} · {side.replace(' & ', ' and ')} win{games}"
        ours, theirs = self.match.games
        in_games = f" · {ours}–{theirs} in games" if ours + theirs else ""
        game = f"Game {self.match.game} · " if self.match.best_of > 1 else ""
        trick = where(self.match.trick, Phase(self.match.phase))
        return f"{self.game} · {game}Hand {self.match.hand} · {trick}{in_games}"
