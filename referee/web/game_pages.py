"""The interface between a game's pages and the core's views."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from flask import Flask

from referee.match.current import CurrentMatch
from referee.store.match_search import MatchSummary
from referee.web.components.figures import Line, Section
from referee.web.correction_pages import CorrectionPages
from referee.web.setup_form import SetupForm


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
class FigurePages:
    """How the figures of players of a game are shown."""

    hand: str
    """What a hand or deal is called, in which points are counted."""
    lines: Callable[[Any], list[Line]]
    """The figures of a player."""
    sections: Callable[[Any], list[Section]]
    """Further figures of a player, under headings."""
    games: str = "Games"
    """What the counts of games are called; likewise those of points."""
    points: str = "Points"
    order: str = "points made more than the other side"
    """What decides the order of as many matches won and lost."""
    has_against: bool = True
    """Whether points are also made against a player."""
    won_against: str = ""
    """What it means that a match was won against a player, if more than two sides play."""
    of_both: Callable[[Any], list[Line]] = lambda counts: []
    """The figures that two partners share."""
    of_each: Callable[[Sequence[Any]], list[tuple[str, list[str]]]] = lambda two: []
    """The figures of two partners side by side: a label, and the value of each."""


@dataclass(frozen=True, slots=True)
class GamePages:
    """What the core shows of the matches of a game."""

    title: str
    """The game's name for people."""
    rows: str
    """What the rows of a match are: `tricks`."""
    again: str
    """The words of the key for a rematch."""
    table: str
    """The endpoint of a match's table; likewise the next three, of its score sheet, the picture of its score, and the
    form for a new match."""
    sheet: str
    picture: str
    new_match: str
    register: Callable[[Flask], None]
    """Registers the game's template filters."""
    row: Callable[[MatchSummary], MatchRow]
    sides: Callable[[CurrentMatch[Any]], list[str]]
    """The names of each side in a match."""
    highlights: Callable[[Any], list[str]]
    """What stood out in a match that is over, in a few sentences."""
    watch_page: Callable[[CurrentMatch[Any], str, bool], str]
    """Renders `watch` or `both_sides` for watchers of a match, as a whole page or as fragments."""
    corrections: CorrectionPages
    """How entries are corrected, and told in the log."""
    figures: FigurePages
    setup_form: SetupForm
