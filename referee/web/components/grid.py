"""A table of partners: the share of matches that each two won."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.store.player_names import Player
from referee.store.players import Ranking

MOST = 8
"""The maximum number of players in the table."""
_LEAST_PAIRS = 3
"""The minimum number of pairs for a table: a list is enough for fewer."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The matches that two partners played together, and how many they won."""

    won: int
    matches: int

    @property
    def style(self) -> str:
        """The class of the cell, by the share won: `low`, `below`, `even`, `above` or `high`."""
        share = self.won / self.matches
        if share == 0.5:
            return "even"
        if share < 0.5:
            return "low" if share <= 0.25 else "below"
        return "high" if share >= 0.75 else "above"


def most_active(everybody: Sequence[Ranking[Any]]) -> list[Player]:
    """Return the players with most matches, at most `MOST`, by name."""
    by_matches = sorted(everybody, key=lambda each: (-each.figures.matches, each.place))[:MOST]
    return sorted((each.players[0] for each in by_matches), key=lambda player: player.name.casefold())


def grid_of(pairs: Sequence[Ranking[Any]]) -> dict[tuple[int, int], Cell]:
    """The cells of some pairs by the ids of both partners, in either order; none if there are too few pairs."""
    cells: dict[tuple[int, int], Cell] = {}
    if len(pairs) < _LEAST_PAIRS:
        return cells
    for pair in pairs:
        (one, other), figures = pair.players, pair.figures
        cells[one.id, other.id] = cells[other.id, one.id] = Cell(figures.matches_won, figures.matches)
    return cells
