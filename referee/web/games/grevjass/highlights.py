"""Highlights of a match of Grevjass, for its end, with strokes but never points."""

from referee.english import plural
from referee.games.best import best
from referee.games.grevjass.state import Match
from referee.games.kit.sides import ZERO, other
from referee.text import isolated
from referee.web.components.highlights import stood_out


def highlights(match: Match) -> list[str]:
    """The game with most strokes, and how far the winner was behind, in a match that is over."""
    found, behind = [], 0
    games = best(enumerate(match.games, 1), lambda numbered: numbered[1].strokes)
    told = (f"{_names(match, game.winner)}, {plural(game.strokes, 'stroke')} in game {at}" for at, game in games)
    if match.winner:
        strokes = ZERO
        for game in match.games:
            strokes = strokes.plus(game.winner, game.strokes)
            behind = max(behind, strokes.of(other(match.winner)) - strokes.of(match.winner))
        if behind >= 2:
            found.append(f"{_names(match, match.winner)} came from {plural(behind, 'stroke')} behind.")
    return found + stood_out("Best game", told)


def _names(match: Match, side: str) -> str:
    return " & ".join(map(isolated, match.partners(side)))
