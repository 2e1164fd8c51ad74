"""The table of Havilering: its page, the view for all its posts, and news for open pages."""

from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, current_app, flash, g, get_flashed_messages, redirect, render_template, request
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.cards import listed
from referee.faults import RefusedError
from referee.games.havilering import match as rules
from referee.games.havilering.actions import Action, Claim, Deal, Misdeal, Muggins, Play
from referee.games.havilering.record import FORMAT
from referee.games.havilering.seats import SEAT_NAMED
from referee.games.havilering.state import Match, Phase
from referee.games.havilering.turns import is_to_come, trick_at, turn_of
from referee.match.current import CurrentMatch, StaleError
from referee.store.logs import CORRECTION, Entry
from referee.web.components.picking import PAD, read_places
from referee.web.fragments import wants_fragments
from referee.web.games.havilering import entry_texts, texts
from referee.web.games.havilering.draft import Draft, read_items, read_taken
from referee.web.games.havilering.posted import Posted
from referee.web.games.havilering.screen import HavileringScreen
from referee.web.permissions import needs
from referee.web.services import service
from referee.web.tables.pages import STANDS
from referee.web.tables.table import Table, view_of


class HavileringTable(Table):
    """The views of the table. Its posts have an address for each kind of entry."""

    def register(self, pages: Blueprint) -> None:
        """Add the views to the blueprint of the game's matches."""
        posts = "/<any(trick, claim, muggins, deal, reply, misdeal, undo, redo, look):what>"
        for path, name, view, methods in (
            ("/", "table", self._table, ["GET"]),
            (posts, "post", self._posted, ["POST"]),
            ("/live", "live", self._live, ["GET"]),
        ):
            pages.add_url_rule(path, name, needs(Permission.SCORE)(view_of(view)), methods=methods)

    def _screen(self, current: CurrentMatch[Match], *given: Any, **more: Any) -> HavileringScreen:
        return HavileringScreen(self.of, current, *given, **more)

    def _table(self, match_id: int) -> ResponseReturnValue:
        """The table, with the draft in the query string."""
        current = service().current(match_id)
        given = request.args
        try:
            down, items = read_places(given.get("cards", "")), read_items(given.get("items", ""))
            draft = Draft(down, items, "call" in given, read_taken(given.get("taken", "")))
        except RefusedError as refused:
            return self._shown(self._screen(current, faults=refused.faults), 422)
        return self._shown(self._screen(current, draft, notice=" ".join(map(str, get_flashed_messages()))))

    def _posted(self, match_id: int, what: str) -> ResponseReturnValue:
        """Handle a post. An incomplete entry is returned as a draft, and nothing is stored."""
        form, draft = Posted.read(request.form.to_dict()), Draft()
        try:
            # Read the earlier draft first, so that it is kept if the new input is invalid.
            draft = form.draft_before(calling=what == "muggins" or (what in ("undo", "redo") and bool(form.calling)))
            draft = form.draft_after(draft)
            if form.faults:
                raise RefusedError(*form.faults)
            actions = _WANTED[what](form, draft)
            before = service().current(match_id) if actions is None or _bears_on_drafts(what, draft) else None
            if before:
                tapped = _tapped(what, draft.fitting(before.match), before.match)
                if tapped or actions is None:
                    _refuse_gone(before, tapped or draft)
                    return self._entered(self._screen(before, tapped or draft, is_news=False))
            after = _post(match_id, form, what, actions or ())
        except StaleError as stale:
            if stale.is_entered:
                return self._entered(self._screen(stale.current, notice=STANDS))
            return self._shown(self._moved_on(stale.current, stale.since, form.turn, draft), 409)
        except RefusedError as refused:
            current = service().current(match_id)  # Read again, because a refused claim is noted in the log.
            return self._shown(self._screen(current, draft, faults=refused.faults, typed=form.typed), 422)
        return self._entered(self._screen(after, _kept_down(before, after, draft) if before else None))

    def _live(self, match_id: int) -> ResponseReturnValue:
        """The current table for a page of an earlier version, with the page's draft; 204 if nothing has changed."""
        form, current = Posted.read(request.args.to_dict()), service().current(match_id)
        if form.version == current.version:
            return "", 204
        try:
            draft = form.draft_before()
        except RefusedError:
            draft = Draft()
        trick, since = (
            trick_at(current.match, form.turn),
            service().since(match_id, min(max(0, form.version), current.version)),
        )
        is_used_up = trick is not None and trick.cards[: len(draft.cards)] == draft.cards
        is_open = form.turn == turn_of(current.match)
        if draft.down and not is_used_up and not is_open and not is_to_come(current.match, form.turn):
            return self._shown(self._moved_on(current, since, form.turn, draft))
        corrected = any(entry.kind == CORRECTION for entry in since)
        notice = entry_texts.meanwhile(since) if corrected else ""
        return self._shown(self._screen(current, draft if is_open else None, notice=notice))

    def _moved_on(
        self, current: CurrentMatch[Match], since: Sequence[Entry], turn: str | None, draft: Draft
    ) -> HavileringScreen:
        """The current table and what happened meanwhile; the draft is kept if its trick is still open."""
        told, trick = entry_texts.meanwhile(since), trick_at(current.match, turn)
        if turn == turn_of(current.match) and trick is None:
            return self._screen(current, draft, f"{told} Look again, and go on from here.")
        if trick and len(draft.down) == 4:
            is_seen = current.match.may_be_seen(trick)
            as_what = f" as {texts.as_played(current.match, trick)}" if is_seen else " with other cards"
            told = f"Trick {trick.number} stands{as_what}, entered on another phone."
            return self._screen(current, notice=told, kept=draft.down, instead_of=trick)
        lost = f" What you tapped was not entered: {listed(draft.down)}." if draft.down else ""
        return self._screen(current, notice=told + lost, kept=draft.down)

    def _entered(self, screen: HavileringScreen) -> ResponseReturnValue:
        """The response to a successful post: fragments, or a redirect to the table."""
        if wants_fragments():
            return _fragments(screen)
        if screen.notice and not screen.current.undone:
            flash(screen.notice)
        return redirect(self.of.address("table", screen.current.id, **screen.draft.query()), 303)

    def _shown(self, screen: HavileringScreen, status: int = 200) -> ResponseReturnValue:
        if wants_fragments():
            return _fragments(screen), status
        return render_template("havilering/table.html", screen=screen, pad=PAD), status


def _bears_on_drafts(what: str, draft: Draft) -> bool:
    """Whether a post undoes or redoes taps, or has draft cards for the next trick."""
    return draft != Draft() if what in ("undo", "redo") else bool(draft.cards) and what not in _IN_TURN


def _tapped(what: str, draft: Draft, match: Match) -> Draft | None:
    """The draft after an undo or redo of taps; None if the log is to be undone or redone.

    Draft cards during an offer are not changed, because they are not visible then.
    """
    if match.asked:
        return None
    return {"undo": draft.undone, "redo": draft.redone}.get(what, lambda: None)()


def _kept_down(before: CurrentMatch[Match], after: CurrentMatch[Match], draft: Draft) -> Draft | None:
    """The draft with cards already led, which is kept during a call and an offer that follows."""
    one, other = before.match, after.match
    is_same_trick = (one.hand, one.deal, one.in_hand) == (other.hand, other.deal, other.in_hand)
    return Draft(draft.cards) if is_same_trick and one.phase is not Phase.CLAIM else None


def _refuse_gone(current: CurrentMatch[Match], draft: Draft) -> None:
    """Refuse cards of an incomplete trick that have been played in this hand. Raises RefusedError."""
    if current.match.phase is Phase.PLAY:
        found = [fault for fault in rules.faults(current.match, Play(draft.down)) if fault.code != "not-four-cards"]
        if found:
            raise RefusedError(*found)


def _post(match_id: int, form: Posted, what: str, actions: Sequence[Action]) -> CurrentMatch[Match]:
    version, key = form.version, form.key
    if what == "undo":
        return service().undo(match_id, version, key)
    if what == "redo":
        return service().redo(match_id, version, key)
    # A trick or a claim names its turn, so that other entries since its version do not matter.
    turn = form.turn if what in _IN_TURN else None
    return service().post(match_id, version, key, actions, turn or None)


_IN_TURN = ("trick", "claim")


def _trick(form: Posted, draft: Draft) -> Sequence[Action] | None:
    return [Play(draft.down)] if len(draft.down) >= 4 else None


def _claim(form: Posted, draft: Draft) -> Sequence[Action] | None:
    return None if form.add or form.less else [Claim(draft.items)]


def _muggins(form: Posted, draft: Draft) -> Sequence[Action] | None:
    by = SEAT_NAMED.get(form.by)
    return [Muggins(by, draft.items)] if by else None


def _reply(form: Posted, draft: Draft) -> Sequence[Action] | None:
    action: dict[str, Any] = {"type": "reply", "answer": form.answer}
    return [FORMAT.read_action(action)]


_WANTED: dict[str, Callable[[Posted, Draft], Sequence[Action] | None]] = {
    "trick": _trick,
    "claim": _claim,
    "muggins": _muggins,
    "reply": _reply,
    "deal": lambda form, draft: [Deal()],
    "misdeal": lambda form, draft: [Misdeal()],
    "undo": lambda form, draft: [],
    "redo": lambda form, draft: [],
    "look": lambda form, draft: None,
}


def _fragments(screen: HavileringScreen) -> str:
    """The parts of the page that an entry may change. Rendered without Flask's context processors, for speed."""
    template = current_app.jinja_env.get_template("havilering/_answer.html")
    return template.render(screen=screen, permission=g.permission)
