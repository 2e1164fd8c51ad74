"""What the projections of all sittings have in common: the columns of a match's row."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from referee.games.kit.figures import Figures
from referee.games.kit.projections import found_by
from referee.games.sittings.sheet import with_totals
from referee.games.sittings.state import Adjusted, Match

AnyMatch = Match[Any, Any]


def state_columns(match: AnyMatch, words: str, more: Mapping[str, list[int]] | None = None) -> dict[str, Any]:
    """The columns that change with the match.

    `words` name the game for search; `more` is kept with the totals by seat, for lists.
    """
    scores = {seat: [total, 0] for seat, total in match.by_seat(match.score).items()}
    return {
        "phase": match.phase.value,
        "ended": match.now.isoformat(),
        "game": 1,
        "hand": match.deal.number,
        "trick": len(match.deal.tricks),
        "seat_scores": json.dumps({**scores, **(more or {})}),
        "words": _words(match, words),
    }


def deals(match: AnyMatch) -> list[dict[str, Any]]:
    """The rows of the settled deals: what each seat took, what that brought, and the total after it."""
    return [_deal(match, deal, after) for deal, after in with_totals(match) if deal.settlement]


def _deal(match: AnyMatch, deal: Any, after: tuple[int, ...]) -> dict[str, Any]:
    row = {"deal": deal.number, "dealer": deal.dealer, "entry": match.entry_of(deal)}
    taken, totals = match.taken_in(deal), match.by_seat(after)
    for seat in match.setup.seats:
        name = seat.lower()
        row |= {f"taken_{name}": taken[seat], f"net_{name}": deal.settlement.net[seat], f"total_{name}": totals[seat]}
    return row


def deal_columns(seats: Iterable[str]) -> tuple[str, ...]:
    """The names of the columns of those rows."""
    names = [seat.lower() for seat in seats]
    return (
        "deal",
        "dealer",
        "entry",
        *(f"{column}_{name}" for column in ("taken", "net", "total") for name in names),
    )


def figures(match: AnyMatch) -> dict[str, Figures]:
    """The figures of each player of a finished sitting; a deal is won by those whom it brought most."""
    nets = [deal.settlement.net for deal in match.deals if deal.settlement]
    return {
        seat: Figures(
            matches=1,
            matches_won=int(seat in leaders(match)),
            games=len(nets),
            games_won=sum(net[seat] == max(net.values()) for net in nets),
            hands=len(nets),
            points=sum(net[seat] for net in nets),
        )
        for seat in match.setup.seats
    }


def _words(match: AnyMatch, words: str) -> str:
    """The words for search: the day, the season, the game, and the reasons of rulings of this deal."""
    reasons = " ".join(event.reason for event in reversed(match.deal.events) if isinstance(event, Adjusted))
    return found_by(match.setup, (words,), reasons)


def leaders(match: AnyMatch) -> set[str]:
    """The players with the highest total."""
    by_seat = match.by_seat(match.score)
    return {seat for seat, total in by_seat.items() if total == max(match.score)}
