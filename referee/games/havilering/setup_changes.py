"""A corrected setup: its consequences for the log, and limits on its preview."""

from collections.abc import Iterator, Sequence

from referee.faults import Fault
from referee.games.edits import Transition
from referee.games.game import Implied
from referee.games.havilering.actions import Action, Claim, Muggins, NextDeal, Setup
from referee.games.havilering.guesses import last_trick
from referee.games.havilering.state import Match, Phase


def _missing(match: Match, action: Action) -> Action | None:
    """Return the action that Muggins needs before one entered without it: a claim of all, or the next deal."""
    if match.phase is Phase.CLAIM and not isinstance(action, Claim):
        return Claim(match.tricks[-1].score.items)
    if match.phase is Phase.HAND_OVER and not isinstance(action, Muggins | NextDeal):
        return NextDeal()
    return None


IMPLIED: Implied[Setup, Match, Action] = Implied(
    follows=lambda before, after: before.rules.muggins is not after.rules.muggins,
    missing=_missing,
    kinds=(Claim, Muggins, NextDeal),
)


def setup_faults(match: Match, setup: Setup, done: Sequence[Transition[Match, Action]]) -> Iterator[Fault]:
    """Refuse to end Muggins while claims of this hand are open: their missed points would be pegged. Rule 8.6."""
    is_open = match.phase is not Phase.MATCH_OVER and last_trick(match, done) is not None
    if match.setup.rules.muggins and not setup.rules.muggins and is_open:
        text = "Muggins stays until the hand is over: without it the totals would reveal unclaimed points."
        yield Fault("open-claims", text)
