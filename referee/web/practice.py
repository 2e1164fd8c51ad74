"""Practice: count the points of some cards, against the clock if there is a limit, after a start page.

The streak is stored in the session cookie.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.english import plural, titled
from referee.games.game import Game
from referee.web.permissions import view_of
from referee.web.services import service

CHANCE = random.SystemRandom()
MOST_MISSED = 100
"""The number of a score book's latest misses from which questions are chosen."""

LIMITS = (0, 10, 20, 40)
"""The time limits in seconds; 0 for none."""
USUAL_LIMIT = 20
ON_THE_WAY = 2
"""Seconds allowed for the transfer of page and answer."""


class Practice(ABC):
    """The practice of a game. A game provides its questions, as plain data, and their answers."""

    game: Game[Any, Any, Any]
    title: str
    asks: str
    """The task, in a few sentences."""
    question, answered = "What is it worth?", "What was it worth?"
    """The heading before and after the answer."""
    legend = "Points"
    """The heading above the answers."""
    answers: Sequence[int]
    """The answers to choose from: points, or numbers for words."""
    dull: int
    """Questions worth fewer points are mostly skipped."""
    template = ""
    """The template of a question, if it is not the game's own."""
    dull_share = 0.1
    """The share of such questions that is not skipped."""

    @abstractmethod
    def draw(self) -> dict[str, Any]:
        """A random question."""

    @abstractmethod
    def worth(self, data: dict[str, Any]) -> int:
        """The right answer to a question."""

    @abstractmethod
    def variables(self, data: dict[str, Any], is_answered: bool) -> dict[str, Any]:
        """Return the template's variables for a question, before or after its answer."""

    def words(self, data: dict[str, Any], answer: int) -> str:
        """The label of an answer's key."""
        return str(answer)

    def explanation(self, data: dict[str, Any]) -> str:
        """The right answer in a sentence."""
        return f"It is worth {plural(self.worth(data), 'point')}."

    def missed(self) -> Iterator[dict[str, Any]]:
        """Yield the items missed at tables of the visitor's score books, which are asked first."""
        return iter(())

    def is_wanted(self, data: dict[str, Any]) -> bool:
        """Return True if a random question is worth asking."""
        return self.worth(data) >= self.dull or CHANCE.random() < self.dull_share

    # --- what is the same in all ---------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of its blueprint."""
        return f"{self.game.key.replace('-', '_')}_practice"

    @property
    def session_key(self) -> str:
        """The key of its state in the session."""
        return f"{self.game.key}-practice"

    def blueprint(self, prefix: str) -> Blueprint:
        """The views: the start, and with `asked` the question or the result."""
        pages = Blueprint(self.name, __name__, url_prefix=prefix)
        pages.add_url_rule("", "practice", view_of(self.show, Permission.GUEST))
        pages.add_url_rule("", "answer", view_of(self.answer, Permission.GUEST), methods=["POST"])
        return pages

    def ask(self) -> dict[str, Any]:
        """A new question with its time: mostly one that was missed at a table, if there is one."""
        missed = list(self.missed())
        data = CHANCE.choice(missed) if missed and CHANCE.random() < 2 / 3 else None
        while data is None:
            drawn = self.draw()
            data = drawn if self.is_wanted(drawn) else None
        return data | {"at": _now()}

    def show(self) -> ResponseReturnValue:
        """The start; with `asked` the question, or the result and its explanation; `next` asks another question."""
        state = self._state()
        if "next" in request.args:
            self._keep(self._next(state))
            return redirect(self._address, 303)
        is_begun = "asked" in request.args and ("asked" in state or "told" in state)
        return self._page(state) if is_begun else self._start(state)

    def answer(self) -> ResponseReturnValue:
        """Judge the counted points, or none if the time was up; or set another time limit, or give more time."""
        state, inputs = self._state(), request.form
        limit, points = _whole(inputs.get("limit")), _whole(inputs.get("points"))
        if limit in LIMITS:
            data = {name: value for name, value in state.get("asked", {}).items() if name != "allowed"}
            # The question stays, and its time continues.
            self._keep(state | {"limit": limit} | ({"asked": data} if data else {}))
            if "start" in inputs:
                return redirect(url_for(f"{self.name}.practice"), 303)
        elif state.get("asked") and "more" in inputs:
            self._keep(state | {"asked": state["asked"] | {"allowed": _allowed(state) + _limit(state)}})
        elif state.get("asked"):
            self._keep(self._judged(state, points))
        return redirect(self._address, 303)

    @property
    def _address(self) -> str:
        """The address of the question, or of the result."""
        return url_for(f"{self.name}.practice", asked=1)

    def _next(self, state: dict[str, Any]) -> dict[str, Any]:
        """Return the state with a new question; a question that waits stays, unless its time ran out."""
        if "asked" in state and self._is_in_time(state):
            return state
        streak = 0 if "asked" in state else state.get("streak", 0)
        return state | {"asked": self.ask(), "told": None, "streak": streak}

    def _is_in_time(self, state: dict[str, Any]) -> bool:
        took = round(_now() - state["asked"]["at"])
        return not _limit(state) or took <= _allowed(state) + ON_THE_WAY

    def _judged(self, state: dict[str, Any], points: int | None) -> dict[str, Any]:
        data, took = state["asked"], round(_now() - state["asked"]["at"])
        in_time = self._is_in_time(state)
        right = points == self.worth(data) and in_time
        streak = state.get("streak", 0) + 1 if right else 0
        result = {"cards": data, "points": points, "took": took, "in_time": in_time, "right": right}
        return state | {"asked": None, "told": result, "streak": streak, "best": max(streak, state.get("best", 0))}

    def _start(self, state: dict[str, Any]) -> str:
        return render_template(
            "components/practice_start.html",
            practice=self,
            limit=_limit(state),
            limits=LIMITS,
            best=state.get("best", 0),
        )

    def _page(self, state: dict[str, Any]) -> str:
        result, limit = state.get("told"), _limit(state)
        data = result["cards"] if result else state["asked"]
        return render_template(
            self.template or f"{self.game.key.replace('-', '_')}/practice.html",
            practice=self,
            result=result,
            explanation=self.explanation(data) if result else "",
            missed=data.get("missed"),
            streak=state.get("streak", 0),
            best=state.get("best", 0),
            limit=limit,
            limits=LIMITS,
            left=max(0, round(data["at"] + data.get("allowed", limit) - _now())),
            answers=[[(each, titled(self.words(data, each))) for each in some] for some in _in_tens(self.answers)],
            next=url_for(f"{self.name}.practice", next=1),
            **self.variables(data, bool(result)),
        )

    def _state(self) -> dict[str, Any]:
        """The state of the practice in the session."""
        kept = session.get(self.session_key)
        return {name: value for name, value in kept.items() if value is not None} if isinstance(kept, dict) else {}

    def _keep(self, state: dict[str, Any]) -> None:
        session[self.session_key] = state


def _limit(state: Mapping[str, Any]) -> int:
    """The seconds to answer a question; 0 for any number."""
    limit: int = state.get("limit", USUAL_LIMIT)
    return limit


def _allowed(state: Mapping[str, Any]) -> int:
    """The seconds to answer the current question, including seconds added to it."""
    allowed: int = state["asked"].get("allowed", _limit(state))
    return allowed


def _in_tens(answers: Sequence[int]) -> list[Sequence[int]]:
    """The answers that are shown at once: all, or of more than thirty a group of ten, the last one up to twelve."""
    starts = range(0, len(answers) - 2, 10) if len(answers) > 30 else [0]
    return [answers[start : None if start == starts[-1] else start + 10] for start in starts]


def _now() -> float:
    return service().clock().timestamp()


def _whole(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and text.isascii() and len(text) < 5 else None
