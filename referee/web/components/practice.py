"""Practice: count the points of some cards against the clock, once one has asked to start.

The streak is stored in the session cookie.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

LIMITS = (0, 10, 20, 40)
"""The time limits in seconds; 0 for none."""
USUAL_LIMIT = 20
ON_THE_WAY = 2
"""Seconds allowed for the transfer of page and answer."""


@dataclass(frozen=True, slots=True)
class Practice:
    """The practice of one game."""

    name: str
    """The key of its state in the session."""
    endpoint: str
    """The endpoint of its pages: the start, and with `asked` the question or the result."""
    title: str
    asks: str
    """What is asked, in a few sentences for people."""
    template: str
    answers: Sequence[int]
    """The points to choose from."""
    ask: Callable[[], dict[str, Any]]
    """A new question as plain data, with the time `at` which it was asked."""
    worth: Callable[[dict[str, Any]], int]
    """The right answer to a question."""
    shown: Callable[[dict[str, Any], bool], dict[str, Any]]
    """What the template shows of a question, and whether it has been answered."""
    now: Callable[[], float]
    """The time in seconds."""

    def show(self) -> ResponseReturnValue:
        """The start; with `asked` the question, or the result and its explanation; `next` asks another question."""
        state = self._state()
        if "next" in request.args:
            self._keep(self._next(state))
            return redirect(self._address, 303)
        is_begun = "asked" in request.args and ("asked" in state or "told" in state)
        return self._page(state) if is_begun else self._start(state)

    def answer(self, given: Mapping[str, str]) -> ResponseReturnValue:
        """Judge the counted points, or none if the time was up; or set another time limit."""
        state = self._state()
        limit, points = _whole(given.get("limit")), _whole(given.get("points"))
        if limit in LIMITS:
            self._keep(state | {"limit": limit})  # The question stays, and its time continues.
        elif state.get("asked"):
            self._keep(self._judged(state, points))
        return redirect(self._address, 303)

    @property
    def _address(self) -> str:
        """The address of the question, or of the result."""
        return url_for(self.endpoint, asked=1)

    def _next(self, state: dict[str, Any]) -> dict[str, Any]:
        """With a new question; one that waits for its answer stays, unless it was left until its time was up."""
        if "asked" in state and self._is_in_time(state):
            return state
        streak = 0 if "asked" in state else state.get("streak", 0)
        return state | {"asked": self.ask(), "told": None, "streak": streak}

    def _is_in_time(self, state: dict[str, Any]) -> bool:
        limit, took = state.get("limit", USUAL_LIMIT), round(self.now() - state["asked"]["at"])
        return not limit or took <= limit + ON_THE_WAY

    def _judged(self, state: dict[str, Any], points: int | None) -> dict[str, Any]:
        asked, took = state["asked"], round(self.now() - state["asked"]["at"])
        in_time = self._is_in_time(state)
        right = points == self.worth(asked) and in_time
        streak = state.get("streak", 0) + 1 if right else 0
        told = {"cards": asked, "points": points, "took": took, "in_time": in_time, "right": right}
        return state | {"asked": None, "told": told, "streak": streak, "best": max(streak, state.get("best", 0))}

    def _start(self, state: dict[str, Any]) -> str:
        return render_template(
            "components/practice_start.html",
            practice=self,
            limit=state.get("limit", USUAL_LIMIT),
            best=state.get("best", 0),
        )

    def _page(self, state: dict[str, Any]) -> str:
        told, limit = state.get("told"), state.get("limit", USUAL_LIMIT)
        asked = told["cards"] if told else state["asked"]
        return render_template(
            self.template,
            title=self.title,
            told=told,
            worth=self.worth(asked) if told else None,
            missed=asked.get("missed"),
            streak=state.get("streak", 0),
            best=state.get("best", 0),
            limit=limit,
            limits=LIMITS,
            left=max(0, round(asked["at"] + limit - self.now())),
            answers=self.answers,
            next=url_for(self.endpoint, next=1),
            **self.shown(asked, bool(told)),
        )

    def _state(self) -> dict[str, Any]:
        """The state of the practice in the session."""
        kept = session.get(self.name)
        return {name: value for name, value in kept.items() if value is not None} if isinstance(kept, dict) else {}

    def _keep(self, state: dict[str, Any]) -> None:
        session[self.name] = state


def _whole(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and text.isascii() and len(text) < 5 else None
