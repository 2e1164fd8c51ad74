"""A trick without a match: the question of who takes it, and the ruling."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.cards import Card, Suit
from referee.faults import RefusedError
from referee.games.kit.legality import card_faults
from referee.games.kit.sides import SEAT_WORDS, SEATS


@dataclass(frozen=True, slots=True)
class TrickQuestion:
    """The cards in order of play, and the suit of trumps, or the chosen one."""

    cards: tuple[Card, ...]
    suit: Suit
    leader: str = SEATS[0]
    last: bool = False
    """True if it is the last trick of its deal, where that matters."""
    seats: Sequence[str] = SEATS

    def player(self, place: int) -> str:
        """The seat that plays a card, by its place from 0."""
        return self.seats[(self.seats.index(self.leader) + place) % len(self.seats)]


@dataclass(frozen=True, slots=True)
class TrickRuling:
    """The answer to such a question."""

    question: TrickQuestion
    place: int
    """The place of the card that takes the trick."""
    reason: str
    """The reason, in a sentence."""
    each: Sequence[tuple[Card, Any]]
    """The worth of each card in the trick, in words or points."""
    named: Mapping[str, Any] = field(default_factory=dict)
    """Further plain data on the card that takes it."""

    @property
    def card(self) -> Card:
        """The card that takes the trick."""
        return self.question.cards[self.place]

    @property
    def winner(self) -> str:
        """The seat that takes the trick."""
        return self.question.player(self.place)

    def as_data(self) -> dict[str, Any]:
        """The answer as plain data for JSON."""
        return {"winner": self.winner, "winning_card": self.card.code, **self.named, "reason": self.reason}

    def as_text(self) -> str:
        """The answer for people: the winner, the reason, and the worth of each card."""
        lines = [f"{SEAT_WORDS[self.winner]} takes it. {self.reason}"]
        return "\n".join([*lines, *(f"  {card}  {words}" for card, words in self.each)]) + "\n"


Rule = Callable[[TrickQuestion], TrickRuling]
"""Rules on a question. Raises RefusedError unless it has one card of the pack from each player, all different."""


def checked_trick(question: TrickQuestion, pack: Collection[Card]) -> tuple[Card, ...]:
    """The cards of a question. Raises RefusedError unless it has one from each player, all different, of the pack."""
    if faults := tuple(card_faults(question.cards, len(question.seats), pack)):
        raise RefusedError(*faults)
    return question.cards
