"""Figures of each player of a finished match, as counts that can be summed up over matches."""

from dataclasses import dataclass

from referee.cards import Rank
from referee.games.karnoffel.state import Match
from referee.games.kit import figures as kit
from referee.games.kit.sides import SEATS, other, side_of
from referee.results import Result, ranked


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
