"""A match as a row of a list."""

from functools import cached_property

from referee.games.havilering.seats import SEATS, Side, Tally
from referee.games.havilering.state import Phase
from referee.store.match_search import MatchSummary
from referee.text import isolated
from referee.web.games.havilering.texts import where


class MatchRow:
    """What a row shows of a match."""

    def __init__(self, match: MatchSummary) -> None:
        self.match = match
        self.id = match.id

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.match.phase == Phase.MATCH_OVER.value

    @cached_property
    def sides(self) -> list[tuple[Side, str, bool]]:
        """Each side, its two names, and whether it has won the match."""
        games, players = self.match.games, self.match.players
        return [
            (
                side,
                " & ".join(isolated(players[seat.value]) for seat in SEATS if seat.side is side),
                self.is_over and Tally(*games).ahead is side,
            )
            for side in Side
        ]

    @property
    def title(self) -> str:
        """`Ann & Cat v Bob & Dan`."""
        return " v ".join(names for _, names, _ in self.sides)

    @property
    def figures(self) -> str:
        """The totals of the current or only game; of a match of several that is over, the games."""
        ns, ew = self.match.games if self.is_over and self.match.best_of > 1 else self.match.score
        return f"{ns}–{ew}"

    @property
    def told(self) -> str:
        """The state of the match in words."""
        if self.is_over:
            won, lost = sorted(self.match.games, reverse=True)
            side = next(names for _, names, has_won in self.sides if has_won)
            games = f" {won}–{lost}" if self.match.best_of > 1 else ""
            return f"{side.replace(' & ', ' and ')} win{games}"
        ours, theirs = self.match.games
        in_games = f" · {ours}–{theirs} in games" if ours + theirs else ""
        game = f"Game {self.match.game} · " if self.match.best_of > 1 else ""
        return f"{game}Hand {self.match.hand} · {where(self.match.trick, Phase(self.match.phase))}{in_games}"
