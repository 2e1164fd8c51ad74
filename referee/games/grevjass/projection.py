"""Projections of a match for lists and figures, which are stored so that logs need not be replayed.

They are derived: rows whose keys are column names. After a change here increase `EDITION`, so that every match is
projected again when the database is next opened. None of them contains trick points of the deal in hand (6.5).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.cards import codes
from referee.games.game import Achievement
from referee.games.grevjass.actions import Setup
from referee.games.grevjass.deal import ITEMS, Deal
from referee.games.grevjass.notices import jass_of
from referee.games.grevjass.state import Game, How, Match
from referee.games.kit import figures as kit
from referee.games.kit import projections
from referee.games.kit.sheets import written
from referee.games.kit.sides import SEATS, SIDES, other, side_of
from referee.results import Result, ranked

EDITION = 2


def setup_columns(setup: Setup) -> dict[str, Any]:
    """The columns that never change; the target is the agreed number of strokes."""
    return projections.setup_columns(setup) | {"target": setup.rules.strokes}


def state_columns(match: Match) -> dict[str, Any]:
    """The columns that change with the match: its state, and the words for search. No points of the game in hand."""
    games = {side: sum(game.winner == side for game in match.games) for side in SIDES}
    scores = {seat: [match.strokes.of(side_of(seat)), games[side_of(seat)]] for seat in SEATS}
    words, deal = f"grevjass {match.setup.rules.claims.value}", match.deal
    return projections.state_columns(
        match, scores, (words,), reversed(deal.events), deal.number, len(deal.tricks), match.game
    )


def deals(match: Match) -> list[dict[str, Any]]:
    """The rows of all deals that are over: the deal in hand has none."""
    return [_deal(match, deal) for deal in match.deals]


def _deal(match: Match, deal: Deal) -> dict[str, Any]:
    game = match.games[deal.won - 1] if deal.won else None
    row = written(deal, "game deal=number dealer trump") | {
        "shown": deal.card.code if deal.card else "",
        "vol": deal.bid or "",
        "melds": " ".join(f"{meld.player}:{'.'.join(codes(meld.cards))}" for meld in deal.melds),
        "played": projections.played(deal.tricks),
        "winner": game.winner if game else "",
        "how": game.how.value if game else "",
        "strokes": game.strokes if game else 0,
        "jan": int(game.jan) if game else 0,
    }
    for side in SIDES:
        name = side.lower()
        row[f"tricks_{name}"] = deal.tricks_of(side)
        row |= {f"{item}_{name}": deal.item(side, item) for item in ITEMS}
        row[f"total_{name}"] = deal.final.of(side) if deal.final else 0
    return row


ACHIEVEMENTS = (Achievement("a vol", "8 IN (tricks_ns, tricks_ew)", "CASE 8 WHEN tricks_ns THEN 'NS' ELSE 'EW' END"),)


@dataclass(frozen=True, slots=True)
class Figures(kit.Figures):
    """The figures of a player; partners share them. Points are strokes of games won and lost, without rulings."""

    claims_right: int = 0
    """Claims of the side (6.2)."""
    claims_false: int = 0
    jans_given: int = 0
    """Games won with the other side jan (6.2)."""
    jans_taken: int = 0
    vols: int = 0
    """Deals in which the side won all eight tricks (6.7)."""
    vols_bid: int = 0
    """Vols that the player bid (3.6), and the number that were won."""
    vols_made: int = 0
    melds: int = 0
    """Melds that the player declared (3.1), and the number that counted (3.2)."""
    melds_good: int = 0
    meld_points: int = 0
    """The points of the melds that counted, and their strokes if these were taken (3.5)."""
    meld_strokes: int = 0
    stikk: int = 0
    """Times that the player scored for king and queen of trumps (5.3)."""
    jass: int = 0
    """Times that the player played the Jass, and the number of times in his socks (7.6)."""
    socks: int = 0
    tricks: int = 0
    """Tricks of the deals, the number won by the player, and the points of their cards."""
    tricks_won: int = 0
    card_points: int = 0
    revokes: int = 0
    """Revokes that the cards showed (7.2)."""


def result(match: Match) -> dict[str, Result]:
    """The side with more strokes wins. Rule 6.9."""
    return ranked(match.strokes.by_side())


def figures(match: Match) -> dict[str, Figures]:
    """The figures of each player of a finished match."""
    return {seat: _of_player(match, seat) for seat in SEATS}


def _of_player(match: Match, seat: str) -> Figures:
    side = side_of(seat)
    won, lost = ([game for game in match.games if game.winner == each] for each in (side, other(side)))
    deals = tuple(match.deals)
    counts = dict[str, int]()
    for deal in deals:
        for name, number in _of_deal(deal, seat):
            counts[name] = counts.get(name, 0) + number
    return Figures(
        **kit.of_side(result(match)[side].place, won, lost, len(deals), lambda game: game.strokes),
        jans_given=_jans(won),
        jans_taken=_jans(lost),
        vols=sum(game.how is How.VOL for game in won),
        **counts,
    )


def _jans(games: list[Game]) -> int:
    return sum(game.jan for game in games)


def _of_deal(deal: Deal, seat: str) -> Iterator[tuple[str, int]]:
    """Yield the amounts by which a deal increases the figures of a player."""
    side, own = side_of(seat), [meld for meld in deal.melds if meld.player == seat]
    good, taken = (
        [meld for meld in own if deal.counts(meld)],
        [trick for trick in deal.tricks if trick.winner == seat],
    )
    jass = jass_of(deal)
    has_jass = jass is not None and jass.seat == seat
    yield "claims_right", sum(claim.right for claim in deal.claims if claim.side == side)
    yield "claims_false", sum(not claim.right for claim in deal.claims if claim.side == side)
    yield "vols_bid", int(deal.bid == seat)
    yield "vols_made", int(deal.bid == seat and deal.vol_is_open and len(deal.tricks) == 8)
    yield "melds", len(own)
    yield "melds_good", len(good)
    yield "meld_points", sum(meld.points for meld in good)
    yield "meld_strokes", sum(meld.strokes for meld in good) if deal.taken else 0
    yield "stikk", sum(trick.stikk == seat for trick in deal.tricks)
    yield "jass", int(has_jass)
    yield "socks", int(has_jass and jass is not None and jass.socks)
    yield "tricks", len(deal.tricks)
    yield "tricks_won", len(taken)
    yield "card_points", sum(trick.value for trick in taken)
    yield "revokes", sum(revoke.seat == seat for revoke in deal.revokes)
