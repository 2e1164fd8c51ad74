"""The public view of a match, and edits that would reveal more: while a claim can still be called. Rule 6.6."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from referee.chain import EMPTY
from referee.faults import Fault
from referee.games.cribbage.actions import Action, Claim, Muggins, Setup
from referee.games.cribbage.items import NOTHING
from referee.games.cribbage.state import Match, Phase
from referee.games.edits import Edit, Preview, Transition

_FAULT = Fault(
    "open-claim",
    "A claim of this deal is open, so this would reveal it. Undo the claim and its call, then claim or call again.",
)


def seen(match: Match) -> Match:
    """Return the match without the points missed by an open claim. Its cards are on the table for all to count."""
    if match.window is None:
        return match
    claim = match.deal.counted[-1]
    visible = replace(claim, points=claim.claimed or 0, items=NOTHING, sets=())
    events = EMPTY.extend(visible if event is claim else event for event in match.deal.events)
    deals = match.deals.with_last(replace(match.deal, events=events))
    return replace(match, deals=deals, window=replace(match.window, missed=0))


def guessing_faults(preview: Preview[Match, Action]) -> Iterator[Fault]:
    """Yield the reasons not to apply or preview edits: a claim or call is open, or an edit makes a new claim."""
    match, done, edits = preview.match, preview.done, preview.edits
    if not match.setup.rules.muggins or match.phase is Phase.MATCH_OVER:
        return
    here = [each for each in done if each.before.deal.number == match.deal.number]
    first = here[0].number if here else len(done) + 1
    spoken = {each.number for each in here if _is_said(each.action)}
    touched = {place for edit in edits if edit.actions is not None for place in range(edit.first, edit.last + 1)}
    if match.phase is Phase.CLAIM or match.window is not None:
        is_new = any(_is_said(action) for edit in edits for action in edit.actions or ())
        is_guess = is_new or preview.number in spoken or bool(spoken & touched)
    else:
        is_guess = any(_claims_anew(edit, spoken) for edit in edits if edit.last >= first)
    if is_guess:
        yield _FAULT


def _claims_anew(edit: Edit, spoken: Set[int]) -> bool:
    """Return True if an edit adds claims or calls to this deal, and so might try out an open claim."""
    replaced = sum(place in spoken for place in range(edit.first, edit.last + 1))
    return sum(map(_is_said, edit.actions or ())) > replaced


def _is_said(action: Action) -> bool:
    return isinstance(action, Claim | Muggins)


def setup_faults(match: Match, setup: Setup, done: Sequence[Transition[Match, Action]]) -> Iterator[Fault]:
    """Refuse to end Muggins while claims of this deal are open: their missed points would be pegged. Rule 6.6."""
    here = (each.action for each in done if each.before.deal.number == match.deal.number)
    is_said = any(isinstance(action, Claim | Muggins) for action in here)
    is_open = match.phase is Phase.CLAIM or (match.phase is not Phase.MATCH_OVER and is_said)
    if match.setup.rules.muggins and not setup.rules.muggins and is_open:
        text = "Muggins stays until the next deal: otherwise the totals would reveal points nobody claimed."
        yield Fault("open-claims", text)
