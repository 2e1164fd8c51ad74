"""Highlights of a match of Karnöffel, for its end."""

from collections import Counter

from referee.english import joined, plural, times
from referee.games.karnoffel.projection import deals
from referee.games.karnoffel.state import Match
from referee.games.kit.figures import best
from referee.games.kit.sides import SIDE_WORDS
from referee.web.components.highlights import comeback


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
