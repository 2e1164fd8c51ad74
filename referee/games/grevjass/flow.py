"""Consequences of an action: points are counted, a deal ends, a game is won, the match is over."""

from dataclasses import replace
from typing import Any

from referee.games.grevjass.actions import TRICKS
from referee.games.grevjass.deal import Deal
from referee.games.grevjass.state import HUNDRED, JAN, Game, How, Match, Phase
from referee.games.kit.sides import SIDES, ZERO, other

VOL = 4
"""The strokes for all eight tricks (3.6 and 6.7)."""


def with_deal(match: Match, **changes: Any) -> Match:
    """The match with changes to the deal in hand."""
    return replace(match, deal=replace(match.deal, **changes))


def scored(match: Match, side: str, points: int) -> Match:
    """The match with points added to a side's total."""
    name = "points" if match.deal.suit else "start"
    return noted(with_deal(match, **{name: getattr(match.deal, name).plus(side, points)}))


def noted(match: Match) -> Match:
    """Count one more moment at which a side may have reached a hundred or fallen below it. Rule 6.8."""
    moment, since, score = match.moment + 1, match.since, match.score
    for side in SIDES:
        if score.of(side) < HUNDRED:
            since = since.with_(side, 0)
        elif not since.of(side):
            since = since.with_(side, moment)
    return replace(match, moment=moment, since=since)


def all_played(match: Match) -> Match:
    """The eighth trick is complete: taking all eight wins four strokes; otherwise both sides count. Rules 6.7 and
    6.8."""
    for side in SIDES:
        if match.deal.tricks_of(side) == TRICKS:
            return game_won(match, side, How.VOL, VOL)
    out = [side for side in SIDES if match.since.of(side)]
    if out:
        return hundred_won(match, min(out, key=match.since.of), How.COUNT)
    return with_deal(replace(deal_over(match), phase=Phase.TRUMP), dealer=next_dealer(match))


def hundred_won(match: Match, side: str, how: How) -> Match:
    """A game is won for a hundred: one stroke, or two if the other side is jan. Rules 6.2 and 6.4."""
    jan = match.score.of(other(side)) < JAN
    return game_won(match, side, how, 2 if jan else 1, jan)


def game_won(match: Match, side: str, how: How, strokes: int, jan: bool = False) -> Match:
    """A game is won: both sides start from nothing, unless the match is over. Rules 6.1 and 6.9."""
    game = Game(side, how, strokes, jan, match.score, match.game_deals)
    dealer = next_dealer(match)
    match = deal_over(match, won=match.game)
    match = replace(match, games=(*match.games, game), strokes=match.strokes.plus(side, strokes))
    if match.winner:
        return match_over(match)
    match = replace(match, phase=Phase.TRUMP, since=ZERO, moment=0)
    return with_deal(match, dealer=dealer, start=ZERO, misdeals=0)


def match_over(match: Match) -> Match:
    """The agreed number of strokes is on the slate; a deal in hand stays unfinished. Rule 6.9."""
    return with_deal(replace(deal_over(match), phase=Phase.MATCH_OVER), misdeals=0)


def deal_over(match: Match, won: int = 0) -> Match:
    """The match after the deal in hand, if any, with its totals carried over; `won` is the game won in it."""
    deal = match.deal
    if not deal.suit:
        return match
    over = replace(deal, final=deal.score, won=won)
    fresh = Deal(number=deal.number + 1, dealer=deal.dealer, start=deal.score)
    return replace(match, deal=fresh, deals=match.deals.append(over))


def next_dealer(match: Match) -> str:
    """The winner of the last trick; the deal passes left if there was none. Rule 2.3."""
    deal = match.deal
    return deal.tricks[-1].winner if deal.tricks else match.setup.left(deal.dealer)
