"""Dispute pages of Hearts: the settling of any deal, and the rules."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.faults import Fault, RefusedError
from referee.games.hearts import talk
from referee.games.hearts.actions import HEARTS, SEATS, Settling
from referee.games.hearts.settling import Settlement
from referee.games.hearts.verdict import DealQuestion, answer, rulebook
from referee.games.rulebook import Example
from referee.web.asked_from import asked_from
from referee.web.permissions import needs
from referee.web.rules import add_rules
from referee.web.sittings.settling import is_given, number, settle_page

pages = Blueprint("hearts_disputes", __name__, url_prefix="/hearts")


@pages.get("/settle")
@needs(Permission.GUEST)
def settle() -> ResponseReturnValue:
    """Settle a deal: the query string has the hearts of each seat, and the pool."""
    current = asked_from()
    players: Mapping[str, str] = current.match.setup.players if current else {}
    seats = [seat for seat in SEATS if not current or seat in players or is_given(f"h{seat}")]
    names = {seat: players.get(seat, f"Seat {seat}") for seat in seats}
    revokers = request.args.getlist("revoke")
    return settle_page(pages, "Hearts", talk, names, _settled, current=current, revokers=revokers, settlings=Settling)


def _settled() -> Settlement | None:
    """The settlement that the query string asks for, if any. Raises RefusedError."""
    inputs, filled = request.args, [seat for seat in SEATS if is_given(f"h{seat}")]
    if not filled:
        return None
    players = SEATS.index(filled[-1]) + 1
    hearts = tuple(number(f"h{seat}", f"Seat {seat}") for seat in SEATS[:players])
    if players not in HEARTS:
        raise RefusedError(Fault("players", "Give the hearts of two to six players, one seat after another."))
    named = {settling.value: settling for settling in Settling}
    question = DealQuestion(
        hearts,
        settling=named.get(inputs.get("settling", "")),
        odd_jack=bool(inputs.get("odd_jack")),
        pool=number("pool", "Pool"),
        jack=bool(inputs.get("jack")),
        revokers=tuple(seat for seat in inputs.getlist("revoke") if seat in SEATS),
    )
    return answer(question)


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
