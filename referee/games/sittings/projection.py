"""Projections that all sittings share: the columns of a match's row."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from referee.games.kit import projections
from referee.games.kit.figures import Figures
from referee.games.sittings.outcome import with_totals
from referee.games.sittings.state import Adjusted, AnyMatch
from referee.results import Result, ranked

F = TypeVar("F", bound=Figures)
Row = dict[str, Any]
"""A row by the names of its columns."""


def state_columns(match: AnyMatch, words: str, more: Mapping[str, list[int]] | None = None) -> dict[str, Any]:
    """The columns that change with the match.

    `words` name the game for search; `more` is stored with the totals by seat, for lists.
    """
    scores, deal = {seat: [total, 0] for seat, total in match.by_seat(match.score).items()}, match.deal
    rulings = (event for event in reversed(deal.events) if isinstance(event, Adjusted))
    return projections.state_columns(
        match, {**scores, **(more or {})}, (words,), rulings, deal.number, len(deal.tricks)
    )


def result(match: AnyMatch) -> dict[str, Result]:
    """The player with the highest total wins."""
    return ranked(match.by_seat(match.score))


def rows(match: AnyMatch, row_of: Callable[[Any, Any, Mapping[str, int]], Row]) -> list[Row]:
    """Return the rows of the settled deals: `row_of` adds columns for the match, the deal and the totals after it."""
    return [
        {"deal": deal.number, "dealer": deal.dealer, "entry": match.entry_of(deal)}
        | row_of(match, deal, match.by_seat(after))
        for deal, after in with_totals(match)
        if deal.settlement
    ]


def counted(
    match: AnyMatch, figures: type[F], of_deals: Callable[[Any, Sequence[Any], str], Mapping[str, int]]
) -> dict[str, F]:
    """The figures of each player of a finished sitting: `of_deals` counts in the match's settlements, for a seat."""
    settled = [deal.settlement for deal in match.deals if deal.settlement]
    results, number = result(match), len(settled)
    return {
        seat: figures(
            matches=1,
            matches_won=int(results[seat].place == 1),
            games=number,
            hands=number,
            **of_deals(match, settled, seat),
        )
        for seat in match.setup.seats
    }
