"""Ruling pages: irregularities, points given or taken, the totals of the physical board, the real leader."""

import secrets
from collections.abc import Callable
from typing import Any

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.cards import codes
from referee.faults import Fault, NotThereError, RefusedError
from referee.games.edits import Transition
from referee.games.havilering.actions import Action, Adjust, Misdeal, Play
from referee.games.havilering.misentries import instead_of_revoke, leads_out_of_turn, misentries
from referee.games.havilering.results import Revoke
from referee.games.havilering.state import Match, Phase
from referee.games.kit.sides import SEATS, SIDES, side_of
from referee.games.kit.values import ADJUSTMENTS
from referee.match.current import CurrentMatch, StaleError
from referee.web.forms import error_texts
from referee.web.games.havilering import texts
from referee.web.games.havilering.forms import PegsForm, RulingForm
from referee.web.games.havilering.pages import PAGES
from referee.web.permissions import needs
from referee.web.rate_limits import replays
from referee.web.services import service
from referee.web.tables.pages import STANDS
from referee.web.tables.tricks import side_names

pages = Blueprint("havilering_rulings", __name__, url_prefix="/matches/<int:match_id>")


@pages.route("/ruling", methods=["GET", "POST"])
@needs(Permission.SCORE)
def ruling(match_id: int) -> ResponseReturnValue:
    """Enter a ruling on an irregularity, with points or without (9.4, 9.5)."""

    def actions(current: CurrentMatch[Match], form: RulingForm) -> list[Action]:
        decided = Adjust(form.side.data, form.points.data * int(form.give.data), form.why())
        return [Misdeal(), decided] if form.again.data else [decided]

    form = RulingForm(data={name: text for name in ("about", "side", "reason") if (text := request.args.get(name))})
    return _form_page(match_id, form, "havilering/rulings/ruling.html", actions)


@pages.route("/pegs", methods=["GET", "POST"])
@needs(Permission.SCORE)
def pegs(match_id: int) -> ResponseReturnValue:
    """Adjust the totals to the physical board."""

    def actions(current: CurrentMatch[Match], form: PegsForm) -> list[Action]:
        match, target = current.match, current.match.setup.rules.target
        stands = {side: form[side].data for side in SIDES}
        if match.won is None and min(stands.values()) >= target:
            text = f"Only one side can have reached {target} first: the other’s peg must be short of it."
            raise RefusedError(Fault("both-won", text))
        # The adjustment that wins the game must be the last.
        order = sorted(SIDES, key=lambda side: stands[side] >= target)
        moves = [(side, stands[side] - match.score.of(side)) for side in order]
        for side, by in moves:
            if by not in ADJUSTMENTS:
                total, reach = match.score.of(side), ADJUSTMENTS[-1]
                reached = f"{side_names(match, side)} stand at {total}"
                text = f"{reached}: a peg can be set at most {reach:,} holes forward or back."
                raise RefusedError(Fault("out-of-reach", text, (side,)))
        return [Adjust(side, by, form.reason.data.strip()) for side, by in moves if by]

    match = service().current(match_id).match
    score = match.score
    form = PegsForm(data={"NS": score.ns, "EW": score.ew, "reason": "the wooden board differs"})
    for side in SIDES:
        form[side].label.text = side_names(match, side)
    return _form_page(match_id, form, "havilering/rulings/pegs.html", actions)


def _form_page(
    match_id: int, form: Any, template: str, actions: Callable[[CurrentMatch[Match], Any], list[Action]]
) -> ResponseReturnValue:
    """Show a page with a form, or post its actions and redirect to the table."""
    current = service().current(match_id)
    errors: list[str] = []
    status = 200
    if request.method == "POST":
        status = 422
        errors = [] if form.validate() else error_texts(form)
        try:
            wanted = [] if errors else actions(current, form)
            if not errors:
                if wanted:
                    service().post(match_id, form.version.data, form.key.data, wanted)
                return redirect(PAGES.address("table", match_id, seen=form.version.data), 303)
        except StaleError as stale:
            if stale.is_entered:
                flash(STANDS)
                return redirect(PAGES.address("table", match_id), 303)
            status, current = 409, stale.current
            errors = ["Another phone entered something in the meantime. Check the totals, then send this again."]
        except RefusedError as refused:
            errors = [fault.text for fault in refused.faults]
        form.key.data, form.version.data = secrets.token_urlsafe(12), current.version
    screen = PAGES.screen(current)
    if request.method == "GET":
        form.key.data, form.version.data = screen.key, current.version
    return make_response(render_template(template, screen=screen, form=form, errors=errors), status)


# --- finding wrong entries -----------------------------------------------------------------------------------


@pages.get("/revoke/<int:hand>/<int:number>/<any(N, E, S, W):seat>")
@needs(Permission.SCORE)
def revoke(match_id: int, hand: int, number: int, seat: str) -> ResponseReturnValue:
    """The page about a revoke: it may be a mis-tap, a real one, or a lead out of turn. Rules 9.3 and 9.6."""
    current = service().current(match_id)
    found = _revoke(current.match, hand, number, seat)
    return render_template(
        "havilering/rulings/revoke.html",
        screen=PAGES.screen(current),
        revoke=found,
        side=side_of(found.seat),
        told=texts.revoke(current.match, found),
        led=instead_of_revoke(current.whole_match, found),
    )


def _revoke(match: Match, hand: int, number: int, seat: str) -> Revoke:
    for each in match.revokes:
        if (each.trick.hand, each.trick.number, each.seat) == (hand, number, seat):
            return each
    raise NotThereError("There is no such revoke.")


@pages.get("/leader")
@needs(Permission.SCORE)
def leader(match_id: int) -> ResponseReturnValue:
    """The page for a wrong leader: a lead out of turn, or a trick entered wrongly, which it helps to find."""
    current = service().current(match_id)
    leads = request.args.get("leads", "")
    leads = leads if leads in SEATS else ""
    what = "tap" if leads else request.args.get("what", "")
    is_asked = {"turn": current.match.phase is Phase.PLAY, "tap": current.match.in_hand > 0}.get(what, False)
    return render_template(
        "havilering/rulings/leader.html",
        screen=PAGES.screen(current),
        what=what if is_asked else "",
        seats=SEATS,
        leads=leads,
        misentries=misentries(current.whole_match, leads) if leads else [],
        led=leads_out_of_turn(current.whole_match, leads) if leads else [],
    )


@pages.get("/out-of-turn/<any(N, E, S, W):seat>")
@needs(Permission.SCORE)
def out_of_turn(match_id: int, seat: str) -> ResponseReturnValue:
    """Redirect to the table, for a trick that somebody led out of turn. Rule 9.6."""
    return redirect(PAGES.address("table", match_id, leader=seat, draft=request.args.get("cards") or None))


@pages.get("/mend/<int:hand>/<int:number>")
@needs(Permission.SCORE)
@replays
def correct(match_id: int, hand: int, number: int) -> ResponseReturnValue:
    """Redirect to the correction of a trick by hand and number: `card` is the wrong card, `cards` the right ones.

    `leader` is who really led, out of turn (9.6); `cards` without it were led in turn. The number 0 means the trick
    that contains `card`, whose number the page does not know.
    """
    inputs = request.args
    for done in reversed(service().transitions(match_id)):
        if isinstance(done.action, Play) and done.before.hand == hand and _is_meant(done, number):
            # The cards stay in the form: an address must not contain a closed trick.
            doubted = [place for place, card in enumerate(done.action.cards) if card.code == request.args.get("card")]
            there: dict[str, Any] = {"at": doubted[0]} if doubted else {}
            if "cards" in inputs:
                there |= {"cards": inputs["cards"], "leader": inputs.get("leader", "")}
            elif "leader" in inputs:
                there |= {"leader": inputs["leader"], "done": 1}
            return redirect(url_for("corrections.entry", match_id=match_id, number=done.number, **there))
    raise NotThereError(f"There is no trick {number} in hand {hand}.")


def _is_meant(done: Transition[Match, Action], number: int) -> bool:
    if number:
        return done.before.in_hand + 1 == number
    return isinstance(done.action, Play) and request.args.get("card") in codes(done.action.cards)
