"""The public view of a sitting, and entries and edits whose answer would reveal more.

In the deal in hand, everybody sees only the last trick and the winners of the others. The numbers of tricks, and the
revokes that the tricks prove, are shown once the deal has been played.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from referee.faults import Fault
from referee.games.edits import Preview, Transition, followed
from referee.games.sittings.actions import Count, Play, SittingSetup
from referee.games.sittings.legality import FEWER_THAN_TAPPED
from referee.games.sittings.state import AnyMatch, Phase, Trick

_FAULT = Fault(
    "closed-deal",
    "That would reveal tricks that are closed during the deal. Undo back to it, or wait until the deal is over.",
)


def seen(match: AnyMatch) -> AnyMatch:
    """Return the sitting without the cards of the deal in hand's tricks, except cards that were exposed."""
    deal = match.deal
    if match.phase is not Phase.PLAY or len(deal.tricks) < 2:
        return match
    *closed, last = deal.tricks
    tricks = (*(_seen(trick, deal.exposed) for trick in closed), last)
    return replace(match, deals=match.deals.with_last(replace(deal, tricks=tricks)))


def _seen(trick: Trick, exposed: frozenset[object]) -> Trick:
    return replace(trick, cards=tuple(card for card in trick.cards if card in exposed))


def is_public(now: AnyMatch, done: Transition[AnyMatch, Any]) -> bool:
    """Return True if everybody may see an action: tricks, and claims that name one, stay closed during the deal."""
    is_closed = isinstance(done.action, Play) or names_a_trick(done.action)
    return not is_closed or may_be_seen(now, done.before.deal.number)


def may_be_seen(now: AnyMatch, number: int) -> bool:
    """Return True if everybody may look at the tricks of a deal."""
    return number < now.deal.number or (number == now.deal.number and now.phase is not Phase.PLAY)


def closed_faults(match: AnyMatch, action: Any) -> Iterator[Fault]:
    """Refuse a page's entry that names a trick while the tricks are closed, regardless of their cards."""
    if match.phase is Phase.PLAY and names_a_trick(action):
        text = "Its trick is shown only after the deal. Claim the revoke without a number."
        yield Fault("closed-tricks", text)


def refusal(match: AnyMatch, faults: Sequence[Fault]) -> dict[str, Any] | None:
    """Return the log's note on a refused count: the refusal reveals closed tricks, so everybody should see it."""
    tells = any(fault.code == FEWER_THAN_TAPPED for fault in faults)
    return {"deal": match.deal.number} if tells else None


def names_a_trick(action: Any) -> bool:
    """Return True if an action names a trick by its number, so that the cards decide whether it is allowed."""
    return getattr(action, "trick", None) is not None


def guessing_faults(preview: Preview[AnyMatch, Any]) -> Iterator[Fault]:
    """Reasons not to apply or preview some edits. Raises RefusedError for edits out of range."""
    match, done, edits = preview.match, preview.done, preview.edits
    # Including a deal that is void now, since an undo restores it.
    in_hand = [each for each in done if each.before.deal.number == match.deal.number]
    closed = {each.number for each in in_hand if isinstance(each.action, Play)}
    if match.phase is not Phase.PLAY or not closed or not edits:
        return
    first = min(edit.first for edit in edits)
    after = [each for each in preview.placed if each.number >= first]
    is_asked = any(_is_judged(each.action) for each in after if each.number >= in_hand[0].number)
    held = any(number < first for number in closed)
    for each, following in followed(preview.step, done[first - 1].before, after):
        held = held or each.source in closed
        is_asked = is_asked or (held and following.after.phase is not Phase.PLAY)
    if is_asked:
        yield _FAULT


def setup_faults(match: AnyMatch, setup: SittingSetup, done: Sequence[Transition[AnyMatch, Any]]) -> Iterator[Fault]:
    """Refuse a correction of the dealer while a claim names a closed trick, as that might not fit another dealer."""
    in_hand = (each.action for each in done if each.before.deal.number == match.deal.number)
    if match.phase is Phase.PLAY and setup.dealer != match.setup.dealer and any(map(names_a_trick, in_hand)):
        yield _FAULT


def _is_judged(action: Any) -> bool:
    return isinstance(action, Count) or names_a_trick(action)
