"""The state transitions of a sitting of Humbug Whist: a pure `step` for each action, and the fold over a log.

`step` is the only way from one state to the next. It refuses illegal actions with every fault; `faults` returns the
same without the step. Rules 1.5, 2.2, 3.1, 3.4, 4.2 and 4.4 say what is illegal.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.faults import Fault
from referee.games.humbug_whist.actions import KINDS, SEATS, Action, Revoke, Setup, Trump
from referee.games.humbug_whist.settling import settled, taken_by
from referee.games.humbug_whist.state import Deal, Match, Phase
from referee.games.kit.legality import Checks, Faults
from referee.games.kit.stepping import Stepping
from referee.games.sittings import steps
from referee.games.sittings.actions import Adjust, Play, Settle
from referee.games.sittings.legality import BOTH, PLAY, USUAL, checked, trick_faults


def _trump_faults(match: Match, action: Trump) -> Faults:
    """Rule 1.5."""
    if match.deal.turned is not None:
        text = f"{match.deal.turned} is turned up already: undo it if it was another card."
        yield Fault("turned-already", text, (match.deal.turned.code,))


def _trick_faults(match: Match, action: Play) -> Faults:
    """Rules 1.5 and 2.2."""
    deal = match.deal
    if deal.turned is None:
        yield Fault("no-trumps", "Trumps have not been turned up: say which card was turned up, or count the tricks.")
    yield from trick_faults(match, action)
    leader = action.leader or match.expected_leader
    other = match.setup.left(deal.dealer)
    for seat, card in zip(match.setup.clockwise(leader), action.cards, strict=False):
        if card is deal.turned and seat == other:
            text = (
                f"{card} is the card turned up, which {match.player(deal.dealer)} has; here {match.player(seat)} "
                "would be playing it. Say who led, or correct the card."
            )
            yield Fault("turned-up-card", text, (card.code,))


def _revoke_faults(match: Match, action: Revoke) -> Faults:
    """Rules 4.2 and 4.4."""
    if action.trick is None:
        return
    name, deal = match.player(action.player), match.deal
    noticed = any((revoke.seat, revoke.trick) == (action.player, action.trick) for revoke in match.revokes_of(deal))
    if not noticed:
        text = f"No card shows that {name} revoked in trick {action.trick}: claim it without the trick’s number."
        yield Fault("no-such-revoke", text, (str(action.trick),))
    if any((claim.player, claim.trick) == (action.player, action.trick) for claim in deal.claims):
        yield Fault("revoke-twice", f"{name}’s revoke in trick {action.trick} is recorded already.")


_CHECKS: Checks = {
    **USUAL,
    Trump: (PLAY, "the turned-up card", _trump_faults),
    Play: (PLAY, "a trick", _trick_faults),
    Revoke: (BOTH, "a revoke", _revoke_faults),
}
_faults = checked(KINDS, _CHECKS)
"""All reasons why an action is not allowed now."""


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
    steps.beginning(Match, Deal), _faults, _STEPS, leader=lambda match: match.expected_leader
)
faults, step, fold = STEPPING.faults, STEPPING.step, STEPPING.fold
