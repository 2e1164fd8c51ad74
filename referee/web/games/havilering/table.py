"""Havilering's table: notices for phones whose entry comes too late, and undo of an empty call."""

from collections.abc import Sequence
from typing import Any

from referee.cards import listed
from referee.faults import RefusedError
from referee.games.havilering.legality import trick_at, turn_of
from referee.log.entry import ACT, CORRECTION, REDO, REFUSED, UNDO, Entry
from referee.match.current import CurrentMatch, StaleError
from referee.web.games.havilering.entries import CALL
from referee.web.tables.posted import Posted
from referee.web.tables.screen import Screen
from referee.web.tables.table import Table


class HavileringTable(Table):
    """The views of the table."""

    def moved_on(self, stale: StaleError, form: Posted) -> Screen:
        """Return the current table and the news meanwhile; the draft is kept if its trick is still open."""
        current: CurrentMatch[Any] = stale.current
        notice, trick = meanwhile(stale.since), trick_at(current.match, form.turn)
        try:
            draft = self.pages.entries.read(current.whole_match, form.inputs)
        except RefusedError:
            draft = self.pages.entries.empty(current.whole_match, {})
        if form.turn == turn_of(current.match) and trick is None:
            return self.pages.screen(current, draft, f"{notice} Check the table, and carry on from here.")
        if trick and draft.is_complete:
            # A phone keeps this until the table decides; the trick may be closed by then.
            notice = f"Trick {trick.number} was entered differently on another phone."
            return self.pages.screen(current, notice=notice, kept=draft.down, instead_of=trick, led_by=draft.leader)
        lost = f" What you tapped was not entered: {listed(draft.down)}." if draft.down else ""
        return self.pages.screen(current, notice=notice + lost, kept=draft.down)

    def _undone(self, before: CurrentMatch[Any], form: Posted) -> Screen:
        """Undo closes an empty call; otherwise it works as at any table."""
        if form.way == CALL and not form.inputs.get("draft"):
            return self.pages.screen(before, self.pages.entries.after_key(before.whole_match, form))
        return super()._undone(before, form)


def meanwhile(since: Sequence[Entry]) -> str:
    """Describe the entries of other phones since a page was made."""
    if not since:
        return "The table has moved on."
    if len(since) != 1:
        return f"Meanwhile {len(since)} entries were made on another phone."
    (entry,) = since
    kind = str(entry.actions[0]["type"]) if entry.kind == ACT else entry.kind
    return f"Meanwhile {_HAPPENED[kind]} on another phone."


_HAPPENED = {
    "trick": "a trick was entered",
    "claim": "points were claimed",
    "muggins": "Muggins was called",
    "deal": "the next hand was dealt",
    "reply": "an offer was answered",
    "misdeal": "the hand was dealt again",
    "adjust": "a ruling was recorded",
    UNDO: "the last entry was undone",
    REDO: "an entry was redone",
    REFUSED: "a claim was refused",
    CORRECTION: "an earlier entry was corrected",
}
