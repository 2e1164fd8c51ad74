"""What stood out in a match of Grevjass, for its end. It tells strokes, never points."""

from referee.english import plural
from referee.games.grevjass.sides import ZERO, other
from referee.games.grevjass.state import Match
from referee.text import isolated


def highlights(match: Match) -> list[str]:
    """The game with most strokes, and how far the winner was behind, in a match that is over."""
    found, behind = [], 0
    if match.games:
        best = max(match.games, key=lambda game: game.strokes)
        number, strokes_of = match.games.index(best) + 1, plural(best.strokes, "stroke")
        found.append(f"Best game: {_names(match, best.winner)}, {strokes_of} in game {number}.")
    if match.winner:
        strokes = ZERO
        for game in match.games:
            strokes = strokes.plus(game.winner, game.strokes)
            behind = max(behind, strokes.of(other(match.winner)) - strokes.of(match.winner))
        if behind >= 2:
            found.insert(0, f"{_names(match, match.winner)} came from {plural(behind, 'stroke')} behind.")
    return found


def _names(match: Match, side: str) -> str:
    return " & ".join(map(isolated, match.partners(side)))
