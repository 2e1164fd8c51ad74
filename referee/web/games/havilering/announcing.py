"""Announcements of actions at the table, all of each one's effects and no more; the end of a hand as it is shown."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.games.edits import Transition
from referee.games.havilering.actions import Action, Adjust, Claim, Misdeal, Muggins, NextDeal, Play, Reply
from referee.games.havilering.state import Match, Phase
from referee.games.havilering.summary import Hand
from referee.games.kit.sides import SIDES, seat_after
from referee.web.games.havilering import texts
from referee.web.games.havilering.entries import TRICKS
from referee.web.tables.announcing import totals_since
from referee.web.tables.screen import Moment
from referee.web.tables.tricks import side_names

if TYPE_CHECKING:
    from referee.web.games.havilering.screen import HavileringScreen


def announcements(screen: "HavileringScreen", done: Transition[Match, Action]) -> list[str]:
    """An action in sentences, given the table after it."""
    ended = [*screen.news, *screen.details]
    match done.action:
        case Adjust():
            return screen.rulings[:1]
        case Misdeal() | NextDeal():
            return ended
        case Reply(answer=answer):
            answerer = done.before.answerer
            return [f"{done.before.player(answerer)} says {answer.value}." if answerer else "", *ended]
        case Play() if screen.match.phase is Phase.CLAIM:
            return []
        case Play() | Claim():
            return [*result(screen), *revokes(screen), *ended, _won(screen)]
        case Muggins():
            calls = screen.past.calls if screen.past else ()
            judged = [f"{texts.judged_call(screen.match, call)}." for call in calls[-1:]]
            return [*judged, *totals_since(screen, done.before), _won(screen)]


def spoken(screen: "HavileringScreen") -> str:
    """The last result and anything it ended, regardless of the last action."""
    ended = [*screen.rulings, *screen.news, *screen.details, screen.waits]
    return " ".join(filter(None, [*result(screen), *revokes(screen), *ended]))


def asks(screen: "HavileringScreen") -> str:
    """The question, or the player whose card comes next."""
    draft, leader = screen.draft, screen.leader
    if screen.kind != TRICKS:
        return screen.waits
    if draft.down and draft.next_place is not None:
        return texts.down(screen.match, draft.cards, leader, seat_after(leader, draft.next_place))
    return "Four cards are down." if draft.is_complete else f"{screen.player(leader)} to lead."


def result(screen: "HavileringScreen") -> list[str]:
    """The result of the last trick: its points, their call, and the pegs."""
    result = screen.result
    if result is None:
        return []
    return [f"{result.headline}.", result.call, result.led, *([f"{result.pegs}."] if result.pegs else [])]


def revokes(screen: "HavileringScreen") -> list[str]:
    """The revokes that the last trick shows."""
    lines = texts.revokes(screen.match)
    return [f"Revoke? {screen.player(each.seat)} in trick {each.trick.number}." for each in lines]


def _won(screen: "HavileringScreen") -> str:
    return f"{screen.won_now}." if screen.won_now else ""


def end_of_hand(match: Match, ended: Hand | None, news: Sequence[str]) -> Moment | None:
    """Return the points of a hand, or the totals of the game that it ended; `news` say the same in sentences."""
    if ended is None or match.phase is not Phase.PLAY:
        return None
    title, numbers, line = f"Points in hand {ended.number}", ended.brought, news[-1]
    if ended.game == len(match.games):
        game = match.games[-1]
        title, numbers = f"Game {ended.game} to {side_names(match, game.winner)}", game.at_game
        line = f"Run to {texts.first(game.final, game.winner)}. {line}" if game.ran else line
    sides = [(side, side_names(match, side), numbers.of(side)) for side in SIDES]
    return Moment(title, sides, line, [news[0], news[-1]])
