"""Announcements of actions at the table: all that each brought, and no more."""

from typing import TYPE_CHECKING

from referee.games.edits import Transition
from referee.games.havilering.actions import Action, Adjust, Claim, Deal, Misdeal, Muggins, Play, Reply
from referee.games.havilering.state import Match, Phase
from referee.web.games.havilering import texts
from referee.web.games.havilering.entries import TRICKS
from referee.web.tables.announcing import totals_since

if TYPE_CHECKING:
    from referee.web.games.havilering.screen import HavileringScreen


def told(screen: "HavileringScreen", done: Transition[Match, Action]) -> list[str]:
    """An action in sentences, given the table after it."""
    ended = [*screen.news, *screen.details]
    match done.action:
        case Adjust():
            return screen.rulings[:1]
        case Misdeal() | Deal():
            return ended
        case Reply(answer=answer):
            asked = done.before.asked
            return [f"{done.before.player(asked)} says {answer.value}." if asked else "", *ended]
        case Play() if screen.match.phase is Phase.CLAIM:
            return []
        case Play() | Claim():
            return [*result(screen), *revokes(screen), *ended, _won(screen)]
        case Muggins():
            calls = screen.past.calls if screen.past else ()
            judged = [f"{texts.judged_call(screen.match, call)}." for call in calls[-1:]]
            return [*judged, *totals_since(screen, done.before), _won(screen)]


def spoken(screen: "HavileringScreen") -> str:
    """The last result, and what ended with it, whichever action came last."""
    ended = [*screen.rulings, *screen.news, *screen.details, screen.waits]
    return " ".join(filter(None, [*result(screen), *revokes(screen), *ended]))


def asks(screen: "HavileringScreen") -> str:
    """The question, or the player whose card comes next."""
    draft, leader = screen.draft, screen.leader
    if screen.kind != TRICKS:
        return screen.waits
    if draft.down and draft.next_place is not None:
        return texts.down(screen.match, draft.down, leader.after(draft.next_place))
    return f"{screen.player(leader)} to lead."


def result(screen: "HavileringScreen") -> list[str]:
    """The result of the last trick: its points, their call, and the pegs."""
    found = screen.result
    if found is None:
        return []
    return [f"{found.headline}.", found.call, found.led, *([f"{found.pegs}."] if found.pegs else [])]


def revokes(screen: "HavileringScreen") -> list[str]:
    """The revokes that the last trick shows."""
    found = texts.revokes(screen.match)
    return [f"Revoke? {screen.player(each.seat)} in trick {each.trick.number}." for each in found]


def _won(screen: "HavileringScreen") -> str:
    return f"{screen.won_now}." if screen.won_now else ""
