"""What a game provides to the core's views."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from flask import Blueprint, Flask

from referee.match.current import CurrentMatch
from referee.store.match_search import Listed


class MatchRow(Protocol):
    """A match as a line of a list."""

    match: Listed

    @property
    def title(self) -> str:
        """Who plays whom."""


@dataclass(frozen=True, slots=True)
class GamePages:
    """The pages of a game."""

    blueprints: tuple[Blueprint, ...]
    register: Callable[[Flask], None]
    """Gives the game's templates their filters."""
    row: Callable[[Listed], MatchRow]
    sides: Callable[[CurrentMatch[Any]], list[str]]
    """The names of each side in a match."""
    watch_page: Callable[[CurrentMatch[Any], str, bool], str]
    """The page of a match for those who watch: `watch` or `both_sides`, as a whole or as fragments."""
