"""The preview of a correction before it is confirmed."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any
from urllib.parse import quote

from flask import render_template, url_for

from referee.games.edits import Edit, placed_by
from referee.match.corrections import walk
from referee.match.current import Trial
from referee.web.corrections.draft import Edits
from referee.web.corrections.solutions import Solutions
from referee.web.forms import ConfirmForm
from referee.web.matches.setup_form import changes
from referee.web.services import game_pages
from referee.web.tables.correcting import Corrections

MOST_LINKED = 1_000_000
"""The maximum total length of the edits in links to single rulings or changes: each link repeats all edits."""


def misfit_page(corrections: Corrections, trial: Trial[Any], edits: Edits) -> str:
    """Show the first entry that no longer fits, the likeliest solution, and the other ones."""
    misfit, match = trial.corrected.misfit, trial.corrected.match
    assert misfit is not None
    number, edit = misfit.placed.number, misfit.placed.edit
    done = trial.transitions[number - 1]
    # A misfit that is itself a change can only be changed further.
    is_change = edit is not None and bool(edit.actions)
    solutions = Solutions(corrections, trial, edits)
    likely, *others = solutions.ranked(reopened(corrections, edits, edit) if edit and is_change else None)
    return render_template(
        "core/corrections/misfit.html",
        screen=corrections.screen(replace(trial.current, whole_match=match)),
        misfit=misfit,
        is_change=is_change,
        told=corrections.describe(done, trial.current.whole_match, ()),
        part=corrections.part(done.before),
        number=number,
        last=len(trial.transitions),
        question="" if is_change else solutions.question,
        likely=likely,
        others=others,
        further=[] if is_change else _further(corrections, trial, edits),
    )


def comparison_page(
    corrections: Corrections, trial: Trial[Any], edits: Edits, form: ConfirmForm, errors: Sequence[str]
) -> str:
    """The page with the states before and after, to confirm."""
    before, after = trial.current, replace(trial.current, whole_match=trial.corrected.match)
    rulings = (
        done
        for done in islice(trial.transitions, edits.first, None)
        if corrections.is_ruling(done.action) and not edits.touches(done.number)
    )
    later = [
        (corrections.describe(done, before.whole_match, ()), edits.without(done.number, done.number).text)
        for done in islice(rulings, _most_links(edits))
    ]
    return render_template(
        "core/corrections/compare.html",
        corrections=corrections,
        before=corrections.screen(before),
        after=corrections.screen(after),
        changes=corrections.changes(before.whole_match, after.whole_match, corrections.opened(trial, edits.made)),
        nothing=trial.changes_nothing,
        fixes=[*_setup_fixes(trial, edits), *_fixes(corrections, trial, edits)],
        follows=_follows(trial, edits),
        later=later,
        further=_further(corrections, trial, edits),
        form=form,
        errors=errors,
    )


def reopened(corrections: Corrections, edits: Edits, edit: Edit) -> dict[str, Any]:
    """The URL parameters of the page that edits a replaced or inserted action again."""
    if not edit.inserts or not edit.actions:
        return {"number": edit.first, "edits": edits.text}
    back = {"number": edit.first, "insert": 1, "edits": edits.without_last_of(edit).text}
    return back | corrections.refill(edits.game.write_action(edit.actions[-1]))


def _further(corrections: Corrections, trial: Trial[Any], edits: Edits) -> list[tuple[str, str]]:
    """Return the name of the start and of each changed action, with the address of the page to change it further."""

    def address(endpoint: str, **query: Any) -> str:
        return url_for(endpoint, match_id=trial.current.id, **query)

    start = [("the start", address("start.start", edits=edits.text))] if edits.setup is not None else []
    return start + [
        (_called(corrections, trial, edit), address("corrections.entry", **reopened(corrections, edits, edit)))
        for edit in islice((edit for edit in edits.made if edit.actions), _most_links(edits))
    ]


def _most_links(edits: Edits) -> int:
    return MOST_LINKED // len(quote(edits.text))


def _called(corrections: Corrections, trial: Trial[Any], edit: Edit) -> str:
    if not edit.inserts:
        return corrections.called(trial.transitions[edit.first - 1])
    several = sum(each.inserts for each in trial.edits) > 1
    return f"what was added before entry {edit.first}" if several else "what was added"


def _fixes(corrections: Corrections, trial: Trial[Any], edits: Edits) -> list[tuple[list[str], list[str]]]:
    """Return the removed and the new actions of each edit in words."""
    opened = corrections.opened(trial, edits.made)
    describe = partial(_describe, corrections, trial.current.whole_match, opened)
    actions = [done.action for done in trial.transitions]
    placed = list(placed_by(actions, trial.edits))
    after = walk(edits.game, trial.setup, (each.action for each in placed))
    return [
        (
            [describe(done) for done in trial.transitions[edit.first - 1 : edit.last]],
            [describe(done) for done, each in zip(after, placed, strict=True) if each.edit is edit],
        )
        for edit in edits.made
        if edit.actions is not None
    ]


def _setup_fixes(trial: Trial[Any], edits: Edits) -> list[tuple[list[str], list[str]]]:
    """List the changes to the setup, before and after."""
    changed = changes(game_pages(edits.game.key).match_form, trial.current.setup, trial.setup)
    return [([f"{each.what}: {each.before}"], [f"{each.what}: {each.after}"]) for each in changed]


def _follows(trial: Trial[Any], edits: Edits) -> str:
    """Describe the automatic consequences of the corrected setup in a sentence; empty if there are none."""
    implied = trial.edits[len(edits.made) :]
    gone = sum(edit.actions == () for edit in implied)
    come = sum(len(edit.actions or ()) - (not edit.inserts) for edit in implied if edit.actions)
    put_in = f"entries added to keep the pegged points: {come}" if come else ""
    left_out = f"entries dropped because they no longer fit: {gone}" if gone else ""
    return "; ".join(filter(None, (put_in, left_out)))


def _describe(corrections: Corrections, now: Any, opened: Any, done: Any) -> str:
    return corrections.describe(done, now, opened)
