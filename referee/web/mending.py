"""Putting things right: choose an entry, change it, see what comes of it, and only then confirm. And the audit.

Until it is confirmed a mending stands in the address alone, as the edits of the log it would make.
"""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.cards import Card, codes
from referee.faults import Fault, NotThereError, RefusedError
from referee.havilering.actions import Adjust, Claim, Muggins, Play, Reply
from referee.havilering.combinations import Item
from referee.havilering.mending import Edit, Misfit
from referee.havilering.seats import SEATS, Side
from referee.havilering.state import Match, Phase
from referee.log import read_edits, write_edits
from referee.record import parse_json, read_action, write_action
from referee.table import StaleError, Trial
from referee.web import questions, words
from referee.web.compare import changes
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
    edits = _edits(given)
    trial = tables().trial(match_id, edits)
    if not 1 <= number <= len(trial.done):
        raise RefusedError(Fault("bad-edit", "There is no such entry."))
    before = trial.upto(number)
    stands = _forgotten(before) if insert else _standing_at(trial, edits, number)
    kind = str(stands["type"])
    cards = {"cards": ".".join(stands.get("cards", ()))}
    picking, errors = questions.read_what_can_be(cards | given, questions.at_table(before))
    if kind == "trick" and "pick" in given and not errors:
        kept = {name: text for name, text in given.items() if name in ("edits", "insert")}
        there: dict[str, Any] = kept | {"cards": questions.written(picking.cards), "at": picking.at}
        return redirect(url_for("mending.entry", match_id=match_id, number=number, **there), 303)
    if not errors and _is_filled_in(kind, given, picking):
        try:
            action = read_action(_content(kind, given, picking))
            edits = _with(edits, Edit(number, number - 1 if insert else number, (action,)), insert)
            return redirect(url_for("mending.look", match_id=match_id, edits=_dump(edits)), 303)
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
        edits=_dump(edits),
        dropped=_dump(_with(edits, Edit(number, number, ()))),
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
            tables().mend(match_id, form.version.data, form.key.data, _edits(request.form))
            flash("Mended. Undo takes it back.")
            return redirect(url_for("play.table", match_id=match_id), 303)
        except StaleError:
            status = 409
            errors = ["Meanwhile the match has moved on. Look again, and confirm if this is still right."]
        except RefusedError as refused:
            errors = [fault.text for fault in refused.faults]
    edits = _edits(request.values)
    trial = tables().trial(match_id, edits)
    form.version.data, form.key.data = trial.standing.version, secrets.token_urlsafe(12)
    page = _misfit_page(trial, edits) if trial.mended.misfit else _preview_page(trial, edits, form, errors)
    return make_response(page, status)


def _misfit_page(trial: Trial, edits: list[Edit]) -> str:
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
        edits=_dump(edits),
        again=_can_be_entered_anew(misfit, match),
        forgotten=_forgotten(match)["type"] if match.phase not in (Phase.PLAY, Phase.MATCH_OVER) else "",
        answers=["yes", "no", "maybe"][: 3 if match.phase is Phase.OFFER_FIRST else 2],
        put_in=lambda action: _dump(_with(edits, Edit(number, number - 1, (read_action(action),)), more=True)),
        drop=_dump(_with(edits, Edit(number, number, ()))),
        drop_hand=(len(rest), _dump(_with(edits, Edit(number, rest[-1], ())))) if len(rest) > 1 else None,
        drop_all=(last - number + 1, _dump(_with(edits, Edit(number, last, ())))) if last > rest[-1] else None,
    )


def _preview_page(trial: Trial, edits: list[Edit], form: EntryForm, errors: list[str]) -> str:
    before, after = trial.standing, replace(trial.standing, match=trial.mended.match)
    first = min((edit.first for edit in edits), default=1)
    touched = {number for edit in edits for number in range(edit.first, edit.last + 1)}
    around = [trial.done[min(edit.first, len(trial.done)) - 1].before for edit in edits]
    opened = {(match.hand, match.in_hand + 1) for match in around}
    later = [
        (words.ruling(done.action), _dump(_with(edits, Edit(done.number, done.number, ()))))
        for done in trial.done[first:]
        if isinstance(done.action, Adjust) and done.action.points and done.number not in touched
    ]
    return render_template(
        "mending/look.html",
        before=Screen(before),
        after=Screen(after),
        changes=changes(before.match, after.match, opened),
        dropped=[words.entered(trial.done[number - 1], before.match) for number in _dropped(edits)],
        later=later,
        first=first,
        edits=_dump(edits),
        form=form,
        errors=errors,
    )


def _dropped(edits: Sequence[Edit]) -> list[int]:
    return [number for edit in edits if not edit.actions for number in range(edit.first, edit.last + 1)]


# --- edits in an address -----------------------------------------------------------------------------------


def _edits(given: Mapping[str, str]) -> list[Edit]:
    return read_edits(parse_json(given.get("edits") or "[]"))


def _dump(edits: Sequence[Edit]) -> str:
    return json.dumps(write_edits(edits), separators=(",", ":"), ensure_ascii=False)


def _with(edits: Sequence[Edit], edit: Edit, more: bool = False) -> list[Edit]:
    """With one more edit; it takes the place of those it lies over, or with `more` comes behind its like."""
    same = [each for each in edits if (each.first, each.last) == (edit.first, edit.last)]
    if more and same:
        edit = replace(edit, actions=(*same[0].actions, *edit.actions))
    apart = [each for each in edits if each.first > edit.last or edit.first > each.last]
    kept = [each for each in apart if each not in same]
    return sorted([*kept, edit], key=lambda each: (each.first, each.last))


# --- what stands, and what is put in its place ---------------------------------------------------------------


def _standing_at(trial: Trial, edits: Sequence[Edit], number: int) -> dict[str, Any]:
    """The entry of a number as it stands in the edits, or else in the log."""
    for edit in edits:
        if edit.first == edit.last == number and edit.actions:
            return write_action(edit.actions[0])
    return write_action(trial.done[number - 1].action)


def _forgotten(match: Match) -> dict[str, Any]:
    """What the table waits for, still to be filled in."""
    match match.phase:
        case Phase.CLAIM:
            return {"type": "claim", "items": {}}
        case Phase.HAND_OVER:
            return {"type": "deal"}
        case Phase.OFFER_FIRST | Phase.OFFER_SECOND:
            return {"type": "reply", "answer": ""}
    return {"type": "trick", "cards": []}


def _can_be_entered_anew(misfit: Misfit, match: Match) -> bool:
    """Whether an entry of its kind could stand here, with other content."""
    elsewhere = any(fault.code == "other-hand" for fault in misfit.faults)
    return not elsewhere and isinstance(misfit.action, _AWAITED.get(match.phase, ()))


def _is_filled_in(kind: str, given: Mapping[str, str], picking: questions.Asking) -> bool:
    if kind == "trick":
        return picking.complete and any(given.get(name) for name in ("card", "cards", "typed"))
    return "done" in given


def _content(kind: str, given: Mapping[str, str], picking: questions.Asking) -> dict[str, Any]:
    """An entry from the fields of its form; what is wrong with it is for the record to say."""
    match kind:
        case "trick":
            return {"type": kind, "cards": codes(_four(picking.cards))}
        case "claim" | "muggins":
            counts = {item.value: _number(given.get(item.value, "")) for item in Item}
            items = {item: count for item, count in counts.items() if count}
            return {"type": kind, "items": items} | ({"by": given.get("by", "")} if kind == "muggins" else {})
        case "reply":
            return {"type": kind, "answer": given.get("answer", "")}
        case "adjust":
            points, reason = _number(given.get("points", "")), given.get("reason", "").strip()
            return {"type": kind, "side": given.get("side", ""), "points": points, "reason": reason}
    return {"type": kind}


def _four(cards: Sequence[Card | None]) -> list[Card]:
    return [card for card in cards if card]


def _number(text: str) -> int | str:
    """A whole number, or the text itself, to be refused with its name."""
    try:
        return int(text.strip() or 0)
    except ValueError:
        return text
