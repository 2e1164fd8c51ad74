"""How entries of Havilering are corrected, for the core's pages; and the way from a trick to its entry."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from referee.books.permissions import Permission
from referee.cards import Card, codes, read_card
from referee.english import plural, titled
from referee.faults import NotThereError
from referee.games.edits import Placed, Transition, placed_by
from referee.games.havilering.actions import Action, Adjust, Claim, Deal, Misdeal, Muggins, Play
from referee.games.havilering.legality import may_be_entered
from referee.games.havilering.results import TRICKS_IN_A_HAND
from referee.games.havilering.seats import Side, Tally
from referee.games.havilering.state import Match, Phase
from referee.match.corrections import Misfit
from referee.match.current import Trial
from referee.web.correction_draft import Edits
from referee.web.correction_pages import CorrectionPages, Offer, WayOut
from referee.web.filters import face
from referee.web.games.havilering import entry_form, entry_texts, texts
from referee.web.games.havilering.compare import changes
from referee.web.games.havilering.screen import Screen
from referee.web.permissions import needs
from referee.web.services import service

pages = Blueprint("tricks", __name__, url_prefix="/matches/<int:match_id>")


@pages.get("/mend/<int:hand>/<int:number>")
@needs(Permission.SCORE)
def correct(match_id: int, hand: int, number: int) -> ResponseReturnValue:
    """Redirect to the correction of a trick by hand and number: `card` is the wrong card, `cards` the right ones.

    `leader` is who really led, out of turn (9.6); `cards` without it were led in turn. The number 0 means the trick
    that contains `card`, whose number the page does not know.
    """
    given = request.args
    for done in reversed(service().trial(match_id).transitions):
        if isinstance(done.action, Play) and done.before.hand == hand and _is_meant(done, number):
            doubted = [place for place, card in enumerate(done.action.cards) if card.code == request.args.get("card")]
            cards = ".".join(codes(done.action.cards))
            there: dict[str, Any] = {"at": doubted[0], "cards": cards} if doubted else {}
            if "cards" in given:
                there |= {"cards": given["cards"], "leader": given.get("leader", "")}
            elif "leader" in given:  # The cards stay: no address is a place for those of a closed trick.
                there |= {"leader": given["leader"], "done": 1}
            return redirect(url_for("corrections.entry", match_id=match_id, number=done.number, **there))
    raise NotThereError(f"There is no trick {number} in hand {hand}.")


def _is_meant(done: Transition[Match, Action], number: int) -> bool:
    if number:
        return done.before.in_hand + 1 == number
    return isinstance(done.action, Play) and request.args.get("card") in codes(done.action.cards)


@dataclass(frozen=True, slots=True)
class _Conflict:
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


def _conflicts(trial: Trial[Match], edits: Edits) -> Iterator[_Conflict]:
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


def _conflict(
    trial: Trial[Match], edits: Edits, card: Card, changed: Placed, other: Placed, number: int
) -> _Conflict:
    assert isinstance(changed.action, Play)
    assert isinstance(other.action, Play)
    was = trial.transitions[changed.number - 1].action if changed.source else None
    gone = was.cards[changed.action.cards.index(card)] if isinstance(was, Play) and len(was.cards) == 4 else None
    gives = gone if gone and gone not in changed.action.cards and gone not in other.action.cards else None
    swapped = edits
    if gives and other.source:
        cards = tuple(gives if each is card else each for each in other.action.cards)
        swapped = edits.instead(other.number, Play(cards, other.action.leader))
    return _Conflict(card, number, other.number, gives if other.source else None, swapped)


def _ways_out(trial: Trial[Match], edits: Edits) -> list[WayOut]:
    """The two tricks of a card that is in both: swap it with the card that it replaced, or change the other trick."""
    found = []
    for conflict in _conflicts(trial, edits):
        if conflict.gives:
            words = Markup("The two were swapped: {} went in trick {}").format(face(conflict.gives), conflict.trick)
            why = "Probably the two cards were entered in each other’s tricks. No card is lost."
            query = {"edits": edits.text, "swap": conflict.card.code}
            found.append(WayOut(words, "compare", query, why, is_best=True))
        words = Markup("Trick {} was wrong: it was not {}").format(conflict.trick, face(conflict.card))
        there = {"number": conflict.number, "edits": edits.text, "doubt": conflict.card.code}
        why = f"Probably one card of trick {conflict.trick} was entered wrong. Its other three stay."
        found.append(WayOut(words, "entry", there, why))
    return found


def _swapped(trial: Trial[Match], edits: Edits, code: str) -> Edits:
    """The edits that swap a card, which two tricks contain, with the card that it replaced."""
    return next((each.swapped for each in _conflicts(trial, edits) if each.card.code == code), edits)


def _may_change(misfit: Misfit, match: Match) -> bool:
    action = misfit.placed.action
    elsewhere = any(fault.code in ("other-hand", "other-deal") for fault in misfit.faults)
    return not elsewhere and not isinstance(action, Deal | Misdeal) and may_be_entered(action, match.phase)


def _offers(misfit: Misfit, match: Match, may_change: bool) -> tuple[str, list[Offer]]:
    """What may have been forgotten before a misfit."""
    if match.phase is Phase.MATCH_OVER:
        return "", []
    kind, question, found = str(entry_form.forgotten(match)["type"]), "", list[Offer]()
    if kind == "reply" and not may_change:
        question = texts.waits(match)
        answers = ["yes", "no", "maybe"][: 3 if match.phase is Phase.OFFER_FIRST else 2]
        found = [Offer(titled(answer), {"type": "reply", "answer": answer}) for answer in answers]
    elif kind == "deal":
        found = [Offer("The next hand was dealt before it", {"type": "deal"})]
    elif not may_change or kind == "trick":
        found = [Offer(f"A {kind} is missing before it: add it", is_missing=_is_missing(kind, misfit, match))]
    if misfit.is_misplaced and kind in ("trick", "claim", "deal") and not match.won:
        found.append(Offer("There was a misdeal before it", {"type": "misdeal"}))
    return question, found


def _is_missing(kind: str, misfit: Misfit, match: Match) -> bool:
    """Whether one more claim, or one more trick, is what a misfit lacks."""
    return kind == "claim" or (misfit.is_misplaced and match.in_hand == TRICKS_IN_A_HAND - 1)


def _note(before: Match, now: Match) -> str:
    if now.is_over(before.hand):
        return ""
    return "This hand is being played: all its tricks but the last are closed. Open one if the table agrees."


def _brief(before: Match, now: Match) -> str:
    tricks = [trick for trick in now.tricks if trick.hand == before.hand]
    if not now.is_over(before.hand):
        return f"{plural(len(tricks), 'trick')}, being played"
    pegged = Tally(*(sum(trick.pegged.of(side) for trick in tricks) for side in Side))
    return f"{plural(len(tricks), 'trick')} · {texts.by_side(now, pegged)}"


def _belonging(done: Transition[Match, Action], now: Match) -> str:
    return entry_texts.entered(done, now) if isinstance(done.action, Claim | Muggins) else ""


def _called(done: Transition[Match, Action]) -> str:
    return f"trick {done.before.in_hand + 1}" if isinstance(done.action, Play) else "it"


def _refused(noted: Mapping[str, Any]) -> str:
    return f"A claim on trick {noted['number']} was refused"


CORRECTIONS = CorrectionPages(
    screen=Screen,
    told=entry_texts.entered,
    opened=entry_form.opened,
    refused=_refused,
    part=lambda match: f"hand {match.hand}",
    note=_note,
    brief=_brief,
    belonging=_belonging,
    holds=lambda action: isinstance(action, Play),
    called=_called,
    links=(("rulings.leader", "Somebody else leads"),),
    missing=entry_form.missing,
    form=entry_form.form,
    refill=entry_form.refill,
    may_change=_may_change,
    ways_out=_ways_out,
    swapped=_swapped,
    offers=_offers,
    changes=changes,
    is_ruling=lambda action: isinstance(action, Adjust) and bool(action.points),
    entry_template="havilering/corrections/entry.html",
    scores_template="havilering/table/_scores.html",
    styles=("components/table.css", "havilering/table.css"),
)
