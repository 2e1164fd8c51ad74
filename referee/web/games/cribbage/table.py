"""The table page, and the view for all its posts."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, get_flashed_messages, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.cards import Card, codes, read_cards
from referee.faults import Fault, RefusedError
from referee.games.cribbage.actions import Action
from referee.games.cribbage.record import FORMAT
from referee.games.cribbage.state import HAND_SIZE, Match, Phase
from referee.games.cribbage.turns import turn_of
from referee.match.current import CurrentMatch, StaleError
from referee.store.logs import ACT
from referee.web.components.picking import PAD
from referee.web.components.two_phones import STALE, STANDS
from referee.web.forms import error_texts
from referee.web.fragments import wants_fragments
from referee.web.games.cribbage.forms import AdjustForm
from referee.web.games.cribbage.posted import Posted
from referee.web.games.cribbage.screen import Screen
from referee.web.permissions import needs
from referee.web.services import service

pages = Blueprint("cribbage_table", __name__, url_prefix="/cribbage/matches/<int:match_id>")


@pages.get("/")
@needs(Permission.SCORE)
def table(match_id: int) -> ResponseReturnValue:
    """The table; the cards that are tapped for a hand or crib, and how it is entered, are in the query string."""
    current = service().current(match_id)
    try:
        cards = _draft(request.args)
    except RefusedError as refused:
        return _page(Screen(current, faults=refused.faults), 422)
    notice = STANDS if request.args.get("notice") == "stands" else " ".join(map(str, get_flashed_messages()))
    return _page(Screen(current, cards, notice, way=request.args.get("way", "")))


def _draft(given: Mapping[str, str]) -> tuple[Card, ...]:
    """The cards tapped so far for a hand or crib, with the one just tapped. Raises RefusedError."""
    return read_cards(" ".join(given.get(name, "")[:60] for name in ("cards", "card", "typed")))


def _undone_cards(current: CurrentMatch[Match]) -> tuple[Card, ...]:
    """The first three cards of a hand or crib that has just been undone: often only one of the four was wrong."""
    last = current.undone[-1] if current.undone else None
    codes_ = last.actions[0].get("cards", ()) if last and last.kind == ACT else ()
    return read_cards(" ".join(codes_))[:-1]


@pages.post("/enter")
@needs(Permission.SCORE)
def enter(match_id: int) -> ResponseReturnValue:
    """Handle a post. Fewer than four cards of a hand or crib are a draft, and nothing is stored."""
    form, cards = Posted.read(request.form), tuple[Card, ...]()
    try:
        if form.faults:
            raise RefusedError(*form.faults)
        entered: tuple[Card, ...] = ()
        if form.is_four:
            cards = read_cards(form.cards)[:HAND_SIZE]
            if form.do == "undo" and cards:
                return _answer(Screen(service().current(match_id), cards[:-1], way=form.way))
            entered = _together(cards, read_cards(form.card))
            if not form.do and len(entered) < HAND_SIZE:
                return _drafted(service().current(match_id), form, entered)
        current = _post(match_id, form, entered)
    except StaleError as stale:
        if stale.is_entered:
            return _answer(Screen(stale.current, notice=STANDS, stands=stale.next_turn or ""), "stands")
        return _page(Screen(stale.current, notice=STALE), 409)
    except RefusedError as refused:
        return _page(Screen(service().current(match_id), cards, faults=refused.faults, way=form.way), 422)
    return _answer(Screen(current, _undone_cards(current)))


def _together(before: tuple[Card, ...], tapped: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of a hand or crib with those just tapped. Raises RefusedError if one comes twice."""
    for place, card in enumerate(tapped):
        if card in (*before, *tapped[:place]):
            raise RefusedError(Fault("card-twice", f"The {card.name} is there already."))
    return (*before, *tapped)[:HAND_SIZE]


def _drafted(current: CurrentMatch[Match], form: Posted, cards: tuple[Card, ...]) -> ResponseReturnValue:
    """Fewer than four cards of a hand or crib, if it is still to come. Raises RefusedError if one cannot be in it."""
    if (form.turn, form.phase) != (turn_of(current.match), current.match.phase.value):
        return _answer(Screen(current, notice=STALE))
    deal = current.match.deal
    for card in cards:
        if card is deal.starter:
            raise RefusedError(Fault("card-is-starter", f"The {card.name} is the starter."))
        for event in deal.counted:
            if card in (event.cards or ()):
                text = f"The {card.name} was in {current.match.player(event.player)}’s hand."
                raise RefusedError(Fault("card-in-hand", text))
    return _answer(Screen(current, cards, way=form.way))


def _post(match_id: int, form: Posted, cards: tuple[Card, ...]) -> CurrentMatch[Match]:
    if form.do == "undo":
        return service().undo(match_id, form.version, form.key)
    if form.do == "redo":
        return service().redo(match_id, form.version, form.key)
    action = _read(form.action(codes(cards)))
    # What belongs to a turn names it, so that other entries since its version do not matter.
    turn = None if form.is_ruling else form.turn
    return service().post(match_id, form.version, form.key, [action], turn, form.after)


def _read(data: dict[str, Any]) -> Action:
    """Read an action. Raises RefusedError in words for people, who know no records."""
    if data.get("card") == "":
        raise RefusedError(Fault("no-card", "Tap a card, or type one."))
    try:
        return FORMAT.read_action(data)
    except RefusedError as refused:
        faults = (replace(fault, text=_PLACE.sub("", fault.text)) for fault in refused.faults)
        raise RefusedError(*faults) from refused


_PLACE = re.compile(r"^action( \(\w+\))?:? ")


def _answer(screen: Screen, notice: str = "") -> ResponseReturnValue:
    """The fragments for an open page; else a redirection to the page, with what is tapped and not entered."""
    if wants_fragments():
        return _page(screen)
    way = screen.way if screen.cards else None
    query: dict[str, Any] = {"cards": ".".join(codes(screen.cards)) or None, "way": way, "notice": notice or None}
    return redirect(url_for("cribbage_table.table", match_id=screen.current.id, **query), 303)


def _page(screen: Screen, status: int = 200) -> ResponseReturnValue:
    template = "cribbage/_answer.html" if wants_fragments() else "cribbage/table.html"
    return render_template(template, screen=screen, pad=PAD), status


# --- rulings -------------------------------------------------------------------------------------------------


@pages.get("/rulings")
@needs(Permission.SCORE)
def rulings(match_id: int) -> ResponseReturnValue:
    """What may go wrong, each with its published penalty on the key."""
    return _rulings(service().current(match_id))


@pages.post("/adjust")
@needs(Permission.SCORE)
def adjust(match_id: int) -> ResponseReturnValue:
    """Give points to a player, or take them away."""
    form = AdjustForm()
    if not form.validate():
        return _rulings(service().current(match_id), form, error_texts(form))
    data = {"type": "adjust", "player": form.player.data, "points": form.points.data, "reason": form.reason.data}
    try:
        service().post(match_id, form.version.data, form.key.data, [_read(data)])
    except RefusedError as refused:
        return _rulings(service().current(match_id), form, [fault.text for fault in refused.faults])
    except StaleError as stale:
        if stale.is_entered:
            return redirect(url_for("cribbage_table.table", match_id=match_id, notice="stands"), 303)
        return _rulings(stale.current, form, [STALE], 409)
    return redirect(url_for("cribbage_table.table", match_id=match_id), 303)


def _rulings(
    current: CurrentMatch[Match], form: AdjustForm | None = None, errors: list[str] | None = None, status: int = 422
) -> ResponseReturnValue:
    can_rule = current.match.phase not in (Phase.FALSE_GO, Phase.MATCH_OVER)
    page: Any = render_template(
        "cribbage/rulings.html",
        screen=Screen(current),
        form=form or AdjustForm(formdata=None),
        errors=errors or [],
        can_rule=can_rule,
    )
    return page, status if errors else 200
