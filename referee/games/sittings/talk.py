"""Words that every sitting has. A game's own `talk` module provides the same functions, except for the end."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.english import plural
from referee.games.sittings.sheet import signed
from referee.games.sittings.state import Adjusted, Match, Misdealt, Phase, Trick
from referee.text import isolated


def trick_line(match: Match[Any, Any], deal: Any, trick: Trick) -> str:
    """Name the winner of a trick."""
    return f"{match.player(trick.winner)} takes it."


def settled_line(names: Mapping[str, str], settlement: Any) -> str:
    """List each player's gain or loss in a settled deal: `Ann +5, Bob +8.`."""
    return f"{', '.join(f'{names[seat]} {signed(net)}' for seat, net in settlement.net.items())}."


def reasons(names: Mapping[str, str], settlement: Any) -> Iterable[str]:
    """Return a sentence for each payment to or from a player in a settled deal."""
    return ()


def rule_of(settlement: Any) -> str:
    """The number of the rule that decided a settled deal; empty if none is named."""
    return ""


def end_line(match: Match[Any, Any]) -> str:
    """Describe the end of a sitting, or its progress so far."""
    deals = plural(match.settled, "deal")
    return f"Finished after {deals}" if match.phase is Phase.OVER else f"{deals} settled"


def event_line(match: Match[Any, Any], event: Misdealt | Adjusted, unit: str = "point") -> str:
    """A misdeal or a correction by the table in a sentence."""
    if isinstance(event, Misdealt):
        whose = f"{match.player(event.dealer)}’s deal is void"
        return f"{whose}, and the same player deals again." if event.again else f"{whose}, and passes to the left."
    name, moved = isolated(match.player(event.player)), plural(abs(event.points), unit)
    given = f"takes {moved} from {name}" if event.points < 0 else f"gives {name} {moved}"
    return f"The table {given}: {event.reason}"
