"""Dispute pages of Hearts: the settling of any deal, and the rules."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.faults import Fault, RefusedError
from referee.games.hearts.actions import HEARTS, SEATS, Settling
from referee.games.hearts.rulebook import rulebook
from referee.games.hearts.talk import reasons, rule_of, settled_line
from referee.games.hearts.verdict import DealQuestion, answer
from referee.games.rulebook import Example
from referee.web.asked_from import asked_from
from referee.web.permissions import needs
from referee.web.rules import add_rules

pages = Blueprint("hearts_disputes", __name__, url_prefix="/hearts")
LONGEST = 5
"""The maximum length of a number in a field."""


@pages.get("/settle")
@needs(Permission.GUEST)
def settle() -> ResponseReturnValue:
    """Settle a deal: the query string has the hearts of each seat, and the pool."""
    inputs, errors, question, settlement = request.args, list[str](), None, None
    current = asked_from()
    if any(inputs.get(f"h{seat}", "").strip() for seat in SEATS):
        try:
            question = _question(inputs)
            settlement = answer(question)
        except RefusedError as refused:
            errors = [fault.text for fault in refused.faults]
    players: Mapping[str, str] = current.match.setup.players if current else {}
    seats = [seat for seat in SEATS if not current or seat in players or inputs.get(f"h{seat}", "").strip()]
    names = {seat: players.get(seat, f"Seat {seat}") for seat in seats}
    page = render_template(
        "hearts/disputes/settle.html",
        inputs=inputs,
        names=names,
        current=current,
        revokers=inputs.getlist("revoke"),
        settlings=Settling,
        errors=errors,
        found=settlement,
        said=settled_line(names, settlement) if settlement else "",
        reasons=list(reasons(names, settlement)) if settlement else [],
        rule=rule_of(settlement) if settlement else "",
    )
    return make_response(page, 422 if errors else 200)


def _question(inputs: Mapping[str, str]) -> DealQuestion:
    """The question of a query string. Raises RefusedError."""
    filled = [seat for seat in SEATS if inputs.get(f"h{seat}", "").strip()]
    players = SEATS.index(filled[-1]) + 1
    hearts = tuple(_number(inputs.get(f"h{seat}", ""), f"Seat {seat}") for seat in SEATS[:players])
    if players not in HEARTS:
        raise RefusedError(Fault("players", "Give the hearts of two to six players, one seat after another."))
    named = {settling.value: settling for settling in Settling}
    return DealQuestion(
        hearts,
        settling=named.get(inputs.get("settling", "")),
        odd_jack=bool(inputs.get("odd_jack")),
        pool=_number(inputs.get("pool", ""), "Pool"),
        jack=bool(inputs.get("jack")),
        revokers=tuple(seat for seat in request.args.getlist("revoke") if seat in SEATS),
    )


def _number(text: str, what: str) -> int:
    """A whole number; 0 for an empty field. Raises RefusedError."""
    text = text.strip()
    if text and not (text.isascii() and text.isdecimal() and len(text) <= LONGEST):
        raise RefusedError(Fault("not-a-number", f"{what}: “{text[:20]}” is not a whole number."))
    return int(text or 0)


def _link_of(example: Example) -> str:
    """The address of the page that answers an example."""
    question: DealQuestion = example.question
    parts: dict[str, Any] = {f"h{seat}": hearts for seat, hearts in zip(SEATS, question.hearts, strict=False)}
    parts |= {
        "settling": question.settling and question.settling.value,
        "odd_jack": 1 if question.odd_jack else None,
        "pool": question.pool or None,
        "jack": 1 if question.jack else None,
        "revoke": list(question.revokers),
    }
    return url_for("hearts_disputes.settle", **parts)


add_rules(pages, rulebook, "The rules of Hearts", "jack", "hearts_disputes.settle", _link_of)
