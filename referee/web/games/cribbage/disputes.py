"""Dispute pages: the count of any hand or crib, the points that any card pegs in the play, and the rules."""

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.cards import codes
from referee.games.cribbage import counting, talk
from referee.games.cribbage.items import points_of, value_of
from referee.games.cribbage.verdict import HandQuestion, rulebook
from referee.games.rulebook import Example
from referee.web.components import picking
from referee.web.components.picking import PAD, write_places
from referee.web.forms import form_page
from referee.web.games.cribbage import asking
from referee.web.permissions import needs
from referee.web.rules import add_rules

pages = Blueprint("cribbage_disputes", __name__, url_prefix="/cribbage")


@pages.get("/dispute")
@needs(Permission.GUEST)
def hand() -> ResponseReturnValue:
    """Count any four cards and a starter: every set, and the near misses. The question is in the query string."""
    inputs = request.args.to_dict()
    asked, errors = picking.read_what_can_be(asking.read_hand, inputs)
    if not errors and any(inputs.get(name) for name in ("card", "typed", "pick")):
        return redirect(url_for("cribbage_disputes.hand", **asked.query()), 303)
    question = asked.question
    return form_page(
        "cribbage/disputes/hand.html",
        errors,
        asking=asked,
        count=counting.count(*question) if question else None,
        not_counted=list(counting.not_counted(*question)) if question else [],
        talk=talk,
        typed=inputs.get("typed", "") if errors else "",
        pad=PAD,
    )


@pages.get("/dispute/play")
@needs(Permission.GUEST)
def play() -> ResponseReturnValue:
    """Peg the last of the cards of one count. Every tapped card is added."""
    inputs = request.args.to_dict()
    cards, errors = picking.read_what_can_be(asking.read_play, inputs)
    if not errors and any(inputs.get(name) for name in ("card", "typed")):
        return redirect(url_for("cribbage_disputes.play", cards=write_places(cards)), 303)
    items = counting.pegging(cards) if cards else {}
    return form_page(
        "cribbage/disputes/play.html",
        errors,
        cards=cards,
        written=write_places(cards),
        before=write_places(cards[:-1]),
        count=value_of(cards),
        items=items,
        points=points_of(items),
        talk=talk,
        typed=inputs.get("typed", "") if errors else "",
        pad=PAD,
    )


def _link_of(example: Example) -> str:
    """The address of the page that answers an example."""
    question = example.question
    if isinstance(question, HandQuestion):
        return url_for("cribbage_disputes.hand", **asking.query(question))
    return url_for("cribbage_disputes.play", cards=".".join(codes(question.cards)))


add_rules(pages, rulebook, "The rules of cribbage", "false go", "cribbage_disputes.hand", _link_of)
