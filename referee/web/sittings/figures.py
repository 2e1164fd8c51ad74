"""A player's figures as text, in a sitting that counts nothing of its own."""

from referee.english import plural
from referee.games.kit.figures import Figures
from referee.games.sittings.sheet import signed
from referee.web.components.figures import FigurePages, Line, mean, share


def lines(counts: Figures) -> list[Line]:
    """The figures of a player."""
    return [
        Line("Matches won", f"{counts.matches_won} of {counts.matches}", share(counts.matches_won, counts.matches)),
        Line("Deals won", f"{counts.games_won} of {counts.games}", share(counts.games_won, counts.games)),
        Line("Points a deal", mean(counts.points, counts.hands), f"in {plural(counts.hands, 'deal')}"),
        Line("Balance", signed(counts.points)),
    ]


FIGURES = FigurePages(lines=lines, games="Deals won", order="the points at the end", has_against=False)
