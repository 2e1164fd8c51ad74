"""Highlights of a match of Grevjass, for its end, with strokes but never points."""

from itertools import accumulate

from referee.english import plural
from referee.games.grevjass.state import Match
from referee.games.kit.figures import best
from referee.games.kit.sides import ZERO, Pair
from referee.text import isolated
from referee.web.components.highlights import comeback, stood_out


def highlights(match: Match) -> list[str]:
    """The game with the most strokes, and how far behind the winner was, in a finished match."""
    games = best(enumerate(match.games, 1), lambda numbered: numbered[1].strokes)
    texts = (f"{_names(match, game.winner)}, {plural(game.strokes, 'stroke')} in game {at}" for at, game in games)
    course = accumulate((ZERO.plus(game.winner, game.strokes) for game in match.games), Pair.and_)
    lines = comeback(course, match.winner, _names(match, match.winner or ""), "stroke")
    return lines + stood_out("Best game", texts)


def _names(match: Match, side: str) -> str:
    return " & ".join(map(isolated, match.partners(side))) if side else ""
