"""Plain Tricks in words."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.games.plain_tricks.settling import Settlement
from referee.games.sittings import outcome as usual
from referee.games.sittings.outcome import signed
from referee.games.sittings.state import Match, Trick


def trick_line(match: Match[Any, Any], deal: Any, trick: Trick) -> str:
    """Name the winner of a trick."""
    return f"{match.player(trick.winner)} takes it."


def settled_line(names: Mapping[str, str], settlement: Settlement) -> str:
    """List each player's gain in a settled deal: `Ann +5, Bob +8.`."""
    return f"{', '.join(f'{names[seat]} {signed(net)}' for seat, net in settlement.net.items())}."


def reasons(names: Mapping[str, str], settlement: Settlement) -> Iterable[str]:
    """No payments need a reason."""
    return ()


def rule_of(settlement: Settlement) -> str:
    """The number of the rule that decided a deal."""
    return "2.3"


def event_line(match: Match[Any, Any], event: Any) -> str:
    """A misdeal or a correction by the table in a sentence."""
    return usual.event_line(match, event, "point")
