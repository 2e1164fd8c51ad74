"""Dispute pages of Humbug Whist: the settling of any deal, the winner of a trick, and the rules."""

from flask import Blueprint, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.cards import PACK
from referee.faults import Fault, RefusedError
from referee.games.humbug_whist.actions import SEATS, TRICKS
from referee.games.humbug_whist.rulebook import rulebook
from referee.games.humbug_whist.talk import reasons, settled_line
from referee.games.humbug_whist.verdict import NAMES, DealQuestion, answer, trick
from referee.games.kit.questions import TrickQuestion
from referee.games.rulebook import Example
from referee.web.asked_from import asked_from
from referee.web.components.picking import PAD
from referee.web.permissions import needs
from referee.web.rules import add_rules
from referee.web.trick_disputes import TrickDispute

pages = Blueprint("humbug_whist_disputes", __name__, url_prefix="/humbug-whist")
FORM_NAMES = {"N": "One player (N)", "S": "The other (S)"}
LONGEST = 5
"""The maximum length of a number in a field."""


@pages.get("/settle")
@needs(Permission.GUEST)
def settle() -> ResponseReturnValue:
    """Settle a deal: N's tricks, the revokes of both and the stake, in the query string."""
    inputs, errors, settlement, current = request.args, list[str](), None, asked_from()
    names = current.match.setup.players if current else NAMES
    if any(inputs.get(seat, "").strip() for seat in SEATS):
        try:
            settlement = answer(_question())
        except RefusedError as refused:
            errors = [fault.text for fault in refused.faults]
    page = render_template(
        "humbug_whist/disputes/settle.html",
        inputs=inputs,
        seats=SEATS,
        names=names if current else FORM_NAMES,
        current=current,
        errors=errors,
        found=settlement,
        said=settled_line(names, settlement) if settlement else "",
        reasons=list(reasons(names, settlement)) if settlement else [],
    )
    return make_response(page, 422 if errors else 200)


def _question() -> DealQuestion:
    """Read the question in the query string; one player's tricks follow from the other's. Raises RefusedError."""
    inputs = request.args
    tricks = [_number(seat, seat) if inputs.get(seat, "").strip() else None for seat in SEATS]
    both = tuple(TRICKS - (tricks[1 - at] or 0) if one is None else one for at, one in enumerate(tricks))
    revokers = tuple(seat for seat in SEATS for _ in range(min(_number(f"revokes_{seat}", "Revokes"), TRICKS)))
    return DealQuestion(both, revokers, _number("stake", "Stake") if request.args.get("stake", "").strip() else 1)


def _number(name: str, what: str) -> int:
    """A whole number from the query string; 0 if missing. Raises RefusedError."""
    text = request.args.get(name, "").strip()
    if text and not (text.isascii() and text.isdecimal() and len(text) <= LONGEST):
        raise RefusedError(Fault("not-a-number", f"{what}: “{text[:20]}” is not a whole number."))
    return int(text or 0)


TRICK = TrickDispute(
    pages=pages,
    path="/trick",
    title="Humbug Whist",
    asks="Who takes a trick?",
    rule=trick,
    pad=PAD,
    pack=PACK,
    suit=("trump", "Trumps"),
    style="sittings/book.css",
    seats=dict(zip(SEATS, ("The leader", "The second player"), strict=True)),
    template="humbug_whist/disputes/trick.html",
).register()


def _link_of(example: Example) -> str:
    """The address of the page that answers an example."""
    question = example.question
    if isinstance(question, TrickQuestion):
        return TRICK.address(question)
    parts = dict(zip(SEATS, question.tricks, strict=True))
    revokes = {f"revokes_{seat}": question.revokers.count(seat) or None for seat in SEATS}
    stake = question.stake if question.stake > 1 else None
    return url_for("humbug_whist_disputes.settle", **parts, **revokes, stake=stake)


add_rules(pages, rulebook, "The rules of Humbug Whist", "revoke", "humbug_whist_disputes.settle", _link_of)
