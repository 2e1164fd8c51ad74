"""A player's figures as text."""

from referee.english import times
from referee.games.karnoffel.figures import Figures
from referee.web.components.figures import FigurePages, Line, share, side_by_side, won_lines


def lines(counts: Figures) -> list[Line]:
    """The figures of a player; first those that partners share."""
    return [
        *won_lines(counts),
        Line("Three tricks to none", times(counts.sweeps), f"{times(counts.swept)} the other way"),
        *own_lines(counts),
    ]


def own_lines(counts: Figures) -> list[Line]:
    """The figures of the player alone."""
    return [
        Line("Share of tricks", share(counts.tricks_won, counts.tricks), "an even share is 25%"),
        Line("Chose the suit", times(counts.choices), "with the lowest face-up card"),
        Line("Karnöffels", str(counts.karnoffels), "tricks taken"),
        Line("Devils led", str(counts.devils_led), f"{counts.devils} took the trick"),
        Line("Popes", str(counts.popes), "tricks taken"),
        Line("Kaisers", str(counts.kaisers), "tricks taken"),
    ]


FIGURES = FigurePages(
    lines=lines,
    games="Deals won",
    points="Deals",
    order="deals won more than lost",
    of_both=lambda counts: lines(counts)[: -len(own_lines(counts))],
    of_each=side_by_side(own_lines),
)
