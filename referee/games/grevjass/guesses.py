"""Edits whose preview would tell what the tricks of the deal in hand brought. Rule 6.5.

What is refused does not depend on the points, or the refusal would tell them.
"""

from collections.abc import Iterator, Sequence

from referee.faults import Fault, RefusedError
from referee.games.edits import Edit, Placed, Transition, placed_by
from referee.games.grevjass import match as rules
from referee.games.grevjass.actions import Action, Adjust, Chalk, Claim, Play
from referee.games.grevjass.state import Match, Phase

_FAULT = Fault(
    "closed-deal",
    "That would tell what the tricks of the deal in hand brought, which is closed. Undo back to it instead, or wait "
    "until the deal is over.",
)


def guessing_faults(
    match: Match, done: Sequence[Transition[Match, Action]], edits: Sequence[Edit], number: int | None = None
) -> Iterator[Fault]:
    """Reasons not to apply or preview some edits. Raises RefusedError for edits out of range."""
    # Also of a deal that is void now, since an undo restores it.
    in_hand = {each.number: each.action for each in done if each.before.number == match.number}
    has_tricks = any(isinstance(action, Play) for action in in_hand.values())
    if not edits or not has_tricks or not match.is_closed(match.number):
        return
    placed = list(placed_by([each.action for each in done], edits))
    first = min(edit.first for edit in edits)
    tells = any(each.is_new and each.number >= min(in_hand) and _tells(each.action) for each in placed)
    tells = tells or any(number >= first and _is_judged(action) for number, action in in_hand.items())
    if tells or _is_ended(done[first - 1].before, placed, first, in_hand):
        yield _FAULT


def _tells(action: Action) -> bool:
    """Whether what follows from an action depends on the points."""
    return isinstance(action, Claim | Chalk) or (isinstance(action, Adjust) and action.points is not None)


def _is_judged(action: Action) -> bool:
    """Whether the points decide what becomes of an action, or whether it is allowed."""
    return isinstance(action, Claim) or (isinstance(action, Adjust) and (action.points or 0) < 0)


def _is_ended(match: Match, placed: Sequence[Placed], first: int, in_hand: dict[int, Action]) -> bool:
    """Whether a deal with tricks of the deal in hand would ever be over after the edits."""
    closed = {number for number, action in in_hand.items() if isinstance(action, Play)}
    dealt = {match.number} if any(number < first for number in closed) else set[int]()
    for each in placed:
        if each.number < first:
            continue
        if each.source in closed:
            dealt.add(match.number)
        try:
            match = rules.step(match, each.action)
        except RefusedError:
            break
        if dealt and (min(dealt) < match.number or match.phase is Phase.MATCH_OVER):
            return True
    return False
