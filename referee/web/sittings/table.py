"""The table's page, the view for all its posts, and the pages of "Something wrong?"."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, flash, get_flashed_messages, redirect, render_template, request
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.faults import Fault, NotThereError, RefusedError
from referee.games.sittings.actions import Count
from referee.games.sittings.legality import gone_faults
from referee.games.sittings.state import Phase
from referee.games.sittings.turns import turn_of
from referee.match.current import CurrentMatch, StaleError
from referee.web.components.picking import PAD
from referee.web.components.two_phones import STALE, STANDS
from referee.web.forms import error_texts
from referee.web.fragments import wants_fragments
from referee.web.permissions import needs
from referee.web.services import service
from referee.web.sittings import draft as drafts
from referee.web.sittings.forms import AdjustForm
from referee.web.sittings.pages import SittingPages
from referee.web.sittings.posted import Posted
from referee.web.sittings.screen import Screen

_PLACE = re.compile(r"^action( \([\w-]+\))?:? ")


def _still(current: CurrentMatch[Any], form: Posted) -> drafts.Draft | None:
    """What was tapped before a ruling, if what it was tapped for is still to come."""
    if current.match.phase is not Phase.PLAY or form.turn != turn_of(current.match):
        return None
    try:
        return drafts.read(current.match, form.way, {name: request.form.get(name, "") for name in _DRAFT})
    except RefusedError:
        return None


_DRAFT = ("draft", "leader", "kind", "order")


class Table:
    """The views of a game's table."""

    def __init__(self, of: SittingPages) -> None:
        self.of = of

    def register(self, pages: Blueprint) -> None:
        """Add the views to the game's blueprint."""
        for path, name, view, methods in (
            ("/", "table", self._table, ["GET"]),
            ("/enter", "enter", self._enter, ["POST"]),
            ("/wrong", "wrong", self._wrong, ["GET"]),
            ("/rule", "rule_on", self._rule_on, ["POST"]),
            ("/adjust", "adjust", self._adjust, ["POST"]),
        ):
            pages.add_url_rule(path, name, needs(Permission.SCORE)(view_of(view)), methods=methods)

    def _table(self, match_id: int) -> ResponseReturnValue:
        """The table; what is tapped and not entered, and how it is entered, are in the query string."""
        current = service().current(match_id)
        way = drafts.way_of(current.match, request.args.get("way", ""))
        try:
            draft = drafts.read(current.match, way, request.args)
        except RefusedError as refused:
            return self._page(Screen(self.of, current, faults=refused.faults, way=way), 422)
        notice = STANDS if request.args.get("notice") == "stands" else " ".join(map(str, get_flashed_messages()))
        return self._page(Screen(self.of, current, draft, notice))

    # --- entries ---------------------------------------------------------------------------------------------

    def _enter(self, match_id: int) -> ResponseReturnValue:
        """Handle a post."""
        form = Posted.read(request.form)
        try:
            if form.faults:
                raise RefusedError(*form.faults)
            return self._answer(self._done(match_id, form))
        except StaleError as stale:
            if stale.is_entered:
                screen = Screen(self.of, stale.current, notice=STANDS, stands=stale.next_turn or "")
                return self._answer(screen, "stands")
            return self._page(Screen(self.of, stale.current, notice=STALE), 409)
        except RefusedError as refused:
            return self._refused(match_id, form, refused)

    def _done(self, match_id: int, form: Posted) -> Screen:
        """Do what a post asks for. A draft that is not complete stores nothing. Raises RefusedError or StaleError."""
        if form.do == "undo":
            current = service().undo(match_id, form.version, form.key)
            return Screen(self.of, current, drafts.undone(current))
        if form.do == "redo":
            return Screen(self.of, service().redo(match_id, form.version, form.key))
        if form.do:
            current = self._post(match_id, form, form.ruling())
            return Screen(self.of, current, _still(current, form), way=form.way)
        before = service().current(match_id)
        if form.mend is not None and before.match.phase is Phase.SETTLE:
            return self._reopened(match_id, form)
        draft = self._drafted(before, form)
        entry = drafts.action(before.match, draft)
        if entry is not None:  # Also of a deal that has gone on: whether it is due, stands or is stale is seen there.
            return Screen(self.of, self._post(match_id, form, entry), way=form.way)
        if form.turn != turn_of(before.match):
            return Screen(self.of, before, notice=STALE)
        gone = tuple(gone_faults(before.match, drafts.cards_of(draft).values()))
        if gone:
            raise RefusedError(*gone)
        return Screen(self.of, before, draft)

    def _drafted(self, before: CurrentMatch[Any], form: Posted) -> drafts.Draft:
        """The draft of a post. A count of a release that did not name the seats is one of the deal of its turn."""
        given = request.form.to_dict()
        if form.after and not given.get("order"):
            given["turn"] = service().turn_after(before.id, form.after)
        draft = drafts.read(before.match, form.way or drafts.way_of(before.match, ""), given)
        return draft if form.mend is not None else drafts.followed(before.match, draft)

    def _refused(self, match_id: int, form: Posted, refused: RefusedError) -> ResponseReturnValue:
        """The page with what was refused and why; what was tapped and typed stays, as far as it can."""
        current, draft = service().current(match_id), None
        tapped = () if any(fault.code == "card-gone" for fault in refused.faults) else ("tap", "card")
        for kept in (("draft", "leader", *tapped), ("draft", "leader"), ()):
            try:
                given = {name: request.form.get(name, "") for name in (*kept, "kind", "order")}
                draft = drafts.read(current.match, form.way, given)
                break
            except RefusedError:
                continue
        typed = request.form.get("typed", "")
        return self._page(Screen(self.of, current, draft, faults=refused.faults, typed=typed), 422)

    def _reopened(self, match_id: int, form: Posted) -> Screen:
        """Take back a count, if nothing was entered since, so that one of its numbers can be changed."""
        last = service().record(match_id).actions[-1]
        if not isinstance(last, Count):
            text = "Something was recorded since the count: undo that first, or put the count right from the menu."
            raise RefusedError(Fault("not-last", text))
        current = service().undo(match_id, form.version, form.key)
        return Screen(self.of, current, drafts.undone(current, form.mend))

    def _post(self, match_id: int, form: Posted, data: dict[str, Any]) -> CurrentMatch[Any]:
        """Store an entry. What belongs to a turn names it, so that other entries since its version do not matter."""
        is_ruling = bool(form.do) and form.is_ruling
        action = self._read(data)
        return service().post(
            match_id, form.version, form.key, [action], None if is_ruling else form.turn, form.after
        )

    def _read(self, data: dict[str, Any]) -> Any:
        """Read an action. Raises RefusedError in words for people, who know no records."""
        try:
            return self.of.game.read_action(data)
        except RefusedError as refused:
            faults = (replace(fault, text=_PLACE.sub("", fault.text)) for fault in refused.faults)
            raise RefusedError(*faults) from refused

    def _answer(self, screen: Screen, notice: str = "") -> ResponseReturnValue:
        """The fragments for an open page; else a redirection to the page, with what is tapped and not entered."""
        if wants_fragments():
            return self._page(screen)
        way = screen.way if screen.draft.written or screen.way != drafts.way_of(screen.match, "") else ""
        query = {"way": way, "draft": screen.draft.written, "leader": screen.draft.leader, "notice": notice}
        query = {name: value for name, value in query.items() if value}
        return redirect(self.of.address("table", screen.current.id, **query), 303)

    def _page(self, screen: Screen, status: int = 200) -> ResponseReturnValue:
        template = "answer" if wants_fragments() else "table"
        return render_template(f"components/sittings/{template}.html", screen=screen, pad=PAD), status

    # --- something wrong -------------------------------------------------------------------------------------

    def _wrong(self, match_id: int) -> ResponseReturnValue:
        """What may go wrong; with `what` and more in the query string the questions about one of them."""
        return self._wrong_page(service().current(match_id), request.args)

    def _rule_on(self, match_id: int) -> ResponseReturnValue:
        """Record a ruling, and lead back to the table."""
        form = Posted.read(request.form)
        try:
            if form.faults:
                raise RefusedError(*form.faults)
            current = self._post(match_id, form, form.ruling())
        except StaleError as stale:
            if stale.is_entered:
                return self._stands(match_id)
            return self._wrong_page(stale.current, request.args, [STALE], status=409)
        except RefusedError as refused:
            texts = [fault.text for fault in refused.faults]
            return self._wrong_page(service().current(match_id), request.args, texts)
        return self._recorded(current)

    def _adjust(self, match_id: int) -> ResponseReturnValue:
        """Give points to a player, or take them away."""
        form = AdjustForm()
        given = {"what": "adjust"}
        if not form.validate():
            return self._wrong_page(service().current(match_id), given, error_texts(form), form)
        data = {"type": "adjust", "player": form.player.data, "points": form.points.data, "reason": form.reason.data}
        try:
            current = service().post(match_id, form.version.data, form.key.data, [self._read(data)])
        except RefusedError as refused:
            texts = [fault.text for fault in refused.faults]
            return self._wrong_page(service().current(match_id), given, texts, form)
        except StaleError as stale:
            if stale.is_entered:
                return self._stands(match_id)
            return self._wrong_page(stale.current, given, [STALE], form, 409)
        return self._recorded(current)

    def _stands(self, match_id: int) -> ResponseReturnValue:
        """Lead back to the table, since another phone has recorded the same."""
        return redirect(self.of.address("table", match_id, notice="stands"), 303)

    def _recorded(self, current: CurrentMatch[Any]) -> ResponseReturnValue:
        """Lead back to the table, which tells what was recorded."""
        said = [self.of.event_line(current.match, event) for event in current.match.deal.events[-1:]]
        asked = [demand.words for demand in self.of.demands(current.match)]
        for line in said:
            if line not in asked:  # What may be demanded stands on the table anyway.
                flash(line)
        return redirect(self.of.address("table", current.id), 303)

    def _wrong_page(
        self,
        current: CurrentMatch[Any],
        given: Mapping[str, str],
        errors: list[str] | None = None,
        form: AdjustForm | None = None,
        status: int = 422,
    ) -> ResponseReturnValue:
        step = self.of.wrong(current.match, given) if "what" in given else None
        if "what" in given and step is None:
            raise NotThereError("There is no such question.")
        page: Any = render_template(
            "components/sittings/wrong.html",
            screen=Screen(self.of, current),
            step=step,
            choices=step.choices if step else self.of.wrongs(current.match),
            errors=errors or [],
            form=form or AdjustForm(formdata=None),
            pad=PAD,
        )
        return page, status if errors else 200


def view_of(method: Callable[..., ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
    """A function for a view: what it needs is marked on it, which a bound method does not allow."""

    def view(**given: Any) -> ResponseReturnValue:
        return method(**given)

    return view
