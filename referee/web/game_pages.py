"""The interface between a game's pages and the core's views."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from flask import Flask

from referee.match.current import CurrentMatch
from referee.store.match_search import MatchSummary
from referee.web.correction_pages import CorrectionPages


class MatchRow(Protocol):
    """A match as a row of a list."""

    match: MatchSummary

    @property
    def title(self) -> str:
        """The players of both sides, as text."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a page of a game."""

    endpoint: str
    words: str


@dataclass(frozen=True, slots=True)
class GameLinks:
    """The pages that a game offers without a match: disputes, rules, practice."""

    title: str
    """The game's name for people."""
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class GamePages:
    """What the core shows of the matches of a game."""

    title: str
    """The game's name for people."""
    again: str
    """The words of the key for a rematch."""
    table: str
    """The endpoint of a match's table; likewise the next two, of its score sheet and of the form for a new match."""
    sheet: str
    new_match: str
    register: Callable[[Flask], None]
    """Registers the game's template filters."""
    row: Callable[[MatchSummary], MatchRow]
    sides: Callable[[CurrentMatch[Any]], list[str]]
    """The names of each side in a match."""
    watch_page: Callable[[CurrentMatch[Any], str, bool], str]
    """Renders `watch` or `both_sides` for watchers of a match, as a whole page or as fragments."""
    corrections: CorrectionPages
    """How entries are corrected, and told in the log."""
