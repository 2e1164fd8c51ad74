"""Dispute pages: the settling of any deal, and the rules; practice: who takes the pool by Sweepstake."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.faults import Fault, RefusedError
from referee.games.hearts import actions, talk
from referee.games.hearts.actions import SEATS, Settling
from referee.games.hearts.game import HEARTS
from referee.games.hearts.settling import Result, Settlement
from referee.games.hearts.state import Match
from referee.games.hearts.talk import reasons, settled_line
from referee.games.hearts.verdict import DealQuestion, answer, rulebook
from referee.games.rulebook import Example
from referee.web.asked_from import asked_from
from referee.web.components import picking
from referee.web.permissions import needs
from referee.web.practice import CHANCE, Practice
from referee.web.rules import add_rules
from referee.web.sittings.settling import is_given, number, settle_page

pages = Blueprint("hearts_disputes", __name__, url_prefix="/hearts")
NAMES = dict(zip(SEATS, ("Ann", "Bob", "Cat", "Dan"), strict=False))
DIVIDED, STAYS = 4, 5
"""The answers that name no player."""


@pages.get("/settle")
@needs(Permission.GUEST)
def settle() -> ResponseReturnValue:
    """Settle a deal: the query string has the hearts of each seat, and the pool."""
    current = asked_from()
    players: Mapping[str, str] = current.match.setup.players if current else {}
    seats = [seat for seat in SEATS if not current or seat in players or is_given(f"h{seat}")]
    names = {seat: players.get(seat, f"Seat {seat}") for seat in seats}
    more = {"current": current, "revokers": request.args.getlist("revoke"), "settlings": Settling}
    usual = _at_table(current.match) if current else {}
    return settle_page(pages, "Hearts", talk, names, lambda: _settled(players), usual, **more)


def _at_table(match: Match) -> dict[str, Any]:
    """The fields for the deal in hand: the rules, and the pool."""
    rules = match.setup.rules
    odd_jack = rules.odd_jack and rules.settling is not Settling.HOWELL
    return {"settling": rules.settling.value, "odd_jack": odd_jack, "pool": match.pool, "jack": match.jack}


def _settled(at_table: Mapping[str, str]) -> Settlement | None:
    """The settlement that the query string asks for, if any. Raises RefusedError.

    A field left blank means no hearts for a player at the table; without a table, the last ones are empty seats.
    """
    inputs, filled = request.args, [seat for seat in SEATS if is_given(f"h{seat}")]
    if not filled:
        return None
    players = max(SEATS.index(seat) + 1 for seat in (*filled, *(each for each in at_table if f"h{each}" in inputs)))
    hearts = tuple(number(f"h{seat}", at_table.get(seat, f"Seat {seat}")) for seat in SEATS[:players])
    if players not in actions.HEARTS:
        raise RefusedError(Fault("players", "Give the hearts of two to six players, one seat after another."))
    named = {settling.value: settling for settling in Settling}
    if unknown := picking.unknown_words(inputs, {"settling": named}):
        raise RefusedError(*(Fault("settling", text) for text in unknown))
    question = DealQuestion(
        hearts,
        settling=named.get(inputs.get("settling", "")),
        odd_jack=bool(inputs.get("odd_jack")),
        pool=number("pool", "Pool"),
        jack=bool(inputs.get("jack")),
        revokers=tuple(filter(None, inputs.getlist("revoke"))),
    )
    return answer(question)


def _link_of(example: Example) -> str:
    """The address of the page that answers an example."""
    return _address(example.question)


def _address(question: DealQuestion) -> str:
    """The address of the page that answers a question."""
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
        return {DIVIDED: "it is divided", STAYS: "it stays: a Jack"}.get(answer) or f"{NAMES[SEATS[answer]]} takes it"

    def explanation(self, data: dict[str, Any]) -> str:
        """Describe the settlement of the deal."""
        return settled_line(NAMES, answer(_question(data)))

    def variables(self, data: dict[str, Any], is_answered: bool) -> dict[str, Any]:
        """Return the hearts by name, and after the answer the payments."""
        return {
            "hearts": list(zip(NAMES.values(), data["hearts"], strict=True)),
            "pool": data["pool"],
            "jack": data["jack"],
            "reasons": list(reasons(NAMES, answer(_question(data)))) if is_answered else [],
            "what_if": _address(_question(data)),
        }


def _question(data: dict[str, Any]) -> DealQuestion:
    return DealQuestion(tuple(data["hearts"]), pool=data["pool"], jack=data["jack"])


practice = HeartsPractice().blueprint("/hearts/practice")
