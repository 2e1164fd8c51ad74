"""Practice: count a hand or crib."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from referee.books.permissions import KEEP, Permission
from referee.cards import PACK, codes, read_card, read_cards
from referee.games.cribbage import counting, talk
from referee.games.cribbage.counting import FIVE, TOTALS
from referee.games.cribbage.game import CRIBBAGE
from referee.games.cribbage.questions import HandQuestion
from referee.games.cribbage.seats import SEAT_NAMED
from referee.web.components.practice import Practice
from referee.web.games.cribbage.asking import query
from referee.web.permissions import needs, visitor
from referee.web.services import service, summaries

pages = Blueprint("cribbage_practice", __name__, url_prefix="/cribbage/practice")
CHANCE = random.SystemRandom()
MOST_MISSED = 100
"""The maximum number of missed deals of the score book to choose from."""
DULL = 4
"""Hands with fewer points are mostly skipped."""


@pages.get("")
@needs(Permission.GUEST)
def practice() -> ResponseReturnValue:
    """The start; a hand to count; or the result and its explanation."""
    return _PRACTICE.show()


@pages.post("")
@needs(Permission.GUEST)
def answer() -> ResponseReturnValue:
    """Post the counted points, or none if the time was up; or set another time limit."""
    return _PRACTICE.answer(request.form)


def _ask() -> dict[str, Any]:
    """A new question with its time: mostly a hand that was missed at a table of the score book, if there is one."""
    missed = list(_missed())
    if missed and CHANCE.random() < 2 / 3:
        return CHANCE.choice(missed) | {"at": _now()}
    while True:
        *four, starter = codes(CHANCE.sample(PACK, FIVE))
        asked = {"cards": four, "starter": starter, "crib": CHANCE.random() < 1 / 4, "at": _now()}
        if _worth(asked) >= DULL or CHANCE.random() < 0.2:
            return asked


def _missed() -> Iterator[dict[str, Any]]:
    """The hands and cribs whose claims missed points."""
    for book_id in visitor().grants(KEEP):
        seated = cache(summaries().seated)
        for row in summaries().missed_rows(book_id, CRIBBAGE, MOST_MISSED):
            dealer, names = SEAT_NAMED[row["dealer"]], seated(row["match_id"])
            for what, seat in (("pone", dealer.other), ("dealer", dealer), ("crib", dealer)):
                points, claimed = row[f"{what}_points"], row[f"{what}_claimed"]
                if claimed is not None and claimed < points:
                    cards = codes(read_cards(row[f"{what}_cards"]))
                    asked = {"cards": cards, "starter": row["starter"], "crib": what == "crib"}
                    yield asked | {"missed": {"by": names[seat.value], "points": points - claimed}}


def _question(asked: dict[str, Any]) -> HandQuestion:
    return HandQuestion(tuple(map(read_card, asked["cards"])), read_card(asked["starter"]), asked["crib"])


def _worth(asked: dict[str, Any]) -> int:
    return counting.count(*_question(asked)).points


def _shown(asked: dict[str, Any], is_told: bool) -> dict[str, Any]:
    question = _question(asked)
    return {
        "question": question,
        "cards": (*question.four, question.starter),
        "crib": question.crib,
        "talk": talk,
        "count": counting.count(*question) if is_told else None,
        "not_counted": list(counting.not_counted(*question)) if is_told else [],
        "what_if": query(question),
    }


def _now() -> float:
    return service().clock().timestamp()


_PRACTICE = Practice(
    name="cribbage-practice",
    endpoint="cribbage_practice.practice",
    title="Practise counting · Cribbage",
    asks="A hand or a crib is shown with the starter, and you tap how many points it is worth. "
    "Then you see the right number, and how it is made up.",
    template="cribbage/practice/practice.html",
    answers=TOTALS,
    ask=_ask,
    worth=_worth,
    shown=_shown,
    now=_now,
)
