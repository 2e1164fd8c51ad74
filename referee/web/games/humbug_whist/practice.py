"""Practice: which of two cards takes the trick."""

from typing import Any

from flask import url_for

from referee.cards import PACK, Suit, codes, read_cards, read_suit
from referee.games.humbug_whist.game import HUMBUG_WHIST
from referee.games.humbug_whist.verdict import TrickQuestion, trick
from referee.web.practice import CHANCE, Practice


class HumbugWhistPractice(Practice):
    """The card led, the other card and the trumps are shown."""

    game = HUMBUG_WHIST
    title = "Practise taking tricks · Humbug Whist"
    asks = "You see the card led, the other card and the trumps. Tap the card that takes the trick."
    question, answered = "Who takes it?", "Who took it?"
    legend = "The trick goes to"
    answers = range(2)
    dull = 1
    dull_share = 0.6

    def draw(self) -> dict[str, Any]:
        """Two cards, often of the same suit or with a trump, which decide most."""
        led, second = CHANCE.sample(PACK, 2)
        trumps = CHANCE.choice([led.suit, second.suit, *Suit])
        return {"cards": codes((led, second)), "trumps": trumps.letter}

    def worth(self, asked: dict[str, Any]) -> int:
        """0 if the card led takes it, 1 if the other does."""
        question = _question(asked)
        return question.cards.index(trick(question)[0])

    def words(self, asked: dict[str, Any], answer: int) -> str:
        """The card."""
        return _question(asked).cards[answer].name

    def told(self, asked: dict[str, Any]) -> str:
        """Name the card that takes the trick, and the reason."""
        card, why = trick(_question(asked))
        return f"The {card.name} takes it: {why}."

    def shown(self, asked: dict[str, Any], is_told: bool) -> dict[str, Any]:
        """The cards and the trumps."""
        question = _question(asked)
        there = {"cards": ".".join(asked["cards"]), "trump": asked["trumps"]}
        return {"asked_of": question, "what_if": url_for("humbug_whist_disputes.who_takes", **there)}


def _question(asked: dict[str, Any]) -> TrickQuestion:
    return TrickQuestion(read_cards(" ".join(asked["cards"])), read_suit(asked["trumps"]))


pages = HumbugWhistPractice().blueprint("/humbug-whist/practice")
