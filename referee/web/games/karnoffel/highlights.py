"""Highlights of a match of Karnöffel, for its end."""

from collections import Counter

from referee.english import joined, plural, times
from referee.games.best import best
from referee.games.karnoffel.projection import deals
from referee.games.karnoffel.state import Match
from referee.games.kit.sides import SIDE_WORDS, other


def highlights(match: Match) -> list[str]:
    """A comeback, deals without a trick of the others in a row, and who led Devils that took their trick."""
    found, rows = list[str](), deals(match)
    if match.winner:
        gaps = (deal.total.of(other(match.winner)) - deal.total.of(match.winner) for deal in match.deals)
        behind = max(gaps, default=0)
        if behind >= 2:
            found.append(f"{SIDE_WORDS[match.winner]} came from {plural(behind, 'deal')} behind.")
    longest = max((row["sweeps"] for row in rows), default=0)
    if longest >= 2:
        side = next(row["winner"] for row in rows if row["sweeps"] == longest)
        found.append(f"Three tricks to none: {SIDE_WORDS[side]}, {plural(longest, 'deal')} in a row.")
    devils = Counter(row["devil"] for row in rows if row["devil"])
    if most := best(devils, devils.__getitem__):
        found.append(f"Devils led: {joined(map(match.player, most))}, {times(devils[most[0]])}.")
    return found
