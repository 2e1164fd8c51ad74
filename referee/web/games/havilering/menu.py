"""The table's menu."""

from referee.games.havilering.actions import Misdeal
from referee.games.havilering.match import faults
from referee.games.havilering.state import Match, Phase
from referee.match.current import CurrentMatch
from referee.web.games.havilering.draft import Draft


def offered(current: CurrentMatch[Match], draft: Draft) -> list[str]:
    """The names of the optional menu entries that are available now."""
    match, between_tricks = current.match, current.match.phase in (Phase.PLAY, Phase.HAND_OVER)
    is_over = match.phase is Phase.MATCH_OVER
    can = {
        "mend": current.live,
        "leader": match.phase is Phase.PLAY,
        "ruling": between_tricks or (is_over and current.live),
        "pegs": between_tricks,
        "misdeal": not faults(match, Misdeal()),
        "redo": current.undone or draft.taken,
        "hands": is_over or match.hand_start.tricks or (current.teaching and match.in_hand),
    }
    return [name for name, is_offered in can.items() if is_offered]
