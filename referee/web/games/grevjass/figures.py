"""A player's figures as text."""

from referee.english import plural, times
from referee.games.grevjass.projection import Figures
from referee.web.components.figures import Line, mean, of_partners, share


def shared_lines(counts: Figures) -> list[Line]:
    """The figures that partners share."""
    return [
        Line("Strokes", f"{counts.points}–{counts.points_against}", "won and lost in games"),
        Line("Claims", f"{counts.claims_right} right", f"{counts.claims_false} false"),
        Line("Jan", f"{counts.jans_given} given", f"{counts.jans_taken} taken"),
        Line("All eight tricks", times(counts.vols), "bid or not"),
    ]


def own_lines(counts: Figures) -> list[Line]:
    """The figures of the player alone."""
    return [
        Line("Vol bid", times(counts.vols_bid), f"{counts.vols_made} made"),
        Line("Share of tricks", share(counts.tricks_won, counts.tricks), "an even share is 25%"),
        Line("A trick taken is worth", mean(counts.card_points, counts.tricks_won), "points of its cards"),
        Line("Melds", str(counts.melds), f"{counts.melds_good} counted"),
        Line("Points of melds", str(counts.meld_points), f"and {plural(counts.meld_strokes, 'stroke')} taken"),
        Line("Stikk", times(counts.stikk), "king and queen of trumps"),
        Line("The Jass", times(counts.jass), f"{counts.socks} in his socks"),
        Line("Revokes", str(counts.revokes)),
    ]


FIGURES = of_partners(shared_lines, own_lines, points="Strokes", order="strokes won more than lost")
