"""Actions that are misplaced after a correction of an earlier one, although the rules may allow them."""

from collections.abc import Iterator

from referee.faults import Fault
from referee.games.edits import Placed, Transition
from referee.games.grevjass.actions import Action
from referee.games.grevjass.state import Match


class DealTracker:
    """Follows a match through its corrected log: an action belongs to its deal.

    An action that an edit added or kept is never misplaced.
    """

    def accept(self, placed: Placed, after: Match) -> None:
        """Record an action that fits, and the match after it: nothing needs to be remembered."""

    def faults(self, transition: Transition[Match, Action], now: Match) -> Iterator[Fault]:
        """Why an untouched action is misplaced in the match `now`."""
        here, there = transition.before.number, now.number
        if here != there:
            yield Fault("other-deal", f"It belongs to deal {here}, and this is deal {there}.")
