"""Practice: count the points of four cards against the clock. The streak is stored in the session cookie."""

import random
from collections.abc import Iterator
from typing import Any

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.cards import PACK, codes, read_card
from referee.games.havilering.seats import Seat
from referee.games.havilering.verdict import Question, verdict
from referee.season import Season, season_at
from referee.web.permissions import needs, visitor
from referee.web.services import service, summaries

pages = Blueprint("practice", __name__, url_prefix="/practice")
CHANCE = random.SystemRandom()
LIMITS = (0, 10, 20, 40)
"""The time limits in seconds; 0 for none."""
USUAL_LIMIT = 20
ON_THE_WAY = 2
"""Seconds allowed for the transfer of page and answer."""
MOST_POINTS = 16
"""The highest worth of four cards, apart from the thirteenth trick and the dealer's Jack Havel."""
MOST_MISSED = 100
"""The maximum number of missed tricks of the score book to choose from."""
DULL = 2
"""Four cards with fewer points are mostly skipped."""


@pages.get("")
@needs(Permission.GUEST)
def practice() -> ResponseReturnValue:
    """The page with four cards to count, or with the result and its explanation."""
    state = _state()
    if "asked" not in state and ("next" in request.args or "told" not in state):
        _keep(state | {"asked": _ask(), "told": None})
    return redirect(url_for("practice.practice"), 303) if "next" in request.args else _page(_state())


@pages.post("")
@needs(Permission.GUEST)
def answer() -> ResponseReturnValue:
    """Post the counted points, or none if the time was up; or set another time limit."""
    state, given = _state(), request.form
    if given.get("limit", type=int) in LIMITS:
        _keep(state | {"limit": given.get("limit", type=int)})  # The question stays, and its time continues.
    elif state.get("asked"):
        _keep(_judged(state, given.get("points", type=int)))
    return redirect(url_for("practice.practice"), 303)


def _judged(state: dict[str, Any], points: int | None) -> dict[str, Any]:
    asked, took = state["asked"], round(_now() - state["asked"]["at"])
    limit = state.get("limit", USUAL_LIMIT)
    in_time = not limit or took <= limit + ON_THE_WAY
    right = points == verdict(_question(asked)).score.points and in_time
    streak = state.get("streak", 0) + 1 if right else 0
    told = {"cards": asked, "points": points, "took": took, "in_time": in_time, "right": right}
    return state | {"asked": None, "told": told, "streak": streak, "best": max(streak, state.get("best", 0))}


def _page(state: dict[str, Any]) -> str:
    told, limit = state.get("told"), state.get("limit", USUAL_LIMIT)
    asked = told["cards"] if told else state["asked"]
    question = _question(asked)
    return render_template(
        "havilering/practice/practice.html",
        question=question,
        answer=verdict(question) if told else None,
        told=told,
        missed=asked.get("missed"),
        streak=state.get("streak", 0),
        best=state.get("best", 0),
        limit=limit,
        limits=LIMITS,
        left=max(0, round(asked["at"] + limit - _now())),
        most=MOST_POINTS,
        player=_word,
    )


def _word(seat: Seat) -> str:
    return seat.word


# --- what is asked -------------------------------------------------------------------------------------------


def _ask() -> dict[str, Any]:
    """A new question with its time: mostly a missed trick of the score book, if there is one."""
    missed = list(_missed())
    if missed and CHANCE.random() < 2 / 3:
        return CHANCE.choice(missed) | {"at": _now()}
    season = season_at(service().clock())
    while True:
        cards = codes(CHANCE.sample(PACK, 4))
        asked = {"cards": cards, "season": season.value, "at": _now()}
        if verdict(_question(asked)).score.points >= DULL or CHANCE.random() < 0.1:
            return asked


def _missed() -> Iterator[dict[str, Any]]:
    """The missed tricks whose worth depends only on the cards and the season."""
    for book_id in visitor().grants(Permission.KEEP):
        for row in summaries().missed_tricks(book_id, MOST_MISSED):
            cards = [row[f"card_{place}"] for place in range(1, 5)]
            asked = {"cards": cards, "season": row["season"], "missed": {"by": row["name"], "points": row["missed"]}}
            if verdict(_question(asked)).score.points == row["points"]:
                yield asked


def _question(asked: dict[str, Any]) -> Question:
    return Question(tuple(map(read_card, asked["cards"])), Season(asked["season"]))


def _now() -> float:
    return service().clock().timestamp()


def _state() -> dict[str, Any]:
    """The state of the practice in the session."""
    kept = session.get("practice")
    return {name: value for name, value in kept.items() if value is not None} if isinstance(kept, dict) else {}


def _keep(state: dict[str, Any]) -> None:
    session["practice"] = state
