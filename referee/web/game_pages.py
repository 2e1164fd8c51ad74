"""The interface between a game's pages and the core's views."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from flask import Blueprint, Flask

from referee.match.current import CurrentMatch
from referee.store.match_search import MatchSummary


class MatchRow(Protocol):
    """A match as a row of a list."""

    match: MatchSummary

    @property
    def title(self) -> str:
        """The players of both sides, as text."""


@dataclass(frozen=True, slots=True)
class GamePages:
    """The pages of a game."""

    blueprints: tuple[Blueprint, ...]
    register: Callable[[Flask], None]
    """Registers the game's template filters."""
    row: Callable[[MatchSummary], MatchRow]
    sides: Callable[[CurrentMatch[Any]], list[str]]
    """The names of each side in a match."""
    watch_page: Callable[[CurrentMatch[Any], str, bool], str]
    """Renders `watch` or `both_sides` for watchers of a match, as a whole page or as fragments."""
