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
    if not match.hides_points or not edits:
        return
    in_hand = {each.number: each.action for each in done if each.before.deal and each.before.number == match.number}
    placed = list(placed_by([each.action for each in done], edits))
    first = min(edit.first for edit in edits)
    claims = [number for number, action in in_hand.items() if isinstance(action, Claim)]
    tells = any(each.is_new and each.number >= min(in_hand) and _tells(each.action) for each in placed)
    if tells or any(claim >= first for claim in claims) or _is_ended(done[first - 1].before, placed, first, in_hand):
        yield _FAULT


def _tells(action: Action) -> bool:
    """Whether what follows from an action depends on the points."""
    return isinstance(action, Claim | Chalk) or (isinstance(action, Adjust) and action.points is not None)


def _is_ended(match: Match, placed: Sequence[Placed], first: int, in_hand: dict[int, Action]) -> bool:
    """Whether a deal with tricks of the deal in hand would be over after the edits."""
    dealt = set()
    for each in placed:
        if each.number >= first:
            if isinstance(each.action, Play) and each.source in in_hand:
                dealt.add(match.number)
            try:
                match = rules.step(match, each.action)
            except RefusedError:
                break
    return any(number < match.number for number in dealt) or (bool(dealt) and match.phase is Phase.MATCH_OVER)
