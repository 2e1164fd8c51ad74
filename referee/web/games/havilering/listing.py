"""A match as a row of a list."""

from referee.games.havilering.state import Phase
from referee.web.games.havilering.texts import where
from referee.web.tables.listing import SidesRow


class HavileringRow(SidesRow):
    """A match of Havilering as a row of a list."""

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
