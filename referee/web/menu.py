"""The table's menu: what can be done now. What cannot is not offered."""

from referee.havilering.actions import Misdeal
from referee.havilering.match import faults
from referee.havilering.state import Phase
from referee.standing import Standing
from referee.web.draft import Draft


def offered(standing: Standing, draft: Draft) -> list[str]:
    """The names of the menu's entries that lead somewhere now, beside those that always do."""
    match, between_tricks = standing.match, standing.match.phase in (Phase.PLAY, Phase.HAND_OVER)
    is_over = match.phase is Phase.MATCH_OVER
    can = {
        "mend": standing.live,
        "leader": match.phase is Phase.PLAY,
        "ruling": between_tricks or (is_over and standing.live),
        "pegs": between_tricks,
        "misdeal": not faults(match, Misdeal()),
        "redo": standing.undone or draft.taken,
        "hands": is_over or match.hand_start.tricks or (standing.teaching and match.in_hand),
    }
    return [name for name, is_offered in can.items() if is_offered]
