"""Words that every sitting has."""

from typing import Any

from referee.english import plural
from referee.games.sittings.state import Adjusted, Match, Misdealt, Phase
from referee.text import isolated


def end_line(match: Match[Any, Any]) -> str:
    """Describe the end of a sitting, or its progress so far."""
    deals = plural(match.settled, "deal")
    return f"Finished after {deals}" if match.phase is Phase.OVER else f"{deals} settled"


def event_line(match: Match[Any, Any], event: Misdealt | Adjusted, unit: str) -> str:
    """A misdeal or a correction by the table in a sentence."""
    if isinstance(event, Misdealt):
        whose = f"{match.player(event.dealer)}’s deal is void"
        if event.again:
            return f"{whose}, and the same player deals again."
        return f"{whose}, and {'the other player deals' if len(match.score) == 2 else 'passes to the left'}."
    name, moved = isolated(match.player(event.player)), plural(abs(event.points), unit)
    given = f"takes {moved} from {name}" if event.points < 0 else f"gives {name} {moved}"
    return f"The table {given}: {event.reason}"
