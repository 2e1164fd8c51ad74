"""A match as a row of a list, its highlights at its end, with strokes but never points, and a player's figures."""

from itertools import accumulate

from referee.english import plural, times
from referee.games.grevjass.projection import Figures
from referee.games.grevjass.state import Match
from referee.games.kit.figures import best
from referee.games.kit.sides import ZERO, Pair
from referee.web.components.figures import Line, mean, of_partners, share
from referee.web.components.highlights import comeback, stood_out
from referee.web.tables.listing import SidesRow
from referee.web.tables.tricks import side_names


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


def highlights(match: Match) -> list[str]:
    """The game with the most strokes, and how far behind the winner was, in a finished match."""
    games = best(enumerate(match.games, 1), lambda numbered: numbered[1].strokes)
    texts = (f"{side_names(match, game.winner)}, {plural(game.strokes, 'stroke')} in game {at}" for at, game in games)
    course = accumulate((ZERO.plus(game.winner, game.strokes) for game in match.games), Pair.and_)
    lines = comeback(course, match.winner, side_names(match, match.winner) if match.winner else "", "stroke")
    return lines + stood_out("Best game", texts)


class GrevjassRow(SidesRow):
    """A match of Grevjass as a row of a list, with the strokes on the slate."""

    @property
    def in_play(self) -> str:
        """The game and the deal."""
        return f"Game {self.match.game} · {super().in_play}"
