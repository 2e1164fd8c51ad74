"""Correction pages: choose an entry, change it, preview the result, confirm. And the audit log.

Until it is confirmed, a correction exists only in the query string, as edits of the log.
"""

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.cards import codes
from referee.english import titled
from referee.faults import Fault, NotThereError, RefusedError
from referee.games.edits import Transition
from referee.games.havilering.actions import Action, Play
from referee.games.havilering.combinations import Item
from referee.games.havilering.guesses import guessing_faults
from referee.games.havilering.record import read_action, write_action
from referee.games.havilering.results import Trick
from referee.games.havilering.seats import SEATS, Side
from referee.games.havilering.state import Match
from referee.match.current import StaleError, Trial
from referee.web.components.picking import PAD, write_places
from referee.web.forms import ConfirmForm, error_texts
from referee.web.games.havilering import correction_draft, entry_texts, preview, questions
from referee.web.games.havilering.correction_draft import Edits
from referee.web.games.havilering.screen import Screen
from referee.web.permissions import needs
from referee.web.services import service

pages = Blueprint("corrections", __name__, url_prefix="/matches/<int:match_id>")


@pages.get("/mend")
@needs(Permission.SCORE)
def choose(match_id: int) -> ResponseReturnValue:
    """The list of entries in force, latest first, to choose the wrong one."""
    trial = service().trial(match_id)
    by_hand: dict[int, list[tuple[int, str]]] = {}
    for done in reversed(trial.transitions):
        line = done.number, entry_texts.entered(done, trial.current.match)
        by_hand.setdefault(done.before.hand, []).append(line)
    return render_template("havilering/corrections/choose.html", screen=Screen(trial.current), hands=by_hand)


@pages.get("/mend/<int:number>")
@needs(Permission.SCORE)
def entry(match_id: int, number: int) -> ResponseReturnValue:
    """The form of an entry to change; with `insert` that of a forgotten entry or a ruling to insert before it."""
    given, insert = request.args.to_dict(), request.args.get("insert", "")
    trial, edits = _trial(match_id, given.get("edits", ""), None if insert else number)
    if not 1 <= number <= len(trial.transitions):
        raise NotThereError(f"There is no entry {number}.")
    before = trial.up_to(number)
    stands = correction_draft.missing(before, given) if insert else _stands(trial, edits, number, before)
    kind = str(stands["type"])
    if given.get("doubt") in stands.get("cards", ()):
        place = stands["cards"].index(given["doubt"])
        return _to("entry", match_id, number=number, edits=edits.text, at=place, cards=".".join(stands["cards"]))
    cards = {"cards": ".".join(stands.get("cards", ()))}
    picking, errors = questions.read_what_can_be(cards | given, questions.at_table(before))
    if kind == "trick" and "pick" in given and not errors:
        there = {name: given[name] for name in ("edits", "insert") if name in given}
        return _to("entry", match_id, number=number, at=picking.at, cards=write_places(picking.cards), **there)
    if not errors and _is_filled_in(kind, given, picking):
        filled_in = correction_draft.content(kind, given, picking)
        try:
            action = read_action(filled_in)
            edits = edits.put_in(number, action) if insert else edits.instead(number, action)
            return _to("compare", match_id, edits=edits.text)
        except RefusedError as refused:
            errors, stands = [_for_people(fault.text) for fault in refused.faults], filled_in
    page = render_template(
        "havilering/corrections/entry.html",
        screen=Screen(replace(trial.current, match=before)),
        number=number,
        insert=insert,
        kind=kind,
        stands=stands,
        told="" if insert else entry_texts.entered(trial.transitions[number - 1], trial.current.match),
        about=_trick_to_be_claimed(trial, edits, before) if kind in ("claim", "muggins") else None,
        picking=picking,
        edits=edits,
        errors=errors,
        pad=PAD,
        seats=SEATS,
        sides=Side,
        items=Item,
    )
    return make_response(page, 422 if errors else 200)


def _stands(trial: Trial[Match], edits: Edits, number: int, before: Match) -> dict[str, Any]:
    """The current content of an entry; that of an answer only if the same player is asked."""
    changed, done = edits.at(number), trial.transitions[number - 1]
    stands = write_action(changed or done.action)
    return stands if changed or before.asked is done.before.asked else stands | {"answer": ""}


@pages.get("/mend/<int:hand>/<int:number>")
@needs(Permission.SCORE)
def trick(match_id: int, hand: int, number: int) -> ResponseReturnValue:
    """Redirect to the correction of a trick by hand and number: `card` is the wrong card, `cards` the right ones.

    The number 0 means the trick that contains `card`, whose number the page does not know.
    """
    instead = {"cards": request.args["cards"]} if "cards" in request.args else {}
    for done in reversed(service().trial(match_id).transitions):
        if isinstance(done.action, Play) and done.before.hand == hand and _is_meant(done, number):
            doubted = [place for place, card in enumerate(done.action.cards) if card.code == request.args.get("card")]
            there: dict[str, Any] = {"at": doubted[0], "cards": ".".join(codes(done.action.cards))} if doubted else {}
            return redirect(url_for("corrections.entry", match_id=match_id, number=done.number, **(there | instead)))
    raise NotThereError(f"There is no trick {number} in hand {hand}.")


def _is_meant(done: Transition[Match, Action], number: int) -> bool:
    if number:
        return done.before.in_hand + 1 == number
    return isinstance(done.action, Play) and request.args.get("card") in codes(done.action.cards)


@pages.get("/log")
@needs(Permission.SCORE)
def history(match_id: int) -> ResponseReturnValue:
    """The audit log: all entries with their times, latest first."""
    current = service().current(match_id)
    told = partial(entry_texts.entered, now=current.match)
    return render_template(
        "havilering/corrections/log.html",
        screen=Screen(current),
        lines=service().audit_log(match_id)[::-1],
        told=told,
    )


@pages.get("/mend/look")
@needs(Permission.SCORE)
def compare(match_id: int) -> ResponseReturnValue:
    """The preview of edits: the first entry that does not fit, or a comparison to confirm.

    With `swap` the card of that code, which two tricks contain, is swapped with the card that it replaced.
    """
    if "swap" in request.args:
        trial, edits = _trial(match_id, request.args.get("edits", ""))
        found = [each for each in preview.conflicts(trial, edits) if each.card.code == request.args["swap"]]
        return _to("compare", match_id, edits=(found[0].swapped if found else edits).text)
    return _preview_page(*_trial(match_id, request.args.get("edits", "")), ConfirmForm())


@pages.post("/mend/look")
@needs(Permission.SCORE)
def confirm(match_id: int) -> ResponseReturnValue:
    """Apply the edits; if they are refused, show the preview with the errors."""
    form, errors = ConfirmForm(), []
    text = form.edits.data or ""
    edits = correction_draft.read(text)
    try:
        if not form.validate():
            raise RefusedError(*(Fault("bad-form", text) for text in error_texts(form)))
        service().correct(match_id, form.version.data, form.key.data, edits.made, (form.reason.data or "").strip())
        flash("Mended. Undo takes it back.")
        return redirect(url_for("table.table", match_id=match_id), 303)
    except StaleError:
        status = 409
        errors = ["Meanwhile the match has moved on. Look again, and confirm if this is still right."]
    except RefusedError as refused:
        status, errors = 422, [fault.text for fault in refused.faults]
    return _preview_page(*_trial(match_id, text), form, errors, status)


def _trial(match_id: int, text: str, number: int | None = None) -> tuple[Trial[Match], Edits]:
    """Try the edits of the query string on the current match; `number` is that of an entry about to be changed.

    Raises RefusedError if they belong to another version of the log, or would reveal the worth of a trick (8.6).
    """
    edits = correction_draft.read(text)
    trial = service().trial(match_id, edits.made, edits.of)
    found = list(guessing_faults(trial.current.match, trial.transitions, edits.made, number))
    if found:
        raise RefusedError(*found)
    return trial, replace(edits, of=trial.current.version)


def _preview_page(
    trial: Trial[Match], edits: Edits, form: ConfirmForm, errors: Sequence[str] = (), status: int = 200
) -> ResponseReturnValue:
    form.version.data, form.key.data, form.edits.data = trial.current.version, secrets.token_urlsafe(12), edits.text
    if trial.corrected.misfit:
        return make_response(preview.misfit_page(trial, edits), status)
    return make_response(preview.comparison_page(trial, edits, form, errors), status)


def _to(page: str, match_id: int, **there: Any) -> ResponseReturnValue:
    return redirect(url_for(f"corrections.{page}", match_id=match_id, **there), 303)


def _trick_to_be_claimed(trial: Trial[Match], edits: Edits, before: Match) -> Trick | None:
    """The trick of a claim or a call, if it may be shown."""
    trick = before.last_trick
    seen = trick and (trick.cards in preview.opened(trial, edits) or trial.current.match.may_be_seen(trick))
    return trick if seen else None


def _for_people(text: str) -> str:
    """A fault of the record's reader without its place, which is clear on a page of one entry."""
    return titled(re.sub(r"^action( \(\w+\))?:? ", "", text))


def _is_filled_in(kind: str, given: Mapping[str, str], picking: questions.Asking) -> bool:
    if kind == "trick":
        return picking.complete and any(given.get(name) for name in ("card", "cards", "typed"))
    return "done" in given or (kind == "deal" and "insert" in given)
