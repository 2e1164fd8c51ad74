"""Putting things right: choose an entry, change it, see what comes of it, and only then confirm. And the audit.

Until it is confirmed a mending stands in the address alone, as the edits of the log it would make.
"""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.cards import codes
from referee.faults import Fault, NotThereError, RefusedError
from referee.havilering.actions import Adjust, Claim, Muggins, Play, Reply
from referee.havilering.combinations import Item
from referee.havilering.mending import Misfit
from referee.havilering.seats import SEATS, Side
from referee.havilering.state import Match, Phase
from referee.record import read_action, write_action
from referee.table import StaleError, Trial
from referee.web import edits as editing
from referee.web import questions, words
from referee.web.compare import changes
from referee.web.edits import Edits
from referee.web.forms import EntryForm, texts
from referee.web.play import tables
from referee.web.screen import PAD, Screen

pages = Blueprint("mending", __name__, url_prefix="/matches/<int:match_id>")
_AWAITED: dict[Phase, tuple[type, ...]] = {
    Phase.PLAY: (Play, Muggins, Adjust),
    Phase.CLAIM: (Claim,),
    Phase.HAND_OVER: (Muggins, Adjust),
    Phase.OFFER_FIRST: (Reply,),
    Phase.OFFER_SECOND: (Reply,),
}


@pages.get("/mend")
def choose(match_id: int) -> ResponseReturnValue:
    """Every entry in force, latest first, to choose the one that is wrong."""
    trial = tables().trial(match_id)
    by_hand: dict[int, list[tuple[int, str]]] = {}
    for done in reversed(trial.done):
        line = done.number, words.entered(done, trial.standing.match)
        by_hand.setdefault(done.before.hand, []).append(line)
    return render_template("mending/choose.html", screen=Screen(trial.standing), hands=by_hand)


@pages.get("/mend/<int:number>")
def entry(match_id: int, number: int) -> ResponseReturnValue:
    """One entry to be changed; with `insert` one that was forgotten and comes in before it."""
    given, insert = request.args.to_dict(), "insert" in request.args
    edits = editing.read(given.get("edits", ""))
    trial = tables().trial(match_id, edits.made)
    if not 1 <= number <= len(trial.done):
        raise RefusedError(Fault("bad-edit", "There is no such entry."))
    before = trial.upto(number)
    stands = editing.forgotten(before)
    if not insert:
        stands = write_action(edits.at(number) or trial.done[number - 1].action)
    kind = str(stands["type"])
    cards = {"cards": ".".join(stands.get("cards", ()))}
    picking, errors = questions.read_what_can_be(cards | given, questions.at_table(before))
    if kind == "trick" and "pick" in given and not errors:
        kept = {name: text for name, text in given.items() if name in ("edits", "insert")}
        there: dict[str, Any] = kept | {"cards": questions.written(picking.cards), "at": picking.at}
        return redirect(url_for("mending.entry", match_id=match_id, number=number, **there), 303)
    if not errors and _is_filled_in(kind, given, picking):
        try:
            action = read_action(editing.content(kind, given, picking))
            edits = edits.put_in(number, action) if insert else edits.instead(number, action)
            return redirect(url_for("mending.look", match_id=match_id, edits=edits.text), 303)
        except RefusedError as refused:
            errors = [fault.text for fault in refused.faults]
    page = render_template(
        "mending/entry.html",
        screen=Screen(replace(trial.standing, match=before)),
        number=number,
        insert=insert,
        kind=kind,
        stands=stands,
        told="" if insert else words.entered(trial.done[number - 1], trial.standing.match),
        picking=picking,
        edits=edits.text,
        dropped=edits.without(number, number).text,
        errors=errors,
        pad=PAD,
        seats=SEATS,
        sides=Side,
        items=Item,
    )
    return make_response(page, 422 if errors else 200)


@pages.get("/mend/<int:hand>/<int:number>")
def trick(match_id: int, hand: int, number: int) -> ResponseReturnValue:
    """A trick by hand and number to be changed; `card` is the one that is in doubt."""
    for done in reversed(tables().trial(match_id).done):
        if isinstance(done.action, Play) and (done.before.hand, done.before.in_hand + 1) == (hand, number):
            doubted = [place for place, card in enumerate(done.action.cards) if card.code == request.args.get("card")]
            there: dict[str, Any] = {"at": doubted[0], "cards": ".".join(codes(done.action.cards))} if doubted else {}
            return redirect(url_for("mending.entry", match_id=match_id, number=done.number, **there))
    raise NotThereError(f"There is no trick {number} in hand {hand}.")


@pages.get("/log")
def history(match_id: int) -> ResponseReturnValue:
    """Everything that was entered, undone, mended and decided, with its time, latest first."""
    standing = tables().standing(match_id)
    told = partial(words.entered, now=standing.match)
    return render_template(
        "mending/log.html", screen=Screen(standing), lines=tables().history(match_id)[::-1], told=told
    )


@pages.route("/mend/look", methods=["GET", "POST"])
def look(match_id: int) -> ResponseReturnValue:
    """What some edits make of the match: the first entry that does not fit them, or before and after, to confirm."""
    form, errors, status = EntryForm(), [], 200
    if request.method == "POST":
        status = 422
        try:
            if not form.validate():
                raise RefusedError(*(Fault("bad-form", text) for text in texts(form)))
            tables().mend(
                match_id, form.version.data, form.key.data, editing.read(request.form.get("edits", "")).made
            )
            flash("Mended. Undo takes it back.")
            return redirect(url_for("play.table", match_id=match_id), 303)
        except StaleError:
            status = 409
            errors = ["Meanwhile the match has moved on. Look again, and confirm if this is still right."]
        except RefusedError as refused:
            errors = [fault.text for fault in refused.faults]
    edits = editing.read(request.values.get("edits", ""))
    trial = tables().trial(match_id, edits.made)
    form.version.data, form.key.data = trial.standing.version, secrets.token_urlsafe(12)
    page = _misfit_page(trial, edits) if trial.mended.misfit else _preview_page(trial, edits, form, errors)
    return make_response(page, status)


def _misfit_page(trial: Trial, edits: Edits) -> str:
    misfit, match = trial.mended.misfit, trial.mended.match
    assert misfit is not None
    number, last = misfit.number, len(trial.done)
    hand = trial.done[number - 1].before.hand
    rest = [done.number for done in trial.done[number - 1 :] if done.before.hand == hand]
    return render_template(
        "mending/misfit.html",
        screen=Screen(replace(trial.standing, match=match)),
        misfit=misfit,
        told=words.entered(trial.done[number - 1], trial.standing.match),
        hand=hand,
        edits=edits.text,
        again=_can_be_entered_anew(misfit, match),
        change=edits.reopened(number),
        forgotten=editing.forgotten(match)["type"] if match.phase not in (Phase.PLAY, Phase.MATCH_OVER) else "",
        answers=["yes", "no", "maybe"][: 3 if match.phase is Phase.OFFER_FIRST else 2],
        put_in=lambda action: edits.put_in(number, read_action(action)).text,
        drop=edits.without(number, number).text,
        drop_hand=(len(rest), edits.without(number, rest[-1]).text) if len(rest) > 1 else None,
        drop_all=(last - number + 1, edits.without(number, last).text) if last > rest[-1] else None,
    )


def _preview_page(trial: Trial, edits: Edits, form: EntryForm, errors: list[str]) -> str:
    before, after = trial.standing, replace(trial.standing, match=trial.mended.match)
    around = [trial.done[edit.first - 1].before for edit in edits.made]
    opened = {(match.hand, match.in_hand + 1) for match in around}
    later = [
        (words.ruling(done.action), edits.without(done.number, done.number).text)
        for done in trial.done[edits.first :]
        if isinstance(done.action, Adjust) and done.action.points and not edits.touches(done.number)
    ]
    return render_template(
        "mending/look.html",
        before=Screen(before),
        after=Screen(after),
        changes=changes(before.match, after.match, opened),
        dropped=[words.entered(trial.done[number - 1], before.match) for number in edits.dropped],
        later=later,
        further=edits.reopened(edits.first),
        edits=edits.text,
        form=form,
        errors=errors,
    )


def _can_be_entered_anew(misfit: Misfit, match: Match) -> bool:
    """Whether an entry of its kind could stand here, with other content."""
    elsewhere = any(fault.code == "other-hand" for fault in misfit.faults)
    return not elsewhere and isinstance(misfit.action, _AWAITED.get(match.phase, ()))


def _is_filled_in(kind: str, given: Mapping[str, str], picking: questions.Asking) -> bool:
    if kind == "trick":
        return picking.complete and any(given.get(name) for name in ("card", "cards", "typed"))
    return "done" in given
