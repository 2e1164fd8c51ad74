"""Dispute pages: the settling of any deal, the winner of a trick, and the rules; practice in taking tricks."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.cards import PACK, Suit, codes
from referee.games.humbug_whist import talk
from referee.games.humbug_whist.actions import SEATS, TRICKS
from referee.games.humbug_whist.game import HUMBUG_WHIST
from referee.games.humbug_whist.settling import Settlement
from referee.games.humbug_whist.verdict import NAMES, DealQuestion, answer, rulebook, trick
from referee.games.kit.questions import TrickQuestion
from referee.games.rulebook import Example
from referee.web.asked_from import asked_from
from referee.web.components.picking import PAD
from referee.web.permissions import needs
from referee.web.practice import CHANCE
from referee.web.rules import add_rules
from referee.web.sittings.settling import is_given, number, settle_page
from referee.web.trick_questions import TrickDispute, WhoTakesIt

pages = Blueprint("humbug_whist_disputes", __name__, url_prefix="/humbug-whist")
FORM_NAMES = {"N": "One player (N)", "S": "The other (S)"}


@pages.get("/settle")
@needs(Permission.GUEST)
def settle() -> ResponseReturnValue:
    """Settle a deal: N's tricks, the revokes of both and the stake, in the query string."""
    current = asked_from()
    players = current.match.setup.players if current else None
    usual = {"stake": current.match.setup.rules.stake} if current else {}
    labels = players or FORM_NAMES
    return settle_page(pages, "Humbug Whist", talk, players or NAMES, lambda: _settled(labels), usual, labels=labels)


def _settled(labels: Mapping[str, str]) -> Settlement | None:
    """The settlement that the query string asks for, if any; one player's tricks follow from the other's.

    Raises RefusedError.
    """
    if not any(map(is_given, SEATS)):
        return None
    tricks = [number(seat, labels[seat]) if is_given(seat) else None for seat in SEATS]
    both = tuple(max(0, TRICKS - (tricks[1 - at] or 0)) if one is None else one for at, one in enumerate(tricks))
    revokers = tuple(seat for seat in SEATS for _ in range(min(number(f"revokes_{seat}", "Revokes"), TRICKS)))
    return answer(DealQuestion(both, revokers, number("stake", "Stake") if is_given("stake") else 1))


TRICK = TrickDispute(
    pages=pages,
    path="/trick",
    title="Humbug Whist",
    rule=trick,
    pad=PAD,
    pack=PACK,
    suit=("trump", "Trumps"),
    style="sittings/book.css",
    seats=dict(zip(SEATS, ("The leader", "The second player"), strict=True)),
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


class HumbugWhistPractice(WhoTakesIt):
    """The card led, the other card and the trumps are shown."""

    game, dispute = HUMBUG_WHIST, TRICK
    title = "Practice: taking tricks · Humbug Whist"
    asks = "You see the card led, the other card and the trumps. Tap the card that takes the trick."
    question, answered = "Who takes it?", "Who took it?"
    answers = range(2)
    dull = 1
    dull_share = 0.6

    def draw(self) -> dict[str, Any]:
        """Two cards, often of the same suit or with a trump, which decide most."""
        led, second = CHANCE.sample(PACK, 2)
        trumps = CHANCE.choice([led.suit, second.suit, *Suit])
        return {"cards": codes((led, second)), "trumps": trumps.letter}

    def question_of(self, data: dict[str, Any]) -> TrickQuestion:
        """A question as the referee reads it; sessions name its suit `trumps`."""
        return super().question_of(data | {"trump": data["trumps"]})


practice = HumbugWhistPractice().blueprint("/humbug-whist/practice")
