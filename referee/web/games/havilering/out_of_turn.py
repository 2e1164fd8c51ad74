"""The page for a lead out of turn that stands: who led, and the four cards in order of play. Rule 9.6."""

from dataclasses import replace
from typing import Any

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.faults import RefusedError
from referee.games.havilering.actions import Play
from referee.games.havilering.seats import SEAT_NAMED, Seat
from referee.games.havilering.turns import LONGEST
from referee.games.havilering.verdict import verdict
from referee.match.current import CurrentMatch, StaleError
from referee.web.components.picking import PAD
from referee.web.forms import EntryForm, error_texts
from referee.web.games.havilering import questions
from referee.web.games.havilering.pages import PAGES
from referee.web.permissions import needs
from referee.web.services import service
from referee.web.tables.pages import STANDS

pages = Blueprint("havilering_out_of_turn", __name__, url_prefix="/matches/<int:match_id>/out-of-turn")


@pages.get("/<any(N, E, S, W):seat>")
@needs(Permission.SCORE)
def trick(match_id: int, seat: str) -> ResponseReturnValue:
    """Ask for the cards, in order of play from the player who led; then show who takes the trick."""
    current, given = service().current(match_id), request.args.to_dict()
    asking, errors = _asked(current, SEAT_NAMED[seat], given)
    if not errors and any(given.get(name) for name in ("card", "typed", "pick")):
        return redirect(url_for("havilering_out_of_turn.trick", match_id=match_id, seat=seat, **_query(asking)), 303)
    return _page(current, SEAT_NAMED[seat], asking, errors)


@pages.post("/<any(N, E, S, W):seat>")
@needs(Permission.SCORE)
def enter(match_id: int, seat: str) -> ResponseReturnValue:
    """Enter the trick with who led it."""
    current, form = service().current(match_id), EntryForm()
    leader = SEAT_NAMED[seat]
    asking, errors = _asked(current, leader, request.form.to_dict())
    errors = errors or ([] if form.validate() else error_texts(form))
    if not asking.complete and not errors:
        errors = ["Tap the four cards first, in order of play."]
    try:
        if not errors:
            turn = request.form.get("turn", "")[:LONGEST] or None
            played = Play(asking.question.cards, leader)
            service().post(match_id, form.version.data, form.key.data, [played], turn)
            return _to_table(match_id)
    except StaleError as stale:
        if stale.is_entered:
            flash(STANDS)
            return _to_table(match_id)
        current = stale.current
        errors = [
            "Another phone entered something in the meantime. Check the table, and enter this if it still fits."
        ]
    except RefusedError as refused:
        errors = [fault.text for fault in refused.faults]
    return _page(current, leader, asking, errors)


def _to_table(match_id: int) -> ResponseReturnValue:
    return redirect(PAGES.address("table", match_id), 303)


def _asked(current: CurrentMatch[Any], leader: Seat, given: dict[str, str]) -> tuple[questions.Asking, list[str]]:
    fixed = {name: text for name, text in given.items() if name in ("cards", "card", "typed", "pick", "at")}
    return questions.read_what_can_be(fixed, replace(questions.at_table(current.match), leader=leader))


def _query(asking: questions.Asking) -> dict[str, Any]:
    return {name: value for name, value in asking.query().items() if name in ("cards", "at")}


def _page(
    current: CurrentMatch[Any], leader: Seat, asking: questions.Asking, errors: list[str]
) -> ResponseReturnValue:
    answer = verdict(asking.question) if asking.complete else None
    page = render_template(
        "havilering/rulings/out_of_turn.html",
        screen=PAGES.screen(current),
        leader=leader,
        asking=asking,
        query=_query(asking),
        answer=answer,
        errors=errors,
        pad=PAD,
    )
    return make_response(page, 422 if errors else 200)
