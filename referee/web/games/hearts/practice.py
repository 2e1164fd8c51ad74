"""Practice: the winner of the pool, when a deal of four players is settled by Sweepstake."""

from typing import Any

from flask import url_for

from referee.games.hearts.actions import SEATS
from referee.games.hearts.game import HEARTS
from referee.games.hearts.settling import Result
from referee.games.hearts.talk import reasons, settled_line
from referee.games.hearts.verdict import DealQuestion, answer
from referee.web.practice import CHANCE, Practice

NAMES = dict(zip(SEATS, ("Ann", "Bob", "Cat", "Dan"), strict=False))
DIVIDED, STAYS = 4, 5
"""The answers that name no player."""


class HeartsPractice(Practice):
    """Hearts: the cards that four players took are shown, and the pool; the question is who wins it."""

    game = HEARTS
    title = "Practice: the pool · Hearts"
    asks = (
        "You see what each of four players took, and the pool before the deal. Tap who takes it, or "
        "whether it is divided or stays."
    )
    question, answered = "Whose is the pool?", "Whose was the pool?"
    legend = "The pool"
    answers = range(STAYS + 1)
    dull = 0

    def draw(self) -> dict[str, Any]:
        """A deal in which one or two players often took nothing, sometimes after a Jack."""
        takers = CHANCE.choice([1, 2, 2, 3, 3, 3, 4])
        hearts = [0, 0, 0, 0]
        seats = CHANCE.sample(range(4), takers)
        for _ in range(13):
            hearts[CHANCE.choice(seats)] += 1
        jack = CHANCE.random() < 1 / 3
        return {"hearts": hearts, "pool": 13 if jack else 0, "jack": jack}

    def worth(self, data: dict[str, Any]) -> int:
        """The place of the player who takes the pool, or one of the other answers."""
        settlement = answer(_question(data))
        if settlement.result is Result.WON:
            return SEATS.index(settlement.clear[0])
        return DIVIDED if settlement.result is Result.DIVIDED else STAYS

    def words(self, data: dict[str, Any], answer: int) -> str:
        """Return the name of a player, or the other outcome for the pool."""
        return {DIVIDED: "is divided", STAYS: "stays: a Jack"}.get(answer) or f"is {NAMES[SEATS[answer]]}’s"

    def explanation(self, data: dict[str, Any]) -> str:
        """Describe the settlement of the deal."""
        return settled_line(NAMES, answer(_question(data)))

    def variables(self, data: dict[str, Any], is_answered: bool) -> dict[str, Any]:
        """Return the hearts by name, and after the answer the payments."""
        there = {f"h{seat}": count for seat, count in zip(SEATS, data["hearts"], strict=False)}
        return {
            "hearts": list(zip(NAMES.values(), data["hearts"], strict=True)),
            "pool": data["pool"],
            "jack": data["jack"],
            "reasons": list(reasons(NAMES, answer(_question(data)))) if is_answered else [],
            "what_if": url_for("hearts_disputes.settle", **there),
        }


def _question(data: dict[str, Any]) -> DealQuestion:
    return DealQuestion(tuple(data["hearts"]), pool=data["pool"], jack=data["jack"])


pages = HeartsPractice().blueprint("/hearts/practice")
