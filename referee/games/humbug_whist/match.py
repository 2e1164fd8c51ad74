"""The state transitions of a sitting of Humbug Whist: a pure `step` for each action, and the fold over a log.

`step` is the only way from one state to the next. It refuses illegal actions with every fault; `faults` returns the
same without the step.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.games.humbug_whist import legality
from referee.games.humbug_whist.actions import SEATS, Action, Revoke, Setup, Trump
from referee.games.humbug_whist.settling import settled, taken_by
from referee.games.humbug_whist.state import Deal, Match, Phase
from referee.games.kit.stepping import Stepping
from referee.games.sittings import steps
from referee.games.sittings.actions import Adjust, Play, Settle


def _trump(match: Match, action: Trump) -> Match:
    """Rule 1.5."""
    return steps.with_deal(match, turned=action.card, is_begun=True)


def _winner(match: Match, action: Play, leader: str) -> str:
    """Return the winner of a trick, who leads next. Rules 2.1, 2.3 and 2.4."""
    assert match.deal.turned is not None
    led, second = action.cards
    place, _ = taken_by(led, second, match.deal.turned.suit)
    return match.setup.clockwise(leader)[place]


def _settle(match: Match, action: Settle) -> Match:
    """Rules 1.4, 3.1, 3.3 and 3.4."""
    claimed = Counter(claim.player for claim in match.deal.claims)
    rules = match.setup.rules
    settlement = settled(match.taken, {seat: claimed[seat] for seat in SEATS}, rules.stake)
    match = steps.next_deal(match, settlement)
    return replace(match, phase=Phase.OVER) if match.settled == rules.deals else match


def _adjust(match: Match, action: Adjust) -> Match:
    """Rule 4.8."""
    moved = action.points if action.player == SEATS[0] else -action.points
    return replace(steps.adjusted(match, action), score=(match.score[0] + moved, match.score[1] - moved))


_STEPS: dict[type[Any], Callable[[Any, Any], Any]] = {
    **steps.usual_steps(_winner),
    Trump: _trump,
    Revoke: steps.recorded,
    Settle: _settle,
    Adjust: _adjust,
}
STEPPING: Stepping[Setup, Match, Action] = Stepping(
    steps.beginning(Match, Deal), legality.faults, _STEPS, leader=lambda match: match.expected_leader
)
faults, step, fold = STEPPING.faults, STEPPING.step, STEPPING.fold
