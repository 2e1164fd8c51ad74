"""Edits that would reveal what a hand or crib counts before its time: trial claims and calls. Rule 6.6."""

from collections.abc import Iterator, Sequence

from referee.faults import Fault
from referee.games.cribbage.actions import Action, Claim, Muggins
from referee.games.cribbage.state import Match, Phase
from referee.games.edits import Edit, Transition

_FAULT = Fault(
    "open-claim",
    "A claim of this deal is open: undo what was said of it, and claim or call anew. So nothing is told before its "
    "time.",
)


def guessing_faults(
    match: Match, done: Sequence[Transition[Match, Action]], edits: Sequence[Edit], number: int | None = None
) -> Iterator[Fault]:
    """Reasons not to apply or preview some edits, while a hand is to be claimed or can be called.

    `number` is that of another action about to be changed.
    """
    if match.phase is not Phase.CLAIM and match.window is None:
        return
    here = match.deal.number
    said = {each.number for each in done if each.before.deal.number == here and _is_said(each.action)}
    touched = {place for edit in edits if edit.actions is not None for place in range(edit.first, edit.last + 1)}
    is_new = any(_is_said(action) for edit in edits for action in edit.actions or ())
    if is_new or number in said or said & touched:
        yield _FAULT


def _is_said(action: Action) -> bool:
    return isinstance(action, Claim | Muggins)
