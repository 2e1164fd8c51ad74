"""A player's figures as text."""

from referee.english import times
from referee.games.karnoffel.projection import Figures
from referee.web.components.figures import Line, of_partners, share


def shared_lines(counts: Figures) -> list[Line]:
    """The figures that partners share."""
    return [Line("Three tricks to none", times(counts.sweeps), f"{times(counts.swept)} the other way")]


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


ORDER = "deals won more than lost"
FIGURES = of_partners(shared_lines, own_lines, games="Deals won", points="Deals", order=ORDER)
