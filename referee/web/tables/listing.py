"""A match as a row of a list."""

import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from referee.games.kit.sides import SIDES, other
from referee.store.match_search import MatchSummary
from referee.text import isolated, versus

ENDS = ("over", "match-over")
"""The names of the phase of a match that is over."""


class MatchRow:
    """A match as a row of a list. A game gives the sides, their figures, and the words."""

    def __init__(self, match: MatchSummary, game: str) -> None:
        """`game` is the game's name for people."""
        self.match, self.game = match, game
        self.id = match.id

    @property
    def is_over(self) -> bool:
        """True if the match is over."""
        return self.match.phase in ENDS

    @cached_property
    def scores(self) -> dict[str, Any]:
        """The game's summary of a match, by seat and more."""
        scores: dict[str, Any] = json.loads(self.match.seat_scores or "{}")
        return scores

    def texts(self) -> tuple[str, str, str]:
        """All texts of the row. Raises an error if it is damaged."""
        return self.title, self.figures, self.summary

    def name(self, seat: str) -> str:
        """The name of a player, for a line with other names."""
        return isolated(self.match.players[seat])

    @property
    def sides(self) -> list[tuple[Any, str, bool]]:
        """Each side, its names, and whether it has won the match."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """The sides: `Ann & Cat v Bob & Dan`; or the players, `Ann, Bob, Cat`."""
        return versus([names for _, names, _ in self.sides])

    @property
    def figures(self) -> str:
        """The totals, or the text in their place."""
        raise NotImplementedError

    @property
    def summary(self) -> str:
        """The state of the match in words."""
        raise NotImplementedError


class DamagedRow(MatchRow):
    """A match whose row in the database cannot be read: it is named by its number, and can be deleted."""

    sides, figures, summary = (), "", "Damaged"  # type: ignore[assignment]

    @property
    def title(self) -> str:
        """The match by its number."""
        return f"Match {self.id}"


class SidesRow(MatchRow):
    """A match of two sides as a row of a list; the values kept by seat begin with their totals."""

    both: Sequence[str] = SIDES
    """The sides; the seats, if two play alone."""

    def number(self, side: str, place: int = 0) -> int:
        """The total of a side, or another of the numbers kept with it."""
        numbers: list[int] = self.scores.get(side[0], [0, 0])
        return numbers[place]

    @cached_property
    def winner(self) -> str | None:
        """The side that has won the match."""
        return next((side for side in self.both if side in self.match.winners), None)

    @property
    def sides(self) -> list[tuple[str, str, bool]]:
        """Each side, its names, and whether it has won the match."""
        return [(side, " & ".join(map(self.name, side)), side == self.winner) for side in self.both]

    @property
    def figures(self) -> str:
        """The totals."""
        return self.numbers()

    def numbers(self, place: int = 0) -> str:
        """The number of each side."""
        return "–".join(str(self.number(side, place)) for side in self.both)

    @property
    def summary(self) -> str:
        """The state of the match in words."""
        if self.winner:
            won, lost = self.number(self.winner), self.number(other(self.winner))
            return f"{self.game} · {' & '.join(map(self.name, self.winner))} win {won}–{lost}"
        return f"{self.game} · {self.in_play}"

    @property
    def in_play(self) -> str:
        """The progress of a match in play."""
        return f"Deal {self.match.hand}"


class GamesRow(SidesRow):
    """A match of games as a row of a list; the games that a side has won come second, what decides the match last."""

    @property
    def figures(self) -> str:
        """The totals of the current or only game; for a finished match of several games, its result."""
        return self.numbers(-1 if self.is_over and self.match.best_of > 1 else 0)

    @property
    def summary(self) -> str:
        """The state of the match in words."""
        if self.winner:
            won, lost = self.number(self.winner, -1), self.number(other(self.winner), -1)
            names, verb = " and ".join(map(self.name, self.winner)), "win" if len(self.winner) > 1 else "wins"
            return f"{self.game} · {names} {verb}{f' {won}–{lost}' if self.match.best_of > 1 else ''}"
        in_games = f" · {self.numbers(1)} in games" if any(self.number(side, 1) for side in self.both) else ""
        game = f"Game {self.match.game} · " if self.match.best_of > 1 else ""
        return f"{self.game} · {game}{self.in_play}{in_games}"
