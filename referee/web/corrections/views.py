"""Correction pages: choose an entry, change it, preview the result, confirm. And the audit log.

Until it is confirmed, a correction exists only in the query string, as edits of the log.
"""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.english import titled
from referee.faults import Fault, NotThereError, RefusedError
from referee.log.entry import CORRECTION
from referee.match.current import StaleError, Trial
from referee.web.corrections import draft as correction_draft
from referee.web.corrections import listing as correction_list
from referee.web.corrections import preview as correction_preview
from referee.web.corrections.draft import Edits
from referee.web.corrections.questions import EntryRequest
from referee.web.filters import table_of
from referee.web.forms import ConfirmForm, error_texts, form_page
from referee.web.matches.setup_form import changes as setup_changes
from referee.web.permissions import needs
from referee.web.rate_limits import replays
from referee.web.services import game_pages, pages_of, service
from referee.web.tables.announcing import totals_changed
from referee.web.tables.correcting import Corrections

pages = Blueprint("corrections", __name__, url_prefix="/matches/<int:match_id>")


def _of(match_id: int) -> Corrections:
    return pages_of(match_id).corrections


@pages.get("/mend")
@needs(Permission.SCORE)
@replays
def choose(match_id: int) -> ResponseReturnValue:
    """The list of entries in force, latest first, to choose the wrong one; the hand of entry `open` is open.

    A `card` leads to its entry, whose number the table's page does not know.
    """
    trial, game = service().trial(match_id), _of(match_id)
    card = request.args.get("card", "")
    for done in reversed(trial.transitions if card else ()):
        if card in trial.current.game.write_action(done.action).get("cards", ()):
            return _to("entry", match_id, number=done.number, doubt=card)
    entry, count = request.args.get("open", type=int), len(trial.transitions)
    return render_template(
        "core/corrections/choose.html",
        current=trial.current,
        parts=correction_list.parts(game, trial, entry),
        links=game.links,
        listed=correction_list.window(count, entry),
        count=count,
    )


@pages.get("/mend/<int:number>")
@needs(Permission.SCORE)
@replays
def entry(match_id: int, number: int) -> ResponseReturnValue:
    """Show the form of an entry to change; with `insert` the form of an entry to insert before it."""
    inputs, insert, game = request.args.to_dict(), request.args.get("insert", ""), _of(match_id)
    trial, edits = _trial(match_id, inputs.get("edits", ""), None if insert else number)
    if not 1 <= number <= len(trial.transitions):
        raise NotThereError(f"There is no entry {number}.")
    before, done = trial.up_to(number), trial.transitions[number - 1]
    changed = edits.at(number) or done.action
    stands = game.missing(before, insert, inputs) if insert else edits.game.write_action(changed)
    form = game.form(EntryRequest(trial, edits, number, before, insert, stands, inputs))
    if form.leads_to is not None:
        there = {name: inputs[name] for name in ("edits", "insert") if name in inputs}
        return _to("entry", match_id, number=number, **(there | form.leads_to))
    errors = list(form.errors)
    if form.content is not None and not errors:
        try:
            action = pages_of(match_id).entries.read_action(form.content)
            edits = edits.put_in(number, action) if insert else edits.instead(number, action)
            return _to("compare", match_id, edits=edits.text)
        except RefusedError as refused:
            errors = [titled(fault.text) for fault in refused.faults]
            stands = form.content
    return form_page(
        game.entry_template,
        errors,
        screen=game.screen(replace(trial.current, whole_match=before)),
        number=number,
        insert=insert,
        kind=str(stands["type"]),
        stands=stands,
        part=game.part(before),
        told="" if insert else game.describe(done, trial.current.whole_match, ()),
        edits=edits,
        **form.variables,
    )


@pages.get("/log")
@needs(Permission.SCORE)
@replays
def history(match_id: int) -> ResponseReturnValue:
    """The audit log: all entries with their times, latest first, and the phones that made them."""
    current, game = service().current(match_id), _of(match_id)
    lines = service().audit_log(match_id)
    count = len(lines)
    listed = correction_list.window(count, request.args.get("open", type=int))
    lines = lines[listed.start : listed.stop][::-1]
    return render_template(
        "core/corrections/log.html",
        current=current,
        lines=lines,
        listed=listed,
        count=count,
        has_phones=any(line.entry.phone for line in lines),
        describe=lambda done: game.describe(done, current.whole_match, ()),
        changes=partial(setup_changes, pages_of(match_id).match_form),
        CORRECTION=CORRECTION,
        refused=game.refused,
    )


@pages.get("/mend/look")
@needs(Permission.SCORE)
@replays
def compare(match_id: int) -> ResponseReturnValue:
    """The preview of edits: the first entry that does not fit, or a comparison to confirm.

    With `swap` the game completes the edits first, for example by the swap of two cards.
    """
    trial, edits = _trial(match_id, request.args.get("edits", ""))
    if "swap" in request.args:
        edits = _of(match_id).swapped(trial, edits, request.args["swap"])
        return _to("compare", match_id, edits=edits.text)
    return _preview_page(match_id, trial, edits, ConfirmForm())


@pages.post("/mend/look")
@needs(Permission.SCORE)
@replays
def confirm(match_id: int) -> ResponseReturnValue:
    """Apply the edits; if they are refused, show the preview with the errors."""
    form, errors = ConfirmForm(), []
    text = form.edits.data or ""
    edits = _edits(match_id, text)
    try:
        if not form.validate():
            raise RefusedError(*(Fault("bad-form", text) for text in error_texts(form)))
        reason = (form.reason.data or "").strip()
        screen_of = game_pages(service().game(match_id).key).screen
        before = screen_of(service().current(match_id))
        after = service().correct(match_id, form.version.data, form.key.data, edits.made, reason, edits.setup)
        flash(f"Corrected. {totals_changed(before, screen_of(after))} Undo takes it back.")
        return redirect(table_of(match_id), 303)
    except StaleError:
        status = 409
        errors = ["Another phone entered something in the meantime. Confirm if this is still right."]
    except RefusedError as refused:
        status, errors = 422, [fault.text for fault in refused.faults]
    return _preview_page(match_id, *_trial(match_id, text), form, errors, status)


def _trial(match_id: int, text: str, number: int | None = None) -> tuple[Trial[Any], Edits]:
    """Try the edits of the query string on the current match; `number` is an entry about to be changed.

    Raises RefusedError if they belong to another version of the log, or would reveal what is still hidden.
    """
    edits = _edits(match_id, text)
    trial = service().trial(match_id, edits.made, edits.version, edits.setup)
    faults = list(trial.guessing_faults(edits.made, number))
    if faults:
        raise RefusedError(*faults)
    return trial, replace(edits, version=trial.current.version, entered=[each.action for each in trial.transitions])


def _edits(match_id: int, text: str) -> Edits:
    """Read the edits of a query string. Raises RefusedError."""
    return correction_draft.read(service().game(match_id), text, service().record(match_id).actions if text else ())


def _preview_page(
    match_id: int, trial: Trial[Any], edits: Edits, form: ConfirmForm, errors: Sequence[str] = (), status: int = 200
) -> ResponseReturnValue:
    form.version.data, form.key.data = trial.current.version, secrets.token_urlsafe(12)
    # Including the consequences of a corrected setup, so that a repeated post is the same entry.
    form.edits.data = replace(edits, made=trial.edits).text
    game = _of(match_id)
    if trial.corrected.misfit:
        return make_response(correction_preview.misfit_page(game, trial, edits), status)
    return make_response(correction_preview.comparison_page(game, trial, edits, form, errors), status)


def _to(page: str, match_id: int, **there: Any) -> ResponseReturnValue:
    return redirect(url_for(f"corrections.{page}", match_id=match_id, **there), 303)
