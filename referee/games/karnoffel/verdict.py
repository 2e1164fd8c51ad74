"""A verdict without a match: who takes a trick, and why."""

from dataclasses import dataclass
from typing import Any

from referee.cards import Card
from referee.faults import RefusedError
from referee.games.karnoffel import talk
from referee.games.karnoffel.actions import PACKS
from referee.games.karnoffel.tricks import taking_place, title_of
from referee.games.kit.legality import card_faults
from referee.games.kit.questions import TrickQuestion
from referee.games.kit.sides import SEAT_WORDS, SEATS


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a question. Rule 3.8."""

    question: TrickQuestion
    place: int
    """The place of the winning card."""

    @property
    def winner(self) -> str:
        """The seat that takes the trick."""
        return self.question.player(self.place)

    @property
    def reason(self) -> str:
        """The reason, in a sentence."""
        return talk.why(self.question.cards, self.question.suit)

    @property
    def each(self) -> list[tuple[Card, str]]:
        """The rank of each card in the trick, in words."""
        return talk.each(self.question.cards, self.question.suit)

    def as_data(self) -> dict[str, Any]:
        """The answer as plain data for JSON."""
        card = self.question.cards[self.place]
        title = title_of(card, self.question.suit)
        return {"winner": self.winner, "winning_card": card.code, "title": title, "reason": self.reason}

    def as_text(self) -> str:
        """The answer for people: winner, why, and what each card is worth."""
        lines = [f"{SEAT_WORDS[self.winner]} takes it. {self.reason}"]
        return "\n".join([*lines, *(f"  {card}  {words}" for card, words in self.each)]) + "\n"


def verdict(question: TrickQuestion) -> Verdict:
    """Rule on a trick. Raises RefusedError unless it is four different cards of the pack."""
    faults = tuple(card_faults(question.cards, len(SEATS), PACKS[48]))
    if faults:
        raise RefusedError(*faults)
    return Verdict(question, taking_place(question.cards, question.suit))
