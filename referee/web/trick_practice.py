"""Practice with the cards of a trick, and the trump suit or the chosen suit."""

from typing import Any, ClassVar

from referee.cards import read_cards, read_suit
from referee.games.kit.questions import TrickQuestion
from referee.web.practice import Practice
from referee.web.trick_disputes import TrickDispute


class TrickPractice(Practice):
    """The practice of a game that rules on such tricks. A question has the codes of the cards and of the suit."""

    template = "components/trick_practice.html"
    dispute: ClassVar[TrickDispute]
    suit_word: ClassVar[str] = "Trumps"

    def question_of(self, data: dict[str, Any]) -> TrickQuestion:
        """A question as the referee reads it."""
        cards, suit = read_cards(" ".join(data["cards"])), read_suit(data[self.dispute.suit[0]])
        return TrickQuestion(cards, suit, last=data.get("last", False), seats=tuple(self.dispute.seats))

    def ruling(self, data: dict[str, Any]) -> Any:
        """The answer to a question."""
        return self.dispute.rule(self.question_of(data))

    def variables(self, data: dict[str, Any], is_answered: bool) -> dict[str, Any]:
        """The cards and the suit, and after the answer its explanation."""
        question = self.question_of(data)
        answer = self.ruling(data) if is_answered else None
        return {"question": question, "answer": answer, "what_if": self.dispute.address(question)}


class WhoTakesIt(TrickPractice):
    """Practice in which the player taps the card that takes the trick."""

    question, answered = "Which card takes it?", "Which card took it?"
    legend = "The trick goes to"

    def worth(self, data: dict[str, Any]) -> int:
        """The place of the card that takes it."""
        place: int = self.ruling(data).place
        return place

    def words(self, data: dict[str, Any], answer: int) -> str:
        """The card."""
        return self.question_of(data).cards[answer].name

    def explanation(self, data: dict[str, Any]) -> str:
        """The card that takes it, and why."""
        reason: str = self.ruling(data).reason
        return reason
