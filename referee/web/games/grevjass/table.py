"""The table's page, the view for all its posts, the questions of a meld, and the pages of "Something wrong?"."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, get_flashed_messages, redirect, render_template, request
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.cards import Card, codes
from referee.faults import Fault, NotThereError, RefusedError
from referee.games.grevjass.actions import Action
from referee.games.grevjass.legality import gone_faults
from referee.games.grevjass.record import FORMAT
from referee.games.grevjass.state import Match
from referee.games.grevjass.turns import turn_of
from referee.match.current import CurrentMatch, StaleError
from referee.web.components.two_phones import STALE, STANDS
from referee.web.forms import error_texts
from referee.web.fragments import wants_fragments
from referee.web.games.grevjass import draft as drafts
from referee.web.games.grevjass import melding, wrongs
from referee.web.games.grevjass.draft import TRICKS, Cards
from referee.web.games.grevjass.forms import AdjustForm
from referee.web.games.grevjass.pages import OF
from referee.web.games.grevjass.screen import Screen
from referee.web.permissions import needs
from referee.web.services import service
from referee.web.sittings.posted import Posted

pages = Blueprint("grevjass", __name__, url_prefix="/grevjass/matches/<int:match_id>")
_PLACE = re.compile(r"^action( \([\w-]+\))?:? ")
_OF_A_TURN = ("trump", "meld", "take", "vol", "claim")
"""The types of entry with keys of their own that belong to a turn, beside tricks."""


@pages.get("/")
@needs(Permission.SCORE)
def table(match_id: int) -> ResponseReturnValue:
    """The table; the cards that are tapped and not entered are in the query string."""
    current = service().current(match_id)
    try:
        cards = drafts.read(drafts.kind_of(current.match), {"draft": request.args.get("draft", "")[:60]})
    except RefusedError as refused:
        return _page(Screen(current, faults=refused.faults), 422)
    notice = STANDS if request.args.get("notice") == "stands" else " ".join(map(str, get_flashed_messages()))
    return _page(Screen(current, cards, notice))


@pages.post("/enter")
@needs(Permission.SCORE)
def enter(match_id: int) -> ResponseReturnValue:
    """Handle a post. Fewer than four cards of a trick are a draft, and nothing is stored."""
    form = Posted.read(request.form)
    try:
        if form.faults:
            raise RefusedError(*form.faults)
        return _answer(_done(match_id, form))
    except StaleError as stale:
        if stale.is_entered:
            return _answer(Screen(stale.current, notice=STANDS, stands=stale.next_turn or ""), "stands")
        return _page(Screen(stale.current, notice=STALE), 409)
    except RefusedError as refused:
        return _refused(match_id, refused)


def _done(match_id: int, form: Posted) -> Screen:
    """Do what a post asks for. Raises RefusedError or StaleError."""
    before, kind = service().current(match_id), request.form.get("kind", "")
    if form.do == "undo":
        return _undone(before, form)
    if form.do == "redo":
        return Screen(service().redo(match_id, form.version, form.key))
    if form.do.startswith("claim") and any(drafts.read(kind, {"draft": request.form.get("draft", "")})):
        raise RefusedError(Fault("trick-begun", "Finish this trick first: tap its other cards. It counts."))
    if form.do:
        return Screen(_post(match_id, form, form.ruling()))
    cards = drafts.read(kind, request.form)
    if form.mend is not None:
        cards = drafts.without(cards, form.mend)
    if not cards:
        raise RefusedError(Fault("no-card", "No card is awaited now."))
    down = [card for card in cards if card]
    if not down and form.mend is None:
        raise RefusedError(Fault("no-card", "Tap a card, or type one."))
    if len(down) == len(cards):
        entry = {"type": "trick", "cards": codes(down)} if kind == TRICKS else {"type": "trump", "card": down[0].code}
        return Screen(_post(match_id, form, entry))
    if form.turn != turn_of(before.match):
        return Screen(before, notice=STALE)
    _refuse_gone(before.match, down)
    return Screen(before, cards)


def _refuse_gone(match: Match, cards: Sequence[Card]) -> None:
    """Refuse cards of an incomplete trick that have gone in this deal. Raises RefusedError."""
    gone = tuple(gone_faults(match, cards))
    if gone:
        raise RefusedError(*gone)


def _undone(before: CurrentMatch[Match], form: Posted) -> Screen:
    """Take back a card that is tapped, else the last entry."""
    kind = drafts.kind_of(before.match)
    cards = drafts.read(kind, {"draft": request.form.get("draft", "")})
    if any(cards) and request.form.get("kind") == kind:
        return Screen(before, drafts.without_last(cards))
    current = service().undo(before.id, form.version, form.key)
    return Screen(current, drafts.undone(current))


def _refused(match_id: int, refused: RefusedError) -> ResponseReturnValue:
    """The page with what was refused and why; what was tapped and typed stays, as far as it can."""
    current, typed = service().current(match_id), request.form.get("typed", "")
    kind, cards = drafts.kind_of(current.match), Cards()
    tapped = () if any(fault.code == "card-gone" for fault in refused.faults) else ("card",)
    for names in (("draft", *tapped), ("draft",)):
        try:
            cards = drafts.read(kind, {name: request.form.get(name, "") for name in names})
            break
        except RefusedError:
            continue
    return _page(Screen(current, cards, faults=refused.faults, typed=typed), 422)


def _post(match_id: int, form: Posted, data: dict[str, Any]) -> CurrentMatch[Match]:
    """Store an entry. What belongs to a turn names it, so that other entries since its version do not matter."""
    is_of_a_turn = not form.do or data["type"] in _OF_A_TURN
    return service().post(
        match_id, form.version, form.key, [_read(data)], form.turn if is_of_a_turn else None, form.after
    )


def _read(data: dict[str, Any]) -> Action:
    """Read an action. Raises RefusedError in words for people, who know no records."""
    try:
        action: Action = FORMAT.read_action(data)
    except RefusedError as refused:
        faults = (replace(fault, text=_PLACE.sub("", fault.text)) for fault in refused.faults)
        raise RefusedError(*faults) from refused
    return action


def _answer(screen: Screen, notice: str = "") -> ResponseReturnValue:
    """The fragments for an open page; else a redirection to the page, with what is tapped and not entered."""
    if wants_fragments():
        return _page(screen)
    query = {name: value for name, value in (("draft", screen.draft), ("notice", notice)) if value}
    return redirect(OF.address("table", screen.current.id, **query), 303)


def _page(screen: Screen, status: int = 200) -> ResponseReturnValue:
    template = "_answer" if wants_fragments() else "table"
    return render_template(f"grevjass/{template}.html", screen=screen, pad=screen.pad), status


# --- melds -------------------------------------------------------------------------------------------------------


@pages.get("/meld")
@needs(Permission.SCORE)
def meld(match_id: int) -> ResponseReturnValue:
    """The questions of a meld, one after the other; what was answered is in the query string."""
    current = service().current(match_id)
    question = melding.asked(current.match, request.args)
    template = "_meld" if wants_fragments() else "meld"
    return render_template(f"grevjass/{template}.html", screen=Screen(current), question=question)


# --- something wrong ---------------------------------------------------------------------------------------------


@pages.get("/wrong")
@needs(Permission.SCORE)
def wrong(match_id: int) -> ResponseReturnValue:
    """What may go wrong; with `what` and more in the query string the questions about one of them."""
    return _wrong_page(service().current(match_id), request.args)


@pages.post("/rule")
@needs(Permission.SCORE)
def rule_on(match_id: int) -> ResponseReturnValue:
    """Record a ruling, and lead back to the table."""
    form = Posted.read(request.form)
    try:
        if form.faults:
            raise RefusedError(*form.faults)
        service().post(match_id, form.version, form.key, [_read(form.ruling())])
    except StaleError as stale:
        if stale.is_entered:
            return _stands(match_id)
        return _wrong_page(stale.current, request.args, [STALE], status=409)
    except RefusedError as refused:
        texts = [fault.text for fault in refused.faults]
        return _wrong_page(service().current(match_id), request.args, texts)
    return redirect(OF.address("table", match_id), 303)


@pages.post("/adjust")
@needs(Permission.SCORE)
def adjust(match_id: int) -> ResponseReturnValue:
    """Give points or strokes to a side, or take them away."""
    form, given = AdjustForm(), {"what": "adjust"}
    if not form.validate():
        return _wrong_page(service().current(match_id), given, error_texts(form), form)
    try:
        service().post(match_id, form.version.data, form.key.data, [_read(form.action())])
    except RefusedError as refused:
        texts = [fault.text for fault in refused.faults]
        return _wrong_page(service().current(match_id), given, texts, form)
    except StaleError as stale:
        if stale.is_entered:
            return _stands(match_id)
        return _wrong_page(stale.current, given, [STALE], form, 409)
    return redirect(OF.address("table", match_id), 303)


def _stands(match_id: int) -> ResponseReturnValue:
    """Lead back to the table, since another phone has recorded the same."""
    return redirect(OF.address("table", match_id, notice="stands"), 303)


def _wrong_page(
    current: CurrentMatch[Match],
    given: Mapping[str, str],
    errors: list[str] | None = None,
    form: AdjustForm | None = None,
    status: int = 422,
) -> ResponseReturnValue:
    step = wrongs.wrong(current.match, given) if "what" in given else None
    if "what" in given and step is None and not errors:
        raise NotThereError("There is nothing of that kind to record now.")
    page: Any = render_template(
        "grevjass/wrong.html",
        screen=Screen(current),
        step=step,
        choices=step.choices if step else wrongs.wrongs(current.match),
        form=form or AdjustForm(formdata=None),
        errors=errors or [],
        pad=Screen.pad,
    )
    return page, status if errors else 200
