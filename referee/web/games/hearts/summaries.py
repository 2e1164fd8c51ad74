"""A player's figures as text."""

from referee.english import plural, times
from referee.games.hearts.projection import Figures
from referee.games.sittings.outcome import signed
from referee.web.components.figures import FigurePages, Line, mean, share


def lines(counts: Figures) -> list[Line]:
    """The figures of a player."""
    return [
        Line("Most counters", f"{counts.matches_won} of {plural(counts.matches, 'sitting')}",
             share(counts.matches_won, counts.matches)),
        Line("Balance", signed(counts.points), f"{counts.won} taken from the pool, {counts.paid} paid into it"),
        Line("Hearts a deal", mean(counts.hearts, counts.hands), f"in {plural(counts.hands, 'deal')}"),
        Line("Clear deals", f"{counts.clear} of {counts.hands}", share(counts.clear, counts.hands)),
        Line("Deals that gained", f"{counts.games_won} of {counts.games}", share(counts.games_won, counts.games)),
        Line("Pools won", times(counts.pools), f"{plural(counts.jacks, 'Jack')} among them"),
        Line("Halves of a pool", times(counts.halves)),
        Line("All the hearts", times(counts.all_hearts)),
        Line("Revokes", plural(counts.revokes, "deal"), f"{plural(counts.fines, 'fine')} for irregular hands"),
    ]  # fmt: skip


FIGURES = FigurePages(
    lines=lines,
    games="Deals that gained",
    points="Counters",
    order="the counters at the end",
    has_against=False,
    won_against="A match counts as won against each player who did not end with more counters.",
)
