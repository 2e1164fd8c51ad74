"""Practice: which of two cards takes the trick."""

from typing import Any

from referee.cards import PACK, Suit, codes
from referee.games.humbug_whist.game import HUMBUG_WHIST
from referee.games.kit.questions import TrickQuestion
from referee.web.games.humbug_whist.disputes import TRICK
from referee.web.practice import CHANCE
from referee.web.trick_practice import WhoTakesIt


class HumbugWhistPractice(WhoTakesIt):
    """The card led, the other card and the trumps are shown."""

    game, dispute = HUMBUG_WHIST, TRICK
    title = "Practice: taking tricks · Humbug Whist"
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

    def question_of(self, data: dict[str, Any]) -> TrickQuestion:
        """A question as the referee reads it; sessions name its suit `trumps`."""
        return super().question_of(data | {"trump": data["trumps"]})


pages = HumbugWhistPractice().blueprint("/humbug-whist/practice")
