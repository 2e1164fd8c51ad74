"""A trick of four cards without a match: the question who takes it, and the ruling."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from referee.cards import Card, Suit
from referee.games.kit.sides import SEATS


@dataclass(frozen=True, slots=True)
class TrickQuestion:
    """Four cards in order of play, and the suit of trumps, or the chosen one."""

    cards: tuple[Card, ...]
    suit: Suit
    leader: str = SEATS[0]
    last: bool = False
    """True if it is the last trick of its deal, where that matters."""

    def player(self, place: int) -> str:
        """The seat that plays a card, by its place from 0."""
        return SEATS[(SEATS.index(self.leader) + place) % len(SEATS)]


class TrickRuling(Protocol):
    """The answer to such a question."""

    @property
    def place(self) -> int:
        """The place of the card that takes the trick."""

    def as_data(self) -> dict[str, Any]:
        """The answer as plain data for JSON."""

    def as_text(self) -> str:
        """The answer for people."""


Rule = Callable[[TrickQuestion], TrickRuling]
"""Rules on a question. Raises RefusedError unless it is four different cards of the pack."""
