"""A corrected setup: its consequences for the log, and limits on its preview."""

from collections.abc import Iterator, Sequence

from referee.faults import Fault
from referee.games.cribbage.actions import Action, Claim, Muggins, NextDeal, Setup
from referee.games.cribbage.show import true_count
from referee.games.cribbage.state import Match, Phase
from referee.games.edits import Transition
from referee.games.game import Implied


def _missing(match: Match, action: Action) -> Action | None:
    """Return the action that Muggins needs before one entered without it: a right claim, or the next deal."""
    if match.phase is Phase.CLAIM and not isinstance(action, Claim):
        return Claim(true_count(match, match.to_claim).points)
    if match.phase is Phase.DEAL_OVER and not isinstance(action, Muggins | NextDeal):
        return NextDeal()
    return None


IMPLIED: Implied[Setup, Match, Action] = Implied(
    follows=lambda before, after: before.rules.muggins is not after.rules.muggins,
    missing=_missing,
    kinds=(Claim, Muggins, NextDeal),
)


def setup_faults(match: Match, setup: Setup, done: Sequence[Transition[Match, Action]]) -> Iterator[Fault]:
    """Refuse to end Muggins while claims of this deal are open: their missed points would be pegged. Rule 6.6."""
    here = (each.action for each in done if each.before.deal.number == match.deal.number)
    is_said = any(isinstance(action, Claim | Muggins) for action in here)
    is_open = match.phase is Phase.CLAIM or (match.phase is not Phase.MATCH_OVER and is_said)
    if match.setup.rules.muggins and not setup.rules.muggins and is_open:
        text = "Muggins stays until the next deal: otherwise the totals would reveal points nobody claimed."
        yield Fault("open-claims", text)
