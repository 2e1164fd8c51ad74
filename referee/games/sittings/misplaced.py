"""Actions that are misplaced after a correction of an earlier one, although the rules may allow them."""

from collections.abc import Iterator
from typing import Any

from referee.faults import Fault
from referee.games.edits import Placed, Transition


class DealTracker:
    """Follows a sitting through its corrected log: an action belongs to its deal.

    An action that an edit added or kept is never misplaced.
    """

    def accept(self, placed: Placed, after: Any) -> None:
        """Record an action that fits, and the match after it: nothing needs to be remembered."""

    def faults(self, transition: Transition[Any, Any], now: Any) -> Iterator[Fault]:
        """Why an untouched action is misplaced in the match `now`."""
        was, here = transition.before.deal.number, now.deal.number
        if was != here:
            yield Fault("other-deal", f"It belongs to deal {was}, and this is deal {here}.")
