"""Projections of a match for lists and figures, which are stored so that logs need not be replayed.

They are derived: rows whose keys are column names. After a change here increase `EDITION`, so that every match is
projected again when the database is next opened.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.cards import codes
from referee.games.cribbage.actions import SEATS
from referee.games.cribbage.events import (
    Adjusted,
    CardPlayed,
    Counted,
    CribCounted,
    GoSaid,
    MugginsCalled,
    PointsPegged,
    Replied,
    StarterTurned,
)
from referee.games.cribbage.outcome import running
from referee.games.cribbage.state import Deal, Match, Phase
from referee.games.game import Achievement
from referee.games.kit import figures as kit
from referee.games.kit import projections
from referee.games.kit.sheets import written
from referee.games.kit.sides import other
from referee.results import Result, ranked

EDITION = 5
MANY = 24
"""A count worth mentioning: few hands reach it."""


def state_columns(match: Match) -> dict[str, Any]:
    """The columns that change with the match: its state, and the words for search."""
    scores = {seat: [match.score.of(seat), match.games_won.of(seat), match.reckoned.of(seat)] for seat in SEATS}
    deal, words = match.deal, ("cribbage", "muggins" if match.setup.rules.muggins else "")
    rulings = (event for event in reversed(deal.events) if isinstance(event, Adjusted))
    return projections.state_columns(match, scores, words, rulings, deal.number, len(deal.cards), deal.game)


def deals(match: Match) -> list[dict[str, Any]]:
    """The rows of the deals, without the one in hand, which may have a claim that can be called. Rule 6.6."""
    is_over = match.phase is Phase.MATCH_OVER
    return [_deal(deal) for deal in match.deals[: None if is_over else -1] if deal.events]


_SHOWN = ("pone", "dealer", "crib")
"""The hands and the crib in the order of their counts (4.1)."""


def _deal(deal: Deal) -> dict[str, Any]:
    row = written(deal, "game deal=number dealer") | {
        "starter": deal.starter.code if deal.starter else "",
        "played": " ".join(placed.card.code for placed in deal.cards),
        "missed": sum(map(missed, deal.counted)),
    }
    for at, what in enumerate(_SHOWN):
        row |= _count(what, next(iter(deal.counted[at : at + 1]), None))
    *_, (_, total) = running(deal)
    for seat in SEATS:
        name = seat.lower()
        row[f"play_{name}"] = pegged_in_play(deal, seat)
        row[f"pegged_{name}"] = deal.pegged.of(seat)
        row[f"total_{name}"] = total.of(seat)
    return row


def _count(what: str, event: Counted | None) -> dict[str, Any]:
    """Return the columns of a hand or crib: cards, worth, and the number claimed; None for a missing value."""
    return {
        f"{what}_cards": " ".join(codes(event.cards)) if event and event.cards else "",
        f"{what}_points": event.points if event else None,
        f"{what}_claimed": event.claimed if event else None,
    }


ACHIEVEMENTS = (
    Achievement("a hand of 29", "pone_points = 29", "CASE dealer WHEN 'N' THEN 'S' ELSE 'N' END"),
    Achievement("a hand of 29", "dealer_points = 29", "dealer"),
)


@dataclass(frozen=True, slots=True)
class Figures(kit.Figures):
    """The figures of a player. Points are pegged points, without rulings."""

    stakes_won: int = 0
    """The worth of the games that the player won (5.3)."""
    stakes_lost: int = 0
    skunks_given: int = 0
    """Games won with the other below three quarters of the target, for any stake."""
    skunks_taken: int = 0
    lurches_given: int = 0
    """Skunks given with the other below half of the target."""
    lurches_taken: int = 0
    dealer_plays: int = 0
    """Plays as dealer, and the points pegged in them; then the same for the non-dealer, the pone."""
    dealer_pegged: int = 0
    pone_plays: int = 0
    pone_pegged: int = 0
    heels: int = 0
    """Jacks turned up (2.3)."""
    hands_counted: int = 0
    hand_points: int = 0
    """The points of the counted hands, claimed or not."""
    best_hands: int = 0
    """Hands and cribs of `MANY` points or more."""
    nineteens: int = 0
    """Hands and cribs that were worth nothing."""
    cribs_counted: int = 0
    crib_points: int = 0
    false_goes: int = 0
    claims: int = 0
    """Hands and cribs claimed with Muggins."""
    missed: int = 0
    """Points that these claims missed."""
    caught: int = 0
    """The missed points that the opponent called."""
    excess: int = 0
    """Points claimed too much (6.3)."""
    calls: int = 0
    """Calls of Muggins made (6.4)."""
    gained: int = 0
    """Points pegged for calls that were right."""
    lost: int = 0
    """Points that the opponent pegged for calls when nothing was missed."""


def result(match: Match) -> dict[str, Result]:
    """The winner of the last game of a match that is over; before that, who is ahead. Rules 5.4 and 5.5."""
    won = match.games[-1].winner if match.phase is Phase.MATCH_OVER else None
    points = {seat: match.score.of(seat) for seat in SEATS}
    ahead = {seat: (seat == won, match.reckoned.of(seat), match.score.of(seat)) for seat in SEATS}
    return ranked(points, ahead)


def figures(match: Match) -> dict[str, Figures]:
    """The figures of each player of a finished match."""
    return {seat: _of_player(match, seat) for seat in SEATS}


def _of_player(match: Match, seat: str) -> Figures:
    return Figures(
        matches=1,
        matches_won=int(result(match)[seat].place == 1),
        **_games(match, seat),
        **_play(match, seat),
        **_counts(match, seat),
        **_muggins(match, seat),
    )


def _games(match: Match, seat: str) -> dict[str, int]:
    target = match.setup.rules.target
    won = [game for game in match.games if game.winner == seat]
    lost = [game for game in match.games if game.winner != seat]
    return {
        "games": len(match.games),
        "games_won": len(won),
        "stakes_won": sum(game.worth for game in won),
        "stakes_lost": sum(game.worth for game in lost),
        "skunks_given": sum(4 * game.score.of(other(seat)) < 3 * target for game in won),
        "skunks_taken": sum(4 * game.score.of(seat) < 3 * target for game in lost),
        "lurches_given": sum(2 * game.score.of(other(seat)) < target for game in won),
        "lurches_taken": sum(2 * game.score.of(seat) < target for game in lost),
    }


def _play(match: Match, seat: str) -> dict[str, int]:
    play_figures = {
        "hands": sum(bool(deal.events) for deal in match.deals),
        "points": sum(pegged(deal, seat) for deal in match.deals),
        "points_against": sum(pegged(deal, other(seat)) for deal in match.deals),
        "heels": sum(event.points > 0 and event.player == seat for deal in match.deals for event in deal.events
                     if isinstance(event, StarterTurned)),
        "false_goes": sum(false.player == seat for deal in match.deals for false in deal.false_goes),
    }  # fmt: skip
    for role, deals in (("dealer", [deal for deal in match.deals if deal.dealer == seat]),
                        ("pone", [deal for deal in match.deals if deal.pone == seat])):  # fmt: skip
        play_figures[f"{role}_plays"] = sum(bool(deal.cards or deal.by_points) for deal in deals)
        play_figures[f"{role}_pegged"] = sum(pegged_in_play(deal, seat) for deal in deals)
    return play_figures


def pegged(deal: Deal, seat: str) -> int:
    """Count the points that a player pegged in a deal, without rulings and penalties."""
    kinds = StarterTurned | CardPlayed | GoSaid | Replied | PointsPegged | Counted | MugginsCalled
    return sum(event.pegged.of(seat) for event in deal.events if isinstance(event, kinds))


def pegged_in_play(deal: Deal, seat: str) -> int:
    """Count the points that a player pegged in the play of a deal, by cards or by points."""
    kinds = CardPlayed | GoSaid | PointsPegged
    return sum(event.pegged.of(seat) for event in deal.events if isinstance(event, kinds))


def _counts(match: Match, seat: str) -> dict[str, int]:
    own = list(_counted(match, seat))
    hands = [event for event in own if not isinstance(event, CribCounted)]
    cribs = [event for event in own if isinstance(event, CribCounted)]
    return {
        "hands_counted": len(hands),
        "hand_points": sum(event.points for event in hands),
        "cribs_counted": len(cribs),
        "crib_points": sum(event.points for event in cribs),
        "best_hands": sum(event.points >= MANY for event in own),
        "nineteens": sum(event.points == 0 for event in own),
    }


def _muggins(match: Match, seat: str) -> dict[str, int]:
    claimed = [event for event in _counted(match, seat) if event.claimed is not None]
    calls = [event for deal in match.deals for event in deal.events if isinstance(event, MugginsCalled)]
    own = [call for call in calls if call.player == seat]
    return {
        "claims": len(claimed),
        "missed": sum(missed(event) for event in claimed),
        "caught": sum(call.right for call in calls if call.player != seat),
        "excess": sum(max(0, (event.claimed or 0) - event.points) for event in claimed),
        "calls": len(own),
        "gained": sum(call.pegged.of(seat) for call in own),
        "lost": sum(call.pegged.of(other(seat)) for call in own),
    }


def missed(event: Counted) -> int:
    """The points of a hand or crib that its claim missed, called or not."""
    return 0 if event.claimed is None else max(0, event.points - event.claimed)


def _counted(match: Match, seat: str) -> Iterator[Counted]:
    return (event for deal in match.deals for event in deal.counted if event.player == seat)
