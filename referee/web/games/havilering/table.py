"""What is Havilering's own of the table: what a phone is told that comes too late, and posts of earlier releases."""

from typing import Any

from flask import Blueprint, make_response, request
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.cards import listed
from referee.faults import RefusedError
from referee.games.havilering.turns import trick_at, turn_of
from referee.match.current import CurrentMatch, StaleError
from referee.web.fragments import wants_fragments
from referee.web.games.havilering import entry_texts, texts
from referee.web.games.havilering.entries import CALL, CLAIM, TRICKS
from referee.web.permissions import needs
from referee.web.tables.posted import Posted
from referee.web.tables.screen import Screen
from referee.web.tables.table import Table, view_of

_KINDS = {"trick": TRICKS, "claim": CLAIM, "muggins": CALL}
_KEYS = {"trick": "", "muggins": "muggins by={by}", "reply": "reply answer={answer}"}


class HavileringTable(Table):
    """The views of the table."""

    def register(self, pages: Blueprint) -> None:
        """Add the views to the blueprint of the game's matches."""
        super().register(pages)
        earlier = needs(Permission.SCORE)(view_of(self._earlier))
        posts = "/<any(trick, claim, muggins, deal, reply, misdeal, undo, redo):what>"
        pages.add_url_rule(posts, "earlier", earlier, methods=["POST"])
        pages.add_url_rule("/live", "live", earlier)

    def _earlier(self, match_id: int, what: str = "") -> ResponseReturnValue:
        """Handle a request of a page that an earlier release made, and lead it to the table of this one."""
        answer = make_response("", 200)
        given = request.form.to_dict()
        is_opened = any(map(given.get, ("add", "less"))) or (what == "muggins" and not given.get("by"))
        if what and not is_opened:
            kind = _KINDS.get(what, "")
            tapped = given.get({TRICKS: "cards", CLAIM: "items", CALL: "items"}.get(kind, ""), "")
            do = _KEYS.get(what, what).format(by=given.get("by", ""), answer=given.get("answer", ""))
            answer = make_response(self._entered(match_id, given | {"do": do, "kind": kind, "draft": tapped}))
        if wants_fragments():
            answer.set_data("")
            answer.headers["HX-Redirect"] = self.of.address("table", match_id)
        return answer

    def moved_on(self, stale: StaleError, form: Posted) -> Screen:
        """The current table and what happened meanwhile; the draft is kept if its trick is still open."""
        current: CurrentMatch[Any] = stale.current
        told, trick = entry_texts.meanwhile(stale.since), trick_at(current.seen, form.turn)
        try:
            draft = self.of.entries.read(current.match, form.given)
        except RefusedError:
            draft = self.of.entries.empty(current.match, {})
        if form.turn == turn_of(current.seen) and trick is None:
            return self.of.screen(current, draft, f"{told} Look again, and go on from here.")
        if trick and draft.is_complete:
            as_what = f" as {texts.as_played(current.seen, trick)}" if trick.cards else " with other cards"
            told = f"Trick {trick.number} stands{as_what}, entered on another phone."
            return self.of.screen(current, notice=told, kept=draft.down, instead_of=trick, led_by=draft.leader)
        lost = f" What you tapped was not entered: {listed(draft.down)}." if draft.down else ""
        return self.of.screen(current, notice=told + lost, kept=draft.down)

    def _undone(self, before: CurrentMatch[Any], form: Posted) -> Screen:
        """A call in which nothing is named is closed; else as at any table."""
        if form.way == CALL and not form.given.get("draft"):
            return self.of.screen(before, self.of.entries.after_key(before.match, form))
        return super()._undone(before, form)
