"""Practice: which of two cards takes the trick."""

from collections.abc import Sequence
from typing import Any

from flask import url_for

from referee.cards import PACK, Card, Suit, codes, read_cards, read_suit
from referee.games.humbug_whist.game import HUMBUG_WHIST
from referee.games.humbug_whist.verdict import TrickQuestion, trick
from referee.web.practice import CHANCE, WhoTakesIt


class HumbugWhistPractice(WhoTakesIt):
    """The card led, the other card and the trumps are shown."""

    game = HUMBUG_WHIST
    title = "Practise taking tricks · Humbug Whist"
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

    def outcome(self, data: dict[str, Any]) -> tuple[Sequence[Card], int, str]:
        """The cards, the place of the card that takes the trick, and the reason."""
        question = _question(data)
        card, why = trick(question)
        return question.cards, question.cards.index(card), f"The {card.name} takes it: {why}."

    def variables(self, data: dict[str, Any], is_answered: bool) -> dict[str, Any]:
        """The cards and the trumps."""
        question = _question(data)
        there = {"cards": ".".join(data["cards"]), "trump": data["trumps"]}
        return {"question": question, "what_if": url_for("humbug_whist_disputes.who_takes", **there)}


def _question(data: dict[str, Any]) -> TrickQuestion:
    return TrickQuestion(read_cards(" ".join(data["cards"])), read_suit(data["trumps"]))


pages = HumbugWhistPractice().blueprint("/humbug-whist/practice")
