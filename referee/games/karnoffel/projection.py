"""Projections of a match for lists and figures, which are stored so that logs need not be replayed."""

from dataclasses import dataclass
from typing import Any

from referee.cards import Rank, codes
from referee.games.game import Achievement
from referee.games.karnoffel.actions import TRICKS
from referee.games.karnoffel.state import Adjusted, Match
from referee.games.kit import figures as kit
from referee.games.kit import projections
from referee.games.kit.sheets import written
from referee.games.kit.sides import SEATS, SIDES, other, side_of
from referee.results import Result, ranked

EDITION = 1
IN_A_ROW = 3
"""The number of consecutive deals without a trick for the other side that is an achievement."""


def state_columns(match: Match) -> dict[str, Any]:
    """The columns of a match that change with it."""
    deal, scores = match.deal, {seat: [match.score.of(side_of(seat)), 0] for seat in SEATS}
    rulings = (event for event in reversed(deal.events) if isinstance(event, Adjusted))
    return projections.state_columns(match, scores, ("karnoffel",), rulings, deal.number, len(deal.tricks))


def deals(match: Match) -> list[dict[str, Any]]:
    """The rows of all deals that are over; `sweeps` is the number of deals in a row without a trick of the other
    side."""
    rows, sweeps = list[dict[str, Any]](), 0
    for deal in match.deals:
        assert deal.winner
        before = rows[-1]["winner"] if rows else ""
        is_sweep = deal.taken.of(other(deal.winner)) == 0
        sweeps = (sweeps if deal.winner == before else 0) + 1 if is_sweep else 0
        row = written(deal, "deal=number dealer entry winner") | {
            "chosen": deal.chosen.letter if deal.chosen else "",
            "shown": ".".join(codes(deal.cards or ())),
            "played": projections.played(deal.tricks),
            "devil": "".join(trick.winner for trick in deal.tricks if deal.title(trick) == "devil"),
            "sweeps": sweeps,
        }
        for side in SIDES:
            row |= {f"tricks_{side.lower()}": deal.taken.of(side), f"total_{side.lower()}": deal.total.of(side)}
        rows.append(row)
    return rows


ACHIEVEMENTS = (
    Achievement("a Devil that was led", "devil <> ''", "devil"),
    Achievement(f"{TRICKS}–0 three deals in a row", f"sweeps = {IN_A_ROW}", "winner"),
)


@dataclass(frozen=True, slots=True)
class Figures(kit.Figures):
    """The figures of a player; partners share the deals' figures. Points are deals won and lost, without rulings."""

    sweeps: int = 0
    """Deals won or lost without a trick of the losing side (4.1)."""
    swept: int = 0
    choices: int = 0
    """Suits of finished deals that the player's face-up card chose (2.2)."""
    tricks: int = 0
    """Tricks that were entered, and tricks that the player took."""
    tricks_won: int = 0
    karnoffels: int = 0
    """Tricks that the player took with a titled card (3.3 to 3.6)."""
    devils: int = 0
    popes: int = 0
    kaisers: int = 0
    devils_led: int = 0
    """Devils that the player led, with or without taking the trick."""


def result(match: Match) -> dict[str, Result]:
    """The side with more deals wins."""
    return ranked(match.score.by_side())


def figures(match: Match) -> dict[str, Figures]:
    """The figures of each player of a finished match."""
    return {seat: _of_player(match, seat) for seat in SEATS}


def _of_player(match: Match, seat: str) -> Figures:
    side, deals = side_of(seat), tuple(match.deals)
    won, lost = ([deal for deal in deals if deal.winner == each] for each in (side, other(side)))
    tricks = [(deal, trick) for deal in match.all_deals for trick in deal.tricks]
    taken = [deal.title(trick) for deal, trick in tricks if trick.winner == seat]
    led = [(deal, trick.cards[0]) for deal, trick in tricks if trick.leader == seat]
    return Figures(
        **kit.of_side(result(match)[side].place, won, lost, len(deals)),
        sweeps=sum(deal.taken.of(other(side)) == 0 for deal in won),
        swept=sum(deal.taken.of(side) == 0 for deal in lost),
        tricks=len(tricks),
        tricks_won=len(taken),
        choices=sum(match.chooser(deal) == seat for deal in match.deals),
        karnoffels=taken.count("karnoffel"),
        devils=taken.count("devil"),
        popes=taken.count("pope"),
        kaisers=taken.count("kaiser"),
        devils_led=sum(card.rank is Rank.SEVEN and card.suit is deal.chosen for deal, card in led),
    )
