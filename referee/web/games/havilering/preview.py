"""The preview of a correction before it is confirmed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from flask import render_template

from referee.cards import Card, read_card
from referee.games.edits import Edit, Placed, placed_by
from referee.games.havilering.actions import Adjust, Deal, Misdeal, Play
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.legality import may_be_entered
from referee.games.havilering.record import read_action
from referee.games.havilering.state import Match, Phase
from referee.games.havilering.talk import ruling
from referee.match.corrections import walk
from referee.match.current import Trial
from referee.web.forms import ConfirmForm
from referee.web.games.havilering import correction_draft, entry_texts
from referee.web.games.havilering.compare import changes
from referee.web.games.havilering.correction_draft import Edits
from referee.web.games.havilering.screen import Screen


@dataclass(frozen=True, slots=True)
class Conflict:
    """A card that is in two tricks of a hand: the changed one and another."""

    card: Card
    trick: int
    """The number of the other trick in its hand."""
    number: int
    """The number of its entry."""
    gives: Card | None
    """The card that it replaced, which may belong in the other trick; None if there is none."""
    swapped: Edits
    """The edits that swap the two cards. They contain the other trick's cards, even if it is closed."""


def conflicts(trial: Trial[Match], edits: Edits) -> Iterator[Conflict]:
    """The cards of a changed trick that another trick of the hand contains as well. Rule 9.2."""
    misfit, match = trial.corrected.misfit, trial.corrected.match
    if misfit is None or not isinstance(misfit.placed.action, Play):
        return
    actions = [done.action for done in trial.transitions]
    earlier = {placed.action.cards: placed for placed in placed_by(actions, edits.made)
               if isinstance(placed.action, Play) and placed != misfit.placed
               and placed.number <= misfit.placed.number}  # fmt: skip
    for fault in misfit.faults:
        if fault.code != "card-played":
            continue
        card, trick = read_card(fault.about[0]), match.hand_tricks[int(fault.about[1]) - 1]
        two = earlier[trick.cards], misfit.placed
        changed, other = two if two[0].edit and not two[1].edit else two[::-1]
        number = trick.number if other is two[0] else match.in_hand + 1
        yield _conflict(trial, edits, card, changed, other, number)


def _conflict(trial: Trial[Match], edits: Edits, card: Card, changed: Placed, other: Placed, number: int) -> Conflict:
    assert isinstance(changed.action, Play)
    assert isinstance(other.action, Play)
    was = trial.transitions[changed.number - 1].action if changed.source else None
    gone = was.cards[changed.action.cards.index(card)] if isinstance(was, Play) and len(was.cards) == 4 else None
    gives = gone if gone and gone not in changed.action.cards and gone not in other.action.cards else None
    swapped = edits
    if gives and other.source:
        cards = tuple(gives if each is card else each for each in other.action.cards)
        swapped = edits.instead(other.number, Play(cards))
    return Conflict(card, number, other.number, gives if other.source else None, swapped)


def misfit_page(trial: Trial[Match], edits: Edits) -> str:
    """The page with the first entry that no longer fits, and the players' options."""
    misfit, match = trial.corrected.misfit, trial.corrected.match
    assert misfit is not None
    number, last = misfit.placed.number, len(trial.transitions)
    done = trial.transitions[number - 1]
    rest = [each.number for each in trial.transitions[number - 1 :] if each.before.hand == done.before.hand]
    can_be_other = not isinstance(misfit.placed.action, Deal | Misdeal)
    elsewhere = any(fault.code in ("other-hand", "other-deal") for fault in misfit.faults)
    return render_template(
        "havilering/corrections/misfit.html",
        screen=Screen(replace(trial.current, match=match)),
        misfit=misfit,
        # If the misfit is a change itself, the only option is to change it.
        change=edits.reopened(misfit.placed.edit) if misfit.placed.edit and misfit.placed.edit.actions else None,
        conflicts=list(conflicts(trial, edits)),
        told=entry_texts.entered(done, trial.current.match),
        hand=done.before.hand,
        number=number,
        last=last,
        further=_further(trial, edits),
        edits=edits.text,
        again=not elsewhere and can_be_other and may_be_entered(misfit.placed.action, match.phase),
        forgotten=correction_draft.forgotten(match)["type"] if match.phase is not Phase.MATCH_OVER else "",
        answers=["yes", "no", "maybe"][: 3 if match.phase is Phase.OFFER_FIRST else 2],
        put_in=lambda action: edits.put_in(number, read_action(action)).text,
        keep=edits.keeping(number, number).text if misfit.is_misplaced else "",
        keep_all=edits.keeping(number, last).text if misfit.is_misplaced else "",
        drop=edits.without(number, number).text,
        drop_hand=(len(rest), edits.without(number, rest[-1]).text) if len(rest) > 1 else None,
        drop_all=(last - number + 1, edits.without(number, last).text) if last > rest[-1] else None,
    )


def comparison_page(trial: Trial[Match], edits: Edits, form: ConfirmForm, errors: Sequence[str]) -> str:
    """The page with the states before and after, to confirm."""
    before, after = trial.current, replace(trial.current, match=trial.corrected.match)
    later = [
        (ruling(done.action), edits.without(done.number, done.number).text)
        for done in trial.transitions[edits.first :]
        if isinstance(done.action, Adjust) and done.action.points and not edits.touches(done.number)
    ]
    return render_template(
        "havilering/corrections/compare.html",
        before=Screen(before),
        after=Screen(after),
        changes=changes(before.match, after.match, opened(trial, edits)),
        nothing=trial.changes_nothing,
        fixes=_fixes(trial, edits),
        later=later,
        further=_further(trial, edits),
        form=form,
        errors=errors,
    )


def _further(trial: Trial[Match], edits: Edits) -> list[tuple[str, dict[str, Any]]]:
    """For each changed action its name and the URL parameters to edit it again."""
    return [(_called(trial, edit), edits.reopened(edit)) for edit in edits.made if edit.actions]


def _called(trial: Trial[Match], edit: Edit) -> str:
    """A short name of an edit."""
    done = trial.transitions[edit.first - 1]
    if isinstance(done.action, Play) and not edit.inserts:
        return f"trick {done.before.in_hand + 1}"
    return "what was put in" if edit.inserts else "it"


def _fixes(trial: Trial[Match], edits: Edits) -> list[tuple[list[str], list[str]]]:
    """For each edit the removed and the new actions in words."""
    told = partial(entry_texts.entered, now=trial.current.match, opened=opened(trial, edits))
    actions = [done.action for done in trial.transitions]
    placed = list(placed_by(actions, edits.made))
    after = walk(HAVILERING, trial.setup, (each.action for each in placed))
    return [
        (
            [told(done) for done in trial.transitions[edit.first - 1 : edit.last]],
            [told(done) for done, each in zip(after, placed, strict=True) if each.edit is edit],
        )
        for edit in edits.made
        if edit.actions is not None
    ]


def opened(trial: Trial[Match], edits: Edits) -> set[tuple[Card, ...]]:
    """The cards of the tricks that the edits change, before and after."""
    old = [
        trial.transitions[n - 1].action
        for edit in edits.made
        for n in range(edit.first, edit.last + 1)
        if edit.actions
    ]
    new = [action for edit in edits.made for action in edit.actions or ()]
    return {action.cards for action in (*old, *new) if isinstance(action, Play)}
