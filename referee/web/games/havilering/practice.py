"""Practice: count the points of four cards."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from referee.books.permissions import KEEP, Permission
from referee.cards import PACK, codes, read_card
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.seats import Seat
from referee.games.havilering.verdict import Question, verdict
from referee.season import Season, season_at
from referee.web.components.practice import Practice
from referee.web.permissions import needs, visitor
from referee.web.services import service, summaries

pages = Blueprint("havilering_practice", __name__, url_prefix="/practice")
CHANCE = random.SystemRandom()
MOST_POINTS = 16
"""The highest worth of four cards, apart from the thirteenth trick and the dealer's Jack Havel."""
MOST_MISSED = 100
"""The maximum number of missed tricks of the score book to choose from."""
DULL = 2
"""Four cards with fewer points are mostly skipped."""


@pages.get("")
@needs(Permission.GUEST)
def practice() -> ResponseReturnValue:
    """The start; four cards to count; or the result and its explanation."""
    return _PRACTICE.show()


@pages.post("")
@needs(Permission.GUEST)
def answer() -> ResponseReturnValue:
    """Post the counted points, or none if the time was up; or set another time limit."""
    return _PRACTICE.answer(request.form)


def _ask() -> dict[str, Any]:
    """A new question with its time: mostly a missed trick of the score book, if there is one."""
    missed = list(_missed())
    if missed and CHANCE.random() < 2 / 3:
        return CHANCE.choice(missed) | {"at": _now()}
    season = season_at(service().clock())
    while True:
        cards = codes(CHANCE.sample(PACK, 4))
        asked = {"cards": cards, "season": season.value, "at": _now()}
        if _worth(asked) >= DULL or CHANCE.random() < 0.1:
            return asked


def _missed() -> Iterator[dict[str, Any]]:
    """The missed tricks whose worth depends only on the cards and the season."""
    for book_id in visitor().grants(KEEP):
        seated = cache(summaries().seated)
        for row in summaries().missed_rows(book_id, HAVILERING, MOST_MISSED):
            by = seated(row["match_id"])[row["winner"]]
            cards = [row[f"card_{place}"] for place in range(1, 5)]
            asked = {"cards": cards, "season": row["season"], "missed": {"by": by, "points": row["missed"]}}
            if _worth(asked) == row["points"]:
                yield asked


def _question(asked: dict[str, Any]) -> Question:
    return Question(tuple(map(read_card, asked["cards"])), Season(asked["season"]))


def _worth(asked: dict[str, Any]) -> int:
    return verdict(_question(asked)).score.points


def _shown(asked: dict[str, Any], is_told: bool) -> dict[str, Any]:
    question = _question(asked)
    return {"question": question, "answer": verdict(question) if is_told else None, "player": _word}


def _word(seat: Seat) -> str:
    return seat.word


def _now() -> float:
    return service().clock().timestamp()


_PRACTICE = Practice(
    name="practice",
    endpoint="havilering_practice.practice",
    title="Practise counting",
    asks="Four cards of a trick are shown, and you tap how many points they are worth. "
    "Then you see the right number, and how it is made up.",
    template="havilering/practice/practice.html",
    answers=range(MOST_POINTS + 1),
    ask=_ask,
    worth=_worth,
    shown=_shown,
    now=_now,
)
