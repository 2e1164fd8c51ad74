"""Figures of each player of a finished sitting, as counts that can be summed up over sittings."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.games.humbug_whist.settling import Settlement
from referee.games.humbug_whist.state import Match
from referee.games.kit import figures as kit
from referee.games.sittings.projection import counted


@dataclass(frozen=True, slots=True)
class Figures(kit.Figures):
    """The figures of a player. Games are settled deals (3.1), points are units, without the table's corrections."""

    level: int = 0
    """Deals in which both took thirteen (3.2)."""
    tricks: int = 0
    """Tricks taken in play, before the revokes."""
    revokes: int = 0
    """Revokes claimed from the player (4.2)."""
    gained: int = 0
    """Tricks gained by the other player's revokes, and tricks lost by the player's own (4.3)."""
    given: int = 0


def figures(match: Match) -> dict[str, Figures]:
    """The figures of each player of a finished sitting."""
    return counted(match, Figures, _of_deals)


def _of_deals(match: Match, settled: Sequence[Settlement], seat: str) -> dict[str, int]:
    return {
        "games_won": sum(each.winner == seat for each in settled),
        "points": sum(max(0, each.net[seat]) for each in settled),
        "points_against": -sum(min(0, each.net[seat]) for each in settled),
        "level": sum(each.winner is None for each in settled),
        "tricks": sum(each.won[seat] for each in settled),
        "revokes": sum(each.revokes[seat] for each in settled),
        "gained": sum(max(0, each.moved[seat]) for each in settled),
        "given": -sum(min(0, each.moved[seat]) for each in settled),
    }
