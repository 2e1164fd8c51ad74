"""A match's highlights at its end, and a player's figures, as text."""

from collections import Counter

from referee.english import joined, plural, times
from referee.games.karnoffel.projection import Figures, deals
from referee.games.karnoffel.state import Match
from referee.games.kit.figures import best
from referee.games.kit.sides import SIDE_WORDS
from referee.web.components.figures import Line, of_partners, share
from referee.web.components.highlights import comeback


def shared_lines(counts: Figures) -> list[Line]:
    """The figures that partners share."""
    return [Line("Three tricks to none", times(counts.sweeps), f"{times(counts.swept)} the other way")]


def own_lines(counts: Figures) -> list[Line]:
    """The figures of the player alone."""
    return [
        Line("Share of tricks", share(counts.tricks_won, counts.tricks), "an even share is 25%"),
        Line("Chose the suit", times(counts.choices), "with the lowest face-up card"),
        Line("Karnöffels", times(counts.karnoffels), "took the trick"),
        Line("Devils led", str(counts.devils_led), f"{counts.devils} took the trick"),
        Line("Popes", times(counts.popes), "took the trick"),
        Line("Kaisers", times(counts.kaisers), "took the trick"),
    ]


ORDER = "deals won more than lost"
FIGURES = of_partners(shared_lines, own_lines, games="Deals won", order=ORDER)


def highlights(match: Match) -> list[str]:
    """A comeback, deals without a trick of the others in a row, and the players whose led Devils took their
    tricks."""
    course, rows = [deal.total for deal in match.deals], deals(match)
    lines = comeback(course, match.winner, SIDE_WORDS.get(match.winner or "", ""), "deal")
    longest = max((row["sweeps"] for row in rows), default=0)
    if longest >= 2:
        side = next(row["winner"] for row in rows if row["sweeps"] == longest)
        lines.append(f"Three tricks to none: {SIDE_WORDS[side]}, {plural(longest, 'deal')} in a row.")
    devils = Counter(row["devil"] for row in rows if row["devil"])
    if most := best(devils, devils.__getitem__):
        lines.append(f"Devils led: {joined(map(match.player, most))}, {times(devils[most[0]])}.")
    return lines
