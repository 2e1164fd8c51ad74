"""The table's page, the view for all its posts, and the pages of "Something wrong?"."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, current_app, g, get_flashed_messages, redirect, render_template, request
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.faults import NotThereError, RefusedError
from referee.games.kit.records import type_of
from referee.log.entry import CORRECTION
from referee.match.current import CurrentMatch, StaleError
from referee.store.evenings import HAND_OVER
from referee.web.forms import error_texts
from referee.web.fragments import wants_fragments
from referee.web.permissions import view_of
from referee.web.services import evenings, service
from referee.web.tables.pages import CORRECTED, STALE, STANDS, TablePages
from referee.web.tables.posted import Posted, number
from referee.web.tables.screen import Screen


class Table:
    """The views of a game's table."""

    def __init__(self, pages: TablePages) -> None:
        self.pages = pages

    def register(self, blueprint: Blueprint) -> None:
        """Add the views to the blueprint of the game's matches."""
        for path, name, view, methods in (
            ("/", "table", self._table, ["GET"]),
            ("/enter", "enter", self._enter, ["POST"]),
            (self.pages.wrong_path, "wrong", self._wrong, ["GET"]),
            ("/rule", "rule_on", self._rule_on, ["POST"]),
            *([("/adjust", "adjust", self._adjust, ["POST"])] if self.pages.adjust_form else []),
        ):
            blueprint.add_url_rule(path, name, view_of(view, Permission.SCORE), methods=methods)

    def _table(self, match_id: int) -> ResponseReturnValue:
        """Show the table; the draft, and the way to enter it, are in the query string.

        The draft of an earlier version is ignored: Back leads to it after it was entered.
        """
        current, way, stands = service().current(match_id), request.args.get("way", ""), ""
        inputs = request.args if request.args.get("version", current.version, int) == current.version else {}
        try:
            draft = self.pages.entries.read(current.whole_match, inputs)
        except RefusedError as refused:
            return self._page(self.pages.screen(current, faults=refused.faults, way=way), 422)
        notice = STANDS if request.args.get("notice") == "stands" else " ".join(map(str, get_flashed_messages()))
        seen = number(request.args.get("seen", ""))
        since = () if seen is None else service().database.entries(match_id, after=seen)
        if any(each.kind == CORRECTION for each in since):
            notice = CORRECTED
        if since and self.pages.entries.begins_with(current, since[-1], request.args.get("tapped", "")):
            stands = str(self.pages.game.turn_of(current.whole_match))
        return self._page(self.pages.screen(current, draft, notice, way=way, stands=stands))

    # --- entries ---------------------------------------------------------------------------------------------

    def _enter(self, match_id: int) -> ResponseReturnValue:
        """Handle a post."""
        return self._entered(match_id, request.form)

    def _entered(self, match_id: int, inputs: Mapping[str, str]) -> ResponseReturnValue:
        """The answer to a post with some fields."""
        form = self.pages.entries.posted(inputs)
        try:
            if form.faults:
                raise RefusedError(*form.faults)
            return self._answer(self._done(match_id, form))
        except StaleError as stale:
            if stale.is_entered:
                return self._answer(
                    self.pages.screen(stale.current, notice=STANDS, stands=stale.next_turn or ""), "stands"
                )
            return self._page(self.moved_on(stale, form), 409)
        except RefusedError as refused:
            current = service().current(match_id)
            draft, typed = self.pages.entries.kept(current.whole_match, form)
            screen = self.pages.screen(current, draft, faults=refused.faults, way=form.way, typed=typed)
            return self._page(screen, 422)

    def moved_on(self, stale: StaleError, form: Posted) -> Screen:
        """The current table for a post that came too late."""
        return self.pages.screen(stale.current, notice=STALE)

    def _done(self, match_id: int, form: Posted) -> Screen:
        """Execute a post. An incomplete draft stores nothing. Raises RefusedError or StaleError."""
        entries, before = self.pages.entries, service().current(match_id)
        if form.do == "undo":
            return self._undone(before, form)
        if form.do == "redo":
            return self.pages.screen(service().redo(match_id, form.version, form.key))
        way = form.way if entries.keeps_way else ""
        if form.do:
            current = self._post(match_id, form, entries.ruling(before.whole_match, form))
            return self.pages.screen(current, entries.after_key(current.whole_match, form), way=way)
        draft = entries.completed(before.whole_match, form)
        if draft.is_complete:  # Even for a different turn: the service decides whether it is due, a repeat or stale.
            return self.pages.screen(self._post(match_id, form, entries.action(before.whole_match, draft)), way=way)
        if form.turn != self.pages.game.turn_of(before.whole_match):
            raise StaleError(before, ())
        faults = tuple(entries.faults(before.whole_match, draft))
        if faults:
            raise RefusedError(*faults)
        return self.pages.screen(before, draft)

    def _undone(self, before: CurrentMatch[Any], form: Posted) -> Screen:
        """Take back the value that was tapped last, else the last entry."""
        draft = self.pages.entries.read(
            before.whole_match, {**form.inputs, "tap": "", "card": "", "typed": "", "untap": ""}
        )
        if any(draft.values) and self.pages.screen(before, draft).draft is draft:
            if form.turn != self.pages.game.turn_of(before.whole_match):
                raise StaleError(before, ())
            return self.pages.screen(before, draft.without_last())
        current = service().undo(before.id, form.version, form.key)
        return self.pages.screen(current, self.pages.entries.undone(current))

    def _post(self, match_id: int, form: Posted, data: dict[str, Any]) -> CurrentMatch[Any]:
        """Store an entry."""
        action, kinds = self.pages.entries.read_action(data), self.pages.game.kinds
        turn = (form.turn or None) if kinds[type_of(kinds, action)].in_turn else None
        return service().post(match_id, form.version, form.key, [action], turn, form.after)

    def _answer(self, screen: Screen, notice: str = "") -> ResponseReturnValue:
        """Return the fragments for an open page; else a redirection to the page, with the draft."""
        if wants_fragments():
            return self._page(screen)
        is_usual = screen.way == self.pages.screen(screen.current).way
        query = {
            "way": "" if is_usual and not screen.draft.written else screen.way,
            "draft": screen.draft.written,
            "leader": screen.draft.leader,
            "led": screen.draft.led,
            "version": str(screen.current.version) if screen.draft.written else "",
            "notice": notice,
        }
        there = {name: value for name, value in query.items() if value}
        return redirect(self.pages.address("table", screen.current.id, **there), 303)

    def _page(self, screen: Screen, status: int = 200) -> ResponseReturnValue:
        screen.since = number(request.form.get("version") or request.args.get("seen", ""))
        has_finished = evenings().has_finished(screen.current.id)
        if has_finished and not screen.current.is_over and screen.phase != HAND_OVER:
            is_end = evenings().goes_on_at(screen.current.id) == "end"
            screen.round_over = "The evening is over." if is_end else "This round is over."
        if not wants_fragments():
            page = render_template("tables/table.html", screen=screen, pad=self.pages.pad, has_finished=has_finished)
            return page, status
        # Without Flask's context processors, for speed: it comes with every entry.
        template = current_app.jinja_env.get_template("tables/_answer.html")
        return template.render(screen=screen, permission=g.permission, has_finished=has_finished), status

    # --- something wrong -------------------------------------------------------------------------------------

    def _wrong(self, match_id: int) -> ResponseReturnValue:
        """Show what may have gone wrong or, with `what` and more in the query string, the questions about one
        kind."""
        return self._wrong_page(service().current(match_id), request.args)

    def _rule_on(self, match_id: int) -> ResponseReturnValue:
        """Record a ruling, and redirect to the table."""
        form = self.pages.entries.posted(request.form)

        def data() -> dict[str, Any]:
            if form.faults:
                raise RefusedError(*form.faults)
            return self.pages.entries.ruling(service().current(match_id).whole_match, form)

        return self._recorded(match_id, form.version, form.key, data, request.args)

    def _adjust(self, match_id: int) -> ResponseReturnValue:
        """Give points to a player or a side, or take them away."""
        assert self.pages.adjust_form
        form, inputs = self.pages.adjust_form(), {"what": "adjust"}
        if not form.validate():
            return self._wrong_page(service().current(match_id), inputs, error_texts(form), form)
        return self._recorded(match_id, form.version.data, form.key.data, form.action, inputs, form)

    def _recorded(
        self,
        match_id: int,
        version: int,
        key: str,
        data: Callable[[], dict[str, Any]],
        inputs: Mapping[str, str],
        form: Any = None,
    ) -> ResponseReturnValue:
        """Record a ruling and redirect to the table; else show the page of the ruling again."""
        try:
            current = service().post(match_id, version, key, [self.pages.entries.read_action(data())])
        except StaleError as stale:
            if stale.is_entered:
                return redirect(self.pages.address("table", match_id, notice="stands"), 303)
            return self._wrong_page(stale.current, inputs, [STALE], form, 409)
        except RefusedError as refused:
            texts = [fault.text for fault in refused.faults]
            return self._wrong_page(service().current(match_id), inputs, texts, form)
        self.pages.tell(current)
        return redirect(self.pages.address("table", match_id, seen=version), 303)

    def _wrong_page(
        self,
        current: CurrentMatch[Any],
        inputs: Mapping[str, str],
        errors: list[str] | None = None,
        form: Any = None,
        status: int = 422,
    ) -> ResponseReturnValue:
        step = self.pages.wrong(current.match, inputs) if "what" in inputs else None
        if "what" in inputs and step is None and not errors:
            raise NotThereError("There is nothing of that kind to record now.")
        page = render_template(
            "tables/wrong.html",
            screen=self.pages.screen(current),
            step=step,
            choices=step.choices if step else self.pages.wrongs(current.match),
            errors=errors or [],
            form=form or (self.pages.adjust_form and self.pages.adjust_form(formdata=None)),
            pad=self.pages.pad,
        )
        return page, status if errors else 200
