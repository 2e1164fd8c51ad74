"""The state transitions of a sitting of Hearts: a pure `step` for each action, and the fold over a log.

`step` is the only way from one state to the next. It refuses illegal actions with every fault; `faults` returns the
same without the step.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.chain import Queue
from referee.games.hearts import legality
from referee.games.hearts.actions import (
    Action,
    Choice,
    Demand,
    FaultKind,
    Irregular,
    MakeFault,
    Revoke,
    Setup,
    TakeLast,
)
from referee.games.hearts.settling import Before, settled
from referee.games.hearts.state import Deal, Demanded, Drawn, Faulted, Finished, Match, Phase
from referee.games.kit.stepping import Stepping
from referee.games.sittings import steps
from referee.games.sittings.actions import Adjust, Finish, Play, Settle

CHOICES = {
    FaultKind.LEAD: (Choice.LEAD_HEART, Choice.LEAD_NO_HEART),
    FaultKind.TURN: (Choice.HIGHEST, Choice.LOWEST, Choice.NO_HEART),
    FaultKind.EXPOSED: (Choice.PLAY,),
}
"""The demands that each fault allows. Rules 5.2 to 5.4."""


def _winner(match: Match, action: Play, leader: str) -> str:
    """The highest card of the suit led takes the trick. Rules 1.2 and 2.3."""
    led = action.cards[0].suit
    best = max((card for card in action.cards if card.suit is led), key=lambda card: card.rank.height)
    return match.setup.clockwise(leader)[action.cards.index(best)]


def _irregular(match: Match, action: Irregular) -> Match:
    """Rules 4.5 and 6.6."""
    return steps.recorded(match, Drawn(action.short, action.long, len(match.deal.tricks)))


def _fault(match: Match, action: MakeFault) -> Match:
    """Record a fault, with the players who may demand something and their choices. Rules 5.2 to 5.4."""
    _, left, *others = match.setup.clockwise(action.player)
    may_demand = {
        FaultKind.LEAD: (match.setup.right(action.player),),
        FaultKind.TURN: (left, *([action.due] if action.due else [])),
        FaultKind.EXPOSED: (left, *others),
    }
    by, choices = may_demand[action.kind], CHOICES[action.kind]
    fault, deal = Faulted(action.kind, action.player, action.card, by, choices), match.deal
    places = deal.unanswered.get(fault, Queue()).append(len(deal.recorded))
    exposed = deal.exposed | {action.card} if action.card else deal.exposed
    return steps.recorded(match, fault, unanswered={**deal.unanswered, fault: places}, exposed=exposed)


def _demand(match: Match, action: Demand) -> Match:
    """Rule 5.1."""
    deal, answer = match.deal, legality.answered(match.deal, action)
    assert answer is not None
    place, fault = answer
    left = deal.unanswered[fault].without_first()
    others = {each: places for each, places in deal.unanswered.items() if each is not fault}
    met = replace(fault, demand=Demanded(action.by, action.choice))
    unanswered = {**others, fault: left} if left else others
    return steps.with_deal(match, unanswered=unanswered, demands=deal.demands.append((place, met)), is_begun=True)


def _settle(match: Match, action: Settle) -> Match:
    """Rules 2.1 and 3.2."""
    deal = match.deal
    draws = [(draw.short, draw.long) for draw in deal.draws]
    settlement = settled(match.taken, Before(match.setup.rules, match.pool, match.jack, deal.revokers, draws))
    return replace(steps.next_deal(match, settlement), pool=settlement.pool[1], jack=settlement.jack[1])


def _adjust(match: Match, action: Adjust) -> Match:
    """Rules 3.13 and 7.1."""
    pool = match.pool - action.points
    return replace(steps.given(match, action), pool=pool, jack=match.jack and pool > 0)


def _finish(match: Match, action: Finish) -> Match:
    """Rule 7.2."""
    score, finish = match.shared, Finished(match.pool, match.shares)
    return replace(match, phase=Phase.OVER, score=score, pool=0, jack=False, finish=finish)


_STEPS: dict[type[Any], Callable[[Any, Any], Any]] = {
    **steps.usual_steps(_winner),
    Revoke: steps.recorded,
    Irregular: _irregular,
    TakeLast: steps.recorded,
    MakeFault: _fault,
    Demand: _demand,
    Settle: _settle,
    Adjust: _adjust,
    Finish: _finish,
}
STEPPING: Stepping[Setup, Match, Action] = Stepping(
    steps.beginning(Match, Deal), legality.faults, _STEPS, leader=lambda match: match.expected_leader
)
faults, step, fold = STEPPING.faults, STEPPING.step, STEPPING.fold
