"""Dispute pages: the count of a hand or crib, the points that a card pegs, and the rules; practice in counting."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import OWN, Permission
from referee.cards import PACK, codes, read_card, read_cards
from referee.games.cribbage import counting, talk
from referee.games.cribbage.counting import FIVE, TOTALS
from referee.games.cribbage.game import CRIBBAGE
from referee.games.cribbage.items import points_of, value_of
from referee.games.cribbage.verdict import HandQuestion, rulebook
from referee.games.kit.sides import other
from referee.games.rulebook import Example
from referee.web.components import picking
from referee.web.components.picking import PAD, write_places
from referee.web.forms import form_page
from referee.web.games.cribbage import questions
from referee.web.permissions import needs, visitor
from referee.web.practice import CHANCE, MOST_MISSED, Practice
from referee.web.rules import add_rules
from referee.web.services import summaries

pages = Blueprint("cribbage_disputes", __name__, url_prefix="/cribbage")


@pages.get("/dispute")
@needs(Permission.GUEST)
def hand() -> ResponseReturnValue:
    """Count any four cards and a starter: every set, and the near misses. The question is in the query string."""
    inputs = request.args.to_dict()
    asked, errors = picking.read_what_can_be(questions.read_hand, inputs)
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
    cards, errors = picking.read_what_can_be(questions.read_play, inputs)
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
        return url_for("cribbage_disputes.hand", **questions.query(question))
    return url_for("cribbage_disputes.play", cards=".".join(codes(question.cards)))


add_rules(pages, rulebook, "The rules of cribbage", "false go", "cribbage_disputes.hand", _link_of)


class CribbagePractice(Practice):
    """Four cards and a starter are shown."""

    game = CRIBBAGE
    title = "Practice: counting · Cribbage"
    asks = (
        "You see a hand or a crib with the starter, and tap its points. Then you see the answer and how it adds up."
    )
    answers = TOTALS
    dull = 4
    dull_share = 0.2

    def draw(self) -> dict[str, Any]:
        """A hand, or now and then a crib."""
        *four, starter = codes(CHANCE.sample(PACK, FIVE))
        return {"cards": four, "starter": starter, "crib": CHANCE.random() < 1 / 4}

    def missed(self) -> Iterator[dict[str, Any]]:
        """The hands and cribs whose claims missed points."""
        for book_id in visitor().grants(OWN):
            seated = cache(summaries().seated)
            for row in summaries().missed_rows(book_id, CRIBBAGE, MOST_MISSED):
                dealer, names = row["dealer"], seated(row["match_id"])
                for what, seat in (("pone", other(dealer)), ("dealer", dealer), ("crib", dealer)):
                    points, claimed = row[f"{what}_points"], row[f"{what}_claimed"]
                    if claimed is not None and claimed < points:
                        cards = codes(read_cards(row[f"{what}_cards"]))
                        data = {"cards": cards, "starter": row["starter"], "crib": what == "crib"}
                        yield data | {"missed": {"by": names[seat], "points": points - claimed}}

    def worth(self, data: dict[str, Any]) -> int:
        """Return the points of the hand."""
        return counting.count(*_question(data)).points

    def variables(self, data: dict[str, Any], is_answered: bool) -> dict[str, Any]:
        """The cards and, after the answer, every set."""
        question = _question(data)
        return {
            "question": question,
            "cards": (*question.four, question.starter),
            "crib": question.crib,
            "talk": talk,
            "count": counting.count(*question) if is_answered else None,
            "not_counted": list(counting.not_counted(*question)) if is_answered else [],
            "what_if": questions.query(question),
        }


def _question(data: dict[str, Any]) -> HandQuestion:
    return HandQuestion(tuple(map(read_card, data["cards"])), read_card(data["starter"]), data["crib"])


practice = CribbagePractice().blueprint("/cribbage/practice")
