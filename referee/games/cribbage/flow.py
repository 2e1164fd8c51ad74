"""Pegging and its consequences: the end of a game and of the match, and the next deal. Rules 1.5, 5.1 to 5.5, 7.1."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.games.cribbage.actions import Rules
from referee.games.cribbage.events import Event
from referee.games.cribbage.state import Deal, Game, Match, Phase
from referee.games.kit.sides import ZERO, other


def with_deal(match: Match, **changes: Any) -> Match:
    """The match with changes to the deal in hand."""
    return replace(match, deals=match.deals.with_last(replace(match.deal, **changes)))


def enter(
    match: Match, event: Event, *moves: tuple[str, int], then: Callable[[Match], Match] = lambda match: match
) -> Match:
    """Peg some moves in their order, record the event, and continue with `then`, unless the game is won.

    The first peg in the game hole ends the game: later moves and `then` are skipped. Rules 5.1 and 5.2.
    """
    before, target = match.score, match.setup.rules.target
    for seat, points in moves:
        if match.winner is None:
            total = min(match.score.of(seat) + points, target)
            match = replace(match, score=match.score.with_(seat, total))
    event = replace(event, pegged=match.score.since(before))
    match = with_deal(match, events=match.deal.events.append(event))
    return then(match) if match.winner is None else _game_won(match, match.winner, event.name)


def _game_won(match: Match, winner: str, by: str) -> Match:
    """Rules 5.1, 5.4 and 5.5; the loser deals first in the next game (1.5)."""
    rules = match.setup.rules
    worth = worth_of(match.score.of(other(winner)), rules)
    deals = len(match.deals) - sum(game.deals for game in match.games)
    match = replace(
        match,
        games=(*match.games, Game(winner, match.score, worth, by, deals)),
        games_won=match.games_won.plus(winner, 1),
        stakes=match.stakes.plus(winner, worth),
        to_claim=(),
        window=None,
    )
    if 2 * match.reckoned.of(winner) > rules.best_of:
        return replace(match, phase=Phase.MATCH_OVER)
    return new_deal(replace(match, score=ZERO), other(winner))


def worth_of(loser: int, rules: Rules) -> int:
    """Return the stake of a game, by the loser's total. Rule 5.3."""
    return max([1, *(worth for _, quarters, worth in rules.lines if 4 * loser < quarters * rules.target)])


def next_deal(match: Match) -> Match:
    """The next deal of the game. Rule 1.5."""
    return new_deal(match, match.deal.pone)


def new_deal(match: Match, dealer: str) -> Match:
    """A deal begins, and the starter is awaited. Rules 1.5 and 2.1."""
    deal = Deal(number=len(match.deals) + 1, game=len(match.games) + 1, dealer=dealer, start=match.score)
    return replace(match, deals=match.deals.append(deal), phase=Phase.STARTER, to_claim=(), window=None)


def dealt_again(match: Match) -> Match:
    """The deal is void. Rule 7.1."""
    void = match.deal
    fresh = Deal(
        number=void.number,
        game=void.game,
        dealer=void.dealer,
        start=void.start,
        misdeals=void.misdeals + 1,
        rulings=void.rulings,
        events=void.rulings,
    )
    deals = match.deals.with_last(fresh)
    return replace(match, deals=deals, score=void.start, phase=Phase.STARTER, to_claim=(), window=None)
