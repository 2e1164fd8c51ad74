"""The state transitions of a match: a pure `step` for each action, and the fold over a log.

`step` is the only way from one state to the next. It refuses illegal actions with every fault; `faults` returns the
same without the step.
"""

from collections.abc import Callable
from dataclasses import replace

from referee.cards import Rank
from referee.games.cribbage import flow, legality, play, show
from referee.games.cribbage.actions import (
    Action,
    Adjust,
    Claim,
    Crib,
    Go,
    Hand,
    Misdeal,
    Muggins,
    NextDeal,
    Peg,
    Penalty,
    Play,
    Reply,
    Setup,
    Starter,
)
from referee.games.cribbage.events import Adjusted, Event, Penalised, PointsPegged, StarterTurned
from referee.games.cribbage.items import NOTHING, Item, Worth, points_of
from referee.games.cribbage.state import Match, Phase
from referee.games.kit.sides import other
from referee.games.kit.stepping import Stepping

HEELS = {Item.HEELS: Worth(1, 2)}
PENALTY = 2
"""The points that the opponent of a player who erred pegs. Rules 7.2 to 7.4."""


def begin(setup: Setup) -> Match:
    """The start of a match. Rule 2.1."""
    return flow.new_deal(Match(setup=setup, now=setup.started), setup.dealer)


def _starter(match: Match, action: Starter) -> Match:
    """Rules 2.2, 2.3 and 3.1."""
    deal = match.deal
    items = HEELS if action.card.rank is Rank.JACK else NOTHING
    points = points_of(items)
    event = StarterTurned(player=deal.dealer, points=points, items=items, card=action.card)
    match = flow.with_deal(match, starter=action.card, to_play=deal.pone)
    match = replace(match, phase=Phase.PLAY)
    return flow.enter(match, event, (deal.dealer, points))


def _peg(match: Match, action: Peg) -> Match:
    """Rules 8.1 and 8.2."""
    match = replace(flow.with_deal(match, by_points=True), phase=Phase.PLAY)
    event = PointsPegged(player=action.player, points=action.points)
    return flow.enter(match, event, (action.player, action.points))


def _deal(match: Match, action: NextDeal) -> Match:
    return flow.next_deal(match)


def _misdeal(match: Match, action: Misdeal) -> Match:
    """Return to the start of the deal, but keep the rulings before its starter or first peg. Rule 7.1."""
    return flow.dealt_again(match)


def _penalty(match: Match, action: Penalty) -> Match:
    """Peg a penalty, after any points pegged in excess are removed. Rules 7.2 to 7.4."""
    erred, taken = action.against, action.points or 0
    event = Penalised(player=erred, points=PENALTY, kind=action.kind, taken=taken)
    return _ruling(match, event, (erred, -taken), (other(erred), PENALTY))


def _adjust(match: Match, action: Adjust) -> Match:
    """Rule 7.8."""
    event = Adjusted(player=action.player, points=action.points, reason=action.reason)
    return _ruling(match, event, (action.player, action.points))


def _ruling(match: Match, event: Event, *moves: tuple[str, int]) -> Match:
    """A ruling before the starter and the first peg survives a misdeal (7.1)."""
    is_early = match.phase is Phase.STARTER

    def stands(after: Match) -> Match:
        if not is_early:
            return after
        return flow.with_deal(after, start=after.score, rulings=after.deal.events)

    return flow.enter(match, event, *moves, then=stands)


_STEPS: dict[type, Callable[..., Match]] = {
    Starter: _starter,
    Play: play.card,
    Go: play.go,
    Reply: play.reply,
    Peg: _peg,
    Hand: show.shown,
    Crib: show.shown,
    Claim: show.claim,
    Muggins: show.muggins,
    NextDeal: _deal,
    Misdeal: _misdeal,
    Penalty: _penalty,
    Adjust: _adjust,
}
STEPPING: Stepping[Setup, Match, Action] = Stepping(begin, legality.faults, _STEPS)
faults, step, fold = STEPPING.faults, STEPPING.step, STEPPING.fold
