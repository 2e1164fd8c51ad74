"""A player's figures as text."""

from referee.english import plural, times
from referee.games.humbug_whist.projection import Figures
from referee.games.sittings.outcome import signed
from referee.web.components.figures import FigurePages, Line, mean, share


def lines(counts: Figures) -> list[Line]:
    """The figures of a player."""
    return [
        Line("Matches won", f"{counts.matches_won} of {counts.matches}", share(counts.matches_won, counts.matches)),
        Line("Deals won", f"{counts.games_won} of {counts.games}", f"{counts.level} level"),
        Line("Units", signed(counts.points - counts.points_against),
             f"{counts.points} won, {counts.points_against} lost"),
        Line("Tricks a deal", mean(counts.tricks, counts.hands), f"in {plural(counts.hands, 'deal')}"),
        Line("Revokes", times(counts.revokes),
             f"{plural(counts.given, 'trick')} given for them, {counts.gained} gained"),
    ]  # fmt: skip


FIGURES = FigurePages(
    lines=lines,
    games="Deals won",
    points="Units",
    order="units won more than lost",
    won_against="A level match counts as won by both.",
)
