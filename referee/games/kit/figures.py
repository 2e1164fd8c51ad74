"""Figures that every game counts for a player of a finished match."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a player; every field is a count that can be summed up over matches. A game adds its own."""

    matches: int = 0
    matches_won: int = 0
    games: int = 0
    games_won: int = 0
    hands: int = 0
    """Hands or deals in which something was entered."""
    points: int = 0
    points_against: int = 0
