"""Announcements of a table that changes: the news since the page was shown, and what comes next."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from referee.cards import in_names
from referee.english import joined, titled
from referee.faults import RefusedError
from referee.games.edits import Transition
from referee.log.entry import CORRECTION, REDO, REFUSED, UNDO
from referee.match.current import CurrentMatch
from referee.match.log import actions_of

if TYPE_CHECKING:
    from referee.web.tables.screen import Screen


SPOKEN_SIDES = MappingProxyType({"N–S": "North-South", "E–W": "East-West"})


def announced(screen: "Screen") -> str:
    """The announcement of a screen, for a page that showed version `screen.since` before; empty for faults.

    Faults are alerts already. A page that was just opened, or shows other keys, announces its question.
    """
    if screen.faults:
        return ""
    news = _news(screen) if screen.since is not None and screen.since < screen.current.version else []
    return for_voices(" ".join(filter(None, [*news, screen.round_over or screen.asks])), screen.spoken_sides)


def for_voices(text: str, sides: Mapping[str, str] = SPOKEN_SIDES) -> str:
    """A text with its cards in words, and with results and sides that a voice can say: `64–58` is `64 to 58`."""
    spoken = re.sub(r"(?<=\d)–(?=\d)", " to ", in_names(text))
    for side, words in sides.items():
        spoken = spoken.replace(side, words)
    return spoken.replace("−", "minus ")


def _news(screen: "Screen") -> list[str]:
    current, last = screen.current, screen.current.last
    totals = [_totals(screen.spoken_totals)] if current.version - (screen.since or 0) > 1 else []
    if current.kind == REFUSED:
        return screen.refusals
    if current.kind == UNDO:
        what = [] if screen.notice else [undone(screen)]
        return [*what, *(totals or totals_since(screen, *_before_undo(current)))]
    if current.kind == CORRECTION:
        return ["Corrected.", _totals(screen.spoken_totals)]
    if last is None:
        return ["Redone: the correction."]
    again = ["Redone."] if current.kind == REDO else []
    told = screen.announcements(last)
    if totals:  # Those that changed last are among them.
        told = [text for text in told if text not in (*totals, *totals_since(screen, last.before))]
    return [*again, *told, *totals]


def undone(screen: "Screen") -> str:
    """The last undo as a sentence."""
    if screen.current.undone[-1].kind == CORRECTION:
        return "Undone: the correction."
    steps = [screen.pages.corrections.undone(done) for done in _redone(screen.current)]
    return f"Undone: {joined(steps)}." if steps else "The last entry was undone."


def _redone(current: CurrentMatch[Any]) -> Iterator[Transition[Any, Any]]:
    """The actions that were undone last, with the match before and after each; none for a correction.

    They end where one is no longer allowed, as rules may be stricter now than when it was entered.
    """
    entry, match = current.undone[-1], current.whole_match
    for action in actions_of(current.game, entry) if entry.kind != CORRECTION else []:
        try:
            after = current.game.step(match, action)
        except RefusedError:
            return
        yield Transition(entry.number, action, match, after)
        match = after


def _before_undo(current: CurrentMatch[Any]) -> list[Any]:
    """The match before the last undo; nothing if a correction was undone."""
    return [done.after for done in _redone(current)][-1:]


def brought(screen: "Screen", done: Transition[Any, Any]) -> list[str]:
    """An action in the log's words, with the totals that it changed."""
    text = titled(screen.pages.corrections.describe(done, screen.match)).rstrip(".")
    return [f"{text}.", *totals_since(screen, done.before)]


def totals_since(screen: "Screen", *before: Any) -> list[str]:
    """The totals that differ from the match before; all of them without one."""
    was = [total for match in before for total in screen_at(screen, match).spoken_totals]
    now = [total for total in screen.spoken_totals if total not in was]
    return [_totals(now)] if now else []


def totals_changed(before: "Screen", after: "Screen") -> str:
    """The totals after a correction, as a sentence."""
    totals = [total for total in after.spoken_totals if total not in before.spoken_totals]
    label = "New total" if len(totals) == 1 else "New totals"
    unchanged = "The points are shown when the deal is over." if after.is_hidden else "The totals have not changed."
    return f"{label}: {_totals(totals)}" if totals else unchanged


def _totals(totals: list[str]) -> str:
    return f"{', '.join(totals)}."


def screen_at(screen: "Screen", match: Any) -> "Screen":
    """The same table at another state of its match."""
    before: Screen = screen.pages.screen(replace(screen.current, whole_match=match, undone=(), last=None))
    return before
