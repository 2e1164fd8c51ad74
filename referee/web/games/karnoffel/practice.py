"""Practice: which of four cards takes the trick."""

from typing import Any

from referee.cards import SUITS, codes, read_cards, read_suit
from referee.games.karnoffel.actions import PACKS
from referee.games.karnoffel.game import KARNOFFEL
from referee.games.karnoffel.tricks import NAMES
from referee.games.karnoffel.verdict import verdict
from referee.games.kit.questions import TrickQuestion
from referee.web.games.karnoffel.disputes import TRICK
from referee.web.practice import CHANCE, Practice

_MANY = 2
"""Of the four cards at most as many have a name, so that the others matter too."""


class KarnoffelPractice(Practice):
    """The four cards of a trick and the chosen suit are shown."""

    game = KARNOFFEL
    title = "Practise taking tricks · Karnöffel"
    asks = "You see a trick’s four cards and the chosen suit. Tap the card that takes it."
    question, answered = "Which takes it?", "Which took it?"
    legend = "The trick goes to"
    answers = range(4)
    dull = 0

    def draw(self) -> dict[str, Any]:
        """A trick with some cards that have names, or of the suit led."""
        chosen, led = CHANCE.sample(SUITS, 2)
        named = [card for card in PACKS[48] if card.suit is chosen and card.rank in NAMES]
        followed = [card for card in PACKS[48] if card.suit is led]
        others = [card for card in PACKS[48] if card not in named and card not in followed]
        number = CHANCE.randint(1, _MANY)
        cards = [*CHANCE.sample(named, number), *CHANCE.sample(followed, 2), *CHANCE.sample(others, 2 - number // 2)]
        return {"cards": codes(CHANCE.sample(cards, 4)), "chosen": chosen.letter}

    def worth(self, asked: dict[str, Any]) -> int:
        """The place of the card that takes it."""
        return verdict(_question(asked)).place

    def words(self, asked: dict[str, Any], answer: int) -> str:
        """The card."""
        return _question(asked).cards[answer].name

    def told(self, asked: dict[str, Any]) -> str:
        """The card that takes it, and why."""
        return verdict(_question(asked)).reason

    def shown(self, asked: dict[str, Any], is_told: bool) -> dict[str, Any]:
        """The cards and the chosen suit, and once it is answered what each card is worth."""
        question = _question(asked)
        answer = verdict(question) if is_told else None
        return {"asked_of": question, "answer": answer, "what_if": TRICK.address(question)}


def _question(asked: dict[str, Any]) -> TrickQuestion:
    return TrickQuestion(read_cards(" ".join(asked["cards"])), read_suit(asked["chosen"]))


pages = KarnoffelPractice().blueprint("/karnoffel/practice")
