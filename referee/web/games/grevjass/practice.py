"""Practice: count a trick."""

import random
from typing import Any

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.cards import codes, read_cards
from referee.games.grevjass.pack import PACK, SUITS
from referee.games.grevjass.verdict import Question, read_suit, verdict
from referee.web.components.practice import Practice
from referee.web.permissions import needs
from referee.web.services import service

pages = Blueprint("grevjass_practice", __name__, url_prefix="/grevjass/practice")
CHANCE = random.SystemRandom()
DULL = 4
"""Tricks that count less are mostly skipped."""
TOTALS = tuple(range(62))
"""What a trick may count: at most Jass, Marietta and two aces, with the last trick."""


@pages.get("")
@needs(Permission.GUEST)
def practice() -> ResponseReturnValue:
    """The start; a trick to count; or the result and its explanation."""
    return _PRACTICE.show()


@pages.post("")
@needs(Permission.GUEST)
def answer() -> ResponseReturnValue:
    """Post the counted points, or none if the time was up; or set another time limit."""
    return _PRACTICE.answer(request.form)


def _ask() -> dict[str, Any]:
    """A new question with its time: mostly a trick with something in it, and often with a high trump."""
    while True:
        cards, trump = codes(CHANCE.sample(PACK, 4)), CHANCE.choice(SUITS)
        asked = {"cards": cards, "trump": trump.letter, "last": CHANCE.random() < 1 / 8, "at": _now()}
        has_trump = any(code[0] in "J9" and code[1] == trump.letter for code in cards)
        if (_worth(asked) >= DULL and (has_trump or CHANCE.random() < 0.5)) or CHANCE.random() < 0.1:
            return asked


def _question(asked: dict[str, Any]) -> Question:
    return Question(read_cards(" ".join(asked["cards"])), read_suit(asked["trump"]), last=asked["last"])


def _worth(asked: dict[str, Any]) -> int:
    return verdict(_question(asked)).points


def _shown(asked: dict[str, Any], is_told: bool) -> dict[str, Any]:
    question = _question(asked)
    there = {"cards": ".".join(asked["cards"]), "trump": asked["trump"], "last": 1 if asked["last"] else None}
    return {
        "question": question,
        "answer": verdict(question) if is_told else None,
        "what_if": url_for("grevjass_disputes.trick", **there),
    }


def _now() -> float:
    return service().clock().timestamp()


_PRACTICE = Practice(
    name="grevjass-practice",
    endpoint="grevjass_practice.practice",
    title="Practise counting · Grevjass",
    asks="The four cards of a trick and the trumps are shown, and you tap how many points they count. "
    "Then you see the right number, and how it is made up.",
    template="grevjass/practice/practice.html",
    answers=TOTALS,
    ask=_ask,
    worth=_worth,
    shown=_shown,
    now=_now,
)
